import Foundation
import TimeWalkArchive
import TimeWalkBase

/// The names of items: how they compare, and one for a row that has none.
enum Identifier {
  /// The fields that distinguish pictures and rarely change; a place found later must not make
  /// another item.
  private static let telling: [CatalogueColumn] = [
    .title, .date, .dateText, .creator, .credit, .source, .media,
  ]

  /// The text with composed accents: systems write the same name in either way, and the archive
  /// compares bytes.
  static func composed(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
  }

  /// An invisible character, such as a zero-width space or a line break; `nil` when there is none.
  static func invisible(in text: String) -> Unicode.Scalar? {
    guard !text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
    return text.unicodeScalars.first {
      [.format, .control, .lineSeparator, .paragraphSeparator].contains(
        $0.properties.generalCategory)
    }
  }

  /// A name for a row without one, always the same for the same words; `nil` when the row has no
  /// distinguishing values.
  static func made(of values: some RowValues) -> String? {
    var digest = Digest()
    var isTelling = false
    for column in telling {
      let text = values.text(column)?.trimmed ?? ""
      if text.isEmpty { continue }
      isTelling = true
      digest.add("\(column.name)\u{1F}\(composed(text))\u{1E}".utf8)
    }
    return isTelling ? "made-" + digest.bytes().hexadecimal.prefix(16) : nil
  }
}
