package import TimeWalkArchive
package import TimeWalkCore

/// The conditions of a search that each engine writes in its own way.
///
/// Arguments are given as statements name them, such as `?3`.
package protocol SearchDialect: Sendable {
  /// True if statements may call `timewalk_is_in`; otherwise `SearchSQL` judges sets of dates row
  /// by row.
  var hasFunctions: Bool { get }

  /// True if `mayHave` is also true for other items; `SearchSQL` then judges words row by row.
  var judgesWords: Bool { get }

  /// True if `items(having:limit:in:)` gives no other items.
  var hasExactWords: Bool { get }

  /// True if results in the order of names are read sooner from one collection after the other.
  var readsByCollection: Bool { get }

  /// True if the plan for a box depends on the number of items in it.
  var measuresBoxes: Bool { get }

  /// The table from which items are selected in the order of their names, when no place restricts
  /// them.
  var itemsByName: String { get }

  /// SQL that is true if an item's key is in a list of numbers, a text with commas.
  func hasKey(in list: String) -> String

  /// SQL that is true if each of some folded words occurs in an item's texts.
  func mayHave(_ words: [String]) -> String

  /// The items that may have all of some folded words, by an index of words; very many beyond a
  /// limit.
  func items(having words: [String], limit: Int, in db: any SQLDatabase) throws -> WordKeys

  /// The distance of an item from a place on the ellipsoid, metres.
  func distance(longitude: String, latitude: String) -> String

  /// SQL that is true if an item lies within a distance of a place, in metres on the ellipsoid.
  func isWithin(longitude: String, latitude: String, meters: String) -> String

  /// SQL that is true if an item can lie in one of some boxes, by the spatial index.
  func isNear(_ boxes: [BoxArguments]) -> String

  /// The same for a box with very many items, which are read in another order.
  func isNear(wide box: BoxArguments) -> String

  /// `FROM` and `WHERE` of the places in a box, by the spatial index.
  func places(in box: BoxArguments) -> String
}

/// The edges of a box, as a statement names them.
package struct BoxArguments {
  package let west: String
  package let east: String
  package let south: String
  package let north: String
}

extension SectorQuery {
  /// The nearest views, for a search of images that show the middle of an area.
  package init(showing area: ArchiveQuery.Area) {
    self.init(showing: area.center, radius: area.radius, limit: 10_000)
  }
}

extension CollectionArea {
  /// The box as one, or as two where it crosses the antimeridian.
  var parts: [GeographicBox] {
    func box(_ west: Double, _ east: Double) -> GeographicBox {
      GeographicBox(west: west, east: east, south: south, north: north)
    }
    return west <= east ? [box(west, east)] : [box(west, 180), box(-180, east)]
  }
}
