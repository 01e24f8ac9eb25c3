public import TimeWalkCore

/// What the pipeline and the fronts ask of an archive, whatever engine keeps it.
public protocol HistoricalArchive: Sendable {
  /// All items that may concern a photo that was taken within a distance of a place.
  ///
  /// The promise: every item whose coordinate is within `distance` plus its own
  /// `RecordedPose.reach` is among them, once; some from beyond may be. The antimeridian and the
  /// poles are no borders. The order depends on what the archive holds alone. No match is an empty
  /// list, not an error.
  func candidates(near place: Coordinate, within distance: Distance) throws(ArchiveError)
    -> Candidates

  /// Makes what quickens the answers to come, where it is missing and can be made; may take
  /// seconds.
  func prepare()

  /// The items of these keys; keys that the archive doesn't have are left out.
  func items(keys: [Int64]) throws(ArchiveError) -> [Int64: Item]

  /// The same with what the archive knows of their copies.
  func records(keys: [Int64]) throws(ArchiveError) -> [Int64: ItemRecord]

  /// The file of a picture on this machine: the archive's own copy, or the file that is linked;
  /// `nil` for an address of which there is no copy.
  ///
  /// That it is there is not certain.
  func picturePath(of media: Media) throws(ArchiveError) -> String?

  /// One item by name, or `nil` when there is none.
  func item(_ id: ItemID) throws(ArchiveError) -> Item?

  /// The copies of an item, in the order of their names, the declared first.
  func copies(of id: ItemID) throws(ArchiveError) -> [ItemCopy]

  /// The collections in the order of their names.
  func collections() throws(ArchiveError) -> [CollectionSummary]

  /// Makes sure that a collection that is asked for is there; `nil` asks for none.
  ///
  /// Throws `.noSuchCollection` with the names of those that are.
  func require(collection name: String?) throws(ArchiveError)

  /// The items that a person asks for, ordered, a page at a time.
  func search(_ query: ArchiveQuery) throws(ArchiveError) -> SearchResults

  /// The spans of time that the archive knows by name, oldest first.
  func eras() throws(ArchiveError) -> [NamedEra]

  /// How much the archive holds, and how much of it is known.
  func statistics() throws(ArchiveError) -> ArchiveStatistics
}
