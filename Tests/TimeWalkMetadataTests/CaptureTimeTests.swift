import Testing
import TimeWalkCore
import TimeWalkMetadata

@Suite struct CaptureTimeTests {
  @Test(
    "ISO 8601 is read and written",
    arguments: [
      ("2026-11-21T12:00:00-05:00", "2026-11-21T12:00:00-05:00"),
      ("2026-11-21T12:00:00Z", "2026-11-21T12:00:00Z"),
      ("2026-11-21T12:00:00+0530", "2026-11-21T12:00:00+05:30"),
      ("2026-11-21T12:00:00+02", "2026-11-21T12:00:00+02:00"),
      ("2026-11-21T12:00", "2026-11-21T12:00:00"),
      ("2026-11-21 12:00:00.417-05:00", "2026-11-21T12:00:00-05:00"),
      (" 2024-02-29T23:59:60 ", "2024-02-29T23:59:60"),
    ])
  func isRead(text: String, written: String) throws {
    let time = try #require(CaptureTime(iso8601: text))
    #expect(time.description == written)
    #expect(CaptureTime(iso8601: written) == time)
  }

  @Test(
    "An invalid time is nil",
    arguments: [
      "", "2026-11-21", "2026-02-29T12:00:00", "2026-13-01T12:00:00", "2026-11-21T24:00:00",
      "2026-11-21T12:60:00", "2026-11-21T12:00:00+15:00", "2026-11-21T12:00:00 later",
      "2026-11-21T12:00:00.", "21-11-2026T12:00:00", "2026-11-21T12", "2026-11-2\u{0661}T12:00:00",
    ])
  func isRefused(text: String) {
    #expect(CaptureTime(iso8601: text) == nil)
  }

  @Test func partsOutsideTheirRangeAreRefused() throws {
    let day = try #require(Day(year: 2026, month: 11, day: 21))
    #expect(CaptureTime(day: day, hour: 24, minute: 0) == nil)
    #expect(CaptureTime(day: day, hour: 0, minute: -1) == nil)
    #expect(CaptureTime(day: day, hour: 0, minute: 0, offsetMinutes: 841) == nil)
    #expect(CaptureTime(day: day, hour: 0, minute: 0, offsetMinutes: -840) != nil)
  }
}
