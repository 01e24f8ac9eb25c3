import Testing
import TimeWalkCore
import TimeWalkMetadata

@testable import TimeWalk

@Suite("The text on a photo")
struct OverlayFieldsTests {
  /// A change to the metadata of a photo from New York that has only its place.
  typealias Change = @Sendable (inout CaptureMetadata) -> Void

  /// The texts; the compass there points 12.5° to the west of north.
  static func texts(
    stripLocation: Bool = false, knowsNorth: Bool = true, _ change: Change
  ) throws -> [String] {
    var capture = CaptureMetadata()
    capture.latitude = 40.7484412
    capture.longitude = -73.9856644
    change(&capture)
    let pose = try capture.resolved { _, _, _ in
      guard knowsNorth, let declination = Angle(degrees: -12.5),
        let uncertainty = Angle(degrees: 0.4)
      else { return nil }
      return (declination: declination, uncertainty: uncertainty)
    }
    return OverlayFields(pose: pose, stripLocation: stripLocation).texts
  }

  @Test(
    "A position has decimals that fit its accuracy",
    arguments: [
      (0.5, "40.748441° N  73.985664° W ± 0.5 m"), (5, "40.74844° N  73.98566° W ± 5 m"),
      (65, "40.7484° N  73.9857° W ± 65 m"), (1000, "40.748° N  73.986° W ± 1000 m"),
      (20_000, "40.7° N  74.0° W ± 20 km"), (nil, "40.74844° N  73.98566° W"),
    ] as [(Double?, String)])
  func position(accuracy: Double?, text: String) throws {
    #expect(try Self.texts { $0.horizontalAccuracy = accuracy } == [text])
  }

  @Test("The least accuracy has the most decimals")
  func leastAccuracy() throws {
    let texts = try Self.texts { $0.horizontalAccuracy = .leastNonzeroMagnitude }
    #expect(texts.first?.hasPrefix("40.748441° N  73.985664° W ± 0") == true, "\(texts)")
  }

  @Test(
    "Hemispheres are letters, not signs",
    arguments: [
      (-33.8567844, 151.2152967, "33.85678° S  151.21530° E"),
      (-0.3713, 36.0564167, "0.37130° S  36.05642° E"), (90, 0, "90.00000° N  0.00000° E"),
    ])
  func hemispheres(latitude: Double, longitude: Double, text: String) throws {
    let texts = try Self.texts {
      $0.latitude = latitude
      $0.longitude = longitude
    }
    #expect(texts == [text])
  }

  @Test(
    "An altitude has its reference",
    arguments: [
      (12.34, .seaLevel, nil, "↑ 12 m above sea level"),
      (12.34, .seaLevel, 4, "↑ 12 m ± 4 m above sea level"),
      (-430.5, .seaLevel, nil, "↓ 431 m below sea level"),
      (-0.3, .seaLevel, nil, "↑ 0 m above sea level"),
      (-0.6, .seaLevel, nil, "↓ 1 m below sea level"),
      (-20, .ellipsoid, nil, "↑ −20 m above the ellipsoid"),
      (3, .ground, nil, "↑ 3 m above ground"),
      (12, .unknown, nil, "↑ 12 m altitude, reference unknown"),
    ] as [(Double, Altitude.Reference, Double?, String)])
  func altitude(
    meters: Double, reference: Altitude.Reference, accuracy: Double?, text: String
  ) throws {
    let texts = try Self.texts {
      $0.altitude = meters
      $0.altitudeReference = reference
      $0.altitudeAccuracy = accuracy
    }
    #expect(texts.dropFirst() == [text])
  }

  @Test(
    "A heading has its north, and a compass reading is shown with the corrected one",
    arguments: [
      (205, .magnetic, "193° SSW T (205° M)"), (205, .trueNorth, "205° SSW T"),
      (205, nil, "205° SSW"), (359.6, .trueNorth, "0° N T"), (360, .trueNorth, "0° N T"),
      (5, .magnetic, "353° N T (5° M)"), (348.75, .trueNorth, "349° N T"),
    ] as [(Double, CaptureMetadata.HeadingReference?, String)])
  func heading(
    degrees: Double, reference: CaptureMetadata.HeadingReference?, text: String
  ) throws {
    let texts = try Self.texts {
      $0.heading = degrees
      $0.headingReference = reference
    }
    #expect(texts.dropFirst() == [text])
  }

