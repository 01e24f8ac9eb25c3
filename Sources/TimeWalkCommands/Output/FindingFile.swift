internal import Foundation
internal import TimeWalk

/// The file of `archive import --report`: all findings, as CSV or JSON by the file's ending.
enum FindingFile {
  private static let header = "severity,line,path,id,field,value,reason,hint"

  /// Why a path can't name a report; `nil` when it can.
  static func fault(in path: String) -> String? {
    let ending = (path as NSString).pathExtension.lowercased()
    return ["csv", "json"].contains(ending) ? nil : "a report ends in .csv or .json"
  }

  /// Writes the file.
  static func write(_ summary: ImportSummary, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    let data: Data
    if url.pathExtension.lowercased() == "json" {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      data = try encoder.encode(summary)
    } else {
      let rows = summary.findings.map { finding in
        [
          finding.severity, finding.line.map(String.init), finding.path, finding.id,
          finding.column, finding.value, finding.reason, finding.hint,
        ].map { quoted($0 ?? "") }.joined(separator: ",")
      }
      data = Data(([header] + rows).map { $0 + "\n" }.joined().utf8)
    }
    do {
      try data.write(to: url, options: .atomic)
    } catch {
      throw WalkError(.cannotCreate, "cannot write the report \(path)", cause: error)
    }
  }

  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }) else { return text }
    return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}
