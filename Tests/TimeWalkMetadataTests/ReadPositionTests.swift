import Testing
import TimeWalkCore
import TimeWalkMetadata
import TimeWalkTestSupport

@Suite struct ReadPositionTests {
  @Test(
    "A phone's position is read in both byte orders", arguments: [true, false],
    [(40.758, -73.9855), (-33.8568, 151.2153), (0.0001, -179.9999), (-89.9, 0)])
  func isRead(bigEndian: Bool, place: (Double, Double)) throws {
    let jpeg = SamplePhone.photo(
      SamplePhone.exif(bigEndian: bigEndian, latitude: place.0, longitude: place.1))
    let (metadata, warnings) = CaptureMetadata.read(jpeg: jpeg)
    #expect(warnings.isEmpty)
    #expect(abs(try #require(metadata.latitude) - place.0) < 1e-7)
    #expect(abs(try #require(metadata.longitude) - place.1) < 1e-7)
    #expect(metadata.horizontalAccuracy == 4.75)
    #expect(metadata.positionFlaw == nil)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let latitude: ExifValue
    var reference: ExifValue? = .text("N")
    let expected: Double?
    var warning: MetadataWarning.Code?
  }

  static let cases: [Case] = [
    Case(
      testDescription: "degrees alone", latitude: .rationals([(40_758, 1000)]), expected: 40.758),
    Case(
      testDescription: "degrees and decimal minutes", latitude: .rationals([(40, 1), (4548, 100)]),
      expected: 40.758),
    Case(
      testDescription: "blank seconds", latitude: .rationals([(40, 1), (4548, 100), (0, 0)]),
      expected: 40.758),
    Case(
      testDescription: "a double", latitude: .doubles([40.758]), expected: 40.758),
    Case(
      testDescription: "lower-case letter", latitude: .rationals([(40, 1)]), reference: .text("s"),
      expected: -40),
    Case(
      testDescription: "letter spelt out", latitude: .rationals([(40, 1)]),
      reference: .text("South"), expected: -40),
    Case(
      testDescription: "no letter", latitude: .rationals([(40, 1)]), reference: nil, expected: 40,
      warning: .referenceMissing),
    Case(
      testDescription: "unknown letter", latitude: .rationals([(40, 1)]), reference: .text("?"),
      expected: 40, warning: .referenceMissing),
    Case(
      testDescription: "signed, no letter", latitude: .signedRationals([(-40, 1), (30, 1)]),
      reference: nil, expected: -40.5, warning: .referenceMissing),
    Case(
      testDescription: "signed and S", latitude: .signedRationals([(-40, 1)]),
      reference: .text("S"), expected: -40),
    Case(
      testDescription: "signed and N", latitude: .signedRationals([(-40, 1)]), expected: -40,
      warning: .contradiction),
    Case(
      testDescription: "n/0", latitude: .rationals([(40, 0)]), expected: nil,
      warning: .valueNotANumber),
    Case(
      testDescription: "n/0 seconds", latitude: .rationals([(40, 1), (0, 1), (7, 0)]),
      expected: nil, warning: .valueNotANumber),
    Case(
      testDescription: "NaN", latitude: .doubles([.nan]), expected: nil, warning: .valueNotANumber),
    Case(
      testDescription: "all blank", latitude: .rationals([(0, 0), (0, 0), (0, 0)]), expected: nil),
    Case(
      testDescription: "minutes above 60", latitude: .rationals([(40, 1), (90, 1), (0, 1)]),
      expected: 41.5, warning: .valueOutOfRange),
    Case(testDescription: "text", latitude: .text("40.758"), expected: 40.758),
    Case(
      testDescription: "text of degrees and minutes", latitude: .text("40 45.48"),
      reference: .text("S"), expected: -40.758),
    Case(
      testDescription: "text that is no position", latitude: .text("40.7.58"), expected: nil,
      warning: .valueNotANumber),
    Case(
      testDescription: "unknown type", latitude: .raw(type: 99, count: 3, bytes: [1, 2, 3]),
      expected: nil),
    Case(
      testDescription: "count beyond the block",
      latitude: .raw(type: 5, count: .max, bytes: [0, 0, 0, 40, 0, 0, 0, 1]), expected: nil),
  ]

