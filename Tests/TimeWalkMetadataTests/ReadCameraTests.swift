import Testing
import TimeWalkMetadata
import TimeWalkTestSupport

@Suite struct ReadCameraTests {
  @Test func aPhonesMetadataIsReadWhole() throws {
    let (metadata, warnings) = CaptureMetadata.read(jpeg: SamplePhone.photo())
    #expect(warnings.isEmpty)
    #expect(metadata.make == "Example" && metadata.model == "Phone 5")
    #expect(metadata.orientation == 6)
    #expect(metadata.pixelWidth == 4032 && metadata.pixelHeight == 3024)
    #expect(metadata.uprightFrame == FrameSize(width: 3024, height: 4032))
    #expect(metadata.focalLength == 5.25 && metadata.focalLengthIn35mm == 26)
    #expect(metadata.digitalZoom == nil)
    #expect(metadata.heading == 205.5 && metadata.headingReference == .trueNorth)
    #expect(metadata.headingAccuracy == nil)
    #expect(metadata.pitch == 3.1 && metadata.roll == nil)
    #expect(metadata.timestamp?.description == "2026-11-21T12:00:00-05:00")
    #expect(metadata.fieldsFromPhoto == Set(CaptureField.allCases))
  }

  @Test(
    "One letter gives the north reference of a heading",
    arguments: [
      ("T", .trueNorth), ("M", .magnetic), ("m", .magnetic), ("undef", nil), ("", nil),
    ] as [(String, CaptureMetadata.HeadingReference?)])
  func headingReference(text: String, expected: CaptureMetadata.HeadingReference?) {
    let exif = SamplePhone.exif().setting(0x0010, .text(text), in: .gps)
    #expect(CaptureMetadata.read(jpeg: photo(exif)).metadata.headingReference == expected)
  }

  @Test(
    "Orientation is 1...8, else 1",
    arguments: [
      (ExifValue.shorts([3]), 3, []), (.longs([8]), 8, []), (.bytes([6]), 6, []),
      (.shorts([0]), 1, []), (.shorts([9]), 1, [.valueOutOfRange]),
      (.rationals([(3, 2)]), 1, [.valueOutOfRange]), (.text("6"), 1, []),
    ] as [(ExifValue, Int, [MetadataWarning.Code])])
  func orientation(value: ExifValue, expected: Int, codes: [MetadataWarning.Code]) {
    let exif = SamplePhone.exif().setting(0x0112, value, in: .primary)
    let (metadata, warnings) = CaptureMetadata.read(jpeg: photo(exif))
    #expect(metadata.orientation == expected)
    #expect(warnings.map(\.code) == codes)
  }

  @Test(
    "No digital zoom is nil",
    arguments: [((0, 1), nil), ((0, 0), nil), ((100, 100), 1), ((15, 10), 1.5)]
      as [((UInt32, UInt32), Double?)])
  func digitalZoom(ratio: (UInt32, UInt32), expected: Double?) {
    let exif = SamplePhone.exif().setting(0xA404, .rationals([ratio]), in: .exif)
    #expect(CaptureMetadata.read(jpeg: photo(exif)).metadata.digitalZoom == expected)
  }

  @Test func aFocalLengthOfZeroIsUnknown() {
    let exif = SamplePhone.exif().setting(0xA405, .shorts([0]), in: .exif)
      .setting(0x920A, .rationals([(0, 0)]), in: .exif)
    let metadata = CaptureMetadata.read(jpeg: photo(exif)).metadata
    #expect(metadata.focalLengthIn35mm == nil && metadata.focalLength == nil)
  }

  @Test func theSensorIsMeasuredByTheFocalPlane() throws {
    // A Canon EOS 40D: 3888 x 2592 pixels on 22.2 x 14.8 mm.
    let exif = SamplePhone.exif(width: 3888, height: 2592)
      .setting(0xA20E, .rationals([(3_888_000, 876)]), in: .exif)
      .setting(0xA20F, .rationals([(2_592_000, 583)]), in: .exif)
      .setting(0xA210, .shorts([2]), in: .exif)
    let metadata = CaptureMetadata.read(jpeg: photo(exif)).metadata
    #expect(abs(try #require(metadata.sensorWidth) - 22.25) < 0.01)
    #expect(abs(try #require(metadata.sensorHeight) - 14.81) < 0.01)
  }

