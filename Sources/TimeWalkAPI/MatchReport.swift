internal import TimeWalkArchive
package import TimeWalkCore

/// A match as every front writes it.
public struct MatchReport: Codable, Hashable, Sendable {
  /// The item's name, `collection:identifier`.
  public var id: String
  /// The probability that photo and item each show at least 0.3 of the other's view.
  public var confidence: Double
  /// The item's title in the catalogue.
  public var title: String
  /// The date of the image, as EDTF; absent when unknown.
  public var date: String?
  /// The relation of its date to the requested era: `within`, `overlaps`, `near`, `outside`.
  public var era: String?
  /// The way from the photo's place to the item's, metres; absent when the photo's location is
  /// withheld.
  public var distance: Double?
  /// The direction of that way, degrees from true north; absent with the distance.
  public var bearing: Double?
  /// The kind of the item's place: `camera`, `subject`, or `unknown`.
  public var locationOf: String
  /// The turn from the photo's heading to the item's, degrees, clockwise positive.
  public var headingDifference: Double?
  /// The expected share of the photo's view that the item shows, 0...1.
  public var sharedView: Double
  /// The verdict in one plain sentence.
  public var reason: String
  /// The agreement of single traits, 0...1 each; absent if either side is unknown.
  public var parts: Parts
  /// The picture's file or address.
  public var media: MediaReport?
  /// Its author and its terms of use.
  public var rights: Rights
  /// The names of the other items that are copies of this picture, best first; absent without any.
  public var copies: [String]?
  /// In a timeline, the period that it stands for.
  public var period: String?

  /// The agreement of single traits.
  public struct Parts: Codable, Hashable, Sendable {
    /// Nearness in terms of both accuracies; absent with the distance.
    public var position: Double?
    /// Agreement of the directions.
    public var heading: Double?
    /// Ratio of the fields of view.
    public var fieldOfView: Double?
    /// The weight of the date for the era.
    public var era: Double?
  }

  /// The author and the terms of use of an item.
  public struct Rights: Codable, Hashable, Sendable {
    /// An SPDX identifier or a rights statement's URI.
    public var license: String?
    /// The author.
    public var creator: String?
    /// The credit line that the holder requests.
    public var credit: String?
    /// The item's page.
    public var source: String?

    /// The licence in words; `nil` if unknown.
    package var licenseWords: String? { license.map(RightsStatement.words) }
  }

  /// Writes a match.
  package init(_ match: Match) {
    let verdict = match.verdict
    let item = match.item
    id = item.id.description
    confidence = verdict.confidence.rounded(places: 3)
    title = item.title
    date = item.date?.edtf
    era = verdict.era?.rawValue
    distance = verdict.distance.meters.rounded(places: 1)
    bearing = verdict.bearing.degrees.rounded(places: 1)
    locationOf = item.pose.locationOf.rawValue
    headingDifference = verdict.headingDifference?.degrees.rounded(places: 1)
    sharedView = verdict.sharedView.rounded(places: 3)
    reason = match.reason
    parts = Parts(
      position: verdict.parts.position.rounded(places: 3),
      heading: verdict.parts.heading?.rounded(places: 3),
      fieldOfView: verdict.parts.fieldOfView?.rounded(places: 3),
      era: verdict.parts.era?.rounded(places: 3))
    media = item.media.map(MediaReport.init)
    rights = Rights(
      license: item.license, creator: item.creator, credit: item.credit, source: item.source)
    if !match.copies.isEmpty { copies = match.copies.map(\.description) }
  }

  /// Writes a match that stands for its period in a timeline.
  package init(inTimeline match: Match) {
    self.init(match)
    period = match.verdict.period?.description
  }

  /// True if it is of the requested era.
  package var isOfEra: Bool { era == "within" || era == "overlaps" }

  /// True if it is certain enough to be shown.
  package var isShown: Bool { Verdict.isShown(confidence) }

  /// Omits values that reveal the photo's place: the distances to two items would be enough.
  ///
  /// Probabilities and shares get one decimal, because exact ones of many items reveal it, too.
  package mutating func withholdLocation() {
    distance = nil
    bearing = nil
    parts.position = nil
    parts.heading = parts.heading?.rounded(places: 1)
    // Rounding must not make a match certain enough to be shown.
    confidence = isShown ? confidence.rounded(places: 1) : 0
    sharedView = sharedView.rounded(places: 1)
    let share = Int(nearest: sharedView * 100)
    reason = "\(date.map { "dated \($0)" } ?? "undated"); shows \(share) % of your view"
  }

  /// Also omits the shared view from the reason: strangers can ask for matches until several shares
  /// agree, and so find the place.
  package mutating func withholdView() {
    withholdLocation()
    reason = date.map { "dated \($0)" } ?? "undated"
  }
}

/// The source of an item's picture: a file of this machine or an address elsewhere.
public struct MediaReport: Codable, Hashable, Sendable {
  /// An absolute path.
  public var path: String?
  /// An address; TimeWalk doesn't fetch it.
  public var url: String?

  /// Writes where a picture is.
  package init(_ media: Media) {
    switch media {
    case .file(let path): self.path = path
    case .url(let url): self.url = url
    }
  }
}

extension Double {
  /// The number rounded to some decimal places, without false precision.
  package func rounded(places: Int) -> Double {
    // Numbers so large have no decimals, and their product with the scale may be infinite.
    guard magnitude < 1e15 else { return self }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let value = (self * scale).rounded() / scale
    return value == 0 ? 0 : value
  }
}
