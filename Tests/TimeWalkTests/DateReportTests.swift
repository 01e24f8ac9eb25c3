import Foundation
import Testing
import TimeWalk

@Suite("The meaning of a date, as JSON")
struct DateReportTests {
  static let keys: Set = [
    "text", "edtf", "earliest", "latest", "earliestFuzzy", "latestFuzzy", "from",
  ]

  @Test(
    "A line has exactly its keys; open ends are null",
    arguments: [
      ("1911", "1911-01-01", "1911-12-31", "edtf"),
      ("1890/1930", "1890-01-01", "1930-12-31", "edtf"),
      ("189X", "1890-01-01", "1899-12-31", "edtf"), ("1908/..", "1908-01-01", nil, "edtf"),
      ("../1908", nil, "1908-12-31", "edtf"), ("-0044-03-15", "-0044-03-15", "-0044-03-15", "edtf"),
      ("circa 1905", "1905-01-01", "1905-12-31", "text"),
    ] as [(String, String?, String?, String)])
  func line(text: String, earliest: String?, latest: String?, from: String) throws {
    let object = try Town.object(DateReport(reading: text))
    #expect(Set(object.keys) == Self.keys)
    #expect(object["text"] as? String == text)
    #expect(object["earliest"] as? String == earliest)
    #expect(object["latest"] as? String == latest)
    #expect(object["from"] as? String == from)
    if earliest == nil { #expect(object["earliest"] is NSNull) }
    if latest == nil { #expect(object["latest"] is NSNull) }
    if text == "1908/.." { #expect(object["latestFuzzy"] is NSNull) }
  }

  @Test("About a year is wider than the year")
  func fuzzy() throws {
    let report = try DateReport(reading: "1905~")
    #expect((report.earliest, report.latest) == ("1905-01-01", "1905-12-31"))
    #expect(try #require(report.earliestFuzzy) < "1905" && #require(report.latestFuzzy) > "1906")
  }

  @Test("Invalid dates are refused", arguments: ["", "1911-02-30", "blue", "undated"])
  func refused(text: String) throws {
    let error = try #require(throws: TimeWalkError.self) { try DateReport(reading: text) }
    #expect(error.code == .dataRefused)
    #expect(!error.message.isEmpty)
    let object = try Town.object(DateFailure(text: text, error: error))
    #expect(Set(object.keys) == ["text", "error"])
  }
}

@Suite("Where a compass points")
struct NorthReportTests {
  static let noon = Date(timeIntervalSince1970: 1_795_262_400)

  @Test(
    "East is positive",
    arguments: [(40.758, -73.9855, -12.5), (37.7749, -122.4194, 12.8), (0, 0, -3.6)])
  func declination(latitude: Double, longitude: Double, degrees: Double) throws {
    let report = try NorthReport(
      latitude: latitude, longitude: longitude, altitude: 0, on: "2026-11-21")
    #expect(abs(report.declination - degrees) < 0.6, "\(report)")
    #expect(report.uncertainty > 0)
    #expect(Set(try Town.object(report).keys) == ["declination", "uncertainty", "model"])
  }

  @Test("Without a day it is today, by the clock that is given")
  func today() throws {
    let given = try NorthReport(latitude: 40, longitude: -74, altitude: 0, on: "2026-11-21")
    let clocked = try NorthReport(latitude: 40, longitude: -74, altitude: 0, on: nil) { Self.noon }
    #expect(given == clocked)
  }

  @Test("The field changes over a century")
  func history() throws {
    let reports = try ["1911-06-01", "2026-06-01"].map {
      try NorthReport(latitude: 40.758, longitude: -73.9855, altitude: 0, on: $0)
    }
    #expect(reports[0].model != reports[1].model)
    #expect(abs(reports[0].declination - reports[1].declination) > 1)
  }

  @Test(
    "An invalid value names its field",
    arguments: [
      (91, 0, 0, "2026-01-01", "latitude"), (0, 400, 0, "2026-01-01", "longitude"),
      (0, 0, 1e9, "2026-01-01", "altitude"), (.nan, 0, 0, "2026-01-01", "latitude"),
      (0, 0, 0, "1776-07-04", "date"), (0, 0, 0, "today", "date"), (0, 0, 0, "2026-02-30", "date"),
    ] as [(Double, Double, Double, String, String)])
  func invalid(
    latitude: Double, longitude: Double, altitude: Double, day: String, field: String
  ) throws {
    let error = try #require(throws: TimeWalkError.self) {
      try NorthReport(latitude: latitude, longitude: longitude, altitude: altitude, on: day)
    }
    #expect((error.code, error.field) == (.invalidValue, field))
  }
}
