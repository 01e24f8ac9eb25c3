import TimeWalkArchive
import TimeWalkBase

/// The text of the few HTML elements that IIIF documents may have in their values.
enum IIIFMarkup {
  private static let blocks: Set<String> = [
    "blockquote", "br", "center", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
    "li", "ol", "p", "pre", "table", "tbody", "td", "th", "thead", "tr", "ul",
  ]
  /// Elements within a line; a word such as `<recto>` is none.
  private static let inline: Set<String> = [
    "a", "abbr", "b", "big", "cite", "code", "em", "font", "i", "img", "q", "s", "small", "span",
    "strike", "strong", "sub", "sup", "tt", "u",
  ]
  /// The length of the longest name of them.
  private static let longestName = 10
  private static let entities = [
    ("&nbsp;", " "), ("&#160;", " "), ("&#39;", "'"), ("&#34;", "\""), ("&copy;", "\u{A9}"),
    ("&ndash;", "\u{2013}"), ("&mdash;", "\u{2014}"), ("&lt;", "<"), ("&gt;", ">"),
    ("&quot;", "\""), ("&apos;", "'"), ("&#13;", "\r"), ("&amp;", "&"),
  ]

  /// A text without its elements, each block separated by a blank; a text without elements stays
  /// unchanged, and so does one that is too long for any value.
  static func plain(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")), text.utf8.count <= ArchiveLimits.longestExtras
    else { return text }
    var plain = ""
    var rest = text[...]
    var hasElement = false
    while let open = rest.firstIndex(of: "<") {
      plain += rest[..<open]
      rest = rest[open...]
      guard let name = name(of: rest) else {
        // A < 5 and similar.
        plain.append("<")
        rest = rest.dropFirst()
        continue
      }
      // Behind the last mark, no element ends.
      guard let close = rest.firstIndex(of: ">") else { break }
      hasElement = true
      if blocks.contains(name) { plain += " " }
      rest = rest[rest.index(after: close)...]
    }
    guard hasElement else { return text }
    plain += rest
    return unescaped(plain).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func unescaped(_ text: String) -> String {
    var (plain, rest) = ("", text[...])
    while let mark = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
      plain += rest[..<mark]
      rest = rest[mark...]
      let found = entities.first { rest.utf8.starts(with: $0.0.utf8) }
      plain += found?.1 ?? "&"
      rest = rest[rest.utf8.index(mark, offsetBy: found?.0.utf8.count ?? 1)...]
    }
    return plain + rest
  }

  /// The name of an element, or "" of a comment, that begins a text; `nil` for anything else.
  private static func name(of text: Substring) -> String? {
    var inner = text.dropFirst()
    if inner.hasPrefix("!--") { return "" }
    if inner.first == "/" { inner = inner.dropFirst() }
    let name = inner.prefix(longestName + 1).prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard let next = inner.dropFirst(name.count).first,
      next.isWhitespace || next == "/" || next == ">"
    else { return nil }
    let folded = name.lowercased()
    return blocks.contains(folded) || inline.contains(folded) ? folded : nil
  }
}

extension JSONValue {
  /// The value with the text of HTML in all its strings.
  var withoutHTML: JSONValue {
    switch self {
    case .string(let text): .string(IIIFMarkup.plain(text))
    case .array(let elements): .array(elements.map(\.withoutHTML))
    case .object(let members): .object(members.mapValues(\.withoutHTML))
    default: self
    }
  }
}
