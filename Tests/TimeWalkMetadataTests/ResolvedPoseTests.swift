import Testing
import TimeWalkCore
import TimeWalkMetadata
import TimeWalkTestSupport

@Suite struct ResolvedPoseTests {
  /// A photo's metadata with a change of its values.
  static func fromPhoto(_ change: (inout CaptureMetadata) -> Void = { _ in }) -> CaptureMetadata {
    var metadata = CaptureMetadata.read(jpeg: SamplePhone.photo()).metadata
    change(&metadata)
    return metadata
  }

  static func given(_ change: (inout CaptureMetadata) -> Void) -> CaptureMetadata {
    var metadata = CaptureMetadata.givenPosition
    change(&metadata)
    return metadata
  }

  @Test func aPhonesPhotoIsAWholeViewpoint() throws {
    let pose = try Self.fromPhoto().resolved(declination: declination(-12.5))
    let view = pose.viewpoint
    #expect(pose.warnings.isEmpty)
    #expect(abs(view.coordinate.latitude - 40.758) < 1e-7)
    #expect(view.coordinate.horizontalAccuracy == Distance(meters: 4.75))
    #expect(view.altitude == Altitude(meters: 12.34, reference: .seaLevel))
    #expect(view.heading == Heading(degrees: 205.5))
    #expect(view.headingAccuracy == nil)
    #expect(view.pitch == Angle(degrees: 3.1))
    #expect(pose.headingReference == .trueNorth && pose.magneticCorrection == nil)
    #expect(pose.zoom == nil && pose.focalLengthIn35mm == 26)
    // 26 mm by the diagonal of an upright 3:4 frame: 2 atan(25.96 / 52).
    #expect(abs(try #require(view.fieldOfView).degrees - 53.06) < 0.01)
  }

