internal import Foundation
internal import TimeWalk

/// The program of the HTTP server, in the same folder as this one.
///
/// It is a separate program: its libraries take minutes to build, and would slow every start of
/// this one.
enum ServerProgram {
  static let name = "timewalk-serve"

  /// Replaces this process by the server, with the same arguments.
  ///
  /// - Throws: `componentMissing` if the program is missing.
  static func become() throws(TimeWalkError) {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let folder = URL(fileURLWithPath: own).deletingLastPathComponent()
    let path = folder.appendingPathComponent(name).path
    // Passed unchanged: they may not be UTF-8.
    var arguments = Array(
      UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)))
    guard !arguments.isEmpty else { return }
    path.withCString { start in
      arguments[0] = UnsafeMutablePointer(mutating: start)
      arguments.append(nil)
      _ = execv(start, arguments)
    }
    throw TimeWalkError(
      .componentMissing,
      "can't start \(path): \(String(cString: strerror(errno))). Install it next to timewalk; in TimeWalk's source folder, Scripts/serve builds it there"
    )
  }
}
