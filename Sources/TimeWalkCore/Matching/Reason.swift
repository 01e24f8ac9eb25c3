/// Words a verdict as one plain sentence, from where the photographer stands.
struct Reason {
  let item: Item
  let verdict: Verdict
  let viewpoint: Viewpoint

  /// For instance "taken 12 m north of you, looking 8 degrees to your left, in 1911; shows 62 % of your view".
  var sentence: String {
    var sentence = place
    if let direction { sentence += ", " + direction }
    let share = Int((verdict.sharedView * 100).rounded())
    return sentence + ", " + time + "; shows \(share) % of your view"
  }

  private var place: String {
    let meters = verdict.distance.meters
    if item.pose.locationOf == .subject {
      guard meters >= 3 else { return "shows the very place where you stand" }
      return "shows a place \(Reason.length(meters)) \(whereFromHere)"
    }
    let accuracy = item.pose.coordinate.horizontalAccuracy?.meters ?? 0
    if accuracy > max(meters, 25) { return "taken within about \(Reason.length(accuracy)) of you" }
    guard meters >= 3 else { return "taken where you stand" }
    return "taken \(Reason.length(meters)) \(Reason.compass(verdict.bearing)) of you"
  }

  /// Where a subject lies: by turn when the photo's heading is known, else by compass.
  private var whereFromHere: String {
    guard let heading = viewpoint.heading else {
      return "\(Reason.compass(verdict.bearing)) of you"
    }
    let turn = verdict.bearing.turn(from: heading)
    switch turn.magnitude.degrees {
    case ..<5: return "straight ahead"
    case ..<150: return "away, \(Reason.side(turn))"
    default: return "behind you"
    }
  }

  private var direction: String? {
    guard let heading = item.pose.heading else {
      return item.pose.locationOf == .camera ? "direction not recorded" : nil
    }
    guard let turn = verdict.headingDifference else {
      return "looking \(Reason.compass(heading))"
    }
    switch turn.magnitude.degrees {
    case ..<3: return "looking the same way"
    case ..<150: return "looking \(Reason.side(turn))"
    default: return "looking the other way"
    }
  }

  private var time: String {
    guard let date = item.date else { return "undated" }
    let isRough = date.edtf.utf8.contains {
      $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "%")
    }
    let first = date.strict.earliest.map { Reason.year($0.parts.year) }
    let last = date.strict.latest.map { Reason.year($0.parts.year) }
    switch (first, last) {
    case (let first?, let last?) where first == last:
      return "\(isRough ? "about" : "in") \(first)"
    case (let first?, let last?): return "between \(first) and \(last)"
    case (let first?, nil): return "in \(first) or later"
    case (nil, let last?): return "in \(last) or earlier"
    case (nil, nil): return "undated"
    }
  }

  private static func side(_ turn: Angle) -> String {
    let degrees = Int(turn.magnitude.degrees.rounded())
    let unit = degrees == 1 ? "degree" : "degrees"
    return "\(degrees) \(unit) to your \(turn.degrees < 0 ? "left" : "right")"
  }

  /// A length as somebody would say it: finer when near.
  private static func length(_ meters: Double) -> String {
    switch meters {
    case ..<20: return "\(Int(meters.rounded())) m"
    case ..<100: return "\(Int((meters / 5).rounded()) * 5) m"
    case ..<1000: return "\(Int((meters / 10).rounded()) * 10) m"
    default:
      let tenths = Int((meters / 100).rounded())
      return "\(tenths / 10).\(tenths % 10) km"
    }
  }

  private static func year(_ year: Int) -> String { year > 0 ? "\(year)" : "\(1 - year) BCE" }

  private static let points = [
    "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
  ]

  private static func compass(_ heading: Heading) -> String {
    points[Int((heading.degrees / 45).rounded()) % 8]
  }
}