  struct Absent: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var exif: @Sendable (inout ExifBuilder) -> Void
    let says: String
  }

  static let absent: [Absent] = [
    Absent(
      testDescription: "no GPS", exif: { $0.remove(.gps) }, says: "latitude and longitude are"),
    Absent(
      testDescription: "empty block",
      exif: {
        for tag: UInt16 in 1...4 { $0.remove(tag, from: .gps) }
      }, says: "GPS block has neither"),
    Absent(
      testDescription: "no longitude", exif: { $0.remove(0x0004, from: .gps) },
      says: "longitude is missing"),
    Absent(
      testDescription: "no latitude", exif: { $0.remove(0x0002, from: .gps) },
      says: "latitude is missing"),
    Absent(
      testDescription: "n/0",
      exif: { $0.set(0x0002, .rationals([(40, 0)]), in: .gps) }, says: "no number"),
    Absent(
      testDescription: "zero, zero", exif: { $0.setPosition(latitude: 0, longitude: 0) },
      says: "latitude 0, longitude 0"),
    Absent(
      testDescription: "latitude 91", exif: { $0.setPosition(latitude: 91, longitude: 5) },
      says: "latitude 91.0 is outside"),
    Absent(
      testDescription: "longitude 361", exif: { $0.setPosition(latitude: 5, longitude: 361) },
      says: "longitude 361.0 is outside"),
  ]

  @Test(
    "Without a position the photo is refused, with the missing values and the remedy",
    arguments: absent)
  func positionMissing(_ example: Absent) {
    var exif = SamplePhone.exif()
    example.exif(&exif)
    let metadata = CaptureMetadata.read(jpeg: photo(exif)).metadata
    let error = #expect(throws: MetadataError.self) {
      try metadata.resolved(declination: noDeclination)
    }
    #expect(error?.code == .positionMissing)
    #expect(error?.message.contains(example.says) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("--latitude") == true)
    #expect(error?.message.contains("--longitude") == true)
    let rescued = metadata.overridden(by: .givenPosition)
    #expect(throws: Never.self) { try rescued.resolved(declination: noDeclination) }
  }

  @Test func zeroZeroIsAPlaceWhenItIsGiven() throws {
    let pose = try Self.given {
      $0.latitude = 0
      $0.longitude = 0
    }.resolved(declination: noDeclination)
    #expect(pose.viewpoint.coordinate == Coordinate(latitude: 0, longitude: 0))
  }

  @Test func thePlaceWhereTheEquatorIsCrossedIsKept() throws {
    let exif = SamplePhone.exif(latitude: 0, longitude: 6.5)
    let metadata = CaptureMetadata.read(jpeg: photo(exif)).metadata
    #expect(try metadata.resolved(declination: noDeclination).viewpoint.coordinate.latitude == 0)
  }

  static let impossible: [(CaptureField, @Sendable (inout CaptureMetadata) -> Void)] = [
    (.position, { $0.horizontalAccuracy = -1 }), (.position, { $0.horizontalAccuracy = 1e9 }),
    (.position, { $0.horizontalAccuracy = .nan }), (.altitude, { $0.altitude = 100_001 }),
    (.altitude, { $0.altitude = -11_001 }), (.altitude, { $0.altitude = .infinity }),
    (.altitude, { $0.altitudeAccuracy = -3 }), (.heading, { $0.heading = 361 }),
    (.heading, { $0.heading = .nan }), (.heading, { $0.headingAccuracy = -1 }),
    (.pitch, { $0.pitch = 92 }), (.pitch, { $0.pitchAccuracy = -2 }),
    (.fieldOfView, { $0.fieldOfView = 0 }), (.fieldOfView, { $0.fieldOfView = 361 }),
    (.fieldOfView, { $0.zoom = 0 }), (.fieldOfView, { $0.zoom = .nan }),
  ]

  @Test(
    "Impossible values are dropped from a photo and refused from a user",
    arguments: impossible.indices
  )
  func impossibleValues(index: Int) throws {
    let (field, change) = Self.impossible[index]
    let base: (inout CaptureMetadata) -> Void = {
      $0.altitude = $0.altitude ?? 5
      $0.heading = $0.heading ?? 10
      $0.pitch = $0.pitch ?? 0
    }
    let pose = try Self.fromPhoto { change(&$0) }.resolved(declination: noDeclination)
    #expect(pose.warnings.map(\.code) == [.valueOutOfRange])
    #expect(pose.warnings.map(\.field) == [field])
    let metadata = Self.given {
      base(&$0)
      $0.headingReference = .trueNorth
      change(&$0)
    }
    let error = #expect(throws: MetadataError.self) {
      try metadata.resolved(declination: noDeclination)
    }
    #expect(error?.code == .valueOutOfRange && error?.field == field.rawValue)
  }

  @Test(
    "Given latitudes and longitudes that can't be are refused",
    arguments: [(91, 0), (-90.01, 0), (.nan, 0), (0, 361), (0, -181), (0, .infinity)]
      as [(Double, Double)])
  func impossiblePlaces(place: (Double, Double)) {
    let metadata = Self.given {
      $0.latitude = place.0
      $0.longitude = place.1
    }
    let error = #expect(throws: MetadataError.self) {
      try metadata.resolved(declination: noDeclination)
    }
    #expect(error?.code == .valueOutOfRange && error?.field == "position")
  }

  @Test(
    "Headings wrap", arguments: [(360, 0), (0, 0), (-90, 270), (359.99, 359.99), (-360, 0)],
    [true, false])
  func headingsWrap(example: (Double, Double), isPhotos: Bool) throws {
    let change: (inout CaptureMetadata) -> Void = {
      $0.heading = example.0
      $0.headingReference = .trueNorth
    }
    let metadata = isPhotos ? Self.fromPhoto(change) : Self.given(change)
    let pose = try metadata.resolved(declination: noDeclination)
    #expect(pose.viewpoint.heading == Heading(degrees: example.1))
    #expect(pose.warnings.isEmpty)
  }

  @Test(arguments: [true, false])
  func minusOneIsAPhonesUnknownHeading(isPhotos: Bool) throws {
    let metadata = isPhotos ? Self.fromPhoto { $0.heading = -1 } : Self.given { $0.heading = -1 }
    let pose = try metadata.resolved(declination: noDeclination)
    #expect(pose.viewpoint.heading == nil && pose.viewpoint.headingAccuracy == nil)
    #expect(pose.headingReference == nil)
    #expect(pose.warnings.map(\.code) == [.valueOutOfRange])
  }

  @Test(
    "A magnetic heading is corrected",
    arguments: [(205.5, -12.5, 193), (5, -12.5, 352.5), (350, 12.8, 2.8), (0, 0, 0)])
  func magnetic(measured: Double, east: Double, expected: Double) throws {
    let pose = try Self.fromPhoto {
      $0.heading = measured
      $0.headingReference = .magnetic
    }.resolved(declination: declination(east))
    #expect(abs(try #require(pose.viewpoint.heading).degrees - expected) < 1e-9)
    #expect(pose.viewpoint.headingAccuracy == nil)
    let correction = try #require(pose.magneticCorrection)
    #expect(correction.magneticHeading == measured)
    #expect(correction.declination.degrees == east)
    #expect(pose.headingReference == .magnetic && pose.warnings.isEmpty)
  }

  @Test func theModelIsAskedForThePlaceHeightAndDay() throws {
    var asked: (Coordinate, Altitude?, Day?)?
    let metadata = Self.fromPhoto { $0.headingReference = .magnetic }
    _ = try metadata.resolved { coordinate, altitude, day in
      asked = (coordinate, altitude, day)
      return nil
    }
    #expect(asked?.0.latitude == metadata.latitude)
    #expect(asked?.1?.meters == 12.34)
    #expect(asked?.2 == Day(year: 2026, month: 11, day: 21))
  }

  @Test func errorsOfCompassAndModelAddInSquares() throws {
    let pose = try Self.fromPhoto {
      $0.headingReference = .magnetic
      $0.headingAccuracy = 3
    }.resolved(declination: declination(10, uncertainty: 4))
    #expect(pose.viewpoint.headingAccuracy == Angle(degrees: 5))
  }

  @Test func withoutAModelAMagneticHeadingIsKeptAndWidened() throws {
    let pose = try Self.fromPhoto {
      $0.headingReference = .magnetic
      $0.headingAccuracy = 8
    }.resolved(declination: noDeclination)
    #expect(pose.viewpoint.heading == Heading(degrees: 205.5))
    #expect(pose.viewpoint.headingAccuracy == Angle(degrees: 17))
    #expect(pose.magneticCorrection == nil)
    #expect(pose.warnings.map(\.code) == [.declinationUnknown])
  }

  @Test func anUnknownReferenceIsTakenAsTrueAndWidened() throws {
    let pose = try Self.fromPhoto {
      $0.headingReference = nil
      $0.headingAccuracy = 5
    }.resolved(declination: declination(-12))
    #expect(pose.viewpoint.heading == Heading(degrees: 205.5))
    #expect(pose.viewpoint.headingAccuracy == Angle(degrees: 13))
    #expect(pose.headingReference == nil)
    #expect(pose.warnings.map(\.code) == [.referenceMissing])
  }

  @Test func nearAMagneticPoleAHeadingIsWidenedAndSaysSo() throws {
    let pose = try Self.fromPhoto { $0.headingReference = .magnetic }
      .resolved(declination: declination(40, uncertainty: 24))
    #expect(pose.viewpoint.headingAccuracy == Angle(degrees: 26))
    #expect(pose.warnings.map(\.code) == [.declinationUncertain])
  }

  /// A sea that lies 33 m below the ellipsoid everywhere, as near New York.
  static func sea(_ meters: Double = -33) throws -> Geoid {
    let uncertainty = try #require(Distance(meters: 3))
    return try #require(
      Geoid(name: "level", uncertainty: uncertainty, rows: 2, columns: 2, west: 0) { _, _ in
        meters
      })
  }

  @Test("A height above the ellipsoid is converted to sea level", arguments: [4.0, nil])
  func ellipsoid(accuracy: Double?) throws {
    let pose = try Self.given {
      $0.altitude = -20
      $0.altitudeReference = .ellipsoid
      $0.altitudeAccuracy = accuracy
    }.resolved(geoid: Self.sea(), declination: noDeclination)
    #expect(
      pose.viewpoint.altitude
        == Altitude(
          meters: 13, reference: .seaLevel, accuracy: accuracy.flatMap { _ in Distance(meters: 5) })
    )
    let correction = try #require(pose.seaLevelCorrection)
    #expect(correction.ellipsoidal.meters == -20 && correction.undulation == -33)
    #expect(correction.uncertainty.meters == 3 && correction.model == "level")
    #expect(pose.warnings.isEmpty)
  }

  @Test(
    "Without a geoid, or in its gap, the height stays unchanged, with a warning",
    arguments: [true, false])
  func withoutGeoid(hasGap: Bool) throws {
    let pose = try Self.given {
      $0.altitude = 40
      $0.altitudeReference = .ellipsoid
    }.resolved(geoid: hasGap ? Self.sea(.nan) : nil, declination: noDeclination)
    #expect(pose.viewpoint.altitude == Altitude(meters: 40, reference: .ellipsoid))
    #expect(pose.seaLevelCorrection == nil)
    #expect(pose.warnings.map(\.code) == [.geoidUnknown])
  }

  @Test(
    "Heights above other surfaces are left alone",
    arguments: [Altitude.Reference.seaLevel, .ground, .unknown])
  func otherSurfaces(reference: Altitude.Reference) throws {
    let pose = try Self.given {
      $0.altitude = 40
      $0.altitudeReference = reference
    }.resolved(geoid: Self.sea(), declination: noDeclination)
    #expect(pose.viewpoint.altitude == Altitude(meters: 40, reference: reference))
    #expect(pose.seaLevelCorrection == nil && pose.warnings.isEmpty)
  }

  @Test func aGimbalMayOvershoot() throws {
    let pose = try Self.fromPhoto { $0.pitch = -90.4 }.resolved(declination: noDeclination)
    #expect(pose.viewpoint.pitch == Angle(degrees: -90))
    #expect(pose.warnings.isEmpty)
  }

  @Test func anAltitudeOfUnknownReferenceSaysSo() throws {
    let pose = try Self.given { $0.altitude = 12 }.resolved(declination: noDeclination)
    #expect(pose.viewpoint.altitude == Altitude(meters: 12, reference: .unknown))
  }
}
