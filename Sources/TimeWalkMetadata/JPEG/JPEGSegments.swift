internal import TimeWalkBase

/// One marker segment of a JPEG file.
package struct JPEGSegment: Hashable, Sendable {
  /// The type of a segment, from its marker and the signature at its start.
  package enum Kind: Hashable, Sendable {
    /// APP0 `JFIF`: version, density and perhaps a thumbnail.
    case jfif
    /// APP0 `JFXX`: another thumbnail.
    case jfxx
    /// APP1 `Exif`: a TIFF block.
    case exif
    /// APP1 with the main XMP packet.
    case xmp
    /// APP1 with a piece of an XMP packet that is too long for one segment.
    case extendedXMP
    /// APP2 with a piece of the colour profile.
    case icc
    /// APP2 `MPF`: where the other pictures lie in the file (CIPA DC-007).
    case multiPicture
    /// APP2 with ISO 21496-1 gain map metadata.
    case gainMap
    /// APP13 `Photoshop 3.0`: image resources, IPTC among them.
    case photoshop
    /// APP14 `Adobe`: how the colours are coded.
    case adobe
    /// COM.
    case comment
    /// Another application segment, with the number of its marker.
    case application(Int)
    /// A frame header (SOF).
    case frame
    /// Tables and other data for a decoder.
    case coding
  }

  /// The second byte of the marker.
  package let marker: UInt8
  /// The type.
  package let kind: Kind
  /// The range of the segment in the file, marker and length included.
  package let range: Range<Int>
  /// The range of its content in the file.
  package let payload: Range<Int>
}

/// The marker segments of a JPEG from its start to the first scan.
///
/// Skips fill bytes and garbage between segments, and stops at the end of a truncated file. The
/// marker syntax is that of ITU-T T.81, annex B.
package struct JPEGSegments: Sendable {
  /// The size that the frame header states.
  package struct Frame: Hashable, Sendable {
    /// Pixels a row, as stored.
    package let width: Int
    /// Rows, as stored.
    package let height: Int
    /// Colour components: 1 grey, 3 colour, 4 CMYK.
    package let components: Int
  }

  /// The segments in the file's order.
  public private(set) var segments: [JPEGSegment] = []
  /// The first frame header, if any.
  public private(set) var frame: Frame?
  /// The end offset: the marker of the first scan, or the end of a truncated file.
  public private(set) var end = 2
  /// True if a scan was found.
  public private(set) var hasScan = false
  /// True if a segment reaches beyond the file, or the file ends without a scan.
  public private(set) var isTruncated = false
  /// True if bytes that belong to no segment were stepped over.
  public private(set) var hasGarbage = false
  /// True if a limit ended the reading.
  public private(set) var isLimited = false

  /// Reads a file's segments.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - limits: the limits of reading.
  /// - Throws: `notJPEG` where the file does not start with the marker of a JPEG.
  package init(_ bytes: [UInt8], limits: MetadataLimits = MetadataLimits()) throws(MetadataError) {
    guard let start = ImageFormat.startOfJPEG(bytes) else {
      throw MetadataError(.notJPEG, "The file isn't a JPEG: it has no start marker.")
    }
    end = start + 2
    visit(bytes, limits: limits)
  }

  private mutating func visit(_ bytes: [UInt8], limits: MetadataLimits) {
    var position = end
    while true {
      while position < bytes.count, bytes[position] != 0xFF {
        position += 1
        hasGarbage = true
      }
      let start = position
      while position < bytes.count, bytes[position] == 0xFF { position += 1 }
      guard position < bytes.count else {
        end = min(start, bytes.count)
        isTruncated = true
        return
      }
      let marker = bytes[position]
      position += 1
      end = position - 2
      switch marker {
      case 0x00:
        hasGarbage = true
        continue
      case 0x01, 0xD0...0xD8: continue
      case 0xD9:
        isTruncated = true
        return
      case 0xDA:
        hasScan = true
        return
      default: break
      }
      guard position + 2 <= bytes.count else {
        isTruncated = true
        return
      }
      let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
      guard length >= 2 else {
        hasGarbage = true
        continue
      }
      guard position + length <= bytes.count else {
        isTruncated = true
        return
      }
      guard segments.count < limits.maximumSegments,
        position + length <= limits.maximumMetadataBytes
      else {
        isLimited = true
        return
      }
      let payload = position + 2..<position + length
      let kind = JPEGSegment.kind(marker: marker, payload: bytes[payload])
      segments.append(
        JPEGSegment(
          marker: marker, kind: kind, range: position - 2..<position + length, payload: payload))
      if kind == .frame, frame == nil, payload.count >= 6 {
        let at = payload.lowerBound
        frame = Frame(
          width: Int(bytes[at + 3]) << 8 | Int(bytes[at + 4]),
          height: Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]), components: Int(bytes[at + 5]))
      }
      position += length
      end = position
    }
  }
}
