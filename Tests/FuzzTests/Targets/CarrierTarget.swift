import TimeWalkTestSupport

@testable import TimeWalkMetadata

extension FuzzTarget {
  /// Metadata of any format, carried into a new JPEG; the first byte chooses the format and the
  /// options.
  static let carrier = FuzzTarget("carrier") {
    PhotoContainer.allCases.enumerated().flatMap { index, container in
      ContainerReading.examples(of: container).flatMap { file in
        [UInt8(index), UInt8(index + 5), UInt8(index + 10)].map { [$0] + file }
      }
    }
  } run: { bytes in
    guard let choice = bytes.first.map(Int.init) else { return }
    let containers = PhotoContainer.allCases
    let embedded = EmbeddedMetadata(
      Array(bytes.dropFirst()), in: containers[choice % containers.count])
    let strips = choice / containers.count % 3 == 1
    var given = CaptureMetadata()
    (given.latitude, given.longitude, given.heading) = (-33.856_784, 151.215_297, 350.25)
    let options = MetadataCarrier.Options(
      stripLocation: strips, link: OriginalLink(sha256: "00", path: "/a"),
      given: choice / containers.count % 3 == 2 ? given : nil)
    let carrier = MetadataCarrier(embedded, options: options)
    let result = try carrier.carry(into: picture, width: 16, height: 8)
    let segments = try JPEGSegments(result)
    try promise(
      segments.hasScan && !segments.isTruncated && !segments.hasGarbage, "the JPEG is broken")
    let carried = CaptureMetadata.read(jpeg: result).metadata
    try promise(carried.orientation == 1, "the picture would be turned once more")
    if strips {
      try promise(carried.latitude == nil && carried.longitude == nil, "a place is left")
    }
  }

  private static let picture = JPEGBuilder().bytes
}
