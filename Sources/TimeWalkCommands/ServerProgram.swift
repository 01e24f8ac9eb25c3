internal import Foundation
internal import TimeWalk

/// The program of the HTTP server, which lies beside this one.
///
/// It is another program since its libraries take minutes to build, and would be loaded and
/// searched at every start of this one.
enum ServerProgram {
  static let name = "timewalk-serve"

  /// Goes on as the server, with the arguments of this process.
  ///
  /// - Returns: never, when all goes well.
  /// - Throws: `componentMissing` where the program isn't there.
  static func become() throws(TimeWalkError) {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let folder = URL(fileURLWithPath: own).deletingLastPathComponent()
    let path = folder.appendingPathComponent(name).path
    // As they are: they needn't be UTF-8.
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
      "\(path) can't be started: \(String(cString: strerror(errno))). It must lie beside timewalk; in the folder of TimeWalk's sources, Scripts/serve builds it there"
    )
  }
}
