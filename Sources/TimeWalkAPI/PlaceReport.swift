internal import TimeWalkCore
package import TimeWalkArchive

/// An item near the place that doesn't show its view; it has no probability of a match.
public struct PlaceReport: Codable, Hashable, Sendable {
  /// The item's name, `collection:identifier`.
  public var id: String
  /// `covers` for a map whose outline contains the place, `holds` for a view whose frame contains
  /// it, `near` for a view or subject close by.
  public var how: String
  /// Its title in the catalogue.
  public var title: String
  /// Its type: `photograph`, `print`, `painting`, `drawing`, `map`, `plan`, `aerial` or `imagined`;
  /// absent if unknown.
  public var kind: String?
  /// The date of the image, as EDTF.
  public var date: String?
  /// The relation of its date to the requested era: `within`, `overlaps`, `near` or `outside`.
  public var era: String?
  /// The distance to its place, in metres; absent for a map.
  public var distance: Double?
  /// The bearing to its place, in degrees clockwise from true north; absent for a map.
  public var bearing: Double?
  /// For a map, metres of ground for a pixel, on average.
  public var resolution: Double?
  /// The possible error of its position, metres; absent if unknown.
  public var placedTo: Double?
  /// All of it in one sentence.
  public var reason: String
  /// The picture's file or address.
  public var media: MediaReport?
  /// Its author and its terms of use.
  public var rights: MatchReport.Rights

  /// Writes the results.
  package init(_ place: FoundPlace) {
    let item = place.item
    id = item.id.description
    how = place.how.rawValue
    title = item.title
    kind = item.kind?.rawValue
    date = item.date?.edtf
    era = place.era?.rawValue
    distance = place.way?.distance.meters.rounded(places: 1)
    bearing = place.way?.initialBearing.degrees.rounded(places: 1)
    resolution = place.how == .covers ? item.ground?.resolution?.meters.rounded(places: 2) : nil
    placedTo = place.placedTo?.meters.rounded(places: 1)
    reason = place.reason()
    media = item.media.map(MediaReport.init)
    rights = MatchReport.Rights(
      license: item.license, creator: item.creator, credit: item.credit, source: item.source)
    self.place = place
  }

  /// The found item, as long as the location may be withheld; not written.
  private var place: FoundPlace?

  private enum CodingKeys: String, CodingKey {
    case id, how, title, kind, date, era, distance, bearing, resolution, placedTo, reason, media
    case rights
  }

  /// Omits values that reveal the photo's place.
  package mutating func withholdLocation() {
    (distance, bearing, placedTo) = (nil, nil, nil)
    reason = place?.reason(tellsWay: false) ?? ""
  }
}
