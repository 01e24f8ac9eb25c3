internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkBase

/// OldNYC, by its published data as a whole.
///
/// Documentation: the README of danvk/oldnyc, which names the file `data.json` of
/// oldnyc/oldnyc.github.io as all data of the site. Its types are `SiteJson` and `SitePhoto` in
/// `oldnyc/site/site_data_type.py`. The page "About OldNYC" has the rights.
///
/// The article "Where pictures come from" has the table of fields.
package struct OldNYCSource: GatherSource {
  /// Its description.
  package static let description = SourceDescription(
    name: "oldnyc", title: "OldNYC", homepage: "https://www.oldnyc.org/",
    holds:
      "photographs of New York City, 1870s to 1970s, from The New York Public Library, placed by their captions",
    terms:
      "the descriptions and a link to each page; no pictures are fetched, because the library has the copyright of many",
    sent: "nothing about the area: all published data is fetched at once, about 50 MB",
    verified: "verified against documentation only", keyVariable: nil, isChecked: true)
  /// Its usual address: the file that the README names, as GitHub gives it out.
  package static let address =
    "https://raw.githubusercontent.com/oldnyc/oldnyc.github.io/master/data.json"

  /// The largest file that is taken, bytes.
  static let most = 128 << 20
  private static let holder = "The New York Public Library"
  /// The assumed accuracy of a place from a caption, metres: the corner, or some houses on.
  private static let accuracy = "100"
  /// The middle of its holdings, and the maximum distance of an area from there, metres.
  private static let city = (latitude: 40.73, longitude: -73.95, reach: 60_000.0)

  private let address: String

  /// Makes one.
  package init(address: String, key: String) { self.address = address }

  /// Gathers its pictures, the nearest first.
  package func gather(
    _ question: GatherQuestion, by client: PoliteClient,
    _ take: (Result<GatheredRow, Exclusion>) throws(GatherError) -> Bool
  ) throws(GatherError) {
    let city = OldNYCSource.city
    if let middle = Coordinate(latitude: city.latitude, longitude: city.longitude) {
      let distance = question.area.distance(to: middle)
      guard distance <= question.area.radius + city.reach else {
        throw GatherError(
          .badRequest,
          "OldNYC has only New York City, which is \((distance / 1000).rounded().plain) km from the area"
        )
      }
    }
    var near: [(distance: Double, id: String, photo: JSONValue)] = []
    var leftOut: [Exclusion] = []
    try photos(client) { id, photo in
      guard let place = OldNYCSource.place(photo) else { return leftOut.append(.unplaced) }
      let distance = question.area.distance(to: place)
      // Most of a whole city's photos lie elsewhere, which needs no message.
      if distance <= question.area.radius { near.append((distance, id, photo)) }
    }
    for reason in leftOut { guard try take(.failure(reason)) else { return } }
    near.sort { ($0.distance, $0.id) < ($1.distance, $1.id) }
    for (_, id, photo) in near {
      guard try take(OldNYCSource.row(photo, id, for: question)) else { return }
    }
  }

  /// The identifiers that are missing from the published data.
  package func withdrawn(
    among identifiers: [String], by client: PoliteClient
  ) throws(GatherError) -> [String]? {
    var gone = Set(identifiers)
    try photos(client) { id, _ in gone.remove(id) }
    return identifiers.filter(gone.contains)
  }

  /// All photos, one by one.
  private func photos(
    _ client: PoliteClient, _ look: (String, JSONValue) -> Void
  ) throws(GatherError) {
    let all = try client.whole(address, most: OldNYCSource.most)
    var isAny = false
    let isThere = try client.elements(of: all, in: "photos") { (photo) throws(GatherError) in
      guard let id = photo["photo_id"]?.string, !id.isEmpty else {
        throw OldNYCSource.strange("a photo without photo_id")
      }
      isAny = true
      look(id, photo)
      return true
    }
    // With no photos, everything would be withdrawn.
    guard isThere, isAny else { throw OldNYCSource.strange("no photos") }
  }

  private static func row(
    _ photo: JSONValue, _ id: String, for question: GatherQuestion
  ) -> Result<GatheredRow, Exclusion> {
    guard let place = place(photo) else { return .failure(.unplaced) }
    var row = GatheredRow(id: id)
    switch date(photo, for: question) {
    case .success(let date): row[.date] = date
    case .failure(let reason): return .failure(reason)
    }
    row[.title] =
      ["title", "original_title", "folder"].lazy.compactMap { photo[$0]?.string }
      .first { !$0.isEmpty }
    row[.latitude] = DecimalText.write(place.latitude)
    row[.longitude] = DecimalText.write(place.longitude)
    row[.accuracy] = accuracy
    row[.locationOf] = "subject"
    row[.credit] = holder
    row[.source] = photo["nypl_url"]?.string.flatMap { WebAddress.isWeb($0) ? $0 : nil }
    row[other: "description"] = photo["text"]?.string
    row[other: "folder"] = photo["folder"]?.string
    return .success(row)
  }

  /// The date in its words, else the years that were found in the caption.
  private static func date(
    _ photo: JSONValue, for question: GatherQuestion
  ) -> Result<String, Exclusion> {
    let words = question.date(photo["date"]?.string)
    guard words == .failure(.undated) else { return words }
    let years = (photo["years"]?.elements ?? []).compactMap(\.string)
      .filter { $0.count == 4 && $0.allSatisfy(\.isWholeNumber) }
    let different = Set(years).sorted()
    guard let first = different.first else { return .failure(.undated) }
    return question.date(
      different.count == 1 ? first : "{\(different.joined(separator: ","))}")
  }

  private static func place(_ photo: JSONValue) -> Coordinate? {
    guard let latitude = photo["location"]?["lat"]?.number,
      let longitude = photo["location"]?["lon"]?.number
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func strange(_ what: String) -> GatherError {
    GatherError(
      .badAnswer,
      "the data of OldNYC differ from its repository's description: \(what). For details run Scripts/gather-check."
    )
  }
}
