import Testing
import TimeWalkBase

@testable import TimeWalkImaging

/// HEIC files that are put together from parts; libheif 1.15 ends the process where one is missing.
@Suite(.enabled(if: ImageFormat.heic.isReadable, "libheif is not installed"))
struct HEIFPartsTests {
  static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
    number(body.count + 8, 4) + Array(type.utf8) + body
  }

  /// A file of items with their kinds, of which some are made of others, and a size.
  static func file(
    _ items: [(id: Int, kind: String)], parts: [(of: Int, are: [Int])], width: Int = 64
  ) -> [UInt8] {
    let infos = items.flatMap {
      box("infe", [2, 0, 0, 0] + number($0.id, 2) + [0, 0] + Array($0.kind.utf8) + [0])
    }
    let references = parts.flatMap { part in
      box(
        "dimg", number(part.of, 2) + number(part.are.count, 2) + part.are.flatMap { number($0, 2) })
    }
    let meta =
      [0, 0, 0, 0] + box("hdlr", number(0, 8) + Array("pict".utf8) + number(0, 13))
      + box("pitm", [0, 0, 0, 0] + number(items[0].id, 2))
      + box("iinf", [0, 0, 0, 0] + number(items.count, 2) + infos)
      + box("iref", [0, 0, 0, 0] + references)
      + box("iprp", box("ipco", box("ispe", number(0, 4) + number(width, 4) + number(48, 4))))
    return box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + box("meta", meta)
  }

  static let missing = "put together from parts that are not there"

  @Test func `a part that is missing, no picture, or the picture itself is refused`() throws {
    let tile = (id: 2, kind: "hvc1")
    for file in [
      Self.file([(1, "grid"), tile], parts: [(1, [2, 3])]),
      Self.file([(1, "grid"), tile, (3, "Exif")], parts: [(1, [2, 3])]),
      Self.file([(1, "grid"), tile], parts: [(1, [1, 2])]),
      Self.file([(1, "grid"), (2, "iden")], parts: [(1, [2]), (2, [1])]),
    ] {
      let text = try message(of: .malformed) { _ = try PictureInfo.read(file, name: "a.heic") }
      #expect(text.contains(Self.missing))
    }
    // With all parts there, something else is missing from these files.
    do {
      _ = try PictureInfo.read(Self.file([(1, "grid"), tile], parts: [(1, [2, 2])]))
    } catch { #expect(!error.message.contains(Self.missing)) }
  }

  @Test func `the number of parts and the size of each are limited`() throws {
    let many = Self.file(
      [(1, "grid"), (2, "hvc1")], parts: [(1, Array(repeating: 2, count: 5000))])
    #expect(try message(of: .overLimit) { _ = try PictureInfo.read(many) }.contains("4096"))
    let usual = Self.file(
      [(1, "grid"), (2, "hvc1")], parts: [(1, Array(repeating: 2, count: 768))])
    do { _ = try PictureInfo.read(usual) } catch { #expect(error.code != .overLimit) }
    try message(of: .overLimit) {
      _ = try PictureInfo.read(Self.file([(1, "hvc1")], parts: [], width: 60_000_000))
    }
    let items = Self.file((1...20_001).map { (id: $0, kind: "hvc1") }, parts: [])
    #expect(try message(of: .overLimit) { _ = try PictureInfo.read(items) }.contains("20000"))
  }
}