  @Test(
    "Tilt comes from the first that states it",
    arguments: [
      (
        #"GPano:PosePitchDegrees="-4.5" GPano:PoseRollDegrees="1" drone-dji:GimbalPitchDegree="-90""#,
        -4.5, nil, 1
      ),
      (
        #"drone-dji:GimbalPitchDegree="-78.80" drone-dji:GimbalRollDegree="+0.50""#, -78.8, 1, 0.5
      ),
    ] as [(String, Double, Double?, Double)])
  func tilt(xmp: String, pitch: Double, accuracy: Double?, roll: Double) {
    var exif = SamplePhone.exif()
    exif.remove(0x9405, from: .exif)
    let metadata = CaptureMetadata.read(jpeg: photo(exif, xmp: xmp)).metadata
    #expect(metadata.pitch == pitch)
    #expect(metadata.pitchAccuracy == accuracy)
    #expect(metadata.roll == roll)
    let stated = CaptureMetadata.read(jpeg: photo(SamplePhone.exif(), xmp: xmp)).metadata
    #expect(stated.pitch == 3.1)
  }

  @Test(arguments: [(31, -1), (31, 0), (0, 0)] as [(Int32, Int32)])
  func anUnknownElevationAngleIsNil(numerator: Int32, denominator: Int32) {
    let exif = SamplePhone.exif()
      .setting(0x9405, .signedRationals([(numerator, denominator)]), in: .exif)
    #expect(CaptureMetadata.read(jpeg: photo(exif)).metadata.pitch == nil)
  }

  /// A maker note with one acceleration vector, in thousandths of g.
  static func makerNote(_ x: Int32, _ y: Int32, _ z: Int32) -> ExifValue {
    let vector = ExifValue.signedRationals([(x, 1000), (y, 1000), (z, 1000)])
    var note = ExifBuilder(bigEndian: true)
    note.set(0x0008, vector, in: .primary)
    // The builder's directory starts at 8 and the note's at 14, so the data moves by 6.
    var table = Array(note.block[8...])
    table[13] += 6
    return .undefined(Array("Apple iOS\0\0\u{1}MM".utf8) + table)
  }

  @Test(
    "Apple's acceleration vector gives pitch and roll",
    arguments: [
      // Upright in portrait; an iPhone 6 on the ground, looking up at a hedge; on its back, lens
      // down; upright, turned clockwise by 10 degrees. Gravity is then to the right of the screen's
      // bottom.
      ((0, -1000, 0), 0.0, 0.0), ((-992, -51, 126), 7.2, 2.9), ((0, 0, -1000), -90, nil),
      ((0, 0, 1000), 90, nil), ((174, -985, 0), 0, 10), ((1000, 0, 0), 0, 0),
    ] as [((Int32, Int32, Int32), Double, Double?)])
  func acceleration(vector: (Int32, Int32, Int32), pitch: Double, roll: Double?) throws {
    var exif = SamplePhone.exif()
    exif.remove(0x9405, from: .exif)
    exif.set(0x927C, ReadCameraTests.makerNote(vector.0, vector.1, vector.2), in: .exif)
    let (metadata, warnings) = CaptureMetadata.read(jpeg: photo(exif))
    #expect(warnings.isEmpty)
    #expect(abs(try #require(metadata.pitch) - pitch) < 0.1)
    #expect(metadata.pitchAccuracy == 2)
    if let roll {
      #expect(abs(try #require(metadata.roll) - roll) < 0.1)
    } else {
      #expect(metadata.roll == nil)
    }
  }

  @Test func aShakenPhoneHasNoTilt() {
    var exif = SamplePhone.exif()
    exif.remove(0x9405, from: .exif)
    exif.set(0x927C, ReadCameraTests.makerNote(823, 926, 960), in: .exif)
    let (metadata, warnings) = CaptureMetadata.read(jpeg: photo(exif))
    #expect(metadata.pitch == nil && metadata.roll == nil && metadata.pitchAccuracy == nil)
    #expect(warnings.map(\.code) == [.unsteady])
  }

