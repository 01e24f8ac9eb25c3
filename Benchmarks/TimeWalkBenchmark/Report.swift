import Foundation

/// The output of benchmarks.
enum Report {
  /// A number with so many decimals.
  static func number(_ value: Double, _ places: Int) -> String {
    let scale = pow(10, Double(places))
    let units = (abs(value) * scale).rounded()
    let whole = Int(units / scale)
    let sign = value < 0 && units > 0 ? "-" : ""
    guard places > 0 else { return sign + String(whole) }
    let rest = String(Int(units - Double(whole) * scale))
    return sign + "\(whole)." + String(repeating: "0", count: max(0, places - rest.count)) + rest
  }

  /// A duration in milliseconds.
  static func milliseconds(_ value: Double) -> String { number(value, value < 10 ? 3 : 1) }

  /// A line for the waiting user.
  static func talk(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// Prints a Markdown table.
  static func table(_ rows: [[String]]) {
    guard let header = rows.first else { return }
    let widths = header.indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    for (index, row) in rows.enumerated() {
      let cells = zip(row, widths).map {
        $0 + String(repeating: " ", count: $1 - $0.count)
      }
      print("| " + cells.joined(separator: " | ") + " |")
      if index == 0 {
        print(
          "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|")
      }
    }
  }

  /// The processor, its cores and the system, as far as the system says.
  static var machine: String {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = lines.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = model?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    let process = ProcessInfo.processInfo
    let loads = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? "unknown"
    return "\(name ?? "unknown processor"), \(process.processorCount) cores, "
      + "\(process.physicalMemory >> 30) GiB, \(process.operatingSystemVersionString), "
      + "load average at the end \(loads.split(separator: " ").first ?? "unknown")"
  }
}
