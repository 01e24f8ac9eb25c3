import Foundation

/// The texts of a IPTC-IIM block, as agencies and scanners write them into JPEGs.
///
/// The layout is that of the IPTC's "Information Interchange Model", version 4.2, chapter 3; the
/// block lies in Photoshop's image resource 1028.
struct IPTCRecord {
  /// The datasets of record 2 that are read.
  enum Dataset: UInt8, CaseIterable {
    case objectName = 5
    case dateCreated = 55
    case byline = 80
    case headline = 105
    case credit = 110
    case source = 115
    case copyright = 116
    case caption = 120
  }

  private static let longest = 1 << 16
  private var texts: [Dataset: [String]] = [:]
  private var remaining: Int

  /// All texts of a dataset, in the block's order.
  func texts(_ dataset: Dataset) -> [String] { texts[dataset] ?? [] }

  /// The first text of a dataset; `nil` if there is none.
  func text(_ dataset: Dataset) -> String? { texts[dataset]?.first }

  /// Reads a whole Photoshop segment after its signature, up to the first unreadable block.
  init(photoshop bytes: ArraySlice<UInt8>, limits: MetadataLimits = MetadataLimits()) {
    remaining = limits.maximumProperties
    let bytes = Array(bytes)
    var at = 0
    while at + 12 <= bytes.count, bytes[at...].starts(with: Array("8BIM".utf8)) {
      let number = ByteOrder.big.uint16(bytes, at + 4)
      let sizeAt = at + 6 + (Int(bytes[at + 6]) + 2) & ~1
      guard sizeAt + 4 <= bytes.count else { return }
      let size = Int(ByteOrder.big.uint32(bytes, sizeAt))
      guard size <= bytes.count - sizeAt - 4 else { return }
      if number == 1028 { read(bytes[(sizeAt + 4)..<(sizeAt + 4 + size)]) }
      at = sizeAt + 4 + size + size & 1
    }
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>) {
    var at = bytes.startIndex
    var isUTF8 = false
    while at + 5 <= bytes.endIndex, bytes[at] == 0x1C, remaining > 0 {
      remaining -= 1
      let size = Int(bytes[at + 3]) << 8 | Int(bytes[at + 4])
      // The highest bit marks an extended size, which no text here needs.
      guard size < 0x8000, at + 5 + size <= bytes.endIndex else { return }
      let value = bytes[(at + 5)..<(at + 5 + size)]
      switch (bytes[at + 1], bytes[at + 2]) {
      // ESC % G in the coded character set (1:90) means UTF-8.
      case (1, 90): isUTF8 = value.starts(with: [0x1B, 0x25, 0x47])
      case (2, let number):
        if let dataset = Dataset(rawValue: number),
          let text = IPTCRecord.text(value.prefix(IPTCRecord.longest), isUTF8: isUTF8)
        {
          texts[dataset, default: []].append(text)
        }
      default: break
      }
      at += 5 + size
    }
  }

  /// Programs wrote their system's encoding; text that isn't UTF-8 is nearly always in that of
  /// western Windows.
  private static func text(_ bytes: ArraySlice<UInt8>, isUTF8: Bool) -> String? {
    let decoded =
      String(validating: bytes, as: UTF8.self)
      ?? (isUTF8 ? nil : String(data: Data(bytes), encoding: .windowsCP1252))
    guard let trimmed = decoded?.trimmingCharacters(in: .whitespacesAndNewlines.union(["\0"])),
      !trimmed.isEmpty
    else { return nil }
    return trimmed
  }
}
