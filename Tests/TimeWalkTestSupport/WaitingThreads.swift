import Foundation
package import Testing

/// Runs the tests of a suite on threads that may block.
///
/// Swift's own pool has one thread a processor. A test that waits for a process, a server or a
/// browser blocks such a thread, and leaves its processor idle. There are a few more of these
/// threads.
package struct WaitsForProcesses: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) {
      let start = ContinuousClock.now
      defer { Self.report(test, ContinuousClock.now - start) }
      try await function()
    }
  }

  /// Adds a line to the file that `TIMEWALK_TIMES` names: the test's seconds, and its file.
  private static func report(_ test: Test, _ time: Duration) {
    guard let path = ProcessInfo.processInfo.environment["TIMEWALK_TIMES"],
      let file = fopen(path, "a")
    else { return }
    fputs("\(time / .seconds(1)) \(test.sourceLocation.fileName)\n", file)
    fclose(file)
  }
}

extension Trait where Self == WaitsForProcesses {
  /// The tests block a thread while they wait for a process.
  package static var waitsForProcesses: Self { WaitsForProcesses() }
}

/// The threads of the tests that wait: three for each processor.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()
  private let queue = OperationQueue()

  private init() {
    queue.maxConcurrentOperationCount = 3 * ProcessInfo.processInfo.activeProcessorCount
    queue.name = "Tests that wait"
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