  @Test("Latitude is read in all written forms", arguments: cases)
  func isUnderstood(_ example: Case) throws {
    var exif = SamplePhone.exif()
    exif.set(0x0002, example.latitude, in: .gps)
    exif.remove(0x0001, from: .gps)
    if let reference = example.reference { exif.set(0x0001, reference, in: .gps) }
    let (metadata, warnings) = CaptureMetadata.read(jpeg: photo(exif))
    if let expected = example.expected {
      #expect(abs(try #require(metadata.latitude) - expected) < 1e-9)
    } else {
      #expect(metadata.latitude == nil)
    }
    #expect(warnings.map(\.code) == [example.warning].compactMap(\.self))
  }

  @Test(
    "XMP is used if Exif has no position, or 0, 0",
    arguments: [
      (#"exif:GPSLatitude="40,45.48N" exif:GPSLongitude="73,59,7.8W""#, 40.758, -73.9855),
      (
        #"drone-dji:GpsLatitude="-33.5" drone-dji:GpsLongtitude="+151.25""#, -33.5, 151.25
      ),
    ], [true, false])
  func xmpStandsIn(example: (String, Double, Double), hasZeroes: Bool) throws {
    var exif = SamplePhone.exif()
    if hasZeroes {
      exif.setPosition(latitude: 0, longitude: 0)
    } else {
      exif.remove(.gps)
    }
    let metadata = CaptureMetadata.read(jpeg: photo(exif, xmp: example.0)).metadata
    #expect(abs(try #require(metadata.latitude) - example.1) < 1e-9)
    #expect(abs(try #require(metadata.longitude) - example.2) < 1e-9)
  }

  @Test(arguments: ["40,45.48", "N", "40,45,1,1N", "40;45N", "x,1N", "-4,1N", ""])
  func xmpThatIsNoPositionIsNone(text: String) {
    let attributes = "exif:GPSLatitude=\"\(text)\" exif:GPSLongitude=\"73,59W\""
    #expect(CaptureMetadata.read(jpeg: photo(xmp: attributes)).metadata.latitude == nil)
  }

  @Test func anErrorOfZeroMetresIsUnknown() {
    let exif = SamplePhone.exif().setting(0x001F, .rationals([(0, 1)]), in: .gps)
    #expect(CaptureMetadata.read(jpeg: photo(exif)).metadata.horizontalAccuracy == nil)
  }

  @Test func dilutionOfPrecisionIsNoAccuracy() {
    var exif = SamplePhone.exif().setting(0x000B, .rationals([(3, 1)]), in: .gps)
    exif.remove(0x001F, from: .gps)
    #expect(CaptureMetadata.read(jpeg: photo(exif)).metadata.horizontalAccuracy == nil)
  }

  @Test(
    "A position on another datum than WGS 84 is uncertain",
    arguments: [
      ("TOKYO", 500), ("Tokyo Datum", 500), ("NAD-27", 500), ("OSGB36", 150), ("Potsdam", 500),
      ("WGS-84", nil), ("WGS 1984", nil), ("wgs84  ", nil), ("JGD2000", nil), ("", nil),
      ("Unknown", nil),
    ] as [(String, Double?)])
  func datum(text: String, error: Double?) {
    let exif = SamplePhone.exif().setting(0x0012, .text(text), in: .gps)
    let (metadata, warnings) = CaptureMetadata.read(jpeg: photo(exif))
    #expect(metadata.latitude != nil && metadata.horizontalAccuracy == error ?? 4.75)
    #expect(warnings.map(\.code) == (error == nil ? [] : [.datumForeign]))
  }

  @Test func aDatumOfAPlaceInXMPCountsToo() {
    let xmp = #"exif:GPSLatitude="40.5" exif:GPSLongitude="-73.5" exif:GPSMapDatum="TOKYO""#
    #expect(CaptureMetadata.read(jpeg: photo(xmp: xmp)).metadata.horizontalAccuracy == 500)
  }

  @Test func blanksBeforeAJPEGAreSteppedOver() {
    for blanks in ["\n", "\r\n", " \t\n"] {
      let file = Array(blanks.utf8) + SamplePhone.photo()
      #expect(PhotoContainer(content: file) == .jpeg)
      let (metadata, warnings) = CaptureMetadata.read(jpeg: file)
      #expect(warnings.isEmpty && metadata.heading == 205.5 && metadata.pixelWidth == 4032)
    }
    #expect(PhotoContainer(content: Array("x".utf8) + SamplePhone.photo()) == nil)
  }

  @Test func aVoidFixIsAWarning() {
    let exif = SamplePhone.exif().setting(0x0009, .text("V"), in: .gps)
    let (metadata, warnings) = CaptureMetadata.read(jpeg: photo(exif))
    #expect(warnings.map(\.code) == [.fixVoid])
    #expect(metadata.latitude != nil)
  }

  @Test(
    "Altitude has its sign and its surface",
    arguments: [
      (ExifValue.bytes([0]), 12.34, Altitude.Reference.seaLevel, nil),
      (.bytes([1]), -12.34, .seaLevel, nil),
      (.bytes([2]), 12.34, .ellipsoid, nil),
      (.bytes([3]), -12.34, .ellipsoid, nil),
      (.bytes([0, 100]), 12.34, .seaLevel, .referenceMalformed),
      (.text("1"), -12.34, .seaLevel, .referenceMalformed),
      (.shorts([1]), -12.34, .seaLevel, .referenceMalformed),
      (.bytes([200]), 12.34, .unknown, .referenceMissing),
      // Found by Scripts/fuzz: no Int holds these.
      (.doubles([1e300]), 12.34, .unknown, .referenceMissing),
      (.doubles([.nan]), 12.34, .unknown, .referenceMissing),
      (nil, 12.34, .seaLevel, nil),
    ] as [(ExifValue?, Double, Altitude.Reference, MetadataWarning.Code?)])
  func altitude(
    reference: ExifValue?, meters: Double, surface: Altitude.Reference,
    warning: MetadataWarning.Code?
  ) {
    var exif = SamplePhone.exif()
    exif.remove(0x0005, from: .gps)
    if let reference { exif.set(0x0005, reference, in: .gps) }
    let (metadata, warnings) = CaptureMetadata.read(jpeg: photo(exif))
    #expect(metadata.altitude == meters)
    #expect(metadata.altitudeReference == surface)
    #expect(warnings.map(\.code) == [warning].compactMap(\.self))
  }

  @Test(
    "XMP's altitude references are EXIF's",
    arguments: [
      ("0", 12.5, .seaLevel), ("1", -12.5, .seaLevel), ("2", 12.5, .ellipsoid),
      ("3", -12.5, .ellipsoid), ("9", 12.5, .unknown),
    ] as [(String, Double, Altitude.Reference)])
  func altitudeFromXMP(code: String, meters: Double, surface: Altitude.Reference) {
    let metadata = CaptureMetadata.read(
      jpeg: photo(xmp: #"exif:GPSAltitude="25/2" exif:GPSAltitudeRef="\#(code)""#)
    ).metadata
    #expect(metadata.altitude == meters && metadata.altitudeReference == surface)
  }

  @Test(arguments: [(0, []), (7, [.valueNotANumber])] as [(UInt32, [MetadataWarning.Code])])
  func altitudeOverZeroIsUnknown(numerator: UInt32, codes: [MetadataWarning.Code]) {
    let fraction: (UInt32, UInt32) = (numerator, 0)
    let exif = SamplePhone.exif().setting(0x0006, .rationals([fraction]), in: .gps)
    let (metadata, warnings) = CaptureMetadata.read(jpeg: photo(exif))
    #expect(metadata.altitude == nil && metadata.altitudeReference == nil)
    #expect(warnings.map(\.code) == codes)
  }

  @Test func aNegativeHeightBelowSeaLevelIsNotRaised() {
    let exif = SamplePhone.exif().setting(0x0006, .signedRationals([(-400, 1)]), in: .gps)
      .setting(0x0005, .bytes([1]), in: .gps)
    #expect(CaptureMetadata.read(jpeg: photo(exif)).metadata.altitude == -400)
  }

  @Test func aDronesHeightAboveTakeOffIsNotAnAltitude() {
    let relative = photo(xmp: #"drone-dji:RelativeAltitude="+125.30""#)
    #expect(CaptureMetadata.read(jpeg: relative).metadata.altitude == nil)
    let absolute = photo(xmp: #"drone-dji:AbsoluteAltitude="+1252.12""#)
    #expect(CaptureMetadata.read(jpeg: absolute).metadata.altitude == 1252.12)
  }
}
