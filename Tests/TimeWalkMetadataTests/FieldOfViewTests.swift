import Testing
import TimeWalkCore
import TimeWalkMetadata

@Suite struct FieldOfViewTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var set: @Sendable (inout CaptureMetadata) -> Void
    let degrees: Double?
    var zoom: Double?
    var warnings: [MetadataWarning.Code] = []
    /// The logarithm of the factor by which the field may be off.
    var spread: Double?
  }

  /// A 4:3 frame, 26 mm by the diagonal: 2 atan(34.61 / 52) = 67.3 degrees.
  static func phone(_ metadata: inout CaptureMetadata) {
    metadata.pixelWidth = 4032
    metadata.pixelHeight = 3024
    metadata.focalLengthIn35mm = 26
    metadata.fieldsFromPhoto = Set(CaptureField.allCases)
  }

  static let cases: [Case] = [
    Case(testDescription: "nothing known", set: { _ in }, degrees: nil),
    Case(testDescription: "a phone held landscape", set: phone, degrees: 67.3),
    Case(
      testDescription: "a phone held upright, turned by orientation",
      set: {
        phone(&$0)
        $0.orientation = 6
      }, degrees: 53.06),
    Case(
      testDescription: "a photo stored upright",
      set: {
        phone(&$0)
        ($0.pixelWidth, $0.pixelHeight) = (3024, 4032)
      }, degrees: 53.06),
    Case(
      testDescription: "digital zoom is in the equivalent already",
      set: {
        phone(&$0)
        $0.make = "Apple"
        $0.focalLengthIn35mm = 52
        $0.digitalZoom = 2
      }, degrees: 36.81, zoom: 2),
    Case(
      testDescription: "Pixels write the lens's equivalent at any zoom",
      set: {
        phone(&$0)
        $0.make = "Google"
        $0.digitalZoom = 2
      }, degrees: 36.81, zoom: 2),
    Case(
      testDescription: "of an unknown maker the middle is taken",
      set: {
        phone(&$0)
        $0.make = "Example"
        $0.focalLengthIn35mm = 52
        $0.digitalZoom = 4
      }, degrees: 18.9, zoom: 4, warnings: [.zoomUnclear], spread: 0.6931),
    Case(
      testDescription: "a zoom of 1.04 gives no warning",
      set: {
        phone(&$0)
        $0.digitalZoom = 1.04
      }, degrees: 67.3, zoom: 1.04),
    Case(
      testDescription: "no lens has 6.5 mm: the 26 mm don't include the zoom",
      set: {
        phone(&$0)
        $0.make = "Example"
        $0.digitalZoom = 4
      }, degrees: 18.9, zoom: 4),
    Case(
      testDescription: "by the sensor, the equivalent includes the zoom",
      set: {
        phone(&$0)
        ($0.focalLengthIn35mm, $0.digitalZoom, $0.focalLength) = (52, 2, 6.75)
        ($0.sensorWidth, $0.sensorHeight) = (8.99, 6.74)
      }, degrees: 36.81, zoom: 2),
    Case(
      testDescription: "the sensor tells that the zoom is not in the equivalent",
      set: {
        phone(&$0)
        ($0.focalLengthIn35mm, $0.digitalZoom, $0.focalLength) = (26, 2, 6.75)
        ($0.sensorWidth, $0.sensorHeight) = (8.99, 6.74)
      }, degrees: 36.81, zoom: 2),
    Case(
      testDescription: "Canon's focal plane covers what the digital zoom left",
      set: {
        ($0.make, $0.model) = ("Canon", "Canon PowerShot S40")
        ($0.sensorWidth, $0.sensorHeight, $0.focalLength) = (2.604, 1.953, 21.3)
        ($0.pixelWidth, $0.pixelHeight, $0.digitalZoom) = (2272, 1704, 2.73)
      }, degrees: 7, zoom: 2.73),
    Case(
      testDescription: "a plane that is a sensor only with the zoom covers what it left",
      set: {
        ($0.sensorWidth, $0.sensorHeight, $0.focalLength) = (2.604, 1.953, 21.3)
        ($0.pixelWidth, $0.pixelHeight, $0.digitalZoom) = (2272, 1704, 2.73)
      }, degrees: 7, zoom: 2.73),
    Case(
      testDescription: "no body with interchangeable lenses has a sensor of 10 mm",
      set: {
        $0.model = "Canon EOS 6D"
        ($0.sensorWidth, $0.sensorHeight, $0.focalLength) = (10, 6.67, 35)
      }, degrees: nil, warnings: [.sensorUnknown]),
    Case(
      testDescription: "a compact camera has one",
      set: {
        $0.model = "PENTAX Q10"
        ($0.sensorWidth, $0.sensorHeight, $0.focalLength) = (6.16, 4.62, 8.5)
        ($0.pixelWidth, $0.pixelHeight) = (4000, 3000)
      }, degrees: 39.83),
    Case(
      testDescription: "an equivalent needs no sensor",
      set: {
        phone(&$0)
        ($0.sensorWidth, $0.sensorHeight, $0.focalLength) = (1, 0.75, 6.75)
      }, degrees: 67.3),
    Case(
      testDescription: "a given zoom replaces the digital one",
      set: {
        phone(&$0)
        $0.make = "Apple"
        $0.focalLengthIn35mm = 52
        $0.digitalZoom = 2
        $0.zoom = 1
      }, degrees: 67.3, zoom: 1),
    Case(
      testDescription: "a given zoom counts from the photo's lens",
      set: {
        phone(&$0)
        $0.zoom = 2
      }, degrees: 36.81, zoom: 2),
    Case(
      testDescription: "zoom alone is film's 36 mm behind 26 mm", set: { $0.zoom = 1 },
      degrees: 69.39, zoom: 1),
    Case(testDescription: "half zoom alone", set: { $0.zoom = 0.5 }, degrees: 108.32, zoom: 0.5),
    Case(
      testDescription: "a full-frame camera's sensor",
      set: {
        ($0.sensorWidth, $0.sensorHeight, $0.focalLength) = (36, 24, 50)
        ($0.pixelWidth, $0.pixelHeight) = (6000, 4000)
      }, degrees: 39.6),
    Case(
      testDescription: "digital zoom is not in the physical focal length",
      set: {
        ($0.sensorWidth, $0.sensorHeight, $0.focalLength) = (36, 24, 25)
        ($0.pixelWidth, $0.pixelHeight, $0.digitalZoom) = (6000, 4000, 2)
      }, degrees: 39.6, zoom: 2),
    Case(
      testDescription: "no sensor is a metre wide",
      set: { ($0.sensorWidth, $0.sensorHeight, $0.focalLength) = (1000, 700, 50) }, degrees: nil,
      warnings: [.sensorUnknown]),
    Case(
      testDescription: "a given field wins",
      set: {
        phone(&$0)
        $0.fieldOfView = 95
      }, degrees: 95),
    Case(
      testDescription: "a stitched frame does not tell",
      set: {
        phone(&$0)
        $0.pixelWidth = 12_000
      }, degrees: nil, warnings: [.panorama]),
    Case(
      testDescription: "a short sweep that the camera marks does not tell either",
      set: {
        phone(&$0)
        $0.isStitched = true
      }, degrees: nil, warnings: [.panorama]),
    Case(
      testDescription: "a panorama that states its field tells",
      set: {
        phone(&$0)
        $0.pixelWidth = 12_000
        $0.fieldOfView = 235
      }, degrees: 235),
    Case(
      testDescription: "a full sphere", set: { $0.fieldOfView = 360 }, degrees: 360),
    Case(
      testDescription: "a zoom below 1 is no zoom",
      set: {
        phone(&$0)
        $0.digitalZoom = 0.5
      }, degrees: 67.3, warnings: [.valueOutOfRange]),
    Case(
      testDescription: "no lens is 65535 mm long",
      set: {
        phone(&$0)
        $0.focalLengthIn35mm = 65_535
      }, degrees: nil, warnings: [.valueOutOfRange]),
  ]

  @Test("The horizontal field of the upright frame", arguments: cases)
  func field(_ example: Case) throws {
    var metadata = CaptureMetadata.givenPosition
    example.set(&metadata)
    let pose = try metadata.resolved(declination: noDeclination)
    if let degrees = example.degrees {
      #expect(abs(try #require(pose.viewpoint.fieldOfView).degrees - degrees) < 0.01)
    } else {
      #expect(pose.viewpoint.fieldOfView == nil)
    }
    let spread = pose.viewpoint.fieldOfViewSpread.map { ($0 * 1e4).rounded() / 1e4 }
    #expect(spread == example.spread)
    #expect(pose.zoom == example.zoom)
    #expect(pose.warnings.map(\.code) == example.warnings)
  }

  /// Equivalents of phones' lenses with the field in both orientations of the phone, computed by
  /// hand: `2 atan(34.613 / 2f)` and `2 atan(25.960 / 2f)`, crops of 4:3 at 24 and 26 mm.
  static let lenses: [(focal: Double, width: Int, height: Int, degrees: Double)] = [
    (13, 4032, 3024, 106.18), (13, 3024, 4032, 89.91), (24, 4032, 3024, 71.59),
    (24, 3024, 4032, 56.81), (26, 4032, 3024, 67.30), (26, 3024, 4032, 53.06),
    (77, 4032, 3024, 25.34), (77, 3024, 4032, 19.14), (120, 4032, 3024, 16.42),
    (120, 3024, 4032, 12.35),
    // 16:9 and 22:9 keep the width of 4:3, 1:1 its height; upright, the shorter side follows.
    (26, 4032, 2268, 67.30), (26, 2268, 4032, 41.05), (26, 4032, 1649, 67.30),
    (26, 3024, 3024, 53.06), (24, 1512, 2688, 44.16),
    // Whole frames of longer sensors are themselves.
    (35, 6000, 4000, 54.43), (35, 4000, 6000, 37.85), (35, 5472, 3648, 54.43),
  ]

  @Test("Phones' lenses, frames and crops", arguments: lenses)
  func lens(focal: Double, width: Int, height: Int, degrees: Double) throws {
    var metadata = CaptureMetadata.givenPosition
    metadata.focalLengthIn35mm = focal
    (metadata.pixelWidth, metadata.pixelHeight) = (width, height)
    let pose = try metadata.resolved(declination: noDeclination)
    #expect(abs(try #require(pose.viewpoint.fieldOfView).degrees - degrees) < 0.01)
    // The same picture, stored lying and marked to be turned.
    (metadata.pixelWidth, metadata.pixelHeight) = (height, width)
    metadata.orientation = 8
    #expect(
      try metadata.resolved(declination: noDeclination).viewpoint.fieldOfView
        == pose.viewpoint.fieldOfView)
  }

  @Test(
    "A given zoom counts from the main camera, for any lens of the photo",
    arguments: [
      // Focal length and digital zoom of the photo, the given zoom, the equivalent that it makes.
      (13, nil, 0.5, 13), (24, nil, 5, 120), (48, 2, 1, 24), (77, nil, 3, 78), (nil, nil, 1, 26),
      (120, nil, 5, 130), (26, nil, 2, 52),
    ] as [(Double?, Double?, Double, Double)])
  func zoom(focal: Double?, digital: Double?, zoom: Double, equivalent: Double) throws {
    var metadata = CaptureMetadata.givenPosition
    metadata.make = "Apple"
    metadata.focalLengthIn35mm = focal
    metadata.digitalZoom = digital
    metadata.zoom = zoom
    let pose = try metadata.resolved(declination: noDeclination)
    #expect(pose.focalLengthIn35mm == equivalent && pose.zoom == zoom)
  }

  @Test func aSweptPictureSaysWhatItsLensShowsAtLeast() throws {
    var metadata = CaptureMetadata.givenPosition
    Self.phone(&metadata)
    metadata.latitude = 40.758
    (metadata.pixelWidth, metadata.pixelHeight) = (12_000, 3_900)
    let pose = try metadata.resolved(declination: noDeclination)
    #expect(pose.warnings.first?.message.contains("at least 53°") == true)
  }

  @Test func aHigherZoomShowsLess() throws {
    var last = 361.0
    for step in 1...60 {
      var metadata = CaptureMetadata.givenPosition
      metadata.zoom = Double(step) / 4
      let field = try metadata.resolved(declination: noDeclination).viewpoint.fieldOfView
      let degrees = try #require(field).degrees
      #expect(degrees < last)
      last = degrees
    }
  }
}
