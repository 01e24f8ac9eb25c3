import Testing
import TimeWalkCore
import TimeWalkMetadata
import TimeWalkReading

@Suite("The values of a file beside a photo")
struct SidecarValuesTests {
  /// A sidecar file with all that may be missing.
  private static var beside: CaptureMetadata {
    var beside = CaptureMetadata()
    (beside.latitude, beside.longitude) = (48.8583736, 2.291901)
    (beside.altitude, beside.altitudeReference) = (35, .seaLevel)
    (beside.heading, beside.headingReference) = (29.5, .trueNorth)
    beside.pitch = 4
    beside.focalLengthIn35mm = 26
    return beside
  }

  @Test("Accuracies and references of missing values aren't those of the sidecar's values")
  func references() {
    var photo = CaptureMetadata()
    (photo.latitude, photo.longitude, photo.horizontalAccuracy) = (0, 0, 4)
    (photo.altitudeReference, photo.altitudeAccuracy) = (.ellipsoid, 3)
    (photo.heading, photo.headingReference, photo.headingAccuracy) = (-1, .magnetic, 2)
    let (filled, taken) = photo.filled(from: Self.beside)
    #expect(filled.latitude == 48.8583736 && filled.horizontalAccuracy == nil)
    #expect(filled.altitudeReference == .seaLevel && filled.altitudeAccuracy == nil)
    #expect(filled.heading == 29.5)
    #expect(filled.headingReference == .trueNorth && filled.headingAccuracy == nil)
    #expect(taken == ["position", "altitude", "heading", "pitch", "focal length"])
    photo.heading = nil
    #expect(photo.filled(from: Self.beside).metadata.headingReference == .trueNorth)
  }

  @Test("The photo's own values stay with their accuracies and references")
  func own() {
    var photo = CaptureMetadata()
    (photo.latitude, photo.longitude, photo.horizontalAccuracy) = (40.7536, -73.9808, 4)
    (photo.altitude, photo.altitudeReference, photo.altitudeAccuracy) = (20, .ellipsoid, 3)
    (photo.heading, photo.headingReference, photo.headingAccuracy) = (77, .magnetic, 2)
    photo.pitch = 1
    photo.focalLengthIn35mm = 52
    let (filled, taken) = photo.filled(from: Self.beside)
    #expect(filled == photo && taken.isEmpty, "\(taken)")
  }

  @Test("The fault of the photo's position stays if the sidecar file has none")
  func flaw() {
    var photo = CaptureMetadata()
    photo.positionFlaw = .notANumber
    #expect(photo.filled(from: Self.beside).metadata.positionFlaw == nil)
    var unplaced = Self.beside
    unplaced.latitude = nil
    #expect(photo.filled(from: unplaced).metadata.positionFlaw == .notANumber)
  }

  @Test("Takeout's JSON is read by itself; other JSON and other files have no metadata")
  func takeout() throws {
    func read(_ text: String) throws -> SidecarMetadata? {
      try PictureReaders().sidecar(Array(text.utf8), name: "a.jpg.json")
    }
    let json = #"{"geoData": {"latitude": 48.8583736, "longitude": 2.291901, "altitude": 0}}"#
    #expect(try read(json)?.capture.latitude == 48.8583736)
    #expect(try read(#"{"latitude": 48.8583736, "longitude": 2.291901}"#) == nil)
    // A time of no such year is none; the least number ended the reader.
    for seconds in [Int.min, -1_000_000_000_000_000, 253_402_300_800, Int.max] {
      let found = try read(#"{"photoTakenTime": {"timestamp": "\#(seconds)"}}"#)
      #expect(found != nil && found?.capture.timestamp == nil, "\(seconds)")
    }
  }
}
