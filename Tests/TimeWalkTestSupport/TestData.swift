package import Foundation
package import Testing

/// The development data that `TIMEWALK_TEST_DATA` names; it is not part of the project.
package enum TestData {
  /// The folder, or `nil` if the variable is unset or names no folder.
  package static let folder: URL? = {
    guard let path = ProcessInfo.processInfo.environment["TIMEWALK_TEST_DATA"], !path.isEmpty,
      FileManager.default.fileExists(atPath: path)
    else { return nil }
    return URL(fileURLWithPath: path, isDirectory: true)
  }()

  /// Makes a test skip, with a notice, where the development data is absent.
  package static var isPresent: ConditionTrait {
    .enabled(if: folder != nil, "TIMEWALK_TEST_DATA names no folder")
  }

  /// The bytes of one of its files.
  package static func bytes(_ path: String) throws -> [UInt8] {
    let root = try #require(folder, "TIMEWALK_TEST_DATA names no folder")
    return try [UInt8](Data(contentsOf: root.appendingPathComponent(path)))
  }

  /// The names of the files in one of its folders, sorted; empty if the data is absent.
  package static func files(in path: String) -> [String] {
    guard let folder else { return [] }
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent(path).path)
    return (names ?? []).sorted()
  }
}

/// A folder of its own for one test, removed when the value is released.
package final class TemporaryFolder: Sendable {
  /// The location.
  package let url: URL

  /// Makes an empty folder.
  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("timewalk-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// A path inside it.
  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
