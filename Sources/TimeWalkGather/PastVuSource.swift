internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkBase

/// PastVu, by its API.
///
/// Documentation: "PastVu API", docs.pastvu.com/en/dev/api, for `photo.getByBounds`; the schema
/// `PhotoMap` in the server's repository PastVu/pastvu, for its photos. `photo.giveNearestPhotos`
/// isn't used, because it has no second year. The server also ignores a `skip` of 1000 or more, so
/// paging in a large city would start over forever.
///
/// The article "Where pictures come from" has the table of fields.
package struct PastVuSource: GatherSource {
  /// Its description.
  package static let description = SourceDescription(
    name: "pastvu", title: "PastVu", homepage: "https://pastvu.com/",
    holds:
      "historical pictures of streets and places, mainly in Eastern Europe, with years and one of eight directions",
    terms:
      "the descriptions and a link to each page; the pictures aren't free and aren't fetched",
    sent: "the area as boxes",
    verified: "verified against documentation only", keyVariable: nil, isChecked: false)
  /// Its usual address.
  package static let address = "https://pastvu.com/api2"

  /// From this zoom on the answer has photos alone, and no clusters.
  static let zoom = 17
  /// The side of a requested box, metres; a larger one for a large area.
  static let sides = (usual: 2000.0, large: 5000.0, from: 20_000.0)
  private static let winds: [String: Double] = [
    "n": 0, "ne": 45, "e": 90, "se": 135, "s": 180, "sw": 225, "w": 270, "nw": 315,
  ]
  private static let windAccuracy = 22.5

  private let address: String

  /// Makes one.
  package init(address: String, key: String) { self.address = address }

  /// Gathers its pictures.
  package func gather(
    _ question: GatherQuestion, by client: PoliteClient,
    _ take: (Result<GatheredRow, Exclusion>) throws(GatherError) -> Bool
  ) throws(GatherError) {
    let area = question.area
    let side =
      area.radius < PastVuSource.sides.from ? PastVuSource.sides.usual : PastVuSource.sides.large
    let boxes = area.boxes(side: side)
    var seen: Set<Int> = []
    // Those that are farther than the next box is, the farthest first.
    var waiting: [(number: Int, distance: Double, photo: JSONValue)] = []
    for (index, box) in boxes.enumerated() {
      let answer = try client.json(self.question(box), judge: PastVuSource.judge)
      guard let photos = answer["result"]?["photos"]?.elements,
        answer["result"]?["clusters"]?.elements?.isEmpty ?? true
      else { throw PastVuSource.strange("no result.photos alone") }
      for photo in photos {
        guard let number = photo["cid"]?.whole, number > 0 else {
          throw PastVuSource.strange("a photo without cid")
        }
        // One on an edge is in two boxes.
        guard seen.insert(number).inserted else { continue }
        let distance = PastVuSource.place(photo).map(area.distance) ?? 0
        waiting.append((number, distance, photo))
      }
      waiting.sort { ($0.distance, $0.number) > ($1.distance, $1.number) }
      let next = index + 1 < boxes.count ? boxes[index + 1].distance : .infinity
      while let nearest = waiting.last, nearest.distance <= next {
        waiting.removeLast()
        guard try take(PastVuSource.row(nearest.photo, nearest.number, for: question)) else {
          return
        }
      }
    }
  }

  /// A box as a polygon, counterclockwise, as in RFC 7946.
  private func question(_ box: GatherBox) -> String {
    func corner(_ longitude: Double, _ latitude: Double) -> JSONValue {
      .array([.number(Query.degrees(longitude)), .number(Query.degrees(latitude))])
    }
    let ring: [JSONValue] = [
      corner(box.west, box.south), corner(box.east, box.south), corner(box.east, box.north),
      corner(box.west, box.north), corner(box.west, box.south),
    ]
    let parameters: JSONValue = [
      "z": .number(String(PastVuSource.zoom)), "localWork": 1,
      "geometry": ["type": "Polygon", "coordinates": .array([.array(ring)])],
    ]
    return Query.address(
      address, [("method", "photo.getByBounds"), ("params", parameters.line)])
  }

  /// The place of a photo; latitude comes first.
  private static func place(_ photo: JSONValue) -> Coordinate? {
    guard let geo = photo["geo"]?.elements, geo.count == 2, let latitude = geo[0].number,
      let longitude = geo[1].number
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func row(
    _ photo: JSONValue, _ number: Int, for question: GatherQuestion
  ) -> Result<GatheredRow, Exclusion> {
    guard let place = place(photo) else { return .failure(.unplaced) }
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
      "the answer from PastVu differs from its documentation: \(what). For details run Scripts/gather-check."
    )
  }
}
