internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkJSON

/// PastVu, by its API.
///
/// Documentation: "PastVu API", docs.pastvu.com/en/dev/api. `photo.giveNearestPhotos` gives all
/// that lies in a circle, page by page; `photo.getByBounds`, whose photos the documentation
/// describes no further, isn't needed for that.
///
/// The article "Where pictures come from" has the table of fields.
package struct PastVuSource: GatherSource {
  /// What it is.
  package static let description = SourceDescription(
    name: "pastvu", title: "PastVu", homepage: "https://pastvu.com/",
    holds:
      "historical pictures of streets and places, above all of Eastern Europe, with years and one of eight directions",
    terms:
      "what is said of a picture and the link to its page; the pictures themselves are not free and are not fetched",
    sent: "the area as a circle, the years, and how many pictures to skip",
    verified: "verified against documentation only", keyVariable: nil, isChecked: false)
  /// Its usual address.
  package static let address = "https://pastvu.com/api2"

  /// The most pictures of one answer.
  static let page = 30
  private static let winds: [String: Double] = [
    "n": 0, "ne": 45, "e": 90, "se": 135, "s": 180, "sw": 225, "w": 270, "nw": 315,
  ]
  private static let windAccuracy = 22.5

  private let address: String

  /// Makes one.
  package init(address: String, key: String) { self.address = address }

  /// Gathers what it holds.
  package func gather(
    _ question: GatherQuestion, by client: PoliteClient,
    _ take: (Result<GatheredRow, LeftOut>) throws(GatherError) -> Bool
  ) throws(GatherError) {
    var seen: Set<Int> = []
    var skip = 0
    while true {
      let answer = try client.json(self.question(question, skip: skip), judge: PastVuSource.judge)
      guard let photos = answer["result"]?["photos"]?.elements else {
        throw PastVuSource.strange("no result.photos")
      }
      for photo in photos {
        // Pages shift when a picture is added meanwhile.
        guard let number = photo["cid"]?.whole, number > 0 else {
          throw PastVuSource.strange("a photo without cid")
        }
        guard seen.insert(number).inserted else { continue }
        guard try take(PastVuSource.row(photo, number, for: question)) else { return }
      }
      guard photos.count >= PastVuSource.page else { return }
      skip += photos.count
    }
  }

  private func question(_ question: GatherQuestion, skip: Int) -> String {
    let area = question.area
    var members: [String: JSONValue] = [
      "geo": .array([
        .number(Query.degrees(area.center.latitude)), .number(Query.degrees(area.center.longitude)),
      ]),
      "distance": .number(String(Int(area.radius.rounded(.up)))),
      "limit": .number(String(PastVuSource.page)),
    ]
    if skip > 0 { members["skip"] = .number(String(skip)) }
    if let first = question.years.first { members["year"] = .number(String(first)) }
    if let last = question.years.last { members["year2"] = .number(String(last)) }
    return Query.address(
      address,
      [("method", "photo.giveNearestPhotos"), ("params", JSONValue.object(members).line)])
  }

  private static func row(
    _ photo: JSONValue, _ number: Int, for question: GatherQuestion
  ) -> Result<GatheredRow, LeftOut> {
    guard let geo = photo["geo"]?.elements, geo.count == 2, let latitude = geo[0].number,
      let longitude = geo[1].number,
      let place = Coordinate(latitude: latitude, longitude: longitude)
    else { return .failure(.unplaced) }
    guard question.area.contains(place) else { return .failure(.outside) }
    var row = GatheredRow(id: String(number))
    switch question.date(years(photo)) {
    case .success(let date): row[.date] = date
    case .failure(let reason): return .failure(reason)
    }
    row[.title] = photo["title"]?.string.map(PlainText.of)
    row[.latitude] = DecimalText.write(place.latitude)
    row[.longitude] = DecimalText.write(place.longitude)
    row[.locationOf] = "camera"
    let direction = photo["dir"]?.string?.lowercased() ?? ""
    if let degrees = winds[direction] {
      row[.heading] = DecimalText.write(degrees)
      row[.headingAccuracy] = DecimalText.write(windAccuracy)
    }
    if direction == "aero" { row[.kind] = "aerial" }
    row[.source] = "https://pastvu.com/p/\(number)"
    row[.credit] = "PastVu"
    return .success(row)
  }

  private static func years(_ photo: JSONValue) -> String? {
    guard let first = photo["year"]?.whole, (1...9999).contains(first) else { return nil }
    func text(_ year: Int) -> String {
      String(repeating: "0", count: 4 - String(year).count) + String(year)
    }
    guard let last = photo["year2"]?.whole, last > first, last <= 9999 else { return text(first) }
    return "\(text(first))/\(text(last))"
  }

  private static func judge(_ answer: JSONValue) -> PoliteClient.Verdict {
    guard let error = answer["error"], error != .null else { return .good }
    let words = error["error_msg"]?.string ?? error["code"]?.word ?? error.string ?? "no reason"
    return .refused(String(words.prefix(200)))
  }

  private static func strange(_ what: String) -> GatherError {
    GatherError(
      .badAnswer,
      "PastVu's answer is not as its documentation says: \(what). Scripts/gather-check tells more.")
  }
}
