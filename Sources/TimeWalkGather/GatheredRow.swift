package import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkBase

/// A source's data about one picture, by the columns of a catalogue.
package struct GatheredRow: Hashable, Sendable {
  /// The texts by TimeWalk's columns; empty ones are left out.
  package private(set) var fields: [CatalogueColumn: String] = [:]
  /// The source's other data, by names of its own.
  package private(set) var others: [String: String] = [:]
  /// The address of a picture that its licence allows to be copied; `nil` for others.
  package var picture: String? { fields[.media] }

  /// The maximum length of a source's text in characters; longer ones are truncated.
  package static let longestText = 2000

  /// Makes one of the source's own name for the item.
  package init(id: String) { fields[.id] = id }

  /// A field; an empty text makes it unknown, and control characters become spaces.
  package subscript(column: CatalogueColumn) -> String? {
    get { fields[column] }
    set { fields[column] = GatheredRow.text(newValue) }
  }

  /// A field that TimeWalk has no column for.
  package subscript(other name: String) -> String? {
    get { others[name] }
    set { others[name] = GatheredRow.text(newValue) }
  }

  /// The row as a line of JSON.
  package var line: String {
    var members: [String: JSONValue] = others.mapValues { .string($0) }
    for (column, text) in fields { members[column.name] = .string(text) }
    return JSONValue.object(members).line
  }

  private static func text(_ text: String?) -> String? {
    guard let text else { return nil }
    var plain = text
    if hasControls(text) {
      plain = String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
    plain = plain.trimmed
    if plain.utf8.count > longestText { plain = String(plain.prefix(longestText)) }
    return plain.isEmpty ? nil : plain
  }

  /// Returns true if there is a control character: those of ASCII, and U+0080 to U+009F, which
  /// begin with C2 in UTF-8.
  private static func hasControls(_ text: String) -> Bool {
    text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
  }
}

/// The reason why an item of a source doesn't become a row; not an error.
package enum Exclusion: String, Error, Hashable, Sendable, CaseIterable {
  /// It lies outside of the area.
  case outside
  /// It has no date of the work that can be read.
  case undated
  /// It was made at another time.
  case otherTime
  /// It isn't a picture: a recording, a drawing for screens, a document.
  case noPicture
  /// It has no place, or none on earth.
  case unplaced
  /// The source's data are insufficient or invalid.
  case unusable
}
