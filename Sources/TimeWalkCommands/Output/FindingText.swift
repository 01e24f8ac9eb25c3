internal import TimeWalk

/// An import's findings, as messages: the first of each kind, and the number of the others.
enum FindingText {
  /// The maximum number of printed findings of one kind.
  private static let longest = 10

  /// The mapping, unless it is TimeWalk's own names.
  static func mapping(_ fields: [ImportSummary.Field]) -> [String] {
    guard fields.contains(where: { $0.basis != "own" }) else { return [] }
    return fields.map { "mapping: \($0.field) <- \($0.source) [\($0.basis)]" }
  }

  /// Equal findings about the same value are one line, with their number.
  static func lines(_ summary: ImportSummary) -> [String] {
    var groups: [Kind: Int] = [:]
    var told: [(kind: String, finding: ImportSummary.Finding, count: Int)] = []
    for finding in summary.findings {
      let same = Kind(finding)
      if let index = groups[same] {
        told[index].count += 1
      } else {
        groups[same] = told.count
        told.append((kind(of: finding), finding, 1))
      }
    }
    var counts: [String: (lines: Int, findings: Int, first: ImportSummary.Finding)] = [:]
    var kinds: [String] = []
    var lines: [String] = []
    for (kind, finding, count) in told {
      if counts[kind] == nil { kinds.append(kind) }
      var sum = counts[kind] ?? (0, 0, finding)
      sum.lines += 1
      if sum.lines <= longest {
        let more = count > 1 ? " (and the same for \(CountText.number(count - 1, "more row")))" : ""
        lines.append("\(finding.severity): \(finding.text)\(more)")
      } else {
        sum.findings += count
      }
      counts[kind] = sum
    }
    for kind in kinds {
      guard let sum = counts[kind], sum.findings > 0 else { continue }
      let place = sum.first.path ?? sum.first.line.map { "line \($0)" } ?? "all"
      lines.append(
        "\(sum.first.severity): \(sum.findings) more of this kind for \(place); list all with --report FILE"
      )
    }
    return lines
  }

  /// The common part of two findings that differ only in their rows.
  private struct Kind: Hashable {
    var severity: String
    var column: String?
    var value: String?
    var reason: String

    init(_ finding: ImportSummary.Finding) {
      (severity, column) = (finding.severity, finding.column)
      (value, reason) = (finding.value, finding.reason)
    }
  }

  /// Findings of one kind differ in their numbers and quoted words only.
  private static func kind(of finding: ImportSummary.Finding) -> String {
    var plain = ""
    var isQuoted = false
    for character in finding.reason.prefix(120) {
      if character == "\"" { isQuoted.toggle() }
      if isQuoted { continue }
      // 45 and 22.5 are of one kind.
      if character.isNumber || character == "." { continue }
      plain.append(character)
    }
    let head = plain.split(whereSeparator: { ":;,".contains($0) }).first ?? ""
    return "\(finding.severity), \(finding.column ?? "row") \(head)"
  }
}
