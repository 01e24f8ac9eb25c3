internal import Foundation
internal import TimeWalk

/// The file of `archive import --report`: all findings, as CSV or JSON by the file's ending.
enum FindingFile {
  private static let header = [
    "severity", "line", "path", "id", "field", "value", "reason", "hint",
  ]

  /// The reason why a path can't name a report; `nil` when it can.
  static func fault(in path: String) -> String? {
    let ending = (path as NSString).pathExtension.lowercased()
    return ["csv", "json"].contains(ending) ? nil : "the report's name must end in .csv or .json"
  }

  /// Writes the file.
  static func write(_ summary: ImportSummary, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    let text: String
    if url.pathExtension.lowercased() == "json" {
      text = try WireFormat.pretty(summary)
    } else {
      let rows = summary.findings.map { finding in
        WireFormat.row([
          finding.severity, finding.line.map(String.init), finding.path, finding.id,
          finding.column, finding.value, finding.reason, finding.hint,
        ])
      }
      text = WireFormat.row(header) + rows.joined()
    }
    try ReportFile.write(text, to: path)
  }
}
