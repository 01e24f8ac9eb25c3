/// Words a verdict as one plain sentence, from the photographer's position.
struct Reason {
  let item: Item
  let verdict: Verdict
  let viewpoint: Viewpoint

  /// For instance "taken 12 m north of you, looking 8 degrees to your left, in 1911; shows 62 % of
  /// your view".
  var sentence: String {
    var text = PlainText(capacity: 160)
    addPlace(to: &text)
    addDirection(to: &text)
    text.add(", ")
    addTime(to: &text)
    text.add("; shows ")
    text.add(Int(nearest: verdict.sharedView * 100))
    text.add(" % of your view")
    return text.string
  }

  private func addPlace(to text: inout PlainText) {
    let meters = verdict.distance.meters
    if item.pose.locationOf == .subject {
      guard meters >= 3 else { return text.add("shows the very place where you stand") }
      text.add("shows a place ")
      text.add(meters: meters)
      text.add(" ")
      return addWhereFromHere(to: &text)
    }
    let accuracy = item.pose.coordinate.horizontalAccuracy?.meters ?? 0
    if accuracy > max(meters, 25) {
      text.add("taken within about ")
      text.add(meters: accuracy)
      return text.add(" of you")
    }
    guard meters >= 3 else { return text.add("taken where you stand") }
    text.add("taken ")
    text.add(meters: meters)
    text.add(" ")
    text.add(Reason.compass(verdict.bearing))
    text.add(" of you")
  }

  /// The direction of a subject: relative to the photo's heading if known, else by compass.
  private func addWhereFromHere(to text: inout PlainText) {
    guard let heading = viewpoint.heading else {
      text.add(Reason.compass(verdict.bearing))
      return text.add(" of you")
    }
    let turn = verdict.bearing.turn(from: heading)
    switch turn.magnitude.degrees {
    case ..<5: text.add("straight ahead")
    case ..<150:
      text.add("away, ")
      text.add(turn: turn)
    default: text.add("behind you")
    }
  }

  private func addDirection(to text: inout PlainText) {
    guard let heading = item.pose.heading else {
      if item.pose.locationOf == .camera { text.add(", direction not recorded") }
      return
    }
    text.add(", looking ")
    guard let turn = verdict.headingDifference else { return text.add(Reason.compass(heading)) }
    switch turn.magnitude.degrees {
    case ..<3: text.add("the same way")
    case ..<150: text.add(turn: turn)
    default: text.add("the other way")
    }
  }

  private func addTime(to text: inout PlainText) {
    guard let date = item.date else { return text.add("undated") }
    let first = date.strict.earliest?.year
    let last = date.strict.latest?.year
    switch (first, last) {
    case (let first?, let last?) where first == last:
      let isRough = date.edtf.utf8.contains {
        $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "%")
      }
      text.add(isRough ? "about " : "in ")
      text.add(year: first)
    case (let first?, let last?):
      text.add("between ")
      text.add(year: first)
      text.add(" and ")
      text.add(year: last)
    case (let first?, nil):
      text.add("in ")
      text.add(year: first)
      text.add(" or later")
    case (nil, let last?):
      text.add("in ")
      text.add(year: last)
      text.add(" or earlier")
    case (nil, nil): text.add("undated")
    }
  }

  private static func compass(_ heading: Heading) -> StaticString {
    switch Int(nearest: heading.degrees / 45) % 8 {
    case 0: "north"
    case 1: "northeast"
    case 2: "east"
    case 3: "southeast"
    case 4: "south"
    case 5: "southwest"
    case 6: "west"
    default: "northwest"
    }
  }
}

extension PlainText {
  fileprivate mutating func add(turn: Angle) {
    let degrees = Int(nearest: turn.magnitude.degrees)
    add(degrees)
    add(degrees == 1 ? " degree" : " degrees")
    add(turn.degrees < 0 ? " to your left" : " to your right")
  }

  /// A rounded length: finer when near.
  fileprivate mutating func add(meters: Double) {
    switch meters {
    case ..<20: add(Int(nearest: meters))
    case ..<100: add(Int(nearest: meters / 5) * 5)
    case ..<1000: add(Int(nearest: meters / 10) * 10)
    default:
      let tenths = Int(nearest: meters / 100)
      add(tenths / 10)
      add(".")
      add(tenths % 10)
      return add(" km")
    }
    add(" m")
  }

  fileprivate mutating func add(year: Int) {
    add(year > 0 ? year : 1 - year)
    if year <= 0 { add(" BCE") }
  }
}
