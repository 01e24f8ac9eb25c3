import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalk

/// The answers that write themselves, beside Foundation's encoder.
@Suite("Hand-written encodings of answers")
struct JSONTextEncodableTests {
  static func texts(_ random: inout SeededGenerator) -> String {
    let letters: [Character] = [
      "a", "Z", "\"", "\\", "/", "\n", "\r", "\t", "\u{8}", "\u{C}", "\0", "\u{1F}", "\u{7F}", "é",
      "\u{2028}", "😀",
      "<", "&", " ", "\u{FEFF}", "e\u{301}",
    ]
    return String(
      (0..<Int.random(in: 0...12, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? "a"
      })
  }

  static func number(_ random: inout SeededGenerator) -> Double {
    switch Int.random(in: 0...6, using: &random) {
    case 0: 0
    case 1: -0.0
    case 2: Double(Int.random(in: -1000...1000, using: &random))
    case 3: Double.random(in: -1e20...1e20, using: &random)
    case 4: Double.random(in: -1e-6...1e-6, using: &random)
    case 5:
      [1e15, 1e16, 123_456_789_012_345_680, .leastNonzeroMagnitude, 0.1, .greatestFiniteMagnitude]
        .randomElement(
          using: &random) ?? 0
    default: Double.random(in: -180...180, using: &random).rounded(places: 3)
    }
  }

  static func maybe<T>(_ value: T, _ random: inout SeededGenerator) -> T? {
    Bool.random(using: &random) ? value : nil
  }

  /// A value of a type with nothing in it as it should be, by way of its own decoding.
  static func match(_ random: inout SeededGenerator) throws -> [String: Any] {
    var match: [String: Any] = [
      "id": texts(&random), "confidence": number(&random), "title": texts(&random),
      "distance": number(&random), "bearing": number(&random), "locationOf": texts(&random),
      "sharedView": number(&random), "reason": texts(&random),
    ]
    match["date"] = maybe(texts(&random), &random)
    match["era"] = maybe(texts(&random), &random)
    match["headingDifference"] = maybe(number(&random), &random)
    match["period"] = maybe(texts(&random), &random)
    match["copies"] = maybe([texts(&random), texts(&random)], &random)
    var parts: [String: Any] = ["position": number(&random)]
    for name in ["heading", "fieldOfView", "era"] { parts[name] = maybe(number(&random), &random) }
    match["parts"] = parts
    func words(_ names: [String]) -> [String: Any] {
      var object: [String: Any] = [:]
      for name in names { object[name] = maybe(texts(&random), &random) }
      return object
    }
    match["media"] = maybe(words(["path", "url"]), &random)
    match["rights"] = words(["license", "creator", "credit", "source"])
    return match
  }

  static func response(_ random: inout SeededGenerator) throws -> MatchResponse {
    var viewpoint: [String: Any] = [:]
    for name in [
      "latitude", "longitude", "horizontalAccuracy", "altitude", "altitudeAccuracy", "heading",
      "headingAccuracy", "pitch", "pitchAccuracy", "roll", "fieldOfView", "zoom",
    ] { viewpoint[name] = maybe(number(&random), &random) }
    for name in ["altitudeReference", "headingReference", "timestamp"] {
      viewpoint[name] = maybe(texts(&random), &random)
    }
    viewpoint["declination"] = maybe(
      [
        "magneticHeading": number(&random), "degrees": number(&random),
        "uncertainty": number(&random),
      ], &random)
    viewpoint["geoid"] = maybe(
      [
        "ellipsoidalAltitude": number(&random), "undulation": number(&random),
        "uncertainty": number(&random),
        "model": texts(&random),
      ] as [String: Any], &random)
    var object: [String: Any] = [
      "viewpoint": viewpoint, "noMatch": number(&random),
      "matches": try (0..<Int.random(in: 0...3, using: &random)).map { _ in try match(&random) },
      "timeline": try (0..<Int.random(in: 0...2, using: &random)).map { _ in try match(&random) },
      "warnings": (0..<Int.random(in: 0...2, using: &random)).map { _ in texts(&random) },
    ]
    var era: [String: Any] = ["date": texts(&random)]
    for name in ["name", "earliest", "latest", "description"] {
      era[name] = maybe(texts(&random), &random)
    }
    era["strict"] = maybe(Bool.random(using: &random), &random)
    era["others"] = maybe(Int.random(in: 0...100, using: &random), &random)
    object["era"] = maybe(era, &random)
    return try JSONDecoder().decode(
      MatchResponse.self, from: try JSONSerialization.data(withJSONObject: object))
  }

  @Test("They equal the encoder's output, byte for byte")
  func same() throws {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<500 {
      let response = try Self.response(&random)
      let byHand = String(decoding: try WireFormat.bytes(response), as: UTF8.self)
      let encoded = try WireFormat.line(response)
      #expect(byHand == encoded)
      guard byHand == encoded else { return }
    }
  }

  static func map(_ random: inout SeededGenerator) throws -> MapReport {
    func feature() -> [String: Any] {
      var properties: [String: Any] = ["what": texts(&random)]
      for name in ["title", "date", "kind", "locationOf"] {
        properties[name] = maybe(texts(&random), &random)
      }
      for name in ["heading", "fieldOfView", "viewDistance"] {
        properties[name] = maybe(number(&random), &random)
      }
      for name in ["year", "count", "firstYear", "lastYear"] {
        properties[name] = maybe(Int.random(in: -3000...3000, using: &random), &random)
      }
      let point = [number(&random), number(&random)]
      let isPoint = Bool.random(using: &random)
      var feature: [String: Any] = [
        "type": "Feature", "properties": properties,
        "geometry": [
          "type": isPoint ? "Point" : "MultiPolygon",
          "coordinates": isPoint ? point as Any : [[[point, point]], [[point]], []] as Any,
        ],
      ]
      feature["id"] = maybe(texts(&random), &random)
      return feature
    }
    var object: [String: Any] = [
      "type": "FeatureCollection", "count": Int.random(in: 0...9, using: &random),
      "clustered": Bool.random(using: &random),
      "features": (0..<Int.random(in: 0...3, using: &random)).map { _ in feature() },
    ]
    object["mapsLeftOut"] = maybe(true, &random)
    object["era"] = maybe(["date": texts(&random)], &random)
    return try JSONDecoder().decode(
      MapReport.self, from: try JSONSerialization.data(withJSONObject: object))
  }

  @Test("A tile of the map does, too")
  func maps() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let report = try Self.map(&random)
      let byHand = String(decoding: try WireFormat.bytes(report), as: UTF8.self)
      let encoded = try WireFormat.line(report)
      #expect(byHand == encoded)
      guard byHand == encoded else { return }
    }
  }

  @Test("The outline of a map equals its text")
  func outlines() {
    for (text, polygons) in [
      (
        "POLYGON ((1 2, 3.5 -4, 5e-1 6, 1 2), (7 8, 9 10, 7 8))",
        [[[[1, 2], [3.5, -4], [0.5, 6], [1, 2]], [[7, 8], [9, 10], [7, 8]]]]
      ),
      (
        "MULTIPOLYGON (((1 2, 3 4, 1 2)), ((5 6, 7 8, 5 6)))",
        [[[[1, 2], [3, 4], [1, 2]]], [[[5, 6], [7, 8], [5, 6]]]]
      ),
    ] as [(String, [[[[Double]]]])] { #expect(MapCoordinates.polygons(of: text) == polygons) }
  }
}
