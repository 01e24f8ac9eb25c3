internal import TimeWalk

/// The result of gathering, as text.
enum GatherText {
  /// The reasons for leaving something out, in the order of the text.
  private static let reasons = [
    ("otherTime", "from another time"), ("undated", "without a date"),
    ("outside", "outside the area"), ("unplaced", "without a place"),
    ("noPicture", "no pictures"), ("unusable", "incomplete"),
  ]

  /// The progress as a line of a terminal.
  static func progress(_ report: GatherReport) -> String {
    if let pictures = report.pictures {
      return "\(pictures.fetched) of \(pictures.missing) pictures, \(report.found) items"
    }
    let left = report.leftOut.values.reduce(0, +)
    return
      "\(report.found) found, \(left) left out, \(report.requests) requests, \(report.cached) stored answers"
  }

  /// The result.
  static func lines(_ report: GatherReport) -> [String] {
    var lines: [String] = []
    let left = reasons.compactMap { key, words in
      report.leftOut[key].map { "\($0) \(words)" }
    }
    lines.append(
      "\(report.source): \(CountText.items(report.found)) found"
        + (left.isEmpty ? "" : "; left out: " + left.joined(separator: ", ")))
    lines.append(
      "\(CountText.number(report.requests, "request")), \(CountText.number(report.cached, "stored answer"))"
        + (report.oldestAnswer.map {
          ", the oldest from \($0.prefix(10)) (--refresh replaces them)"
        }
          ?? ""))
    if let imported = report.imported { lines += ImportText.lines(imported) }
    if let pictures = report.pictures {
      lines += pictures.failures.map { "\($0.id)  \($0.address): \($0.reason)" }
      lines.append(
        "\(pictures.fetched) of \(CountText.number(pictures.asked, "picture")) fetched; "
          + "\(report.restricted) left out, because no licence allows copies")
    }
    return lines
  }

  /// A source, for `--list`.
  static func lines(_ source: GatherSourceReport) -> [String] {
    var lines = [
      "\(source.name)  \(source.title), \(source.homepage)", "   holds: \(source.holds)",
      "   terms: \(source.terms)", "   sent \(source.sent)",
    ]
    if let variable = source.keyVariable { lines.append("   your key: in \(variable)") }
    lines.append(
      "   withdrawn items: \(source.checked ? "found by --check" : "not documented by the source")")
    lines.append("   \(source.verified)")
    return lines
  }
}
