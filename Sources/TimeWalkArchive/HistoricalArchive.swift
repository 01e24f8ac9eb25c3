package import TimeWalkCore

/// What the pipeline and the fronts ask of an archive, whatever engine keeps it.
package protocol HistoricalArchive: Sendable {
  /// Where it is, as whoever opened it said: the path of a file, or an address.
  var location: String { get }

  /// Whether a newer version of TimeWalk made it: it can be read, and may hold more than is shown.
  var isFromNewerVersion: Bool { get }

  /// All items that may concern a photo that was taken within a distance of a place.
  ///
  /// The promise: every item that is no map (`Item.isMap`) and whose coordinate is within
  /// `distance` plus its own `RecordedPose.reach` is among them, once; some from beyond may be. The
  /// antimeridian and the poles are no borders. The order depends on what the archive holds alone.
  /// No match is an empty list, not an error.
  func candidates(near place: Coordinate, within distance: Distance) throws(ArchiveError)
    -> Candidates

  /// All maps whose outline may hold a place, each once, in the order of their keys; some that
  /// don't hold it may be among them. No map is an empty list.
  func maps(around place: Coordinate) throws(ArchiveError) -> [MapCandidate]

  /// What a tile of the map holds of a time; `nil` asks for all times.
  ///
  /// Every item that is no map (`Item.isMap`) is a view in the tile that holds its place, counted
  /// once at each zoom. Undated items are of every time. A tile with more than `MapTile.mostViews`
  /// views, whatever their time, has clusters, which tell times by decades (`MapCell`).
  func content(of tile: MapTile, era: Era?) throws(ArchiveError) -> MapContent

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

  /// The copies of an item, in the order of their names, the declared first: what it is declared a
  /// copy of, what is declared a copy of it, and so on both ways, and what looks like it nearby.
  func copies(of id: ItemID) throws(ArchiveError) -> [ItemCopy]

  /// The collections in the order of their names.
  func collections() throws(ArchiveError) -> [CollectionSummary]

  /// Makes sure that a collection that is asked for is there; `nil` asks for none.
  ///
  /// Throws `.noSuchCollection` with the names of those that are.
  func require(collection name: String?) throws(ArchiveError)

  /// The items that a person asks for, ordered, a page at a time.
  ///
  /// Throws `.noSuchItem` where the query's `after` is gone and its order needs more than the name.
  func search(_ query: ArchiveQuery) throws(ArchiveError) -> SearchResults

  /// An item without a place, by its name; `nil` when there is none.
  func unplacedItem(_ id: ItemID) throws(ArchiveError) -> UnplacedItem?

  /// A page of the items without a place that a query finds, by collection and identifier, and how
  /// many there are on all pages.
  func unplacedItems(
    _ query: ArchiveQuery
  ) throws(ArchiveError) -> (items: [UnplacedItem], total: Int)

  /// What is known of a picture's file; `nil` where nobody has looked.
  func mediaRecord(of media: Media) throws(ArchiveError) -> MediaRecord?

  /// The names of the columns that the items of a collection have and TimeWalk has no field for; of
  /// all when `nil`.
  func otherColumns(of collection: String?) throws(ArchiveError) -> [String]

  /// What the collections say of themselves, in the order of their names.
  func statements() throws(ArchiveError) -> [CollectionStatement]

  /// The spans of time that the archive knows by name, oldest first.
  func eras() throws(ArchiveError) -> [NamedEra]

  /// How much the archive holds, and how much of it is known.
  func statistics() throws(ArchiveError) -> ArchiveStatistics

  /// One state of the archive, to write it out.
  func snapshot() throws(ArchiveError) -> any ArchiveSnapshot

  /// Makes sure that a file may be written without harm to the archive.
  ///
  /// Throws `.invalidExport` for the archive's own files, and `.outputFailed` for a database that
  /// is in use.
  func checkIsFree(_ path: String) throws(ArchiveError)
}

extension HistoricalArchive {
  /// All items without a place.
  package func unplacedItems() throws(ArchiveError) -> (items: [UnplacedItem], total: Int) {
    try unplacedItems(ArchiveQuery())
  }
}
