import Foundation
import Testing
import TimeWalkMetadata
import TimeWalkTestSupport

@Suite struct ExposureTests {
  static func exposure(_ exif: ExifBuilder? = nil, xmp: String? = nil) -> Exposure {
    var jpeg = JPEGBuilder()
    if let exif { jpeg.add(exif) }
    if let xmp { jpeg.add(xmp: xmp) }
    return CaptureMetadata.read(jpeg: jpeg.bytes).metadata.exposure
  }

  @Test func whatTheCameraSaysIsRead() {
    var exif = ExifBuilder()
    exif.set(0x010F, .text("Maker"), in: .primary)
    exif.set(0x0110, .text("Model"), in: .primary)
    exif.set(0x829A, .rationals([(1, 250)]), in: .exif)
    exif.set(0x829D, .rationals([(28, 10)]), in: .exif)
    exif.set(0x8827, .shorts([400]), in: .exif)
    exif.set(0x9209, .shorts([0x19]), in: .exif)
    exif.set(0x920A, .rationals([(50, 1)]), in: .exif)
    exif.set(0xA403, .shorts([1]), in: .exif)
    exif.set(0xA405, .shorts([75]), in: .exif)
    exif.set(0xA434, .text("A lens 50 mm"), in: .exif)
    var expected = Exposure()
    expected.sensitivity = 400
    expected.time = 0.004
    expected.aperture = 2.8
    expected.focalLength = 50
    expected.focalLengthIn35mm = 75
    expected.whiteBalance = .manual
    expected.didFlash = true
    expected.lens = "A lens 50 mm"
    expected.make = "Maker"
    expected.model = "Model"
    #expect(Self.exposure(exif) == expected)
  }

  @Test func aSensitivityAboveTheOldTagIsReadFromTheNewOnes() {
    var exif = ExifBuilder()
    exif.set(0x8827, .shorts([65_535]), in: .exif)
    exif.set(0x8832, .longs([102_400]), in: .exif)
    #expect(Self.exposure(exif).sensitivity == 102_400)
  }

  @Test func stopsStandInForTimeAndAperture() throws {
    var exif = ExifBuilder()
    exif.set(0x9201, .rationals([(8, 1)]), in: .exif)
    exif.set(0x9202, .rationals([(4, 1)]), in: .exif)
    let exposure = Self.exposure(exif)
    #expect(exposure.time == 1.0 / 256)
    #expect(exposure.aperture == 4)
  }

  @Test func zerosAndBrokenFractionsSayNothing() {
    var exif = ExifBuilder()
    exif.set(0x829A, .rationals([(0, 0)]), in: .exif)
    exif.set(0x829D, .rationals([(5, 0)]), in: .exif)
    exif.set(0x8827, .shorts([0]), in: .exif)
    exif.set(0xA403, .shorts([7]), in: .exif)
    #expect(Self.exposure(exif).isEmpty)
    #expect(Self.exposure().isEmpty)
  }

  @Test func withoutExifXMPIsRead() {
    let exposure = Self.exposure(
      xmp: "exif:ExposureTime=\"1/60\" exif:FNumber=\"56/10\" tiff:Model=\"A model\"")
    #expect(exposure.time == 1.0 / 60)
    #expect(exposure.aperture == 5.6)
    #expect(exposure.model == "A model")
  }
}
