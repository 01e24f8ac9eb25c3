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
    /// A text between tags, or a part of it if it has nested content.
    case text
    /// The end of the document.
    case finish
  }

  /// The limits of a document; the defaults are for the parts of office files.
  package struct Limits: Sendable {
    /// The greatest depth of nested elements; those of sheets need eight.
    package var depth = 64
    /// The longest tag, or text between tags, bytes.
    package var token = 1 << 20
    /// The most attributes of a tag.
    package var attributes = 64

    /// The defaults.
    package init() {}
  }

  /// The ranges of a tag's attribute.
  package struct Attribute: Sendable {
    /// Its name, with its prefix.
    package let name: Range<Int>
    /// Its value, without the quotes.
    package let value: Range<Int>
    /// All of it, with the blanks before it.
    package let whole: Range<Int>
  }

  let limits: Limits
  /// Appends more bytes; `nil` if all bytes are present.
  let more: ((inout [UInt8]) throws(XMLFault) -> Bool)?
  var buffer: [UInt8] = []
  var position = 0
  /// The start of the token that is being read.
  var start = 0
  var hasBrokenOff = false
  /// The range of the tag, in a document that was given as a whole.
  package internal(set) var tag = 0..<0
  /// The range of the tag's name, with its prefix.
  package internal(set) var name = 0..<0
  /// The tag's attributes; empty for an end tag.
  package internal(set) var attributes: [Attribute] = []
  private(set) var textRange = 0..<0
  private(set) var isRaw = false
  var isSelfClosing = false
  var hasRoot = false
  /// The names of the open elements, one behind the other, and where each begins.
  var openNames: [UInt8] = []
  var opened: [Int] = []

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
        // Only white space may surround the root.
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
}

/// The reason why an XML document can't be read.
package struct XMLFault: Error, Hashable {
  /// As the end of a sentence: "ends too early".
  package let reason: String

  /// Makes a fault with a reason.
  package init(_ reason: String) { self.reason = reason }
}

extension UInt8 {
  var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}
