import Foundation

/// The process that holds a write lock on a SQLite database, according to Linux.
///
/// `/proc/locks` is read instead of testing the lock itself: POSIX drops all of a process's locks
/// on a file when it closes any handle of it. A test would therefore release SQLite's lock.
struct LockHolder: Hashable, Sendable, CustomStringConvertible {
  /// The process's number.
  var process: Int32
  /// Its command, without options and paths; `nil` if unknown.
  var command: String?

  /// For people, for instance `process 4711 (timewalk archive import)`.
  var description: String {
    "process \(process)" + (command.map { " (\($0))" } ?? "")
  }

  /// Finds the process that writes a database now.
  ///
  /// - Parameter path: the database's path.
  /// - Returns: `nil` if there is none, or the system doesn't show it.
  static func find(of path: String) -> LockHolder? {
    guard let data = FileManager.default.contents(atPath: "/proc/locks") else { return nil }
    let files = [path, path + "-shm"].compactMap { file -> UInt64? in
      (try? FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? UInt64)
    }
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      // 1: POSIX ADVISORY WRITE 4711 08:01:131 120 120
      let words = line.split(separator: " ")
      guard words.count >= 8, words[1] == "POSIX", words[3] == "WRITE",
        let process = Int32(words[4]), process > 0, process != getpid(),
        let node = words[5].split(separator: ":").last.flatMap({ UInt64($0) }),
        files.contains(node)
      else { continue }
      return LockHolder(process: process, command: command(of: process))
    }
    return nil
  }

  /// The program's name and the words behind it, up to the first option or path.
  private static func command(of process: Int32) -> String? {
    guard let data = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else {
      return nil
    }
    let words = String(decoding: data, as: UTF8.self).split(separator: "\0").map(String.init)
    guard let program = words.first?.split(separator: "/").last else { return nil }
    let rest = words.dropFirst().prefix { word in
      word.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") } && !word.hasPrefix("-")
    }
    return ([String(program)] + rest.prefix(2)).joined(separator: " ")
  }
}
