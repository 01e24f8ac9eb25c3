import Testing

@testable import TimeWalkHTTP

@Suite("Readiness, by a question in the background")
struct ReadinessTests {
  private struct Fault: Error {}

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
