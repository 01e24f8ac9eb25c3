/// A freshly encoded JPEG that is to carry metadata, as far as these depend on it.
package struct CarrierTarget: Codable, Hashable, Sendable {
  /// Its size in pixels.
  let width: Int, height: Int
  /// Its components; `nil` if unknown.
  let components: Int?
  /// The content of its APP0.
  let header: [UInt8]?
  /// The range of its APP0.
  private let headerRange: Range<Int>?

  /// Looks at a picture.
  ///
  /// - Parameters:
  ///   - jpeg: the picture, upright, with an APP0 as its only metadata.
  ///   - width: its width in pixels.
  ///   - height: its height in pixels.
  /// - Throws: `notJPEG`.
  package init(_ jpeg: [UInt8], width: Int, height: Int) throws(MetadataError) {
    let segments = try JPEGSegments(jpeg)
    self.width = width
    self.height = height
    components = segments.frame?.components
    let own = segments.segments.first { $0.kind == .jfif }
    header = own.map { Array(jpeg[$0.payload]) }
    headerRange = own?.range
  }

  /// The picture with the metadata before its own data.
  ///
  /// - Parameters:
  ///   - jpeg: the picture of this target.
  ///   - head: the result of `MetadataCarrier.head(of:)`.
  /// - Returns: the whole picture.
  package func joined(_ jpeg: [UInt8], to head: [UInt8]) -> [UInt8] {
    var result = head
    result.reserveCapacity(head.count + jpeg.count)
    result += jpeg[2..<(headerRange?.lowerBound ?? 2)]
    result += jpeg[(headerRange?.upperBound ?? 2)...]
    return result
  }
}
