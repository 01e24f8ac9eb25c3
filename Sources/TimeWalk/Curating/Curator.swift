internal import Foundation
import TimeWalkCatalogue
import TimeWalkReading
internal import TimeWalkStorage
internal import TimeWalkArchive
internal import TimeWalkCore

/// What stands first in a date in numbers, such as `3/4/1905`.
public enum DateOrder: String, Hashable, Sendable, CaseIterable {
  /// The third of April.
  case dayMonth = "day-month"
  /// The fourth of March.
  case monthDay = "month-day"

  var order: DateReading.NumberOrder {
    switch self {
    case .dayMonth: .dayMonth
    case .monthDay: .monthDay
    }
  }
}

/// What curators ask of an archive, in the types that every front shares.
public struct Curator: Sendable {
  let archive: any CuratedArchive
  /// What reads pictures.
  let readers = PictureReaders()

  /// What to tell whoever looks at the archive before all else; `nil` when there is nothing.
  public var notice: String? {
    guard archive.isFromNewerVersion else { return nil }
    return
      "\(archive.location) was made by a newer version of TimeWalk: it can be looked at, not changed, and may hold "
      + "more than this version shows"
  }

  /// Takes an archive that is open.
  init(archive: any CuratedArchive) { self.archive = archive }

  /// Opens the archive to look at.
  ///
  /// - Throws: `inputMissing` when there is none, with how to make one.
  public init(reading places: Places) throws(WalkError) {
    do throws(ArchiveError) {
      archive = try places.location.open(for: .reading)
    } catch { throw WalkError(error) }
  }

  /// Opens the archive to change what is in it.
  ///
  /// - Throws: `inputMissing` when there is none.
  public init(changing places: Places) throws(WalkError) {
    do throws(ArchiveError) {
      archive = try places.location.open(for: .changing)
    } catch { throw WalkError(error) }
  }

