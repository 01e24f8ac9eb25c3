package import TimeWalkArchive
package import TimeWalkCore

/// The options of an import: the reading of the source, and, by its policy's names, the treatment
/// of the rows.
@dynamicMemberLookup
package struct ImportOptions: Sendable {
  /// The archive's treatment of the rows.
  package var policy = ImportPolicy()
  /// The collection to import into; `nil` leaves it to the source.
  package var collection: String?
  /// The format of the source; `nil` detects it by the first bytes.
  package var format: SourceFormat?
  /// The source's names or paths of fields, above any preset.
  package var map: [CatalogueColumn: String]
  /// True if a row without an identifier gets one made from its values, instead of being refused.
  package var makesIdentifiers = false
  /// The sheet to read of a workbook, or the layer of a GeoPackage; `nil` takes the first sheet
  /// with a header, and the layer that is ours or the only one.
  package var table: String?
  /// The preset for the source; `nil` uses the names in the source.
  package var preset: Preset?
  /// The day of the import, after which no picture can have been made; `nil` leaves dates in the
  /// future alone.
  package var today: Day?
  /// Folders, in addition to the source's own, that may contain media files.
  package var mediaFolders: [String]
  /// The order in which the source writes day and month in numbers; `nil` takes the month as first,
  /// with a warning if the text is ambiguous.
  package var dateOrder: DateReading.NumberOrder?
  /// The encoding of the source; `nil` finds it by the bytes.
  package var encoding: TextEncoding?
  /// The source's name in the journal; `nil` for its path.
  package var origin: String?
  /// Reads a picture file's own metadata, by its path, on any thread; without it, folders of
  /// pictures are not read.
  ///
  /// It throws when there is no picture that it can read.
  package var describe: (@Sendable (String) throws -> PictureFields)?
  /// Opens an archive of another engine, to import from; `nil` for other files.
  package var otherArchive: (@Sendable (String) throws(ArchiveError) -> (any HistoricalArchive)?)?
  /// Called with the mapping of the fields before the first row is read; not for sources in
  /// TimeWalk's own form.
  package var mapped: (@Sendable ([FieldSource]) -> Void)?
  /// The areas of the archive's collections, by their names, for sources without one.
  var areas: [String: CollectionArea] = [:]
  /// Called with the amount of data read, for the policy's `progress`.
  var meter: ReadMeter?

  /// Makes options.
  package init(
    collection: String? = nil, isDryRun: Bool = false, mediaFolders: [String] = [],
    dateOrder: DateReading.NumberOrder? = nil, format: SourceFormat? = nil,
    map: [CatalogueColumn: String] = [:], preset: Preset? = nil, today: Day? = nil,
    fingerprint: (@Sendable (String) throws -> Fingerprint?)? = nil,
    progress: (@Sendable (Int, Double?) -> Void)? = nil
  ) {
    self.collection = collection
    self.mediaFolders = mediaFolders
    self.dateOrder = dateOrder
    self.format = format
    self.map = map
    self.preset = preset
    self.today = today
    policy.isDryRun = isDryRun
    policy.fingerprint = fingerprint
    policy.progress = progress
  }

  /// A part of the policy.
  package subscript<Value>(dynamicMember path: WritableKeyPath<ImportPolicy, Value>) -> Value {
    get { policy[keyPath: path] }
    set { policy[keyPath: path] = newValue }
  }

  /// The policy, completed for reading the source.
  var completePolicy: ImportPolicy {
    var policy = policy
    policy.isCollectionGiven = collection != nil
    switch dateOrder {
    case .dayMonth: policy.provenance.notes[ImportPolicy.dateOrderNote] = "day-month"
    case .monthDay: policy.provenance.notes[ImportPolicy.dateOrderNote] = "month-day"
    case nil: break
    }
    if let encoding { policy.provenance.notes["encoding"] = encoding.name }
    if let meter { policy.share = { meter.share } }
    return policy
  }
}
