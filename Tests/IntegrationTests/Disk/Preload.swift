import Foundation
import TimeWalkTestSupport

/// Builds a library of `Tests/Faults` that sits between a program and the system.
enum Preload {
  /// The library that sets a program's time of day; `nil` without a C compiler.
  static let clock = build("clock")
  /// The library that notes calls to the network; `nil` without a C compiler.
  static let network = build("network")

  /// The built library; `nil` if there is no C compiler.
  static func build(_ name: String) -> String? {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("timewalk-\(name)-\(ProcessInfo.processInfo.processIdentifier).so")
      .path
    let source = Project.root.appendingPathComponent("Tests/Faults/\(name).c").path
    for compiler in ["clang", "cc"] {
      let arguments = [
        compiler, "-std=gnu11", "-O1", "-shared", "-fPIC", "-o", path, source, "-ldl", "-lpthread",
      ]
      let result = try? TimeWalkCommand.run(URL(fileURLWithPath: "/usr/bin/env"), arguments)
      if result?.status == 0 { return path }
    }
    return nil
  }
}