  /// Runs a piece of work with the archive to import into, which is made when it is missing; where
  /// nothing is to be kept, one that is missing is made elsewhere and removed again.
  ///
  /// - Throws: what the body throws, `cannotCreate` or what the archive throws when there can be
  ///   none, and before any is made `inputMissing` when there is no source, or what its file throws
  ///   when it can't be understood at all.
  package static func importing<Result>(
    _ source: String, reading: SourceReading = .init(), collection: String? = nil,
    into places: Places, isDryRun: Bool, _ body: (Curator) throws(WalkError) -> Result
  ) throws(WalkError) -> Result {
    if !places.location.exists {
      do throws(ArchiveError) {
        var options = ImportOptions(collection: collection)
        try reading.apply(to: &options)
        try options.check(source, archive: ArchiveLocation.archive)
      } catch { throw WalkError(error) }
    }
    guard isDryRun, !places.location.exists else {
      return try body(Curator(writing: places))
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("timewalk-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var places = places
    places.archive = folder.appendingPathComponent("archive.sqlite").path
    return try body(Curator(writing: places))
  }

  /// Opens the archive to import into, and makes it and its folder when they are missing.
  public init(writing places: Places) throws(WalkError) {
    let folder = URL(fileURLWithPath: places.archive).standardizedFileURL
      .deletingLastPathComponent()
    do throws(StorageError) { try DurableFolder.make(folder.path) } catch {
      throw WalkError(error.isFull ? .noSpace : .cannotCreate, "\(error)", cause: error)
    }
    do throws(ArchiveError) {
      archive = try places.location.open(for: .making)
    } catch { throw WalkError(error) }
  }

  /// Imports a catalogue: a file in any of the formats, a folder with one and `collection.json`, or
  /// standard input (`-`).
  ///
  /// - Parameters:
  ///   - source: the path.
  ///   - collection: the collection's name; the source's own when `nil`.
  ///   - isDryRun: whether to do everything but keep it.
  ///   - reading: how the source is read: format, preset, mapping.
  ///   - dateOrder: what stands first in a date such as `3/4/1905`; when `nil` the month, with a
  ///     warning.
  ///   - mediaFolders: folders that files may lie in besides the source's own.
  ///   - fingerprints: whether to look at pictures, so that copies of one can be told.
  ///   - media: what becomes of the files that it names.
  ///   - requiresRights: whether rows are refused that have no rights, neither of their own nor of
  ///     their collection.
  ///   - replacing: how items that the source no longer has are removed; they stay when `nil`.
  ///   - overwritesCorrections: whether the source's values replace what people corrected by hand.
  ///   - author: who imports, for the journal.
  ///   - mapped: told which of the source's values are which fields, before the first row is read.
  ///   - progress: told the number of rows now and then, and the share of the source that has been
  ///     read where it is known.
  /// - Returns: what was done; refused rows are in the report, they are not an error.
  /// - Throws: what the archive throws when the source or the archive can't be used; then nothing
  ///   was changed.
  package func importCatalogue(
    at source: String, collection: String?, isDryRun: Bool, reading: SourceReading = .init(),
    dateOrder: DateOrder? = nil, mediaFolders: [String] = [],
    fingerprints: Bool = true, media: MediaOptions = .init(), requiresRights: Bool = false,
    replacing: Replacement? = nil, overwritesCorrections: Bool = false,
    by author: ChangeAuthor = .init(),
    mapped: (@Sendable ([ImportSummary.Field]) -> Void)? = nil,
    progress: (@Sendable (Int, Double?) -> Void)? = nil
  ) throws(WalkError) -> ImportSummary {
    let look: @Sendable (String) throws -> Fingerprint? = { [readers] in
      try Fingerprint(ofPictureAt: $0, readers: readers)
    }
    var options = ImportOptions(
      collection: collection, isDryRun: isDryRun, mediaFolders: mediaFolders,
      dateOrder: dateOrder?.order,
      fingerprint: fingerprints ? look : nil, progress: progress)
    options.provenance = author.provenance
    options.replaces = replacing != nil
    options.mayRemove = replacing?.isAgreed ?? false
    options.mayRemoveDespiteRefused = replacing?.allowsRefused ?? false
    options.overwritesCorrections = overwritesCorrections
    options.today = author.today
    if let mapped { options.mapped = { mapped($0.map(ImportSummary.Field.init)) } }
    let pictures = PictureReading(
      geoid: GeoidFile.installed(environment: ProcessInfo.processInfo.environment)
        .flatMap { try? GeoidFile.read($0) }, readers: readers)
    options.describe = { try pictures.fields(ofPictureAt: $0) }
    options.inspect = { [readers] in try MediaKind(ofFileAt: $0, readers: readers) }
    options.media = media.copies ? .copy : .link
    options.mediaLimit = media.limit ?? MediaLimits.bytes
    options.requiresRights = requiresRights
    do throws(ArchiveError) {
      try reading.apply(to: &options)
      return ImportSummary(try archive.importCatalogue(at: source, options: options))
    } catch { throw WalkError(error) }
  }

  /// The collections with their sizes.
  public func collections() throws(WalkError) -> CollectionsReport {
    do throws(ArchiveError) {
      return CollectionsReport(collections: try archive.collections().map { CollectionReport($0) })
    } catch { throw WalkError(error) }
  }

  /// One item by its name, `collection:identifier`.
  ///
  /// - Throws: `notFound` when there is none.
  public func item(_ name: String) throws(WalkError) -> ItemReport {
    try ItemReport.find(name, in: archive)
  }

  /// A page of items, and behind the last of them those without a place, where the request wants
  /// them.
  public func search(_ request: SearchRequest) throws(WalkError) -> ItemsReport {
    var (report, query) = try ItemsReport.find(request, in: archive)
    guard request.includesUnplaced else { return report }
    do throws(ArchiveError) {
      var rest = query
      rest.offset = max(0, query.offset - report.total)
      rest.limit = query.limit.map { $0 - report.items.count }
      let unplaced = try archive.unplacedItems(rest)
      report.total += unplaced.total
      if !unplaced.items.isEmpty { report.unplaced = unplaced.items.map(UnplacedReport.init) }
      return report
    } catch { throw WalkError(error) }
  }
}
