/// Builds files of other kinds than JPEG around blocks of metadata; they hold no picture that could
/// be decoded.
package enum PhotoFiles {
  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }

  /// A PNG of some chunks, with checksums of zero, which don't matter for metadata.
  package static func png(_ chunks: [(type: String, data: [UInt8])]) -> [UInt8] {
    var result: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let header = ("IHDR", big(40, 4) + big(30, 4) + [8, 2, 0, 0, 0])
    for (type, data) in [header] + chunks + [("IEND", [])] {
      result += big(data.count, 4) + Array(type.utf8) + data + [0, 0, 0, 0]
    }
    return result
  }

  /// The text of a PNG as ImageMagick writes blocks into it.
  package static func rawProfile(_ kind: String, _ block: [UInt8]) -> [UInt8] {
    let digits = block.enumerated().map { index, byte in
      let text = String(byte, radix: 16)
      return (text.count == 1 ? "0" : "") + text + (index % 36 == 35 ? "\n" : "")
    }.joined()
    let length = "\(block.count)"
    let padding = String(repeating: " ", count: 8 - length.count)
    return Array("Raw profile type \(kind)\0\n\(kind)\n\(padding)\(length)\n\(digits)\n".utf8)
  }

  /// An extended WebP of 40 x 30 with some chunks.
  package static func webp(_ chunks: [(type: String, data: [UInt8])]) -> [UInt8] {
    let header = (type: "VP8X", data: [0x0C, 0, 0, 0] + little(39, 3) + little(29, 3))
    var body: [UInt8] = []
    // One by one: the compiler takes eleven seconds to understand one expression of all.
    for chunk in [header] + chunks {
      body += Array(chunk.type.utf8) + little(chunk.data.count, 4) + chunk.data
      if chunk.data.count % 2 == 1 { body.append(0) }
    }
    return Array("RIFF".utf8) + little(body.count + 4, 4) + Array("WEBP".utf8) + body
  }

  /// The storage of the bytes of a HEIF's items.
  package enum Storage: Sendable, CaseIterable {
    /// Behind all boxes, in one piece each.
    case file
    /// Behind all boxes, in two pieces each.
    case pieces
    /// In the box `idat`.
    case idat
  }

  /// A HEIF of 40 x 30 with a picture as item 1 and others that describe it; `turns` are quarter
  /// turns of `irot`.
  package static func heif(
    _ items: [(type: String, contentType: String, data: [UInt8])], storage: Storage = .file,
    turns: Int = 0
  ) -> [UInt8] {
    func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
      big(content.count + 8, 4) + Array(type.utf8) + content
    }
    func entry(_ id: Int, _ type: String, _ contentType: String) -> [UInt8] {
      let mime = type == "mime" ? Array(contentType.utf8) + [0] : []
      return box("infe", [2, 0, 0, 0] + big(id, 2) + [0, 0] + Array(type.utf8) + [0] + mime)
    }
    let entries =
      entry(1, "hvc1", "")
      + items.enumerated().flatMap { entry($0 + 2, $1.type, $1.contentType) }
    let size = box("ispe", [0, 0, 0, 0] + big(40, 4) + big(30, 4))
    let properties = box(
      "iprp",
      box("ipco", size + box("irot", [UInt8(turns & 3)]))
        + box("ipma", [0, 0, 0, 0] + big(1, 4) + big(1, 2) + [2, 0x01, 0x82]))
    let references = box(
      "iref",
      [0, 0, 0, 0]
        + items.indices.flatMap { box("cdsc", big($0 + 2, 2) + big(1, 2) + big(1, 2)) })
    let all = items.flatMap(\.data)
    func meta(_ start: Int) -> [UInt8] {
      var at = start
      let rows = items.enumerated().flatMap { index, item -> [UInt8] in
        let half = storage == .pieces ? item.data.count / 2 : item.data.count
        let parts = storage == .pieces ? [half, item.data.count - half] : [half]
        let extents = parts.flatMap { length -> [UInt8] in
          defer { at += length }
          return big(at, 4) + big(length, 4)
        }
        return big(index + 2, 2) + big(storage == .idat ? 1 : 0, 2) + big(0, 2)
          + big(parts.count, 2) + extents
      }
      let locations = box("iloc", [1, 0, 0, 0, 0x44, 0x00] + big(items.count, 2) + rows)
      return box(
        "meta",
        [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0] + big(1, 2))
          + box("iinf", [0, 0, 0, 0] + big(items.count + 1, 2) + entries) + properties + references
          + locations + (storage == .idat ? box("idat", all) : []))
    }
    let head = box("ftyp", Array("heic".utf8) + big(0, 4) + Array("mif1heic".utf8))
    guard storage != .idat else { return head + meta(0) }
    let start = head.count + meta(0).count + 8
    return head + meta(start) + box("mdat", all)
  }

  /// An Exif item of a HEIF, with the four bytes of its block's offset.
  package static func exifItem(_ block: [UInt8], signature: Bool = true) -> [UInt8] {
    signature ? big(6, 4) + Array("Exif\0\0".utf8) + block : big(0, 4) + block
  }
}
