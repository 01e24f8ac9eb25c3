import Testing
import TimeWalkMetadata
import TimeWalkTestSupport

/// The sensor's size of reduced photos: 900 x 600 pixels of a Canon EOS 40D's 3888 x 2592, on 22.2
/// x 14.8 mm.
@Suite struct ReadSensorTests {
  static func exif(
    make: String = "Example", model: String = "Canon EOS 40D", isReduced: Bool = true
  ) -> ExifBuilder {
    var exif = ExifBuilder()
    exif.set(0x010F, .text(make), in: .primary)
    exif.set(0x0110, .text(model), in: .primary)
    exif.set(0x920A, .rationals([(50, 1)]), in: .exif)
    exif.set(0xA002, .shorts([900]), in: .exif)
    exif.set(0xA003, .shorts([600]), in: .exif)
    exif.set(0xA20E, .rationals([isReduced ? (324_000, 73) : (3_888_000, 876)]), in: .exif)
    exif.set(0xA20F, .rationals([isReduced ? (2_592_001, 583) : (2_592_000, 583)]), in: .exif)
    return exif
  }

  static func width(_ exif: ExifBuilder, xmp: String? = nil) -> Double? {
    CaptureMetadata.read(jpeg: photo(exif, xmp: xmp, width: 900, height: 600)).metadata.sensorWidth
      .map { ($0 * 100).rounded() / 100 }
  }

  /// A photo with a maker note whose offsets count from the block's start.
  static func noted(_ make: String, _ note: (_ start: Int) -> [UInt8]) -> ExifBuilder {
    var exif = exif(make: make)
    let mark = [UInt8](repeating: 0x5A, count: note(0).count)
    exif.set(0x927C, .undefined(mark), in: .exif)
    let start = exif.block.firstRange(of: mark)?.lowerBound ?? 0
    exif.set(0x927C, .undefined(note(start)), in: .exif)
    return exif
  }

  /// A directory of one entry with its value right behind it.
  static func directory(
    at start: Int, _ tag: UInt16, type: UInt16, _ numbers: [UInt32]
  ) -> [UInt8] {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return bytes(1, 2) + bytes(Int(tag), 2) + bytes(Int(type), 2) + bytes(numbers.count, 4)
      + bytes(start + 18, 4) + [0, 0, 0, 0]
      + numbers.flatMap { bytes(Int($0), type == 3 ? 2 : 4) }
  }

  @Test func withoutTheOriginalsSizeTheSensorIsTooSmall() {
    #expect(Self.width(Self.exif()) == 5.15)
  }

  @Test func canonsFractionsSayTheOriginalsSize() {
    #expect(Self.width(Self.exif(make: "Canon", isReduced: false)) == 22.25)
    // They are no other maker's, and reduced ones say nothing.
    #expect(Self.width(Self.exif(make: "Example", isReduced: false)) == 5.15)
    #expect(Self.width(Self.exif(make: "Canon")) == 5.15)
  }

  @Test(
    "A maker note has the original's size",
    arguments: [
      ("Canon", "", 0x0012, 3, [9, 9, 3888, 2592]),
      ("Canon", "", 0x0026, 3, [40, 2, 9, 9, 3888, 2592, 3888, 2592]),
      ("SONY", "SONY DSC \0\0\0", 0xB02B, 4, [2592, 3888]),
    ] as [(String, String, UInt16, UInt16, [UInt32])])
  func makerNote(make: String, head: String, tag: UInt16, type: UInt16, numbers: [UInt32]) {
    let exif = Self.noted(make) { start in
      let head = Array(head.utf8)
      return head + Self.directory(at: start + head.count, tag, type: type, numbers)
    }
    #expect(Self.width(exif) == 22.25)
  }

  @Test func theInteroperabilityDirectorySaysIt() {
    let exif = Self.exif().setting(0x1001, .longs([3888]), in: .interoperability)
      .setting(0x1002, .longs([2592]), in: .interoperability)
    #expect(Self.width(exif) == 22.25)
  }

  @Test(arguments: [
    #"exif:PixelXDimension="3888" exif:PixelYDimension="2592""#,
    #"tiff:ImageWidth="3888" tiff:ImageLength="2592""#,
  ])
  func xmpSaysIt(attributes: String) {
    #expect(Self.width(Self.exif(), xmp: attributes) == 22.25)
  }

  @Test func aSizeThatMakesNoSensorIsPassedOver() {
    // A maker note that was kept from another picture.
    let exif = Self.noted("Canon") {
      Self.directory(at: $0, 0x0012, type: 3, [9, 9, 100, 75])
    }
    #expect(
      Self.width(exif, xmp: #"tiff:ImageWidth="3888" tiff:ImageLength="2592""#) == 22.25)
  }
}
