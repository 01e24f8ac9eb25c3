import Synchronization
import Testing

@testable import TimeWalkHTTP

@Suite("Readiness, by a question in the background")
struct ReadinessTests {
  private struct Fault: Error {}

  @Test("Before the first answer, all requests wait for the one that asks")
  func first() async throws {
    let readiness = Readiness()
    let count = Atomic(0)
    @Sendable func ask() async throws -> Bool {
      try await readiness.isReady {
        count.add(1, ordering: .relaxed)
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    async let others = [ask(), ask(), ask()]
    // The same answer; a busy machine may need more than a second.
    #expect(try await Set(others).count == 1)
    #expect(count.load(ordering: .relaxed) == 1)
  }

  @Test("An archive that never answers isn't ready after a second")
  func never() async throws {
    let isReady = try await Readiness().isReady { try await Task.sleep(for: .seconds(600)) }
    #expect(!isReady)
  }

  @Test("Ready after an answer, not after a fault or while a question waits for a second")
  func states() async {
    let readiness = Readiness()
    #expect(readiness.isReady() == nil)
    await readiness.check {}
    #expect(readiness.isReady() == true)
    await readiness.check { throw Fault() }
    #expect(readiness.isReady() == false)
    await readiness.check {
      #expect(readiness.isReady() == false)
      await readiness.check { Issue.record("a second question was asked") }
    }
    #expect(readiness.isReady() == true)
    await readiness.check {
      // The last answer holds until this question has waited too long.
      #expect(readiness.isReady() == true)
      let late = ContinuousClock.now + Readiness.patience + .milliseconds(1)
      #expect(readiness.isReady(at: late) == false)
    }
    #expect(readiness.isReady() == true)
  }
}
