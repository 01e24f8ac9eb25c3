import Foundation
package import TimeWalkCore

/// Finding words in catalogue texts without regard to case and accents.
package enum SearchWords {
  /// The words of a query, folded.
  package static func words(_ query: String) -> [String] {
    query.split(whereSeparator: \.isWhitespace).map { fold(String($0)) }.filter { !$0.isEmpty }
  }

  /// Lower case without accents.
  package static func fold(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    return text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .lowercased()
  }

  /// The folded texts, each with a line feed at its end; an index takes a NUL for the end, and gets
  /// a line feed in its place.
  package static func lines(_ texts: [String]) -> String {
    let text = texts.map { fold($0) + "\n" }.joined()
    return String(decoding: text.utf8.map { $0 == 0 ? UInt8(ascii: "\n") : $0 }, as: UTF8.self)
  }

  /// Returns true if a text has a folded word in it.
  package static func contains(_ text: String, _ word: String) -> Bool {
    let text = Array(fold(text).utf8)
    let word = Array(word.utf8)
    guard let first = word.first, text.count >= word.count else { return word.isEmpty }
    for start in 0...(text.count - word.count)
    where text[start] == first && text[start..<(start + word.count)].elementsEqual(word) {
      return true
    }
    return false
  }
}

extension ArchiveQuery {
  /// True if it searches for words.
  package var isForWords: Bool { !SearchWords.words(text ?? "").isEmpty }

  /// Returns true if each word of the query occurs in one of an item's texts.
  ///
  /// - Parameters:
  ///   - id: the item's name.
  ///   - texts: its title, its creator, and its columns without a field.
  /// - Returns: true for an empty query.
  package func hasWords(_ id: ItemID, _ texts: [String]) -> Bool {
    let texts = texts + [id.description]
    return SearchWords.words(text ?? "").allSatisfy { word in
      texts.contains { SearchWords.contains($0, word) }
    }
  }

  /// Returns true if a date, or a missing one, is of the requested time.
  package func isOfEra(_ date: CaptureDate?) -> Bool {
    guard let era else { return true }
    if isEraStrict { return era.isShared(by: date) }
    return date.map { era.span.overlaps($0.fuzzy) } ?? true
  }

  /// Returns true if an item without a place is found; never in a search around a place.
  package func finds(_ item: UnplacedItem) -> Bool {
    let texts = [item.fields[.title], item.fields[.creator]].compactMap(\.self)
    return area == nil && box == nil && (collection ?? item.id.collection) == item.id.collection
      && hasWords(item.id, texts + item.otherColumns.values)
      && isOfEra(item.fields[.date].flatMap { try? CaptureDate(edtf: $0) })
  }
}
