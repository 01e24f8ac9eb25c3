import Foundation

/// Compressed files that tests compare with: real files that earlier versions made, `Tests/Kept`,
/// and recorded results, `Tests/Recorded`.
package enum KeptFile {
  /// Unpacks a file, such as `library-1.sqlite`.
  package static func unpack(
    _ name: String, from folder: String = "Tests/Kept", to path: String
  ) throws {
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: path))
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "gzip", "-dc", Project.root.appendingPathComponent("\(folder)/\(name).gz").path,
    ]
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    try output.close()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
  }
}
