import Testing
import TimeWalkBase
import TimeWalkTestSupport

@testable import TimeWalkImaging

@Suite struct ImageFormatTests {
  static func file(_ brand: String, compatible: [String] = []) -> [UInt8] {
    let body = Array(("ftyp" + brand + "\0\0\0\0" + compatible.joined()).utf8)
    return [0, 0, 0, UInt8(body.count + 4)] + body
  }

  @Test(arguments: [
    ([0xFF, 0xD8, 0xFF, 0xE0], ImageFormat.jpeg), (Array("GIF89a....".utf8), .gif),
    ([0x49, 0x49, 0x2A, 0x00, 8, 0, 0, 0], .tiff), (Array("RIFF....WEBPVP8 ".utf8), .webp),
    (Array("RIFF....AVI LIST".utf8), .video), (file("heic"), .heic),
    (file("mif1", compatible: ["avif"]), .avif),
    (file("mif1", compatible: ["miaf", "heic"]), .heic), (file("isom"), .video),
    (file("qt  "), .video), (file("mif1"), .heic), (file("crx "), .cameraRaw),
    (Array("GIF87a".utf8), .gif), (Array("\0\0\0\u{8}wide".utf8), .video),
    ([0x4D, 0x4D, 0x00, 0x2B, 0, 8, 0, 0], .tiff), ([0, 0, 1, 0, 1, 0], .icon),
  ])
  func `a file is known by its content`(bytes: [UInt8], format: ImageFormat) {
    #expect(ImageFormat.recognise(bytes) == format)
  }

  @Test(arguments: [
    [], [0xFF], [0xFF, 0xD8], Array("hello, world".utf8), Array("RIFF".utf8), [0, 0, 0, 255, 0x66],
  ])
  func `anything else is unknown`(bytes: [UInt8]) {
    #expect(ImageFormat.recognise(bytes) == nil)
  }

  @Test func `an ending, in lower case, names one picture format`() {
    let endings = ImageFormat.allCases.flatMap(\.endings)
    #expect(Set(endings).count == endings.count)
    for format in ImageFormat.allCases {
      for ending in format.endings { #expect(ImageFormat(ending: ending) == format) }
    }
    #expect(ImageFormat(ending: "jpe")?.mediaType == "image/jpeg")
    #expect(ImageFormat(ending: "txt") == nil && ImageFormat(ending: "") == nil)
  }

  @Test func `every format that TimeWalk decodes can be found by its name and its content`() {
    #expect(
      ImageFormat.known == [.jpeg, .png, .heic, .avif, .tiff, .dng, .webp])
    for format in ImageFormat.known {
      #expect(!format.endings.isEmpty && format.mediaType.hasPrefix("image/"))
      #expect(!format.signatures.isEmpty || !format.brands.isEmpty)
    }
  }

  @Test func `a library is that of its formats`() {
    for format in ImageFormat.allCases where format.library != nil {
      #expect(format.isKnownToTimeWalk)
    }
    #expect(ImageFormat.heic.library == .heif && ImageFormat.avif.library == .heif)
    #expect(ImageFormat.jpeg.library == nil && ImageFormat.webp.library == nil)
  }

  @Test func `a length that lies is read no further than the file`() {
    #expect(ImageFormat.recognise([0xFF, 0xFF, 0xFF, 0xFF] + Array("ftypheix".utf8)) == .heic)
  }

  @Test func `an error names the file and its kind`() throws {
    let heic = try message(of: .unsupportedFormat) {
      _ = try JPEGPicture.decode(Self.file("heic"), name: "IMG_1.HEIC")
    }
    #expect(heic == "IMG_1.HEIC is HEIC, not a JPEG")
    #expect(
      try message(of: .notAnImage) { _ = try JPEGInfo.read([], name: "a.jpg") } == "a.jpg is empty")
    try message(of: .notAnImage) { _ = try JPEGInfo.read(Array("%!PS".utf8)) }
  }

  @Test(TestData.isPresent) func `every photo of the test data is recognised`() throws {
    for name in TestData.files(in: "photos") where !name.hasSuffix(".csv") {
      let bytes = try TestData.bytes("photos/\(name)")
      #expect(ImageFormat.recognise(bytes) != nil, "\(name)")
    }
  }
}
