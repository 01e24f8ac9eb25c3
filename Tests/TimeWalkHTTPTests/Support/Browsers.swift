import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport

/// Real browsers, driven by the scripts of `Tests/Browser`.
///
/// Chromium uses Playwright, which is installed from PyPI into a separate folder when it is
/// missing. Firefox uses its own protocol. The suites that use them run beside each other, each
/// with one browser at a time.
enum Browsers {
  /// A Python that has Playwright and axe.
  private static let shared = PythonPackages(
    "browser-2",
    ["playwright==1.65.2", "axe-playwright-python==0.1.8", "websockets==15.0.1"],
    program: ("/usr/bin/chromium", "chromium"))

  /// Leaves a suite out where there is none.
  static var areThere: ConditionTrait {
    .enabled(
      if: shared.isThere, "Chromium or Playwright can't be had; the reason is printed above")
  }

  /// The photo that scripts send.
  static let photo = Project.root.appendingPathComponent("Archive/sample/fifth-avenue.jpg").path

  /// Runs a script against a server with the archive of the project.
  static func drive(_ script: String, _ flags: [String] = []) async throws {
    let place = try Workplace()
    let places = StorePaths(archive: place.archive, library: place.library, environment: [:])
    for folder in ["new-york", "sample"] {
      let source = Project.root.appendingPathComponent("Archive/" + folder).path
      _ = try Curator(writing: places).importCatalogue(ImportRequest(source: source))
    }
    let served = try Served(place, flags)
    try await run(script, [served.base, photo])
  }

  /// Runs a script of `Tests/Browser`, which prints its findings.
  static func run(
    _ script: String, _ arguments: [String], _ environment: [String: String] = [:]
  ) async throws {
    let python = try #require(shared.python)
    let path = Project.root.appendingPathComponent("Tests/Browser/" + script).path
    // Pictures of all pages, for people to look at.
    let folder = ProcessInfo.processInfo.environment["TIMEWALK_SCREENSHOTS"].map { [$0] } ?? []
    // -B leaves no compiled modules beside the sources.
    let result = try await PythonPackages.run(
      python, ["-B", path] + arguments + folder, environment)
    #expect(result.status == 0, "\(result.output)\n\(result.errors)")
  }
}
