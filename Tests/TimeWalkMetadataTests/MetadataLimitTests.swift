import Testing
import TimeWalkTestSupport

@testable import TimeWalkMetadata

/// A file at a limit is read to its end; one more is left out, and reported when the photo is read.
@Suite("Metadata at its limits") struct MetadataLimitTests {
  private static let most = MetadataLimits().maximumSegments
  private static let exif = SamplePhone.exif()

  /// A file of a kind of container with so many segments or chunks, an Exif block near the end.
  private static func file(_ container: PhotoContainer, of count: Int) -> [UInt8] {
    func fillers(besides others: Int) -> [(type: String, data: [UInt8])] {
      Array(repeating: ("none", [1, 2]), count: count - others)
    }
    switch container {
    case .jpeg:
      // The header, four tables and the Exif block are segments, too.
      var jpeg = JPEGBuilder()
      for _ in 0..<count - 6 { jpeg.add(0xFE, [1, 2]) }
      jpeg.add(exif)
      return jpeg.bytes
    case .png: return PhotoFiles.png(fillers(besides: 2) + [("eXIf", exif.block)])
    default: return PhotoFiles.webp(fillers(besides: 2) + [("EXIF", exif.block)])
    }
  }

  @Test(
    "The maximum number of segments and chunks", arguments: [PhotoContainer.jpeg, .png, .webp])
  func segments(container: PhotoContainer) {
    let whole = EmbeddedMetadata(Self.file(container, of: Self.most), in: container)
    #expect(whole.exif != nil && whole.warnings.isEmpty, "\(whole.warnings)")
    let more = EmbeddedMetadata(Self.file(container, of: Self.most + 1), in: container)
    #expect(more.warnings.map(\.code) == [.limitReached])
  }

  @Test("The maximum number of entries of a directory")
  func entries() throws {
    func read(_ count: Int) -> TIFFBlock? {
      var block: [UInt8] = Array("MM\0*".utf8) + [0, 0, 0, 8] + HEIFBuilder.number(count, 2)
      for tag in 0..<count {
        block += HEIFBuilder.number(0xC000 + tag, 2) + [0, 3, 0, 0, 0, 1, 0, 7, 0, 0]
      }
      return TIFFBlock(block + [0, 0, 0, 0], limits: MetadataLimits())
    }
    let most = MetadataLimits().maximumDirectoryEntries
    let whole = try #require(read(most))
    #expect(whole.directories.first?.entries.count == most && !whole.isDamaged)
    let more = try #require(read(most + 1))
    #expect(more.directories.first?.entries.count == most && more.isDamaged)
  }

  @Test("The maximum number of items of a HEIF")
  func items() throws {
    func read(_ count: Int) -> HEIFItems? {
      func number(_ value: Int) -> [UInt8] { HEIFBuilder.number(value, 4) }
      let entries = (1...count).flatMap { id in
        HEIFBuilder.box("infe", [3, 0, 0, 0] + number(id) + [0, 0] + Array("Exif".utf8) + [0])
      }
      let meta = HEIFBuilder.box("iinf", [1, 0, 0, 0] + number(count) + entries)
      return HEIFItems(
        HEIFBuilder.box("ftyp", Array("heic".utf8))
          + HEIFBuilder.box("meta", [0, 0, 0, 0] + meta), limits: MetadataLimits())
    }
    let most = MetadataLimits().maximumItems
    #expect(try #require(read(most)).items.count == most)
    #expect(try #require(read(most + 1)).items.count == most)
  }
}
