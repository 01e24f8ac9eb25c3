internal import ArgumentParser
internal import TimeWalk

/// `timewalk align`.
struct AlignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "align",
    abstract: "Align an old picture with a new photo.",
    discussion: """
      The search begins at the poses. Without --then-pose and --now-pose they come from the pictures' \
      metadata. A pose is four numbers: heading clockwise from north, pitch upwards, roll clockwise, and \
      horizontal field of view, all in degrees.

      A file of points has one line for each point: x and y in the old picture, then x and y in the new one. \
      They count from the middle of the top left pixel. Points override poses and pictures. Two points are \
      enough if they are far apart. Five or more can also correct a bent picture.
      """)

  /// The projection of a picture.
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
      "The old picture's projection. Default: cylinder for a wide panorama, otherwise rectilinear."
    ))
  var thenProjection: Projection?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The row of the horizon of a cylinder, in pixels from the top. Default: the middle row.",
      valueName: "row"))
  var thenHorizon: Double?

  @Option(
    help: ArgumentHelp(
      "A file of points that both pictures show; - is standard input.", valueName: "file"))
  var points: String?

  @OptionGroup var budget: PhotoBudgetOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    for (flag, pose) in [("--then-pose", thenPose), ("--now-pose", nowPose)] {
      guard let pose, GivenView(pose) == nil else { continue }
      throw ValidationError(
        "\(flag) \"\(pose)\" isn't valid; use four comma-separated numbers: heading, pitch, roll and field of view"
      )
    }
  }

  func run() throws {
    try Console.run(json: output.json) {
      let pipeline = Pipeline(inspectingIn: StorePaths(), readers: budget.readers)
      var request = AlignRequest(then: then, now: now)
      request.thenPose = thenPose.flatMap(GivenView.init)
      request.nowPose = nowPose.flatMap(GivenView.init)
      request.isCylinder = thenProjection.map { $0 == .cylinder }
      request.thenHorizon = thenHorizon
      request.points = points
      let answer = try pipeline.align(request)
      for warning in answer.way.warnings { Console.talk("timewalk: \(warning)") }
      try Console.answer(answer, json: output.json) { Self.lines(answer) }
    }
  }

  private static func lines(_ answer: AlignAnswer) -> [String] {
    let report = answer.way
    let source =
      report.method.hasPrefix("points") ? "The points show" : "The pictures show"
    var lines = [
      report.accepted
        ? "\(source) the alignment, to about \(share(report)) % of the width."
        : "The pictures don't show the alignment clearly. The poses give it to about \(share(report)) % of the width."
    ]
    lines += rows(report)
    if let offered = answer.offered {
      lines.append(
        "It may fit here, to about \(share(offered)) % of the width. Another place may fit as well."
      )
      lines += rows(offered)
    }
    let seen = report.accepted ? report : answer.offered
    if let pose = seen?.thenPose {
      let text = pose.map { "\($0)" }.joined(separator: ",")
      lines.append("To store it with an item: timewalk archive set COLLECTION:ID --view \(text)")
    }
    return lines
  }

  private static func share(_ report: AlignReport) -> Double {
    (1000 * report.uncertainty).rounded() / 10
  }

  private static func rows(_ report: AlignReport) -> [String] {
    guard let rows = report.homography else {
      return ["The alignment bends straight lines; --json prints it as a mesh."]
    }
    return ["From the old picture's pixels (x, y, 1) to the new one's:"]
      + rows.map { $0.map { "\($0)" }.joined(separator: "  ") }
  }
}
