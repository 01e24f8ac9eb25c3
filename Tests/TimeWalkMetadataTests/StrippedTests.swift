import Testing
import TimeWalkMetadata
import TimeWalkTestSupport

/// Without location, no byte of any real photo's position is left.
@Suite struct StrippedTests {
  @Test(TestData.isPresent) func noRealPhotoKeepsItsPosition() throws {
    var searched = 0
    var present = 0
    for file in TestData.files(in: "photos") {
      let bytes = try TestData.bytes("photos/" + file)
      guard let container = PhotoContainer(content: bytes) else { continue }
      let embedded = EmbeddedMetadata(bytes, in: container)
      let metadata = CaptureMetadata.read(embedded).metadata
      guard let latitude = metadata.latitude, let longitude = metadata.longitude else { continue }
      let options = MetadataCarrier.Options(
        stripLocation: true, link: OriginalLink(sha256: "ab", path: "/\(file)"))
      let stripped = try MetadataCarrier(embedded, options: options)
        .carry(into: MetadataCarrierTests.target, width: 1536, height: 2048)
      let whole = try MetadataCarrier(embedded)
        .carry(into: MetadataCarrierTests.target, width: 1536, height: 2048)
      searched += 1
      for angle in [latitude, longitude] {
        let written = WrittenPosition(angle: angle, block: embedded.exif)
        #expect(written.found(in: stripped).isEmpty, "\(file)")
        if !written.found(in: whole).isEmpty { present += 1 }
      }
      let read = CaptureMetadata.read(jpeg: stripped).metadata
      #expect(read.make == metadata.make && read.exposure.time == metadata.exposure.time)
    }
    #expect(searched > 50)
    // The search does find positions.
    #expect(present > searched, "\(present) of \(searched)")
  }
}
