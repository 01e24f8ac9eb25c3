import Foundation
import TimeWalkTestSupport

/// A Python with packages of PyPI that tests need, in a folder of its own.
///
/// It is kept between runs, because some are 200 MB, and made again if it isn't complete.
struct PythonPackages: Sendable {
  let python: URL?
  /// The reason for its absence.
  let reason: String

  /// True if there is one; prints the reason if not.
  var isThere: Bool {
    if python == nil { print("A test in Python is left out: \(reason)") }
    return python != nil
  }

  /// Installs packages where they aren't yet.
  ///
  /// - Parameters:
  ///   - name: the folder's name, another one for other versions.
  ///   - packages: the packages to install, each with its version.
  ///   - program: a program that must be there, too, with Debian's package of it.
  init(_ name: String, _ packages: [String], program: (path: String, package: String)? = nil) {
    do { self = try PythonPackages.made(name, packages, program) } catch {
      self.init(python: nil, reason: "\(error)")
    }
  }

  /// Runs a program that mostly waits, perhaps for minutes, on a separate thread; other tests
  /// continue meanwhile.
  static func run(
    _ program: URL, _ arguments: [String],
    _ environment: [String: String] = ProcessInfo.processInfo.environment, directory: URL? = nil
  ) async throws -> TimeWalkCommand.Result {
    try await withCheckedThrowingContinuation { ended in
      Thread.detachNewThread {
        ended.resume(
          with: Result {
            try TimeWalkCommand.run(
              program, arguments, environment: environment, directory: directory)
          })
      }
    }
  }

  private init(python: URL?, reason: String) {
    self.python = python
    self.reason = reason
  }

  private static func made(
    _ name: String, _ packages: [String], _ program: (path: String, package: String)?
  ) throws -> PythonPackages {
    let files = FileManager.default
    if let program, !files.isExecutableFile(atPath: program.path) {
      return PythonPackages(
        python: nil, reason: "\(program.path) is not installed (Debian: \(program.package))")
    }
    let caches = try files.url(
      for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    let folder = caches.appendingPathComponent("timewalk-tests/" + name)
    let python = folder.appendingPathComponent("bin/python")
    let complete = folder.appendingPathComponent("complete")
    if files.fileExists(atPath: complete.path) { return PythonPackages(python: python, reason: "") }
    try? files.removeItem(at: folder)
    let made = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-m", "venv", folder.path])
    guard made.status == 0 else {
      return PythonPackages(
        python: nil, reason: "python3 makes no venv: \(made.output)\(made.errors)")
    }
    let installed = try TimeWalkCommand.run(
      python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"] + packages)
    guard installed.status == 0 else {
      return PythonPackages(
        python: nil,
        reason: "\(packages.joined(separator: ", ")) can't be had: \(installed.errors.suffix(300))")
    }
    try Data().write(to: complete)
    return PythonPackages(python: python, reason: "")
  }
}