  @Test func aPanoramaStatesItsFieldAndHeading() {
    let metadata = CaptureMetadata.read(
      jpeg: photo(
        xmp: """
          GPano:FullPanoWidthPixels="8000" GPano:CroppedAreaImageWidthPixels="4000"
           GPano:PoseHeadingDegrees="176.3"
          """)
    ).metadata
    #expect(metadata.fieldOfView == 180)
    #expect(metadata.heading == 176.3 && metadata.headingReference == nil)
  }

  @Test func aPanoramasHeadingOfMinusOneIsUnknown() {
    func heading(_ degrees: String) -> Double? {
      CaptureMetadata.read(jpeg: photo(xmp: "GPano:PoseHeadingDegrees=\"\(degrees)\""))
        .metadata.heading
    }
    #expect(heading("-1") == nil && heading("-1.5") == 358.5 && heading("-90") == 270)
  }

  @Test(
    "A crop of a panorama looks where its middle does",
    arguments: [
      // Full width, shown, left; heading of the full one; the field and heading of the picture.
      ((8000, 4000, 2000), 90, 180, 90), ((8000, 4000, 0), 90, 180, 0),
      ((8000, 4000, 4000), 90, 180, 180), ((8000, 2000, 6000), 300, 90, 75),
      ((8000, 2000, 0), 10, 90, 235), ((8000, 8000, 0), 359.5, 360, 359.5),
      ((7776, 7776, 0), 176.3, 360, 176.3),
    ] as [((Int, Int, Int), Double, Double, Double)])
  func panoramaCrop(size: (Int, Int, Int), pose: Double, field: Double, heading: Double) throws {
    let metadata = CaptureMetadata.read(
      jpeg: photo(
        xmp: """
          GPano:FullPanoWidthPixels="\(size.0)" GPano:CroppedAreaImageWidthPixels="\(size.1)"
           GPano:CroppedAreaLeftPixels="\(size.2)" GPano:PoseHeadingDegrees="\(pose)"
          """)
    ).metadata
    #expect(metadata.fieldOfView == field)
    #expect(abs(try #require(metadata.heading) - heading) < 1e-9)
  }

  @Test(
    "A crop's pitch is that of its middle row",
    arguments: [((4000, 4000, 0), 0), ((4000, 2000, 1000), 0), ((4000, 2000, 0), 45)]
      as [((Int, Int, Int), Double)])
  func panoramaPitch(size: (Int, Int, Int), pitch: Double) {
    let metadata = CaptureMetadata.read(
      jpeg: photo(
        xmp: """
          GPano:FullPanoHeightPixels="\(size.0)" GPano:CroppedAreaImageHeightPixels="\(size.1)"
           GPano:CroppedAreaTopPixels="\(size.2)" GPano:PosePitchDegrees="0" GPano:PoseRollDegrees="-2.5"
          """)
    ).metadata
    #expect(metadata.pitch == pitch && metadata.roll == -2.5)
  }

  @Test(
    "A panorama with contradictory numbers has no field of view",
    arguments: [
      ("8000", "9000", "0"), ("8000", "4000", "5000"), ("8000", "4000", "-1"), ("0", "4000", "0"),
      ("8000", "0", "0"), ("-8000", "4000", "0"), ("x", "4000", "0"), ("8000", "nan", "0"),
    ])
  func contradictoryPanorama(full: String, shown: String, left: String) {
    let metadata = CaptureMetadata.read(
      jpeg: photo(
        xmp: """
          GPano:FullPanoWidthPixels="\(full)" GPano:CroppedAreaImageWidthPixels="\(shown)"
           GPano:CroppedAreaLeftPixels="\(left)" GPano:PoseHeadingDegrees="90"
          """)
    ).metadata
    #expect(metadata.heading == 90)
    #expect(metadata.fieldOfView == (shown == "nan" ? 360 : nil))
  }