  @Test("A magnetic heading that can't be corrected is marked M")
  func uncorrected() throws {
    let texts = try Self.texts(knowsNorth: false) {
      $0.heading = 205
      $0.headingReference = .magnetic
    }
    #expect(texts.dropFirst() == ["205° SSW M"])
  }

  @Test(
    "A pitch has a sign, level has none",
    arguments: [(3.1, "∠ +3°"), (0, "∠ 0°"), (-0.4, "∠ 0°"), (0.4, "∠ 0°"), (-12.6, "∠ −13°")])
  func pitch(degrees: Double, text: String) throws {
    #expect(try Self.texts { $0.pitch = degrees }.dropFirst() == [text])
  }

  @Test(
    "Zoom is written with the 35 mm focal length that it makes; a camera that names none used none",
    arguments: [
      (2, 26, nil, ["2.0× (52 mm)"]), (0.5, nil, nil, ["0.5× (13 mm)"]),
      (nil, 26, nil, ["1.0× (26 mm)"]),
      (nil, 52, 2, ["2.0× (52 mm)"]), (nil, 26, 0, ["1.0× (26 mm)"]), (nil, nil, nil, []),
    ] as [(Double?, Double?, Double?, [String])])
  func zoom(given: Double?, focal: Double?, digital: Double?, texts expected: [String]) throws {
    let texts = try Self.texts {
      $0.make = "Apple"
      $0.zoom = given
      $0.focalLengthIn35mm = focal
      $0.digitalZoom = digital
    }
    #expect(Array(texts.dropFirst()) == expected)
  }

  @Test(
    "A time has its offset if known, with a true minus",
    arguments: [
      ("2026-11-21T12:00:00-05:00", "2026-11-21 12:00:00 −05:00"),
      ("2026-11-21T12:00:00+05:30", "2026-11-21 12:00:00 +05:30"),
      ("2026-11-21T12:00:00Z", "2026-11-21 12:00:00 UTC"),
      ("2026-11-21T12:00:00", "2026-11-21 12:00:00"),
    ])
  func time(iso: String, text: String) throws {
    let time = try #require(CaptureTime(iso8601: iso))
    #expect(try Self.texts { $0.timestamp = time }.dropFirst() == [text])
  }

  @Test("All fields have one order, and no hyphen is used as a minus")
  func everything() throws {
    let time = try #require(CaptureTime(iso8601: "2026-11-21T12:00:00-05:00"))
    let all: Change = {
      $0.altitude = -3
      $0.altitudeReference = .seaLevel
      $0.heading = 205
      $0.headingReference = .magnetic
      $0.pitch = -3
      $0.zoom = 1
      $0.timestamp = time
    }
    let texts = try Self.texts(all)
    #expect(
      texts == [
        "40.74844° N  73.98566° W", "↓ 3 m below sea level", "193° SSW T (205° M)", "∠ −3°",
        "1.0× (26 mm)", "2026-11-21 12:00:00 −05:00",
      ])
    // Only the date has hyphens.
    #expect(texts.dropLast().allSatisfy { !$0.contains("-") })
  }

  @Test("A stripped location isn't written, and the compass's correction doesn't reveal it")
  func stripped() throws {
    let time = try #require(CaptureTime(iso8601: "2026-11-21T12:00:00+05:45"))
    let texts = try Self.texts(stripLocation: true) {
      $0.altitude = 12
      $0.altitudeReference = .seaLevel
      $0.heading = 205
      $0.headingReference = .magnetic
      $0.pitch = 3
      $0.timestamp = time
    }
    #expect(texts == ["193° SSW T", "∠ +3°", "2026-11-21 12:00:00"])
  }
}
