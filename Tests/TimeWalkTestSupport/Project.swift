package import Foundation
package import Testing

/// The files of this project, found from the place of this file.
package enum Project {
  /// The project's top folder.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// True if the long check runs, `Scripts/test --all`, which sets `TIMEWALK_ALL`.
  package static let isLongCheck = ProcessInfo.processInfo.environment["TIMEWALK_ALL"] != nil

  /// The number of repetitions in a test: fewer in the short check.
  package static func times(_ short: Int, all: Int) -> Int { isLongCheck ? all : short }

  /// The path and text of each Swift file below a folder.
  package static func swiftFiles(in folder: String) throws -> [(path: String, text: String)] {
    try files(in: folder, endings: [".swift"])
  }

  /// The path and text of each file below a folder whose name has one of some endings.
  package static func files(
    in folder: String, endings: [String]
  ) throws -> [(path: String, text: String)] {
    let start = root.appendingPathComponent(folder)
    guard let all = FileManager.default.enumerator(atPath: start.path) else { return [] }
    let names = all.compactMap { $0 as? String }.filter { name in
      endings.contains { name.hasSuffix($0) }
    }
    return try names.sorted().map {
      (folder + "/" + $0, try String(contentsOf: start.appendingPathComponent($0), encoding: .utf8))
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Leaves a test to `Scripts/test --all`.
  package static var longCheckOnly: Self {
    .enabled(if: Project.isLongCheck, "Scripts/test --all runs it")
  }
}
