import TimeWalkTestSupport

@testable import TimeWalkMetadata

extension FuzzTarget {
  /// The reader of a JPEG's segments, and all readers of their contents.
  static let jpegSegments = FuzzTarget("jpeg-segments") {
    ContainerReading.examples(of: .jpeg) + [JPEGBuilder().bytes]
  } run: { bytes in
    guard let file = try? JPEGSegments(bytes) else { return }
    var end = 2
    for segment in file.segments {
      try promise(segment.range.lowerBound >= end, "a segment begins within the one before")
      try promise(
        segment.payload.lowerBound == segment.range.lowerBound + 4
          && segment.payload.upperBound == segment.range.upperBound, "a segment is not its content")
      end = segment.range.upperBound
    }
    try promise(end <= bytes.count && file.end <= bytes.count, "a segment reaches beyond the file")
    ContainerReading.read(bytes, in: .jpeg)
  }
}
