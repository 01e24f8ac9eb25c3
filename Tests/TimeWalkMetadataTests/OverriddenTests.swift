import Testing
import TimeWalkCore
import TimeWalkMetadata
import TimeWalkTestSupport

@Suite struct OverriddenTests {
  let read = CaptureMetadata.read(jpeg: SamplePhone.photo()).metadata

  @Test func nothingGivenChangesNothing() {
    #expect(read.overridden(by: CaptureMetadata()) == read)
  }

  @Test func aGivenPositionBringsItsOwnAccuracy() {
    let result = read.overridden(by: .givenPosition)
    #expect(result.latitude == 40.758 && result.longitude == -73.9855)
    #expect(result.horizontalAccuracy == nil)
    #expect(!result.fieldsFromPhoto.contains(.position))
    #expect(result.fieldsFromPhoto.contains(.heading))
    #expect(result.altitude == 12.34 && result.heading == 205.5)
  }

  @Test func aGivenHeadingBringsItsOwnReferenceAndAccuracy() {
    var known = read
    known.headingAccuracy = 4
    var given = CaptureMetadata()
    given.heading = 10
    var result = known.overridden(by: given)
    #expect(result.heading == 10)
    #expect(result.headingReference == nil && result.headingAccuracy == nil)
    given.headingReference = .magnetic
    given.headingAccuracy = 7
    result = known.overridden(by: given)
    #expect(result.headingReference == .magnetic && result.headingAccuracy == 7)
    #expect(!result.fieldsFromPhoto.contains(.heading))
  }

  @Test func aGivenReferenceAloneIsAboutThePhotosHeading() {
    var given = CaptureMetadata()
    given.headingReference = .magnetic
    given.horizontalAccuracy = 30
    given.altitudeReference = .ground
    given.pitchAccuracy = 6
    let result = read.overridden(by: given)
    #expect(result.heading == 205.5 && result.headingReference == .magnetic)
    #expect(result.latitude == read.latitude && result.horizontalAccuracy == 30)
    #expect(result.altitude == 12.34 && result.altitudeReference == .ground)
    #expect(result.pitch == 3.1 && result.pitchAccuracy == 6)
  }

  @Test func aGivenAltitudeBringsItsReference() {
    var given = CaptureMetadata()
    given.altitude = 80
    let result = read.overridden(by: given)
    #expect(result.altitude == 80 && result.altitudeReference == nil)
  }

  @Test func aGivenZoomReplacesAStatedField() {
    var panorama = read
    panorama.fieldOfView = 180
    var given = CaptureMetadata()
    given.zoom = 2
    let result = panorama.overridden(by: given)
    #expect(result.zoom == 2 && result.fieldOfView == nil)
    #expect(result.focalLengthIn35mm == 26)
  }

  @Test func aGivenTimeWins() {
    var given = CaptureMetadata()
    given.timestamp = CaptureTime(iso8601: "1999-12-31T23:59:59Z")
    #expect(given.timestamp != nil)
    #expect(read.overridden(by: given).timestamp == given.timestamp)
  }
}
