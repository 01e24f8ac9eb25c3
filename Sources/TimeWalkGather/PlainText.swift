internal import Foundation

/// The text that a reader sees of a piece of HTML.
///
/// Tags go, with what they hide (`display: none`, scripts and styles); entities become characters,
/// and white space becomes one space. A piece that is no good HTML still gives a text; nothing in
/// it is ever acted on.
enum PlainText {
  /// The longest piece that is read, in bytes; the rest is passed over.
  static let longest = 64 << 10

  /// Elements without an end, which hide nothing.
  private static let void: Set<Substring> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
  ]
  private static let entities: [Substring: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–",
    "mdash": "—", "copy": "©",
  ]

  /// The text.
  static func of(_ html: String) -> String {
    guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return html
    }
    var text = ""
    // The elements that are open within one that is hidden, with it.
    var hidden: [Substring] = []
    var rest = Substring(html.unicodeScalars.count <= longest ? html : String(html.prefix(longest)))
    while let first = rest.first {
      if first == "<", let end = rest.firstIndex(of: ">") {
        let tag = rest[rest.index(after: rest.startIndex)..<end]
        open(tag, &hidden)
        if hidden.isEmpty { text.append(" ") }
        rest = rest[rest.index(after: end)...]
        continue
      }
      rest.removeFirst()
      guard hidden.isEmpty else { continue }
      if first == "&", let (character, after) = entity(rest) {
        text.append(character)
        rest = after
      } else {
        text.append(first)
      }
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing(" ,", with: ",").replacing(" .", with: ".")
  }

  /// The value of an attribute of the first element of a name; `nil` where there is none.
  static func attribute(_ name: String, of element: String, in html: String) -> String? {
    let parts = html.prefix(longest).split(separator: "<", omittingEmptySubsequences: false)
    for part in parts.dropFirst() {
      guard part.hasPrefix(element), let end = part.firstIndex(of: ">") else { continue }
      let tag = part[..<end]
      guard let start = tag.range(of: " \(name)=\"")?.upperBound,
        let close = tag[start...].firstIndex(of: "\"")
      else { continue }
      return String(tag[start..<close])
    }
    return nil
  }

  /// Keeps what is hidden after a tag.
  private static func open(_ tag: Substring, _ hidden: inout [Substring]) {
    let isEnd = tag.first == "/"
    let name = Substring(
      (isEnd ? tag.dropFirst() : tag).prefix { $0.isLetter || $0.isNumber }
        .lowercased())
    if isEnd {
      if let last = hidden.lastIndex(of: name) { hidden.removeSubrange(last...) }
      return
    }
    guard !name.isEmpty, !void.contains(name), tag.last != "/" else { return }
    let style = tag.lowercased().replacing(" ", with: "")
    if !hidden.isEmpty || style.contains("display:none") || name == "script" || name == "style" {
      hidden.append(name)
    }
  }

  /// The character of an entity, and what follows it; `nil` for a plain ampersand.
  private static func entity(_ rest: Substring) -> (Character, Substring)? {
    guard let end = rest.prefix(12).firstIndex(of: ";") else { return nil }
    let name = rest[..<end]
    let after = rest[rest.index(after: end)...]
    if let known = entities[name] { return (known, after) }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let number =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, number >= 32, let scalar = Unicode.Scalar(number) else { return nil }
    return (Character(scalar), after)
  }
}