  @Test("Apple's mark of a swept picture is seen", arguments: [(6, true), (3, false), (0, false)])
  func swept(value: UInt16, isStitched: Bool) {
    let exif = SamplePhone.exif().setting(0xA401, .shorts([value]), in: .exif)
    #expect(CaptureMetadata.read(jpeg: photo(exif)).metadata.isStitched == isStitched)
  }

  struct TimeCase: Sendable {
    var original: String?
    var offset: String? = "-05:00"
    var changed: String?
    var expected: String?
    var codes: [MetadataWarning.Code] = []
  }

  @Test(
    "The first valid time is used",
    arguments: [
      TimeCase(original: "2026:11:21 12:00:00", expected: "2026-11-21T12:00:00-05:00"),
      TimeCase(original: "2026:11:21 12:00:00", offset: nil, expected: "2026-11-21T12:00:00"),
      TimeCase(
        original: "2026:11:21 12:00:00", offset: "   :  ", expected: "2026-11-21T12:00:00"),
      TimeCase(
        original: "2026-11-21T12:00:00+02:00", offset: nil, expected: "2026-11-21T12:00:00+02:00"),
      TimeCase(original: "0000:00:00 00:00:00"),
      TimeCase(original: "    :  :     :  :  "),
      TimeCase(original: ""),
      TimeCase(original: "2026:02:30 12:00:00", codes: [.timestampInvalid]),
      TimeCase(
        original: "2026:02:30 12:00:00", changed: "2026:03:01 10:00:00",
        expected: "2026-03-01T10:00:00", codes: [.timestampInvalid]),
      TimeCase(changed: "2026:03:01 10:00:00", expected: "2026-03-01T10:00:00"),
    ])
  func time(_ example: TimeCase) {
    var exif = ExifBuilder()
    if let original = example.original { exif.set(0x9003, .text(original), in: .exif) }
    if let offset = example.offset { exif.set(0x9011, .text(offset), in: .exif) }
    if let changed = example.changed { exif.set(0x0132, .text(changed), in: .primary) }
    let (metadata, warnings) = CaptureMetadata.read(jpeg: photo(exif))
    #expect(metadata.timestamp?.description == example.expected)
    #expect(warnings.map(\.code) == example.codes)
  }

  @Test(
    "The receiver's time is UTC",
    arguments: [
      ("2026:11:21", (17, 1), "2026-11-21T17:00:05Z", []),
      ("2014:09:259", (17, 1), nil, [.timestampInvalid]),
      ("2026:11:21", (99, 1), nil, [.timestampInvalid]),
      ("2026:11:21", (1, 0), nil, [.timestampInvalid]), ("", (17, 1), nil, []),
    ] as [(String, (UInt32, UInt32), String?, [MetadataWarning.Code])])
  func receiverTime(
    date: String, hour: (UInt32, UInt32), expected: String?, codes: [MetadataWarning.Code]
  ) {
    let exif = ExifBuilder().setting(0x001D, .text(date), in: .gps)
      .setting(0x0007, .rationals([hour, (0, 1), (575, 100)]), in: .gps)
    let (metadata, warnings) = CaptureMetadata.read(jpeg: photo(exif))
    #expect(metadata.timestamp?.description == expected)
    #expect(metadata.timestamp.map(\.isFromGPS) != false)
    #expect(warnings.map(\.code) == codes)
  }

  @Test func whatIsNoJPEGSaysNothing() {
    let (metadata, warnings) = CaptureMetadata.read(jpeg: Array("nothing".utf8))
    #expect(warnings.map(\.code) == [.notJPEG])
    #expect(metadata.latitude == nil && metadata.pixelWidth == nil)
  }

  @Test func anUnreadableExifBlockIsAWarning() {
    var jpeg = JPEGBuilder()
    jpeg.add(0xE1, Array("Exif\0\0XX*garbage".utf8))
    let (metadata, warnings) = CaptureMetadata.read(jpeg: jpeg.bytes)
    #expect(warnings.map(\.code) == [.exifUnreadable])
    #expect(metadata.pixelWidth == 16)
  }
}
