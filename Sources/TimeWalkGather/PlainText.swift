internal import Foundation

/// The text that a reader sees of a piece of HTML.
///
/// Tags are removed, with hidden content (`display: none`, scripts and styles); entities become
/// characters, and white space becomes one space. Invalid HTML still gives a text; its content is
/// never executed.
enum PlainText {
  /// The longest piece that is read, in bytes; the rest is passed over.
  static let longest = 64 << 10
  /// The depth up to which hidden elements are counted.
  private static let deepest = 100
  /// The longest entity, in bytes without its marks.
  private static let longestEntity = 10

  /// Elements without an end, which hide nothing.
  private static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
  ]
  private static let entities: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–",
    "mdash": "—", "copy": "©",
  ]

  /// The text.
  static func of(_ html: String) -> String {
    guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return html
    }
    let bytes = Array(html.utf8.prefix(longest))
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    // The number of open elements within a hidden one, including it.
    var hidden: [String] = []
    // Behind the last one, no tag ends.
    let lastEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "<"), at < lastEnd,
        let end = bytes[at...].firstIndex(of: UInt8(ascii: ">"))
      {
        open(bytes[at + 1..<end], &hidden)
        if hidden.isEmpty { add(UInt8(ascii: " "), to: &text) }
        at = end + 1
      } else if !hidden.isEmpty {
        at += 1
      } else if byte == UInt8(ascii: "&"), let (characters, after) = entity(bytes, at + 1) {
        for byte in characters.utf8 { add(byte, to: &text) }
        at = after
      } else {
        add(byte, to: &text)
        at += 1
      }
    }
    while text.last == UInt8(ascii: " ") { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  /// The value of an attribute of the first element of a name; `nil` if there is none.
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

  /// Adds a byte.
  ///
  /// White space is one space, without any at the beginning or before a comma or a point after a
  /// tag.
  private static func add(_ byte: UInt8, to text: inout [UInt8]) {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
      if !text.isEmpty, text.last != UInt8(ascii: " ") { text.append(UInt8(ascii: " ")) }
    case UInt8(ascii: ","), UInt8(ascii: "."):
      if text.last == UInt8(ascii: " ") { text.removeLast() }
      text.append(byte)
    default: text.append(byte)
    }
  }

  /// Updates the hidden state after a tag.
  private static func open(_ tag: ArraySlice<UInt8>, _ hidden: inout [String]) {
    let isEnd = tag.first == UInt8(ascii: "/")
    let name = String(
      decoding: (isEnd ? tag.dropFirst() : tag).prefix { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      }.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    if isEnd {
      if let last = hidden.lastIndex(of: name) { hidden.removeSubrange(last...) }
      return
    }
    guard !name.isEmpty, !void.contains(name), tag.last != UInt8(ascii: "/") else { return }
    let hides = !hidden.isEmpty || name == "script" || name == "style" || isHidden(tag)
    if hides, hidden.count < deepest { hidden.append(name) }
  }

  private static func isHidden(_ tag: ArraySlice<UInt8>) -> Bool {
    // Few tags have a style; most are links.
    guard tag.count > 20, tag.contains(UInt8(ascii: ":")) else { return false }
    return String(decoding: tag.filter { $0 != 0x20 }, as: UTF8.self).lowercased()
      .contains("display:none")
  }

  /// The character of an entity, and the position behind it; `nil` for a plain ampersand.
  private static func entity(_ bytes: [UInt8], _ start: Int) -> (String, Int)? {
    let piece = bytes[start..<min(start + longestEntity, bytes.count)]
    guard let end = piece.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    if let known = entities[name] { return (known, end + 1) }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let number =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, number >= 32, let scalar = Unicode.Scalar(number) else { return nil }
    return (String(Character(scalar)), end + 1)
  }
}
