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
        $0.focalLengthIn35mm = 52
        $0.digitalZoom = 2
      }, degrees: 36.81, zoom: 2),
    Case(
      testDescription: "a given zoom replaces the digital one",
      set: {
        phone(&$0)
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
      set: { ($0.sensorWidth, $0.sensorHeight, $0.focalLength) = (1000, 700, 50) }, degrees: nil),
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
    #expect(pose.zoom == example.zoom)
    #expect(pose.warnings.map(\.code) == example.warnings)
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
