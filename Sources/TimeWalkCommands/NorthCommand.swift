internal import ArgumentParser
internal import TimeWalk

/// `timewalk north`.
struct NorthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "north", abstract: "Show the difference between magnetic and true north.")

  @Option(parsing: .unconditional, help: ArgumentHelp("Degrees north.", valueName: "degrees"))
  var latitude: Double

  @Option(parsing: .unconditional, help: ArgumentHelp("Degrees east.", valueName: "degrees"))
  var longitude: Double

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Metres above the ellipsoid.", valueName: "metres"))
  var altitude = 0.0

  @Option(help: ArgumentHelp("The day, YYYY-MM-DD. Default: today.", valueName: "day"))
  var date: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let report = try NorthReport(
        latitude: latitude, longitude: longitude, altitude: altitude, on: date)
      // The design defines the object as the answer; text output adds a sentence.
      try Console.json(WireFormat.line(report))
      if !output.json {
        let side = report.declination < 0 ? "west" : "east"
        Console.talk(
          "Magnetic north lies \(abs(report.declination))° \(side) of true north "
            + "(± \(report.uncertainty)°, \(report.model)).")
        if report.compass != nil {
          Console.talk("A magnetic pole is near; a compass isn't reliable here.")
        }
      }
    }
  }
}
