/// Reads the XML of office files from its beginning to its end, a tag or a text at a time, in
/// memory that doesn't grow with it.
///
/// The part of XML 1.0 that Open Packaging (ECMA-376, part 2) allows: UTF-8 without a document
/// type, so that there are no entities but the five that XML has itself and nothing that leads
/// elsewhere. Names are compared without their prefixes.
struct XMLReader {
  /// What comes next.
  enum Event {
    /// An opening tag; one that closes itself is followed by its `end`.
    case start
    /// A closing tag.
    case end
    /// A text between tags, a part of it where something stands within.
    case text
    /// The end of the document.
    case finish
  }

  /// How deep elements may lie in each other; those of sheets need eight.
  static let greatestDepth = 64
  /// The longest tag, or text between tags, bytes.
  static let longestToken = 1 << 20
  /// The most attributes of a tag.
  static let mostAttributes = 64

  private let more: (inout [UInt8]) throws(XMLFault) -> Bool
  private var buffer: [UInt8] = []
  private var position = 0
  private var nameRange = 0..<0
  private var attributes: [(name: Range<Int>, value: Range<Int>)] = []
  private var textRange = 0..<0
  private var isRaw = false
  private var isSelfClosing = false
  private var hasRoot = false
  /// The names of the open elements, one behind the other, and where each begins.
  private var openNames: [UInt8] = []
  private var opened: [Int] = []

  /// Starts a document whose bytes `more` appends, until it returns `false`.
  init(_ more: @escaping (inout [UInt8]) throws(XMLFault) -> Bool) throws(XMLFault) {
    self.more = more
    _ = try fill()
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if buffer.starts(with: [0xFF, 0xFE]) || buffer.starts(with: [0xFE, 0xFF]) {
      throw XMLFault("is not in UTF-8")
    }
  }

  /// How many elements are open, with the one that has just started and without the one that has
  /// just ended.
  var depth: Int { opened.count }

  /// Whether the tag has a name.
  func isNamed(_ name: StaticString) -> Bool { buffer[nameRange].isEqual(to: name) }

  /// An attribute's text; `nil` when the tag has none of that name.
  func attribute(_ name: StaticString) throws(XMLFault) -> String? {
    for attribute in attributes where buffer[local(attribute.name)].isEqual(to: name) {
      return try resolved(attribute.value)
    }
    return nil
  }

  /// The text.
  func text() throws(XMLFault) -> String {
    isRaw ? try decoded(textRange) : try resolved(textRange)
  }

  /// Goes on; throws `XMLFault` for what is not well-formed, beyond a limit, or can't be unpacked.
  mutating func next() throws(XMLFault) -> Event {
    if isSelfClosing {
      isSelfClosing = false
      try close(nameRange)
      return .end
    }
    while true {
      if position > 1 << 16 {
        buffer.removeSubrange(..<position)
        position = 0
      }
      if position == buffer.count, try !fill() {
        guard hasRoot, opened.isEmpty else { throw XMLFault("breaks off") }
        return .finish
      }
      guard buffer[position] == UInt8(ascii: "<") else {
        let start = position
        position = try end(of: start, isText: true) { $0 == UInt8(ascii: "<") }
        textRange = start..<position
        isRaw = false
        guard opened.isEmpty else { return .text }
        // Nothing but white space may stand around the root.
        guard buffer[textRange].allSatisfy(\.isXMLSpace) else {
          throw XMLFault("has text outside of its root")
        }
        continue
      }
      try need(2)
      switch buffer[position + 1] {
      case UInt8(ascii: "/"): return try closingTag()
      case UInt8(ascii: "?"): try skip(to: "?>", from: position + 2)
      case UInt8(ascii: "!"):
        try need(9)
        if buffer[position...].starts(with: Array("<!--".utf8)) {
          try skip(to: "-->", from: position + 4)
        } else if buffer[position...].starts(with: Array("<![CDATA[".utf8)), !opened.isEmpty {
          let start = position + 9
          try skip(to: "]]>", from: start)
          textRange = start..<(position - 3)
          isRaw = true
          return .text
        } else {
          throw XMLFault("declares a document type, which office files don't have")
        }
      default:
        try openingTag()
        return .start
      }
    }
  }

