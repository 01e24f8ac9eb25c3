import Foundation
import Testing
import TimeWalkBase

@Suite("The limits of a piece of work")
struct WorkLimitsTests {
  @Test("Without limits it goes on; a token and a time end it, and the token comes first")
  func ending() throws {
    #expect(WorkLimits().ending == nil && !WorkLimits().areAny)
    let token = CancellationToken()
    let limits = WorkLimits(time: .zero, token: token)
    #expect(limits.areAny && limits.ending == .overTime(.zero))
    #expect(WorkLimits(time: .seconds(3600), token: token).ending == nil)
    token.cancel()
    token.cancel()
    #expect(limits.ending == .cancelled)
    #expect(throws: WorkLimits.Ending.cancelled) {
      try WorkLimits.$current.withValue(limits) { try WorkLimits.check() }
    }
    try WorkLimits.check()
  }

  @Test("The shorter of two times holds, with the token")
  func within() {
    let token = CancellationToken()
    #expect(WorkLimits(time: .seconds(3600)).within(.zero).ending == .overTime(.zero))
    #expect(WorkLimits(time: .zero).within(.seconds(3600)).ending == .overTime(.zero))
    #expect(WorkLimits().within(.zero).ending == .overTime(.zero))
    let both = WorkLimits(token: token).within(.seconds(3600))
    #expect(both.ending == nil)
    token.cancel()
    #expect(both.ending == .cancelled)
  }

  @Test("Messages name the time in seconds")
  func words() {
    #expect(WorkLimits.Ending.seconds(.seconds(10)) == "10 s")
    #expect(WorkLimits.Ending.seconds(.milliseconds(500)) == "0.5 s")
    #expect("\(WorkLimits.Ending.overTime(.seconds(10)))".contains("longer than 10 s, the limit"))
  }
}
