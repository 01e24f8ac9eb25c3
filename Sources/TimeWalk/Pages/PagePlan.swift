internal import Foundation
internal import TimeWalkCore
internal import TimeWalkBase
internal import TimeWalkAPI

/// A small map, north up: the places of the photo and the old pictures, with their views.
struct PagePlan {
  private struct Spot {
    let period: String
    let year: String
    /// Metres east and north of the photo.
    let east: Double, north: Double
    let heading: Double?
    let angle: Double?
  }

  private let view: PageView
  private let spots: [Spot]
  /// Pixels for a metre.
  private let scale: Double
  /// The metres of the bar.
  private let bar: Double

  private static let side = 320.0, reach = 110.0, cone = 64.0

  /// The possible lengths of a scale bar, metres.
  static let bars: [Double] = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000,
  ]

  /// `nil` if the photo's place is withheld.
  init?(_ view: PageView) {
    guard view.answer.viewpoint.latitude != nil else { return nil }
    self.view = view
    spots = view.periods.enumerated().compactMap { index, period in
      guard let distance = period.match.distance, let bearing = period.match.bearing else {
        return nil
      }
      let angle = bearing * .pi / 180
      let heading = period.match.headingDifference.flatMap { difference in
        view.answer.viewpoint.heading.map { $0 + difference }
      }
      return Spot(
        period: "\(view.id)-\(index)", year: PageView.year(of: period.match),
        east: distance * sin(angle), north: distance * cos(angle), heading: heading,
        angle: period.item?.pose.fieldOfView?.degrees)
    }
    let farthest = spots.map { max(abs($0.east), abs($0.north)) }.max() ?? 0
    let error = view.answer.viewpoint.horizontalAccuracy ?? 0
    scale = Self.reach / max(20, farthest, error)
    bar = Self.bars.last { $0 * Self.reach / max(20, farthest, error) <= 100 } ?? 1
  }

  func html(headings level: Int, in text: PageText) -> String {
    let words = words(text)
    return """
      <section class="where">
      <h\(level)>\(text.html("Where"))</h\(level)>
      <div class="plan"><svg viewBox="0 0 \(Int(Self.side)) \(Int(Self.side))" width="\(Int(Self.side))" \
      height="\(Int(Self.side))" role="img" aria-label="\(HTMLText.escaped(words))">
      <rect class="ground" x="0.5" y="0.5" width="\(Int(Self.side) - 1)" height="\(Int(Self.side) - 1)"/>
      \(drawing)
      </svg></div>
      <p>\(HTMLText.escaped(words))</p>
      </section>
      """
  }

  /// The same in words.
  private func words(_ text: PageText) -> String {
    let viewpoint = view.answer.viewpoint
    var sentence = text("North is up. The photo was taken at the blue dot")
    if let heading = viewpoint.heading.flatMap(Heading.init(degrees:)) {
      sentence += text(" and looks %1", text(heading.cardinal))
    }
    if let error = viewpoint.horizontalAccuracy {
      sentence += text(", accurate to %1", Self.metres(error))
    }
    return sentence + text("; old pictures are amber.")
      + view.periods.map { period in
        let far =
          period.match.distance.map {
            $0 < 0.5 ? text("the same spot") : text("%1 away", Self.metres($0))
          } ?? text("place unknown")
        return " \(text.year(PageView.year(of: period.match))): \(far)."
      }.joined()
  }

  static func metres(_ value: Double) -> String {
    value >= 1000 ? "\(Int((value / 1000).rounded())) km" : "\(Int(value.rounded())) m"
  }

  private var drawing: String {
    let middle = Self.side / 2
    var parts: [String] = []
    for spot in spots {
      let (x, y) = (middle + spot.east * scale, middle - spot.north * scale)
      var marks = ""
      if let heading = spot.heading {
        marks += Self.cone("cone", x, y, heading, spot.angle)
      }
      marks += "<circle class=\"old\" cx=\"\(Self.text(x))\" cy=\"\(Self.text(y))\" r=\"6\"/>"
      parts.append(
        "<g data-period=\"\(spot.period)\"><title>\(HTMLText.escaped(spot.year))</title>\(marks)</g>"
      )
    }
    let viewpoint = view.answer.viewpoint
    if let error = viewpoint.horizontalAccuracy, error * scale > 8 {
      parts.append(
        "<circle class=\"error\" cx=\"\(Self.text(middle))\" cy=\"\(Self.text(middle))\" r=\"\(Self.text(error * scale))\"/>"
      )
    }
    if let heading = viewpoint.heading {
      parts.append(Self.cone("cone mine", middle, middle, heading, viewpoint.fieldOfView))
    }
    parts.append(
      "<circle class=\"you\" cx=\"\(Self.text(middle))\" cy=\"\(Self.text(middle))\" r=\"7\"/>")
    let length = bar * scale
    parts.append(
      """
      <path class="scale" d="M12 302v6h\(Self.text(length))v-6"/>\
      <text x="12" y="296">\(Self.metres(bar))</text>\
      <path class="scale" d="M300 34V12m-5 8l5-8 5 8"/><text x="295" y="48">N</text>
      """)
    return parts.joined(separator: "\n")
  }

  /// The view; a line if its width is unknown.
  static func cone(
    _ name: String, _ x: Double, _ y: Double, _ heading: Double, _ angle: Double?
  ) -> String {
    func point(_ degrees: Double) -> String {
      let radians = degrees * .pi / 180
      return "\(text(x + cone * sin(radians))) \(text(y - cone * cos(radians)))"
    }
    guard let angle, angle < 350 else {
      return angle == nil
        ? "<path class=\"\(name)\" d=\"M\(text(x)) \(text(y))L\(point(heading))\"/>"
        : "<circle class=\"\(name)\" cx=\"\(text(x))\" cy=\"\(text(y))\" r=\"\(text(cone))\"/>"
    }
    let isLarge = angle > 180 ? 1 : 0
    return """
      <path class="\(name)" d="M\(text(x)) \(text(y))L\(point(heading - angle / 2))\
      A\(text(cone)) \(text(cone)) 0 \(isLarge) 1 \(point(heading + angle / 2))Z"/>
      """
  }

  static func text(_ value: Double) -> String { "\(value.rounded(places: 1))" }
}
