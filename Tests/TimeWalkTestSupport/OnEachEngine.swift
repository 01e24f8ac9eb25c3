package import Testing

/// Runs the tests of a suite with an archive in a file, and in the long check with one on a server.
///
/// A `Workplace` that they make has its archive there. Without PostgreSQL the server's turn is left
/// out.
///
/// For suites that make an archive through the built program. An issue on a server names it. Tests
/// for files alone have `OnFilesOnly`, with the reason.
package struct OnEachEngine: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    // A suite is a scope, too, and isn't to be run twice as a whole.
    testCase == nil ? nil : self
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Workplace.Engine.$current.withValue(.file, operation: function)
    let isForFiles = test.traits.contains { $0 is OnFilesOnly }
    guard Project.isLongCheck, !isForFiles else { return }
    for engine in Workplace.Engine.installed where engine != .file {
      let said = IssueHandlingTrait.compactMapIssues { issue in
        var issue = issue
        issue.comments.append("with its archive on a \(engine)")
        return issue
      }
      try await said.provideScope(for: test, testCase: testCase) {
        try await Workplace.Engine.$current.withValue(engine, operation: function)
      }
    }
  }
}

/// Tests of a suite on each engine that are for archives in files alone, with the reason.
package struct OnFilesOnly: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true
  package let comments: [Comment]

  fileprivate init(_ reason: Comment) { comments = [reason] }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Workplace.Engine.$current.withValue(.file, operation: function)
  }
}

extension Trait where Self == OnEachEngine {
  /// Runs the tests once for each engine.
  package static var onEachEngine: Self { OnEachEngine() }
}

extension Trait where Self == OnFilesOnly {
  /// External writers, and damage, concern a file.
  package static var harmsTheFile: Self {
    OnFilesOnly("the test writes into the archive's file as another program would")
  }
  /// A server's archive is backed up with the server (`ServerArchiveTests`).
  package static var caresForTheFile: Self { OnFilesOnly("a backup is of a file") }
  /// A server has separate suites for losses and loading (`ServerKillTests`, `ServerArchiveTests`).
  package static var isOfFiles: Self {
    OnFilesOnly("the test asks what programs do with files, or load for them")
  }
}
