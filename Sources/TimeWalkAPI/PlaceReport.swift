internal import TimeWalkCore
package import TimeWalkArchive

/// An item that shows the place though not the view; it says nothing of how likely a match is.
public struct PlaceReport: Codable, Hashable, Sendable {
  /// The item's name, `collection:identifier`.
  public var id: String
  /// `covers` for a map whose outline holds the place, `holds` for a view in whose frame it lies,
  /// `near` for a view or subject close by.
  public var how: String
  /// What the catalogue calls it.
  public var title: String
  /// What it is: `photograph`, `print`, `painting`, `drawing`, `map`, `plan`, `aerial` or
  /// `imagined`; absent where nobody says.
  public var kind: String?
  /// When it was made, EDTF.
  public var date: String?
  /// How its date lies to the era that was asked for: `within`, `overlaps`, `near` or `outside`.
  public var era: String?
  /// How far its place is, metres; absent for a map.
  public var distance: Double?
  /// Where its place lies, degrees clockwise from true north; absent for a map.
  public var bearing: Double?
  /// Of a map, metres of the ground for a pixel, on the average.
  public var resolution: Double?
  /// How far beside the truth it may be placed, metres; absent where nobody knows.
  public var placedTo: Double?
  /// All of it in one sentence.
  public var reason: String
  /// Where the picture is.
  public var media: MediaReport?
  /// Who made it and under which terms it may be used.
  public var rights: MatchReport.Rights

  /// Writes what was found.
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

  /// What was found, as long as the location may be withheld; not written.
  private var place: FoundPlace?

  private enum CodingKeys: String, CodingKey {
    case id, how, title, kind, date, era, distance, bearing, resolution, placedTo, reason, media
    case rights
  }

  /// Leaves out what the photo's place could be worked out from.
  package mutating func withholdLocation() {
    (distance, bearing, placedTo) = (nil, nil, nil)
    reason = place?.reason(tellsWay: false) ?? ""
  }
}
