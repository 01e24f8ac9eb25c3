/// A JPEG without data that may reveal a place; its coded picture stays as it is.
///
/// The segments that decode the picture stay: tables, frames, scans, the colour profile, and
/// Adobe's about the colours. Exif keeps the camera, the time, the author and the orientation. All
/// other segments go, also those between scans, and everything behind the end of the picture. A
/// segment that stays is exactly as long as its content says, which leaves no room for other data.
package enum BareJPEG {
  /// Takes the data out.
  ///
  /// - Parameters:
  ///   - jpeg: the whole file.
  ///   - orientation: the orientation of the picture, 1...8.
  ///   - limits: the limits of reading.
  /// - Returns: the file without the data. `nil` where its structure isn't certain, where its
  ///   colours aren't grey or RGB, and where Exif doesn't state the orientation.
  package static func made(
    of jpeg: [UInt8], orientation: Int, limits: MetadataLimits = MetadataLimits()
  ) -> [UInt8]? {
    guard let read = try? JPEGSegments(jpeg, limits: limits), read.hasScan, !read.isTruncated,
      !read.isLimited, let frame = read.frame, [1, 3].contains(frame.components),
      JPEGSegment.isWholeProfile(
        read.segments.filter { $0.kind == .icc }.map { jpeg[$0.payload] })
    else { return nil }
    var result: [UInt8] = [0xFF, 0xD8]
    result.reserveCapacity(jpeg.count)
    var stated = 1
    for segment in read.segments {
      switch segment.kind {
      case .icc: result += jpeg[segment.range]
      case .frame, .coding:
        guard isWhole(segment.marker, jpeg[segment.payload]) else { return nil }
        result += jpeg[segment.range]
      // All that the standard has (Adobe Technical Note 5116, section 18).
      case .adobe: append(0xEE, jpeg[segment.payload].prefix(12), to: &result)
      case .jfif:
        // Version and density, without the thumbnail (JFIF 1.02, page 5).
        let content = jpeg[segment.payload].prefix(12)
        guard content.count == 12 else { return nil }
        append(0xE0, content + [0, 0], to: &result)
      case .exif where stated == 1:
        let content = Array(jpeg[segment.payload])
        // A block that can't be read states nothing.
        guard let editor = ExifEditor(segment: content, limits: limits) else { continue }
        let bare = JPEGSegment.Signature.exif + editor.withoutPlace()
        guard let own = ExifEditor.orientation(ofSegment: bare, limits: limits) else { continue }
        append(0xE1, bare, to: &result)
        if own != 0 { stated = own }
      default: continue
      }
    }
    guard stated == orientation, let scans = scans(of: jpeg, from: read.end) else { return nil }
    return result + scans
  }

  /// The scans and the tables between them, to the end marker (ITU-T T.81, B.1.1); `nil` without
  /// one.
  private static func scans(of jpeg: [UInt8], from start: Int) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(jpeg.count - start)
    var position = start
    while position + 1 < jpeg.count {
      guard jpeg[position] == 0xFF else { return nil }
      let marker = jpeg[position + 1]
      // Fill bytes.
      if marker == 0xFF {
        position += 1
        continue
      }
      if marker == 0xD9 { return result + [0xFF, 0xD9] }
      guard marker >= 0xC0, !(0xD0...0xD8).contains(marker), position + 4 <= jpeg.count else {
        return nil
      }
      let length = Int(jpeg[position + 2]) << 8 | Int(jpeg[position + 3])
      var end = position + 2 + length
      guard length >= 2, end <= jpeg.count,
        marker >= 0xE0 || isWhole(marker, jpeg[(position + 4)..<end])
      else { return nil }
      if marker == 0xDA { end = endOfScan(jpeg, from: end) }
      // Application data and comments aren't part of the picture.
      if marker < 0xE0 { result += jpeg[position..<end] }
      position = end
    }
    return nil
  }

  /// Returns true if a decoder's segment is exactly as long as its content says (T.81, B.2); false
  /// for those of rare codings.
  private static func isWhole(_ marker: UInt8, _ content: ArraySlice<UInt8>) -> Bool {
    switch marker {
    case 0xC0...0xC2: content.dropFirst(5).first.map { content.count == 6 + 3 * Int($0) } ?? false
    case 0xDA: content.first.map { content.count == 4 + 2 * Int($0) } ?? false
    case 0xDD: content.count == 2
    case 0xC4: isOfTables(content) { 17 + $0.dropFirst().prefix(16).reduce(0) { $0 + Int($1) } }
    case 0xDB: isOfTables(content) { $0.first.map { $0 < 16 } == true ? 65 : 129 }
    default: false
    }
  }

  private static func isOfTables(
    _ content: ArraySlice<UInt8>, length: (ArraySlice<UInt8>) -> Int
  ) -> Bool {
    var rest = content
    while !rest.isEmpty {
      let next = length(rest)
      guard next <= rest.count else { return false }
      rest = rest.dropFirst(next)
    }
    return true
  }

  /// The position of the first marker after a scan's data.
  private static func endOfScan(_ jpeg: [UInt8], from start: Int) -> Int {
    var position = start
    while position + 1 < jpeg.count {
      let next = jpeg[position + 1]
      // Stuffed zeros and restarts belong to the data.
      if jpeg[position] == 0xFF, next != 0, !(0xD0...0xD7).contains(next) { return position }
      position += 1
    }
    return jpeg.count
  }

  private static func append(
    _ marker: UInt8, _ payload: some Collection<UInt8>, to result: inout [UInt8]
  ) {
    let length = payload.count + 2
    result += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]
    result += payload
  }
}
