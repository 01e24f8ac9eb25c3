package import TimeWalkCore

/// The operations of an archive for the pipeline and the fronts, with any engine.
package protocol HistoricalArchive: Sendable {
  /// Its location, as given when it was opened: the path of a file, or an address.
  var location: String { get }

  /// True if a newer version of TimeWalk made it: it can be read, and may hold more than is shown.
  var isFromNewerVersion: Bool { get }

  /// Does work whose searches near a place share a connection, which is faster.
  ///
  /// Within it only these may be called: `candidates`, `nearest`, `maps`, `items` and `records`.
  func withConnection<T>(_ work: () throws(ArchiveError) -> T) throws(ArchiveError) -> T

  /// All items that may concern a photo that was taken within a distance of a place.
  ///
  /// The contract: every item except maps (`Item.isMap`) whose coordinate is within `distance` plus
  /// its own `RecordedPose.reach` is among them, once. Some from beyond may be included. The
  /// antimeridian and the poles aren't borders. The order depends only on the archive's content. No
  /// match is an empty list, not an error.
  func candidates(near place: Coordinate, within distance: Distance) throws(ArchiveError)
    -> Candidates

  /// The nearest item except maps, by the sphere, which is accurate to half a per cent; `nil` if
  /// there is none.
  ///
  /// The time doesn't depend on the archive's size.
  func nearest(to place: Coordinate) throws(ArchiveError) -> NearestItem?

  /// All maps whose outline may contain a place, each once, in the order of their keys; some others
  /// may be among them. No map is an empty list.
  func maps(around place: Coordinate) throws(ArchiveError) -> [MapCandidate]

  /// The content of a tile of the map for a time; `nil` for all times.
  ///
  /// Every item except maps (`Item.isMap`) is a view in the tile that contains its place, counted
  /// once at each zoom. Undated items count for every time. A tile with more than
  /// `MapTile.mostViews` views of any time has clusters, which distinguish times by decades
  /// (`MapCell`).
  func content(of tile: MapTile, era: Era?) throws(ArchiveError) -> MapContent

  /// Builds missing indexes for faster answers, if possible; may take seconds.
  func prepare()

  /// The items of these keys; keys that the archive doesn't have are left out.
  func items(keys: [Int64]) throws(ArchiveError) -> [Int64: Item]

  /// The same with the archive's data about their copies.
  func records(keys: [Int64]) throws(ArchiveError) -> [Int64: ItemRecord]

  /// The file of a picture on this machine: the archive's own copy, or the linked file; `nil` for
  /// an address without a copy.
  ///
  /// The file may be missing.
  func picturePath(of media: Media) throws(ArchiveError) -> String?

  /// One item by name; `nil` if there is none.
  func item(_ id: ItemID) throws(ArchiveError) -> Item?

  /// The copies of an item, in the order of their names, the declared first. Declared copies are
  /// its original, its copies, and so on in both directions. Others are similar pictures nearby.
  func copies(of id: ItemID) throws(ArchiveError) -> [ItemCopy]

  /// The collections in the order of their names.
  func collections() throws(ArchiveError) -> [CollectionSummary]

  /// Checks that a requested collection exists; `nil` requests none.
  ///
  /// Throws `.noSuchCollection` with the names of those that are.
  func require(collection name: String?) throws(ArchiveError)

  /// The items of a user's query, ordered, a page at a time.
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

  /// The data about a picture's file; `nil` if it wasn't read yet.
  func mediaRecord(of media: Media) throws(ArchiveError) -> MediaRecord?

  /// The names of the columns that the items of a collection have and TimeWalk has no field for; of
  /// all when `nil`.
  func otherColumns(of collection: String?) throws(ArchiveError) -> [String]

  /// The collections' statements, in the order of their names.
  func statements() throws(ArchiveError) -> [CollectionStatement]

  /// The archive's named eras, oldest first.
  func eras() throws(ArchiveError) -> [NamedEra]

  /// The archive's statistics.
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
  package func withConnection<T>(
    _ work: () throws(ArchiveError) -> T
  ) throws(ArchiveError) -> T { try work() }

  /// All items without a place.
  package func unplacedItems() throws(ArchiveError) -> (items: [UnplacedItem], total: Int) {
    try unplacedItems(ArchiveQuery())
  }
}
