/// The patterns of texts in requests, as regular expressions for JSON Schema (ECMA 262).
package enum TextPattern {
  private static let monthAndDay =
    "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))"
  private static let clock = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.,][0-9]+)?)?"
  private static let offset = "([Zz]|[+-](0[0-9]|1[0-3]):?[0-5][0-9])"
  private static let latitude = "-?(90([.]0+)?|[1-8]?[0-9]([.][0-9]+)?)"
  private static let longitude = "-?(180([.]0+)?|(1[0-7]|[1-9])?[0-9]([.][0-9]+)?)"

  /// A day: `2026-11-21`.
  package static let day = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
  /// A moment after ISO 8601, with its offset or without.
  package static let time = "^[0-9]{4}-\(monthAndDay)[Tt ]\(clock)\(offset)?$"
  /// The same with its offset.
  package static let moment = "^[0-9]{4}-\(monthAndDay)[Tt ]\(clock)\(offset)$"
  /// The name of an item, `collection:identifier`.
  package static let item = "^[^:]+:[\\s\\S]+$"
  /// A number in decimal digits, from 1.
  package static let number = "^[1-9][0-9]{0,17}$"
  /// A SHA-256 in hexadecimal digits.
  package static let sha256 = "^[0-9A-Fa-f]{64}$"
  /// Any non-empty text.
  package static let something = "^[\\s\\S]+$"
  /// Comma-separated names of 128 bits in hexadecimal digits.
  package static let names = "^[0-9a-f]{32}(,[0-9a-f]{32})*$"
  /// Latitude and longitude in degrees.
  package static let spot = "^\(latitude),\(longitude)$"
  /// West, south, east and north in degrees.
  package static let box = "^\(longitude),\(latitude),\(longitude),\(latitude)$"

  /// Some of these words, comma-separated; or none.
  package static func list(of words: [String]) -> String {
    let word = "(\(words.joined(separator: "|")))"
    return "^(\(word)(,\(word))*)?$"
  }
}
