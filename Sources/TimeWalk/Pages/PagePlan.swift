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

  /// The values of its part of the template.
  struct Values {
    struct Spot {
      let period: String
      let year: String
      let marks: [PageView.Mark]
    }

    let words: String
    let spots: [Spot]
    let marks: [PageView.Mark]
    /// The pixels of the bar, and its metres in words.
    let bar: String
    let length: String
  }

  func values(_ text: PageText) -> Values {
    let middle = Self.side / 2
    let viewpoint = view.answer.viewpoint
    var marks: [PageView.Mark] = []
    if let error = viewpoint.horizontalAccuracy, error * scale > 8 {
      marks.append(Self.circle("error", middle, middle, error * scale))
    }
    if let heading = viewpoint.heading {
      marks.append(Self.cone("cone mine", middle, middle, heading, viewpoint.fieldOfView))
    }
    marks.append(Self.circle("you", middle, middle, 7))
    return Values(
      words: words(text),
      spots: spots.map { spot in
        let (x, y) = (middle + spot.east * scale, middle - spot.north * scale)
        let cone = spot.heading.map { Self.cone("cone", x, y, $0, spot.angle) }
        return Values.Spot(
          period: spot.period, year: spot.year,
          marks: [cone, Self.circle("old", x, y, 6)].compactMap(\.self))
      },
      marks: marks, bar: Self.text(bar * scale), length: Self.metres(bar))
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
    value >= 1000 ? "\(Int(nearest: value / 1000))\u{A0}km" : "\(Int(nearest: value))\u{A0}m"
  }

  static func circle(
    _ name: String, _ x: Double, _ y: Double, _ radius: Double
  ) -> PageView.Mark {
    PageView.Mark(
      name: name, circle: PageView.Mark.Circle(x: text(x), y: text(y), radius: text(radius)))
  }

  /// The view; a line if its width is unknown.
  static func cone(
    _ name: String, _ x: Double, _ y: Double, _ heading: Double, _ angle: Double?
  ) -> PageView.Mark {
    func point(_ degrees: Double) -> String {
      let radians = degrees * .pi / 180
      return "\(text(x + cone * sin(radians))) \(text(y - cone * cos(radians)))"
    }
    let start = "M\(text(x)) \(text(y))L"
    guard let angle, angle < 350 else {
      return angle == nil
        ? PageView.Mark(name: name, path: start + point(heading)) : circle(name, x, y, cone)
    }
    let isLarge = angle > 180 ? 1 : 0
    return PageView.Mark(
      name: name,
      path: start + point(heading - angle / 2)
        + "A\(text(cone)) \(text(cone)) 0 \(isLarge) 1 \(point(heading + angle / 2))Z")
  }

  static func text(_ value: Double) -> String { "\(value.rounded(places: 1))" }
}
