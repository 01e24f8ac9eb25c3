internal import ArgumentParser
internal import TimeWalk

/// `timewalk date`.
struct DateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "date", abstract: "Show the date range that a date covers.")

  @Argument(
    parsing: .captureForPassthrough,
    help: "Dates as EDTF (1905~, 189X, 1908/1912) or in words (c. 1905).")
  var arguments: [String]

  func run() throws {
    // Dates before year 0 start with a minus, so the flag is parsed separately.
    let json = arguments.contains("--json")
    let texts = arguments.filter { $0 != "--json" && $0 != "--" }
    if texts.contains("--help") || texts.contains("-h") {
      throw CleanExit.helpRequest(self)
    }
    guard !texts.isEmpty else { throw ValidationError("Give at least one date.") }
    try Console.run(json: false) {
      var failed = false
      for text in texts {
        let reading = Result { () throws(TimeWalkError) in try DateReport(reading: text) }
        switch reading {
        case .success(let report):
          try Console.answer(report, json: json) { [DateCommand.line(report)] }
          if !json {
            for note in report.notes { Console.talk("timewalk: \(text): \(note)") }
          }
        case .failure(let error):
          failed = true
          if json {
            try Console.json(try WireFormat.line(DateFailure(text: text, error: error)))
          } else {
            Console.talk("timewalk: \(error.message)")
          }
        }
      }
      if failed { throw ExitCode(65) }
    }
  }

  private static func line(_ report: DateReport) -> String {
    func span(_ first: String?, _ last: String?) -> String {
      "\(first ?? "open") to \(last ?? "open")"
    }
    let strict = span(report.earliest, report.latest)
    let fuzzy = span(report.earliestFuzzy, report.latestFuzzy)
    let edtf = report.from == "edtf" ? "" : " (\(report.edtf))"
    return "\(report.text)\(edtf): \(strict)" + (fuzzy == strict ? "" : ", at most \(fuzzy)")
  }
}
