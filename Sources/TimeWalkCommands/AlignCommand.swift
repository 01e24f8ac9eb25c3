internal import ArgumentParser
internal import TimeWalk

/// `timewalk align`.
struct AlignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "align",
    abstract: "Say how an old picture lies in a new one's frame, pixel for pixel.",
    discussion: """
      The poses are where the search begins; those of the pictures' metadata unless they are given. A pose is four \
      numbers: degrees clockwise from north, upwards, clockwise, and across the picture's width.

      A file of points has a line for each: x and y in the old picture, x and y in the new one, counted from the middle \
      of the top left pixel. Points win over poses and pictures. Two are enough, spread over the picture; five and more \
      may also tell how it is bent.
      """)

  /// How a picture lies before its camera.
  enum Projection: String, ExpressibleByArgument, CaseIterable {
    case rectilinear, cylinder
  }

  @Argument(help: "The old picture.")
  var then: String

  @Argument(help: "The new picture.")
  var now: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The old picture's pose.", valueName: "heading,pitch,roll,fov"))
  var thenPose: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The new picture's pose.", valueName: "heading,pitch,roll,fov"))
  var nowPose: String?

  @Option(
    help: ArgumentHelp(
      "How the old picture lies before its camera. Default: a cylinder where it is wide and long, else rectilinear."
    ))
  var thenProjection: Projection?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The row of a cylinder's horizon, in pixels from the top. Default: its middle.",
      valueName: "row"))
  var thenHorizon: Double?

  @Option(help: ArgumentHelp("Points that show the same in both; - is stdin.", valueName: "file"))
  var points: String?

  @OptionGroup var budget: PhotoBudgetOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    for (flag, pose) in [("--then-pose", thenPose), ("--now-pose", nowPose)] {
      guard let pose, GivenView(pose) == nil else { continue }
      throw ValidationError(
        "\(flag) \"\(pose)\" isn't four numbers parted by commas: heading, pitch, roll and field of view"
      )
    }
  }

  func run() throws {
    try Console.run(json: output.json) {
      let walker = Walker(inspectingIn: Places(), readers: budget.readers)
      var request = AlignRequest(then: then, now: now)
      request.thenPose = thenPose.flatMap(GivenView.init)
      request.nowPose = nowPose.flatMap(GivenView.init)
      request.isCylinder = thenProjection.map { $0 == .cylinder }
      request.thenHorizon = thenHorizon
      request.points = points
      let report = try walker.align(request)
      for warning in report.warnings { Console.talk("timewalk: \(warning)") }
      try Console.answer(report, json: output.json) { Self.lines(report) }
    }
  }

  private static func lines(_ report: AlignReport) -> [String] {
    let share = (1000 * report.uncertainty).rounded() / 10
    let source =
      report.method.hasPrefix("points") ? "The points say" : "The pictures themselves say"
    var lines = [
      report.accepted
        ? "\(source) how they lie, to about \(share) % of the width."
        : "The pictures don't say clearly how they lie; the poses do, to about \(share) % of the width."
    ]
    if let rows = report.homography {
      lines.append("From the old picture's pixels (x, y, 1) to the new one's:")
      lines += rows.map { $0.map { "\($0)" }.joined(separator: "  ") }
    } else {
      lines.append("The way bends straight lines; --json has it as a mesh.")
    }
    if report.accepted, let pose = report.thenPose {
      let text = pose.map { "\($0)" }.joined(separator: ",")
      lines.append("To keep it with an item: timewalk archive set COLLECTION:ID --view \(text)")
    }
    return lines
  }
}
