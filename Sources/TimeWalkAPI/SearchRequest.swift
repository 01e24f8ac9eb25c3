package import TimeWalkArchive
package import TimeWalkCore

/// A query of an archive; all given parts must match.
public struct SearchRequest: Hashable, Sendable {
  /// Words that must occur in the title, the creator, the identifier or a column that TimeWalk has
  /// no field for.
  public var text: String?
  /// Degrees north of the place to look around.
  public var latitude: Double?
  /// Degrees east of the place to look around.
  public var longitude: Double?
  /// A spot that the view must show, `LATITUDE,LONGITUDE` in degrees, in place of a place to look
  /// around.
  public var shows: String?
  /// The box of the items' places, `WEST,SOUTH,EAST,NORTH` in degrees; west is more than east if
  /// the box crosses the antimeridian.
  public var box: String?
  /// The radius in metres around the place or the spot, within which the item's own place must be.
  public var radius = 500.0
  /// The time that the item's date may overlap, EDTF or a name that the archive knows; undated
  /// items stay.
  public var era: String?
  /// True if the written date must overlap it, which excludes undated items.
  public var isEraStrict = false
  /// True if items without a place are found, too, after the others; around a place there is none
  /// of them.
  public var includesUnplaced = false
  /// The collection's name.
  public var collection: String?
  /// The greatest number to return; `nil` is all.
  public var limit: Int?
  /// The number to skip first.
  public var offset = 0
  /// The `next` of the page before, which is the name of its last item; only later items are found.
  public var after: String?

  /// Makes a query for everything.
  public init() {}

  package func query(_ era: Era?) throws(TimeWalkError) -> ArchiveQuery {
    var query = ArchiveQuery(
      text: text, era: era, isEraStrict: isEraStrict, collection: collection, limit: limit,
      offset: offset)
    query.box = try area()
    if let after {
      guard offset == 0 else {
        throw TimeWalkError(.invalidValue, "use either after or offset, not both", field: "after")
      }
      query.after = try ItemID.named(after, field: "after")
    }
    guard let center = try center() else { return query }
    guard let distance = Distance(meters: radius) else {
      throw TimeWalkError(
        .invalidValue, "radius \(radius) must be 0 metres or more", field: "radius")
    }
    query.area = ArchiveQuery.Area(center: center, radius: distance, isShown: shows != nil)
    return query
  }

  /// The requested box; `nil` without one.
  private func area() throws(TimeWalkError) -> CollectionArea? {
    guard let box else { return nil }
    guard let area = CollectionArea(text: "[\(box)]") else {
      throw TimeWalkError(
        .invalidValue,
        "\"\(box.prefix(100))\" isn't a box; use west, south, east and north in degrees, comma-separated",
        field: "box")
    }
    return area
  }

  /// The requested place; `nil` without one.
  private func center() throws(TimeWalkError) -> Coordinate? {
    if let shows {
      guard latitude == nil, longitude == nil else {
        throw TimeWalkError(
          .invalidValue, "use either a spot to show or a place to search around, not both",
          field: "shows")
      }
      let numbers = shows.split(separator: ",", omittingEmptySubsequences: false)
        .map { Double($0.drop { $0 == " " }) }
      guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
        let spot = Coordinate(latitude: latitude, longitude: longitude)
      else {
        throw TimeWalkError(
          .invalidValue,
          "\"\(shows)\" isn't a spot; use a latitude within -90...90 and a longitude within -180...180, comma-separated",
          field: "shows")
      }
      return spot
    }
    guard latitude != nil || longitude != nil else { return nil }
    guard let latitude, let longitude,
      let center = Coordinate(latitude: latitude, longitude: longitude)
    else {
      throw TimeWalkError(
        .invalidValue,
        "a place to search around needs a latitude within -90...90 and a longitude"
          + " within -180...180", field: latitude == nil ? "latitude" : "longitude")
    }
    return center
  }
}

extension SearchRequest: DescribedRequest {
  /// The parameters of `archive.search`.
  package static let fields: [RequestField<SearchRequest>] = [
    RequestField(
      "text", \.text,
      "Words to find in the title, the creator, the id or other columns of the catalogue."
    ),
    RequestField(
      "shows", \.shows,
      "A spot that the views must show: latitude and longitude in degrees, comma-separated.",
      unit: "latitude,longitude"
    ).matching(TextPattern.spot),
    RequestField(
      "latitude", \.latitude, -90...90, "Degrees north of the place to search around.",
      unit: "degrees"),
    RequestField(
      "longitude", \.longitude, -180...180, "Degrees east of that place.", unit: "degrees"),
    RequestField(
      "radius", \.radius, 0...20_100_000,
      "The largest distance of an item from the place, in metres.",
      unit: "metres", usual: SearchRequest().radius),
    RequestField(
      "box", \.box,
      "The area to search: west, south, east and north in degrees, comma-separated. Across the antimeridian, west is greater than east.",
      .text(most: 100), unit: "west,south,east,north"
    ).matching(TextPattern.box),
    RequestField(
      "era", \.era,
      "The period that an item's date must overlap: EDTF, or a named era of the archive.",
      unit: "era"),
    RequestField(
      "strictEra", \.isEraStrict,
      "Leave out undated items and items that are only near the era."),
    RequestField(
      "collection", \.collection, "The name of the collection to search.", unit: "name"),
    RequestField(
      "limit", \.most, 0...1000, "The most items to return.", unit: "count",
      usual: 50),
    RequestField(
      "offset", \.offset, 0...10_000,
      "The number of items to skip first; for more, use after.", unit: "count",
      usual: 0),
    RequestField(
      "after", \.after,
      "The \"next\" of the previous page, to continue after it. Deep pages are as fast as the first.",
      unit: "name"
    ).matching(TextPattern.item),
  ]

  /// The limit, if any.
  private var most: Int {
    get { limit ?? .max }
    set { limit = newValue }
  }
}
