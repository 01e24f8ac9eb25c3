/// Reads XML in one pass, a tag or a text at a time, in constant memory.
///
/// It reads the part of XML 1.0 that office files (ECMA-376, part 2) and XMP packets use: UTF-8
/// without a document type. Only the five predefined entities exist, and none is external.
/// Our own: libxml2 doesn't report the position of an attribute, which an XMP edit in place needs.
/// Through Foundation, each start would load libxml2.
package struct XMLReader {
  /// A token of the document.
  package enum Event {
    /// A start tag; an `end` follows a self-closing one.
    case start
    /// A closing tag.
    case end
    /// A text between tags, a part of it where something stands within.
    case text
    /// The end of the document.
    case finish
  }

  /// The limits of a document; the defaults are for the parts of office files.
  package struct Limits: Sendable {
    /// How deep elements may lie in each other; those of sheets need eight.
    package var depth = 64
    /// The longest tag, or text between tags, bytes.
    package var token = 1 << 20
    /// The most attributes of a tag.
    package var attributes = 64

    /// The defaults.
    package init() {}
  }

  /// Where an attribute of a tag stands.
  package struct Attribute: Sendable {
    /// Its name, with its prefix.
    package let name: Range<Int>
    /// Its value, without the quotes.
    package let value: Range<Int>
    /// All of it, with the blanks before it.
    package let whole: Range<Int>
  }

  private let limits: Limits
  /// Appends more bytes; `nil` if all bytes are present.
  private let more: ((inout [UInt8]) throws(XMLFault) -> Bool)?
  private var buffer: [UInt8] = []
  private var position = 0
  /// Where the token begins that is being read.
  private var start = 0
  private var hasBrokenOff = false
  /// Where the tag lies, in a document that was given as a whole.
  package private(set) var tag = 0..<0
  /// Where the tag's name lies, with its prefix.
  package private(set) var name = 0..<0
  /// The tag's attributes; empty for an end tag.
  package private(set) var attributes: [Attribute] = []
  private var textRange = 0..<0
  private var isRaw = false
  private var isSelfClosing = false
  private var hasRoot = false
  /// The names of the open elements, one behind the other, and where each begins.
  private var openNames: [UInt8] = []
  private var opened: [Int] = []

  /// Starts a document whose bytes `more` appends, until it returns `false`.
  package init(
    limits: Limits = Limits(), _ more: @escaping (inout [UInt8]) throws(XMLFault) -> Bool
  ) throws(XMLFault) {
    self.limits = limits
    self.more = more
    _ = try fill()
    try begin()
  }

  /// Starts a document that is complete in memory; ranges are offsets in it.
  package init(_ document: [UInt8], limits: Limits = Limits()) throws(XMLFault) {
    self.limits = limits
    more = nil
    buffer = document
    try begin()
  }

  private mutating func begin() throws(XMLFault) {
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if buffer.starts(with: [0xFF, 0xFE]) || buffer.starts(with: [0xFE, 0xFF]) {
      throw XMLFault("isn't UTF-8")
    }
  }

  /// The number of open elements, with the one that has just started and without the one that has
  /// just ended.
  package var depth: Int { opened.count }

  /// Whether the tag has this name, with any prefix.
  package func isNamed(_ local: StaticString) -> Bool {
    buffer[self.local(name)].isEqual(to: local)
  }

  /// An attribute's text by its name without prefix; `nil` when the tag has none.
  package func attribute(_ name: StaticString) throws(XMLFault) -> String? {
    for attribute in attributes where buffer[local(attribute.name)].isEqual(to: name) {
      return try resolved(attribute.value)
    }
    return nil
  }

  /// The text.
  package func text() throws(XMLFault) -> String {
    isRaw ? try decoded(textRange) : try resolved(textRange)
  }

  /// Reads on.
  ///
  /// Throws `XMLFault` for XML that is not well-formed, exceeds a limit, or can't be decompressed.
  package mutating func next() throws(XMLFault) -> Event {
    if isSelfClosing {
      isSelfClosing = false
      close()
      return .end
    }
    while true {
      if more != nil, position > 1 << 16 {
        buffer.removeSubrange(..<position)
        position = 0
      }
      start = position
      if position == buffer.count, try !fill() {
        guard hasRoot, opened.isEmpty else { throw brokenOff() }
        return .finish
      }
      guard buffer[position] == UInt8(ascii: "<") else {
        position = try end(of: start, isText: true) { $0 == UInt8(ascii: "<") }
        textRange = start..<position
        isRaw = false
        guard opened.isEmpty else { return .text }
        // Only white space may stand around the root.
        guard buffer[textRange].allSatisfy(\.isXMLSpace) else {
          throw XMLFault("has text outside its root")
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
          throw XMLFault("declares a document type, which isn't allowed")
        }
      default:
        try openingTag()
        return .start
      }
    }
  }

  /// Goes to the end of the element that has just started.
  package mutating func skipElement() throws(XMLFault) {
    let inside = depth
    while depth >= inside { _ = try next() }
  }

  /// Goes on behind a fault, at the next tag, in a document that was given as a whole.
  ///
  /// Returns `false` if there is no further tag.
  ///
  /// A faulty start tag has opened its element, with the readable attributes. A faulty end tag has
  /// closed the last element of its name, if any, and those within it. `depth` is the result.
  package mutating func skipFault() -> Bool {
    let from = position > start ? position : start + 1
    guard !hasBrokenOff, from < buffer.count,
      let next = buffer[from...].firstIndex(of: UInt8(ascii: "<"))
    else { return false }
    position = next
    return true
  }

  /// The character of a reference between `&` and `;`; `nil` for an entity that XML doesn't
  /// predefine.
  package static func character(of reference: some StringProtocol) -> Unicode.Scalar? {
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
      else { return nil }
      return scalar
    }
  }

  // MARK: Tags

  private mutating func openingTag() throws(XMLFault) {
    attributes.removeAll(keepingCapacity: true)
    guard opened.count < limits.depth else {
      throw XMLFault("is nested deeper than \(limits.depth) elements")
    }
    // A fault is thrown after the whole tag is read.
    var fault = hasRoot && opened.isEmpty ? XMLFault("has two roots") : nil
    let first = position + 1
    let end = try endOfTag(from: first, &fault)
    let isWhole = end < buffer.count && buffer[end] == UInt8(ascii: ">")
    let isEmpty = isWhole && end > first && buffer[end - 1] == UInt8(ascii: "/")
    position = isWhole ? end + 1 : end
    tag = start..<position
    var at = first
    name = readName(&at)
    guard !name.isEmpty else { throw fault ?? XMLFault("has a tag without a name") }
    let last = isEmpty ? end - 1 : end
    while true {
      let before = at
      skipBlanks(&at, until: last)
      guard at < last else { break }
      guard attributes.count < limits.attributes else {
        fault = fault ?? XMLFault("has a tag of more than \(limits.attributes) attributes")
        break
      }
      let wrong = takeAttribute(&at, behind: before, until: last)
      fault = fault ?? wrong
    }
    hasRoot = true
    isSelfClosing = isEmpty
    opened.append(openNames.count)
    openNames += buffer[name]
    if let fault { throw fault }
  }

  /// The offset of the bracket that ends a tag; without a bracket, the end of its possible content.
  private mutating func endOfTag(
    from first: Int, _ fault: inout XMLFault?
  ) throws(XMLFault) -> Int {
    do throws(XMLFault) {
      var quote: UInt8?
      // A closing bracket may stand in an attribute, an opening one nowhere in a tag.
      let end = try end(of: first, isText: false) { byte in
        if byte == UInt8(ascii: "<") { return true }
        if let open = quote {
          if byte == open { quote = nil }
          return false
        }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
        return byte == UInt8(ascii: ">")
      }
      if buffer[end] == UInt8(ascii: "<") { fault = fault ?? XMLFault("has an invalid tag") }
      return end
    } catch {
      guard hasBrokenOff else { throw error }
      fault = error
      return buffer.count
    }
  }

  /// Reads an attribute, or records its fault and continues after it.
  private mutating func takeAttribute(
    _ at: inout Int, behind before: Int, until last: Int
  ) -> XMLFault? {
    let isApart = at > before
    let name = readName(&at)
    skipBlanks(&at, until: last)
    guard !name.isEmpty, at < last, buffer[at] == UInt8(ascii: "=") else {
      if name.isEmpty { at += 1 }
      return XMLFault("has an invalid tag")
    }
    at += 1
    skipBlanks(&at, until: last)
    guard at < last, buffer[at] == UInt8(ascii: "\"") || buffer[at] == UInt8(ascii: "'"),
      let end = buffer[(at + 1)..<last].firstIndex(of: buffer[at])
    else {
      while at < last, !buffer[at].isXMLSpace { at += 1 }
      return XMLFault("has an invalid attribute")
    }
    let isKnown = attributes.contains { buffer[$0.name] == buffer[name] }
    attributes.append(Attribute(name: name, value: (at + 1)..<end, whole: before..<(end + 1)))
    at = end + 1
    if isKnown { return XMLFault("has a tag with the same attribute twice") }
    return isApart ? nil : XMLFault("has an invalid attribute")
  }

  private mutating func closingTag() throws(XMLFault) -> Event {
    attributes.removeAll(keepingCapacity: true)
    var at = position + 2
    let end = try end(of: at, isText: false) {
      $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<")
    }
    guard buffer[end] == UInt8(ascii: ">") else { throw XMLFault("has an invalid tag") }
    name = readName(&at)
    position = end + 1
    tag = start..<position
    let isPlain = buffer[at..<end].allSatisfy(\.isXMLSpace)
    let isLast = opened.last.map { openNames[$0...] == buffer[name] } ?? false
    // After a fault, this may be the end tag of an element around the last one, which then ends,
    // too.
    if isLast {
      close()
    } else if let index = opened.indices.last(where: { isOpen($0, buffer[name]) }) {
      while opened.count > index { close() }
    }
    guard isPlain, isLast else { throw XMLFault("closes an element that isn't open") }
    return .end
  }

  private func isOpen(_ index: Int, _ name: ArraySlice<UInt8>) -> Bool {
    let end = index + 1 < opened.count ? opened[index + 1] : openNames.count
    return openNames[opened[index]..<end] == name
  }

  private mutating func close() {
    if let open = opened.popLast() { openNames.removeSubrange(open...) }
  }

  private func skipBlanks(_ at: inout Int, until last: Int) {
    while at < last, buffer[at].isXMLSpace { at += 1 }
  }

  private func readName(_ at: inout Int) -> Range<Int> {
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

  private mutating func fill() throws(XMLFault) -> Bool {
    guard let more else { return false }
    return try more(&buffer)
  }

  private mutating func brokenOff() -> XMLFault {
    hasBrokenOff = true
    return XMLFault("ends too early")
  }

  /// Makes sure that this many bytes are in memory, if the document has them.
  private mutating func need(_ count: Int) throws(XMLFault) {
    while buffer.count - position < count {
      guard try fill() else {
        guard buffer.count - position >= 2 else { throw brokenOff() }
        return
      }
    }
  }

  /// The first index at or after `start` whose byte ends the token; the end of the document also
  /// ends a text.
  private mutating func end(
    of start: Int, isText: Bool, _ isEnd: (UInt8) -> Bool
  ) throws(XMLFault) -> Int {
    var at = start
    while true {
      while at < buffer.count {
        if isEnd(buffer[at]) { return at }
        at += 1
      }
      guard at - start <= limits.token else {
        throw XMLFault("has a \(isText ? "text" : "tag") longer than \(limits.token) bytes")
      }
      if try !fill() {
        guard isText else { throw brokenOff() }
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
      guard at - start <= limits.token else {
        throw XMLFault("has a part longer than \(limits.token) bytes")
      }
      guard try fill() else { throw brokenOff() }
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
        throw XMLFault("has an invalid reference")
      }
      let reference = String(decoding: buffer[(at + 1)..<end], as: UTF8.self)
      guard let character = XMLReader.character(of: reference) else {
        throw XMLFault("has the unknown reference &\(reference.prefix(20));")
      }
      text.unicodeScalars.append(character)
      at = end + 1
    }
    return text
  }
}

/// Why an XML document can't be read.
package struct XMLFault: Error, Hashable {
  /// As the end of a sentence: "ends too early".
  package let reason: String

  /// Makes a fault with a reason.
  package init(_ reason: String) { self.reason = reason }
}

extension UInt8 {
  fileprivate var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}

extension ArraySlice<UInt8> {
  fileprivate func isEqual(to name: StaticString) -> Bool {
    name.withUTF8Buffer { elementsEqual($0) }
  }
}
