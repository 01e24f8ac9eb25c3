import TimeWalkCore

/// The answers of archives that have one item of the requested era, and sharper ones of others.
struct EraResult: Encodable {
  /// The number of archives in which the item has at least 0.1 alone.
  private(set) var archives = 0
  /// The share of them in which it stands first.
  private(set) var first = 0.0
  /// The share of them in which it has the confidence that it has alone, to 0.1.
  private(set) var asAlone = 0.0

  private static let query = MatchQuery(
    viewpoint: Viewpoint(
      coordinate: place(east: 0, north: 0, accuracy: 5), heading: Heading(degrees: 205)),
    era: (try? CaptureDate(edtf: "1650/1665")).map { Era($0) })

  /// Asks 200 archives with 1 to 50 other items.
  init(_ matcher: Matcher) throws {
    var chance = Chance(seed: 53)
    let old = try CaptureDate(edtf: "1650/1660")
    let later = try ["1905~", "1667", "1780", "1960"].map { try CaptureDate(edtf: $0) }
    for number in 0..<200 {
      let own = Self.candidate(0, old, within: 20, accuracy: 50, &chance)
      let others = (1...(1 + number % 50)).map { key in
        var item = Self.candidate(Int64(key), later[key % 4], within: 8, accuracy: 5, &chance)
        item.pose.heading = Heading(degrees: chance.even(190...220))
        item.pose.headingAccuracy = Angle(degrees: 5)
        return item
      }
      let alone = matcher.judge(Self.query, candidates: [own]).verdicts.first?.confidence ?? 0
      guard alone >= Verdict.leastShown else { continue }
      archives += 1
      let best = matcher.judge(Self.query, candidates: [own] + others).verdicts
      if best.first?.key == 0 { first += 1 }
      let confidence = best.first { $0.key == 0 }?.confidence ?? 0
      if abs(confidence - alone) <= 0.1 { asAlone += 1 }
    }
    first /= Double(max(archives, 1))
    asAlone /= Double(max(archives, 1))
  }

  private static func candidate(
    _ key: Int64, _ date: CaptureDate, within radius: Double, accuracy: Double,
    _ chance: inout Chance
  ) -> Candidate {
    let camera = place(
      east: chance.even(-radius...radius), north: chance.even(-radius...radius), accuracy: accuracy)
    return Candidate(
      key: key, pose: RecordedPose(coordinate: camera), dates: date.strict,
      fuzzyDates: date.fuzzy)
  }

  /// A place in New York, metres from a corner.
  private static func place(east: Double, north: Double, accuracy: Double) -> Coordinate {
    let meters = 111_320.0
    guard
      let place = Coordinate(
        latitude: 40.758 + north / meters, longitude: -73.9855 + east / (0.7575 * meters))
    else { preconditionFailure("a place near the corner is on the globe") }
    return place.with(horizontalAccuracy: Distance(meters: accuracy))
  }

  /// The result as a row of a table.
  var row: [String] {
    [
      "one item of the era (\(archives))", "TimeWalk",
      "first \(Report.number(first, 3)), confidence as alone \(Report.number(asAlone, 3))", "", "",
      "",
    ]
  }
}
