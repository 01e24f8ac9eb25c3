internal import TimeWalk

/// What an import has to say about its source, as talk: the first of each kind, and how many more there are.
enum FindingText {
  /// How many findings of one kind are told.
  private static let longest = 10

  /// The mapping, where it is not simply TimeWalk's own names.
  static func mapping(_ fields: [ImportSummary.Field]) -> [String] {
    guard fields.contains(where: { $0.basis != "own" }) else { return [] }
    return fields.map { "mapping: \($0.field) <- \($0.source) [\($0.basis)]" }
  }

  static func lines(_ summary: ImportSummary) -> [String] {
    var counts: [String: Int] = [:]
    var examples: [(kind: String, finding: ImportSummary.Finding)] = []
    var lines: [String] = []
    for finding in summary.findings {
      let kind = kind(of: finding)
      counts[kind, default: 0] += 1
      if counts[kind] == 1 { examples.append((kind, finding)) }
      if counts[kind, default: 0] <= longest {
        lines.append("\(finding.severity): \(finding.text)")
      }
    }
    for (kind, finding) in examples {
      guard let count = counts[kind], count > longest else { continue }
      let place = finding.path ?? finding.line.map { "line \($0)" } ?? "all"
      lines.append(
        "\(finding.severity): \(count - longest) more like that of \(place); --report FILE keeps them all"
      )
    }
    return lines
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