  /// Goes to the end of the element that has just started.
  mutating func skipElement() throws(XMLFault) {
    let inside = depth
    while depth >= inside { _ = try next() }
  }

  // MARK: Tags

  private mutating func openingTag() throws(XMLFault) {
    guard !hasRoot || !opened.isEmpty else { throw XMLFault("has two roots") }
    guard opened.count < XMLReader.greatestDepth else {
      throw XMLFault("is nested deeper than \(XMLReader.greatestDepth) elements")
    }
    let start = position + 1
    var quote: UInt8?
    // A closing bracket may stand in an attribute.
    let end = try end(of: start, isText: false) { byte in
      if let open = quote {
        if byte == open { quote = nil }
        return false
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
      return byte == UInt8(ascii: ">")
    }
    position = end + 1
    isSelfClosing = end > start && buffer[end - 1] == UInt8(ascii: "/")
    var at = start
    let whole = name(&at)
    guard !whole.isEmpty else { throw XMLFault("has a tag without a name") }
    nameRange = local(whole)
    attributes.removeAll(keepingCapacity: true)
    let last = isSelfClosing ? end - 1 : end
    while true {
      let before = at
      while at < last, buffer[at].isXMLSpace { at += 1 }
      guard at < last else { break }
      let name = name(&at)
      while at < last, buffer[at].isXMLSpace { at += 1 }
      guard at > before, !name.isEmpty, at < last, buffer[at] == UInt8(ascii: "=") else {
        throw XMLFault("has a tag that is none")
      }
      at += 1
      while at < last, buffer[at].isXMLSpace { at += 1 }
      guard at < last, buffer[at] == UInt8(ascii: "\"") || buffer[at] == UInt8(ascii: "'"),
        let end = buffer[(at + 1)..<last].firstIndex(of: buffer[at]),
        !buffer[at..<end].contains(UInt8(ascii: "<"))
      else { throw XMLFault("has an attribute that is none") }
      guard attributes.count < XMLReader.mostAttributes else {
        throw XMLFault("has a tag of more than \(XMLReader.mostAttributes) attributes")
      }
      guard !attributes.contains(where: { buffer[$0.name] == buffer[name] }) else {
        throw XMLFault("has a tag with the same attribute twice")
      }
      attributes.append((name, (at + 1)..<end))
      at = end + 1
      guard at == last || buffer[at].isXMLSpace else {
        throw XMLFault("has an attribute that is none")
      }
    }
    hasRoot = true
    opened.append(openNames.count)
    openNames += buffer[whole]
  }

  private mutating func closingTag() throws(XMLFault) -> Event {
    let start = position + 2
    let end = try end(of: start, isText: false) { $0 == UInt8(ascii: ">") }
    var at = start
    let whole = name(&at)
    position = end + 1
    guard buffer[at..<end].allSatisfy(\.isXMLSpace), let open = opened.last,
      openNames[open...] == buffer[whole]
    else { throw XMLFault("closes what it didn't open") }
    nameRange = local(whole)
    try close(nameRange)
    attributes.removeAll(keepingCapacity: true)
    return .end
  }

  private mutating func close(_ name: Range<Int>) throws(XMLFault) {
    guard let open = opened.popLast() else { throw XMLFault("closes what it didn't open") }
    openNames.removeSubrange(open...)
  }

  private func name(_ at: inout Int) -> Range<Int> {
    let start = at
    while at < buffer.count, !buffer[at].isXMLSpace,
      ![UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: "<")]
        .contains(buffer[at])
    {
      at += 1
    }
    return start..<at
  }

