package import TimeWalkArchive

/// A picture's own metadata, by a catalogue's columns.
package struct PictureFields: Hashable, Sendable {
  /// The texts, as a catalogue would have them; never `id` or `media`.
  package var fields: [CatalogueColumn: String]
  /// The metadata's description, which may contain the camera's direction; `nil` without one.
  package var caption: String?
  /// The faults of the metadata, a sentence each.
  package var warnings: [String]

  /// Makes them.
  package init(
    fields: [CatalogueColumn: String] = [:], caption: String? = nil, warnings: [String] = []
  ) {
    self.fields = fields
    self.caption = caption
    self.warnings = warnings
  }
}

/// The formats of picture files, by their first bytes.
enum PictureKind {
  /// How many bytes it takes.
  static let neededBytes = 16

  private static let magic: [(offset: Int, bytes: [UInt8])] = [
    (0, [0xFF, 0xD8, 0xFF]), (0, [0x89, 0x50, 0x4E, 0x47]), (0, Array("GIF8".utf8)),
    (0, [0x49, 0x49, 0x2A, 0x00]), (0, [0x4D, 0x4D, 0x00, 0x2A]), (8, Array("WEBP".utf8)),
    // The brands of ISO/IEC 23008-12 and of AVIF.
    (4, Array("ftyphei".utf8)), (4, Array("ftyphev".utf8)), (4, Array("ftypmif1".utf8)),
    (4, Array("ftypavif".utf8)), (4, [0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A]),
  ]

  /// Whether a file begins as a picture does.
  static func isPicture(_ head: some Collection<UInt8>) -> Bool {
    magic.contains { head.dropFirst($0.offset).starts(with: $0.bytes) }
  }
}
