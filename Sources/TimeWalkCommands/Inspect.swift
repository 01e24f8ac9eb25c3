internal import ArgumentParser
internal import Foundation
internal import TimeWalk
internal import TimeWalkCore

/// `timewalk inspect`.
struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Report exposure, pose, sharpness and clipping.")

  @Argument(help: "The photo.")
  var photo: String

  @Option(
    help: ArgumentHelp("Write an RGB histogram to this PNG file.", valueName: "file"))
  var histogram: String?

  @Option(
    help: ArgumentHelp(
      "Write the picture to this PNG file, with sharp edges painted red.", valueName: "file"))
  var focusPeaking: String?

  @OptionGroup var budget: PhotoBudgetOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let pipeline = Pipeline(inspectingIn: StorePaths(), readers: budget.readers)
      let report = try pipeline.inspect(
        InspectRequest(path: photo, histogram: histogram, focusPeaking: focusPeaking))
      for warning in report.warnings { Console.talk("timewalk: \(photo): \(warning)") }
      try Console.answer(report, json: output.json) { Self.lines(report) }
    }
  }

  /// One fact a line; unknown values have none.
  private static func lines(_ report: InspectReport) -> [String] {
    let exposure = report.exposure
    let view = report.viewpoint
    let camera = [report.make, report.model].compactMap(\.self).joined(separator: " ")
    let place = view?.latitude.flatMap { latitude in
      view?.longitude.map { "\(latitude), \($0)" }
    }
    let length = exposure.focalLengthIn35mm.map { " (\(number($0)) mm on 35 mm film)" } ?? ""
    let facts: [(String, String?)] = [
      ("picture", "\(report.format), \(report.width) x \(report.height)"),
      ("camera", camera.isEmpty ? nil : camera),
      ("ISO", exposure.iso.map { "\($0)" }),
      ("shutter", exposure.shutter.map(shutter)),
      ("aperture", exposure.aperture.map { "f/\(number($0))" }),
      ("focal length", exposure.focalLength.map { "\(number($0)) mm\(length)" }),
      ("white balance", exposure.whiteBalance),
      ("position", place),
      ("altitude", view?.altitude.map { "\(number($0)) m" }),
      ("heading", view?.heading.map { "\(number($0))° from true north" }),
      ("pitch", view?.pitch.map { "\(number($0))°" }),
      ("roll", view?.roll.map { "\(number($0))°" }),
      ("field of view", view?.fieldOfView.map { "\(number($0))°" }),
      ("time", view?.timestamp),
      (
        "sharpness",
        number(report.picture.sharpness)
          + (report.picture.edgeWidth.map { ", edges \(number($0)) pixels wide" } ?? "")
      ),
      ("highlights", "\(number(report.picture.clippedHighlights)) % clipped"),
      ("shadows", "\(number(report.picture.clippedShadows)) % clipped"),
    ]
    return facts.compactMap { name, text in
      text.map { "\(name.padding(toLength: 14, withPad: " ", startingAt: 0))\($0)" }
    }
  }

  /// `1/250 s`, or `2.5 s` for long ones.
  private static func shutter(_ seconds: Double) -> String {
    (1e-6..<0.4).contains(seconds)
      ? "1/\(Int(nearest: 1 / seconds)) s" : "\(number(seconds)) s"
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
  }
}