  /// A name without its prefix.
  private func local(_ name: Range<Int>) -> Range<Int> {
    let colon = buffer[name].lastIndex(of: UInt8(ascii: ":"))
    return (colon.map { $0 + 1 } ?? name.lowerBound)..<name.upperBound
  }

  // MARK: Bytes

  private mutating func fill() throws(XMLFault) -> Bool { try more(&buffer) }

  /// Makes sure that so many bytes are there, where the document has them.
  private mutating func need(_ count: Int) throws(XMLFault) {
    while buffer.count - position < count {
      guard try fill() else {
        guard buffer.count - position >= 2 else { throw XMLFault("breaks off") }
        return
      }
    }
  }

  /// The first index from `start` on whose byte ends the token; the end of the document ends a
  /// text, too.
  private mutating func end(
    of start: Int, isText: Bool, _ isEnd: (UInt8) -> Bool
  ) throws(XMLFault) -> Int {
    var at = start
    while true {
      while at < buffer.count {
        if isEnd(buffer[at]) { return at }
        at += 1
      }
      guard at - start <= XMLReader.longestToken else {
        throw XMLFault(
          "has a \(isText ? "text" : "tag") longer than \(XMLReader.longestToken) bytes")
      }
      if try !fill() {
        guard isText else { throw XMLFault("breaks off") }
        return at
      }
    }
  }

  private mutating func skip(to mark: String, from start: Int) throws(XMLFault) {
    let mark = Array(mark.utf8)
    var at = start
    while true {
      while at + mark.count <= buffer.count {
        if buffer[at..<(at + mark.count)] == mark[...] {
          position = at + mark.count
          return
        }
        at += 1
      }
      guard at - start <= XMLReader.longestToken else {
        throw XMLFault("has a part longer than \(XMLReader.longestToken) bytes")
      }
      guard try fill() else { throw XMLFault("breaks off") }
    }
  }

  // MARK: Texts

  private func decoded(_ range: Range<Int>) throws(XMLFault) -> String {
    let bytes = buffer[range]
    guard !bytes.contains(where: { $0 < 0x20 && !$0.isXMLSpace }),
      let text = String(validating: bytes, as: UTF8.self)
    else { throw XMLFault("has characters that XML can't have") }
    return text
  }

  /// The text with its references as the characters that they stand for.
  private func resolved(_ range: Range<Int>) throws(XMLFault) -> String {
    guard buffer[range].contains(UInt8(ascii: "&")) else { return try decoded(range) }
    var text = ""
    var at = range.lowerBound
    while at < range.upperBound {
      let rest = buffer[at..<range.upperBound]
      guard buffer[at] == UInt8(ascii: "&") else {
        let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? range.upperBound
        text += try decoded(at..<end)
        at = end
        continue
      }
      guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
        throw XMLFault("has a reference that is none")
      }
      text.unicodeScalars.append(
        try XMLReader.scalar(String(decoding: buffer[(at + 1)..<end], as: UTF8.self)))
      at = end + 1
    }
    return text
  }

  private static func scalar(_ reference: String) throws(XMLFault) -> Unicode.Scalar {
    switch reference {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let isHex = reference.hasPrefix("#x")
      let digits = reference.dropFirst(isHex ? 2 : 1)
      guard reference.hasPrefix("#"), let value = UInt32(digits, radix: isHex ? 16 : 10),
        let scalar = Unicode.Scalar(value), value >= 0x20 || [0x9, 0xA, 0xD].contains(value)
      else { throw XMLFault("has the reference &\(reference.prefix(20));, which XML doesn't know") }
      return scalar
    }
  }
}

/// Why an XML document can't be read.
struct XMLFault: Error, Hashable {
  /// As the end of a sentence: "breaks off".
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension UInt8 {
  fileprivate var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}

extension ArraySlice<UInt8> {
  fileprivate func isEqual(to name: StaticString) -> Bool {
    name.withUTF8Buffer { elementsEqual($0) }
  }
}
