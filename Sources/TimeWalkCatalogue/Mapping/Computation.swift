import Foundation
import TimeWalkArchive
import TimeWalkCore

/// The computations of presets from several values, by name.
enum Computation: String, CaseIterable, Hashable, Sendable {
  /// From a focal length and a width, both in pixels: the angle across, degrees.
  case pixelFieldOfView = "field of view from focal and width"
  /// From smapshot's azimuth and tilt: where the optical axis points, degrees from north.
  ///
  /// smapshot turns the camera first about the vertical and then down by the tilt. -90 looks
  /// straight down, and less than -90 looks backwards: the axis then has the opposite direction.
  /// Checked against the ground control points of its 100 aerial poses: the computed axis differs
  /// by 0.1 degrees (median).
  case smapshotHeading = "smapshot heading"
  /// From smapshot's tilt: the optical axis above the horizon, degrees.
  case smapshotPitch = "smapshot pitch"
  /// From a date and a remark such as `yes`: the date, marked approximate if the remark says it.
  case approximateDate = "approximate if yes"
  /// From a first and a last date: the interval in EDTF, or the one date when both are the same.
  case interval
  /// From a time, a first and a last one: the time's day, or the interval of the others' days.
  case timeOrInterval = "time or interval"

  /// The text; `nil` when a value is missing that it needs.
  func text(of values: [String?]) -> String? {
    func number(_ index: Int) -> Double? {
      guard values.indices.contains(index), let text = values[index] else { return nil }
      return DecimalText.parse(text.utf8)
    }
    func rounded(_ degrees: Double) -> String {
      DecimalText.write((degrees * 1000).rounded() / 1000)
    }
    switch self {
    case .pixelFieldOfView:
      guard let focal = number(0), let width = number(1), focal > 0, width > 0 else { return nil }
      return rounded(2 * atan(width / 2 / focal) * 180 / .pi)
    case .smapshotHeading:
      guard let azimuth = number(0), let tilt = number(1) else { return nil }
      return Heading(degrees: tilt < -90 ? azimuth + 180 : azimuth).map { rounded($0.degrees) }
    case .smapshotPitch:
      return number(0).map { rounded($0 < -90 ? -180 - $0 : $0) }
    case .approximateDate:
      guard let date = values.first ?? nil else { return nil }
      let remark = values.count > 1 ? values[1]?.lowercased() : nil
      let isAbout = ["yes", "true", "1", "y", "approximate"].contains(remark)
      return isAbout && date.last?.isNumber == true && !date.contains("/") ? date + "~" : date
    case .timeOrInterval:
      let days = values.map { $0.flatMap(TextTransform.day.text) }
      if let day = days.first ?? nil { return day }
      return Computation.interval.text(of: Array(days.dropFirst()))
    case .interval:
      let (first, last) = (values.first ?? nil, values.count > 1 ? values[1] : nil)
      guard let first = first ?? nil else { return last.map { "../\($0)" } }
      guard let last else { return "\(first)/.." }
      return first == last ? first : "\(first)/\(last)"
    }
  }
}
