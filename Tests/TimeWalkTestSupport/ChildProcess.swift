import Foundation

/// A process that another one started, as the system describes it.
package struct ChildProcess: Sendable, Hashable {
  /// Its number.
  package let identifier: Int32

  /// The processes that a process has started and that are still there.
  package static func all(of parent: Int32) -> [ChildProcess] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap(Int32.init).map(ChildProcess.init).filter { child in
      // Read once: it may go at any instant.
      let fields = child.statistics
      return fields.count > 11 && fields[1] == "\(parent)" && fields[0] != "Z"
    }
  }

  /// The fields of `/proc/PID/stat` from the state on; empty if it has gone.
  private var statistics: [Substring] {
    guard let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return [] }
    return text[text.index(after: end)...].split(separator: " ")
  }

  /// True if it still runs.
  package var isRunning: Bool {
    let fields = statistics
    // The first of its threads may have ended before the others, and none can be waited for then.
    return fields.count > 17 && (fields[0] != "Z" || Int(fields[17]) ?? 0 > 1)
  }

  /// The processor time that it has used, seconds.
  package var processorTime: Double {
    let fields = statistics
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return 0
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// A line of `/proc/PID/status`.
  package func status(_ name: String) -> String? {
    guard let text = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
    else { return nil }
    return text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
  }

  /// The numbers of its open descriptors.
  package var descriptors: [Int] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd")) ?? [])
      .compactMap(Int.init).sorted()
  }

  /// Its share of memory, bytes, where pages that several processes have count in parts.
  package var memory: Int {
    let path = "/proc/\(identifier)/smaps_rollup"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Pss:") }),
      let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return kilobytes << 10
  }

  /// Sends it a signal.
  package func send(_ signal: Int32) { kill(identifier, signal) }

  /// A process by its number.
  package init(identifier: Int32) { self.identifier = identifier }
}
