import TimeWalkArchive
import TimeWalkBase

/// The text of the few HTML elements that IIIF documents may have in their values.
enum HTMLText {
  private static let blocks: Set<String> = [
    "br", "p", "div", "li", "ul", "ol", "dl", "dt", "dd", "tr", "table", "h1", "h2", "h3", "h4",
  ]
  private static let entities = [
    ("&nbsp;", " "), ("&#160;", " "), ("&#39;", "'"), ("&#34;", "\""), ("&copy;", "\u{A9}"),
    ("&ndash;", "\u{2013}"), ("&mdash;", "\u{2014}"),
  ]

  /// A text without its elements, each block separated by a blank; a text without elements stays
  /// unchanged.
  static func plain(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    var plain = ""
    var rest = text[...]
    var hasElement = false
    while let open = rest.firstIndex(of: "<") {
      plain += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: ">"), let name = name(of: rest[..<close]) else {
        // A < 5 and similar.
        plain.append("<")
        rest = rest.dropFirst()
        continue
      }
      hasElement = true
      if blocks.contains(name) { plain += " " }
      rest = rest[rest.index(after: close)...]
    }
    guard hasElement else { return text }
    plain += rest
    for (entity, character) in entities { plain = plain.replacing(entity, with: character) }
    return XMLText.unescaped(plain).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The name of an element from `<` on; `nil` for anything else.
  private static func name(of tag: Substring) -> String? {
    var inner = tag.dropFirst()
    if inner.hasPrefix("!--") { return "" }
    if inner.first == "/" { inner = inner.dropFirst() }
    let name = inner.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard name.first?.isLetter == true,
      inner.dropFirst(name.count).first.map({ $0.isWhitespace || $0 == "/" }) ?? true
    else { return nil }
    return name.lowercased()
  }
}

extension JSONValue {
  /// The value with the text of HTML in all its strings.
  var withoutHTML: JSONValue {
    switch self {
    case .string(let text): .string(HTMLText.plain(text))
    case .array(let elements): .array(elements.map(\.withoutHTML))
    case .object(let members): .object(members.mapValues(\.withoutHTML))
    default: self
    }
  }
}
