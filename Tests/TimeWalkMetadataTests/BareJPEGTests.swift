import Testing
import TimeWalkMetadata
import TimeWalkTestSupport

@Suite("JPEGs without their metadata, not encoded again") struct BareJPEGTests {
  @Test(
    "Real photos keep their coded picture, camera and orientation, and lose their place",
    TestData.isPresent)
  func realPhotos() throws {
    var count = 0
    for file in TestData.files(in: "photos") {
      let bytes = try TestData.bytes("photos/" + file)
      guard PhotoContainer(content: bytes) == .jpeg else { continue }
      let metadata = CaptureMetadata.read(jpeg: bytes).metadata
      guard let latitude = metadata.latitude, let longitude = metadata.longitude,
        let bare = BareJPEG.made(of: bytes, orientation: metadata.orientation)
      else { continue }
      count += 1
      let (old, new) = (try JPEGSegments(bytes), try JPEGSegments(bare))
      #expect(old.frame == new.frame && new.hasScan && !new.isTruncated, "\(file)")
      #expect(bytes[old.end...].starts(with: bare[new.end...]), "\(file)")
      for angle in [latitude, longitude] {
        let block = EmbeddedMetadata(bytes, in: .jpeg).exif
        #expect(WrittenPosition(angle: angle, block: block).found(in: bare).isEmpty, "\(file)")
      }
      let read = CaptureMetadata.read(jpeg: bare).metadata
      #expect(read.latitude == nil && read.longitude == nil, "\(file)")
      #expect(read.orientation == metadata.orientation && read.make == metadata.make, "\(file)")
    }
    #expect(count > 30, "\(count)")
  }

  @Test("Comments between scans and data behind the end go; without an end there is nothing")
  func structure() throws {
    var bytes = photo()
    let end = try #require(bytes.lastIndex(of: 0xD9))
    #expect(bytes[end - 1] == 0xFF)
    let comment: [UInt8] = [0xFF, 0xFE, 0, 8] + Array("secret".utf8)
    bytes.replaceSubrange((end - 1)...end, with: comment + [0xFF, 0xD9] + Array("behind".utf8))
    let bare = try #require(BareJPEG.made(of: bytes, orientation: 1))
    let text = String(decoding: bare, as: UTF8.self)
    #expect(!text.contains("secret") && !text.contains("behind"))
    #expect(Array(bare.suffix(2)) == [0xFF, 0xD9])
    #expect(BareJPEG.made(of: Array(bytes[..<(end - 1)]), orientation: 1) == nil)
    // Exif doesn't state this orientation.
    #expect(BareJPEG.made(of: bytes, orientation: 6) == nil)
    #expect(BareJPEG.made(of: Array("no picture".utf8), orientation: 1) == nil)
  }
}
