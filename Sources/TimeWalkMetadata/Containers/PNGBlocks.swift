/// The blocks in which PNG keeps metadata.
///
/// Chunks are those of the PNG Specification (third edition), 11.3; `Raw profile type …` is
/// ImageMagick's older way of putting blocks into text.
enum PNGBlocks {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let xmpKeyword = "XML:com.adobe.xmp"

  /// A parsed text chunk.
  struct Text {
    let keyword: String
    let bytes: ArraySlice<UInt8>
    let isUTF8: Bool

    /// The text up to a comment's capacity, and one byte more if it is longer.
    var text: String {
      let bytes = bytes.prefix(JPEGSegment.greatestPayload + 1)
      return isUTF8
        ? String(decoding: bytes, as: UTF8.self)
        : String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Reads the content of a tEXt, zTXt or iTXt chunk; `nil` if it can't be.
    ///
    /// `inflating` is how much may still be decompressed.
    init?(type: String, _ data: ArraySlice<UInt8>, inflating remaining: inout Int) {
      guard let end = data.prefix(80).firstIndex(of: 0) else { return nil }
      keyword = String(String.UnicodeScalarView(data[..<end].map { Unicode.Scalar($0) }))
      var rest = data[(end + 1)...]
      var isCompressed = type == "zTXt"
      isUTF8 = type == "iTXt"
      if type == "iTXt" {
        guard rest.count >= 2, let flag = rest.first else { return nil }
        isCompressed = flag == 1
        rest = rest.dropFirst(2)
        // The language and the keyword in it.
        for _ in 0..<2 {
          guard let end = rest.firstIndex(of: 0) else { return nil }
          rest = rest[(end + 1)...]
        }
      } else if isCompressed {
        rest = rest.dropFirst()
      }
      guard isCompressed else {
        bytes = rest
        return
      }
      guard let inflated = ZlibStream.bytes(of: rest, remaining: &remaining) else { return nil }
      bytes = inflated[...]
    }

    /// The block that ImageMagick wrote as hexadecimal digits; `nil` for other texts.
    var rawProfile: [UInt8]? {
      // A line feed, the name, the length, then the digits in lines.
      let lines = bytes.drop { $0 == 0x0A }.split(
        separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
      guard lines.count == 3,
        let length = Int(String(decoding: lines[1].filter { $0 != 0x20 }, as: UTF8.self)),
        length >= 0, length <= lines[2].count / 2
      else { return nil }
      var result: [UInt8] = []
      result.reserveCapacity(length)
      var high: UInt8?
      for byte in lines[2] {
        let digit: UInt8
        switch byte {
        case 0x30...0x39: digit = byte - 0x30
        case 0x41...0x46: digit = byte - 0x37
        case 0x61...0x66: digit = byte - 0x57
        default: continue
        }
        if let first = high {
          result.append(first << 4 | digit)
          high = nil
        } else {
          high = digit
        }
      }
      return result.count >= length ? Array(result[..<length]) : nil
    }
  }
}

extension EmbeddedMetadata {
  mutating func readPNG(_ bytes: [UInt8], _ limits: MetadataLimits) {
    guard bytes.starts(with: PNGBlocks.signature) else { return }
    var old: [(keyword: String, profile: [UInt8])] = []
    var at = PNGBlocks.signature.count
    var count = 0
    var remaining = limits.maximumMetadataBytes
    var inflating = min(limits.maximumInflatedBytes, limits.maximumMetadataBytes)
    var leftOut = 0
    defer { if leftOut > 0 { warn(.leftOut, EmbeddedMetadata.leftOut(leftOut)) } }
    while at + 12 <= bytes.count {
      let size = Int(ByteOrder.big.uint32(bytes, at))
      guard size <= bytes.count - at - 12 else { return finishPNG(old, isWhole: false) }
      let type = String(decoding: bytes[(at + 4)..<(at + 8)], as: UTF8.self)
      let data = bytes[(at + 8)..<(at + 8 + size)]
      at += 12 + size
      if type == "IEND" { return finishPNG(old, isWhole: true) }
      guard type != "IDAT" else { continue }
      count += 1
      guard count <= limits.maximumSegments, size <= remaining else {
        warn(.limitReached, "The file has more metadata than the limit; the rest was skipped.")
        return finishPNG(old, isWhole: true)
      }
      remaining -= size
      switch type {
      case "IHDR" where size >= 8:
        frame = FrameSize(
          width: Int(ByteOrder.big.uint32(bytes, data.startIndex)),
          height: Int(ByteOrder.big.uint32(bytes, data.startIndex + 4)))
      case "eXIf": add(exif: data)
      case "zxIf":
        // An old draft's compressed form: a zero, the length, then a zlib stream.
        if data.first == 0,
          let block = ZlibStream.bytes(of: data.dropFirst(5), remaining: &inflating)
        {
          add(exif: block[...])
        } else {
          warn(.exifUnreadable, "The photo's compressed Exif block can't be read.")
        }
      case "pHYs": add(density: data)
      case "iCCP":
        guard let end = data.prefix(80).firstIndex(of: 0), end + 2 < data.endIndex else { continue }
        if let profile = ZlibStream.bytes(of: data[(end + 2)...], remaining: &inflating) {
          add(profile: profile[...])
        }
      case "tEXt", "zTXt", "iTXt":
        guard let text = PNGBlocks.Text(type: type, data, inflating: &inflating) else {
          leftOut += 1
          continue
        }
        if text.keyword == PNGBlocks.xmpKeyword {
          add(xmp: text.bytes)
        } else if text.keyword.hasPrefix("Raw profile type ") {
          if let profile = text.rawProfile { old.append((text.keyword, profile)) }
        } else {
          add(comment: text.keyword == "Comment" ? text.text : "\(text.keyword): \(text.text)")
        }
      default: continue
      }
    }
    finishPNG(old, isWhole: false)
  }

  private static func leftOut(_ count: Int) -> String {
    count == 1
      ? "Left out a text of the photo that can't be read."
      : "Left out \(count) texts of the photo that can't be read."
  }

  /// Reads pixels a metre, or the pixels' aspect ratio, as the equivalent header of a JPEG (PNG,
  /// 11.3.4.3).
  private mutating func add(density chunk: ArraySlice<UInt8>) {
    guard chunk.count == 9 else { return }
    let bytes = Array(chunk)
    let isLength = bytes[8] == 1
    let values = [0, 4].map { at in
      let stored = Double(ByteOrder.big.uint32(bytes, at))
      return Int((isLength ? stored * 0.0254 : stored).rounded())
    }
    guard values.allSatisfy({ (1...65_535).contains($0) }) else { return }
    let header =
      JPEGSegment.Signature.jfif + [1, 1, isLength ? 1 : 0]
      + values.flatMap { ByteOrder.big.bytes(UInt64($0), count: 2) } + [0, 0]
    blocks.append(Block(marker: 0xE0, kind: .jfif, payload: header))
  }

  /// Takes the older blocks where the newer ones are missing.
  private mutating func finishPNG(_ old: [(keyword: String, profile: [UInt8])], isWhole: Bool) {
    if !isWhole { breaksOff() }
    for (keyword, profile) in old {
      switch keyword.dropFirst("Raw profile type ".count).lowercased() {
      case "exif": add(exif: profile[...])
      case "app1":
        profile.starts(with: JPEGSegment.Signature.exif)
          ? add(exif: profile[...]) : add(xmp: profile[...])
      case "xmp": add(xmp: profile[...])
      case "iptc", "8bim": add(photoshop: profile[...])
      case "icc", "icm": add(profile: profile[...])
      default: continue
      }
    }
  }
}
