/// Reads EDTF, levels 0 to 2, into its value tree.
///
/// The grammar is that of ISO 8601-2:2019 as profiled by the Library of Congress, "Extended
/// Date/Time Format (EDTF) Specification".
struct EDTFParser {
  /// The text without spaces at its ends.
  let text: String

  /// Reads the whole text.
  func expression() throws(ChronologyError) -> EDTFExpression {
    let bytes = Array(text.utf8)[...]
    guard let first = bytes.first else { throw fail("it is empty") }
    if let closing = EDTFParser.closing[first] { return try set(bytes, closing: closing) }
    if bytes.contains(UInt8(ascii: "/")) { return try interval(bytes) }
    return .date(try EDTFDateParser(text: text, bytes: bytes).dateOrTime())
  }

  private static let closing: [UInt8: UInt8] = [
    UInt8(ascii: "["): UInt8(ascii: "]"), UInt8(ascii: "{"): UInt8(ascii: "}"),
  ]

  private func interval(_ bytes: ArraySlice<UInt8>) throws(ChronologyError) -> EDTFExpression {
    let sides = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard sides.count == 2 else { throw fail("an interval must have one / between its two ends") }
    let start = try end(sides[0])
    let end = try end(sides[1])
    switch (start, end) {
    case (.unknown, .unknown), (.unknown, .open), (.open, .unknown):
      throw fail("an interval with one unknown end needs a date at the other")
    default: return .interval(start, end)
    }
  }

  private func end(_ bytes: ArraySlice<UInt8>) throws(ChronologyError) -> EDTFEnd {
    if bytes.isEmpty { return .unknown }
    if bytes.elementsEqual(EDTFParser.dots) { return .open }
    return .date(try date(bytes))
  }

  private func set(
    _ bytes: ArraySlice<UInt8>, closing: UInt8
  ) throws(ChronologyError) -> EDTFExpression {
    guard bytes.count > 1, bytes.last == closing else {
      throw fail("the set isn't closed by \(EDTFDateParser.quoted([closing]))")
    }
    let inner = bytes.dropFirst().dropLast()
    if inner.contains(where: { EDTFParser.brackets.contains($0) }) {
      throw fail("a set can't have another set")
    }
    if inner.contains(UInt8(ascii: "/")) {
      throw fail("a set can't have intervals; write .. between the ends of a range")
    }
    let texts = inner.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    var members: [EDTFMember] = []
    for (index, text) in texts.enumerated() {
      members.append(
        try member(
          EDTFParser.trimmed(text), isFirst: index == 0, isLast: index == texts.count - 1))
    }
    return .set(members)
  }

  private func member(
    _ bytes: ArraySlice<UInt8>, isFirst: Bool, isLast: Bool
  ) throws(ChronologyError) -> EDTFMember {
    guard !bytes.isEmpty else { throw fail("a member of the set is empty") }
    guard let dots = bytes.indices.first(where: { bytes[$0...].starts(with: EDTFParser.dots) })
    else { return .date(try date(bytes)) }
    let before = bytes[..<dots]
    let after = bytes[(dots + 2)...]
    if before.isEmpty && after.isEmpty { throw fail("a range needs a date before or after its ..") }
    if before.isEmpty && !isFirst { throw fail("only the first member of a set may start with ..") }
    if after.isEmpty && !isLast { throw fail("only the last member of a set may end with ..") }
    return .range(
      before.isEmpty ? nil : try date(before), after.isEmpty ? nil : try date(after))
  }

  private func date(_ bytes: ArraySlice<UInt8>) throws(ChronologyError) -> EDTFDate {
    try EDTFDateParser(text: text, bytes: bytes).date()
  }

  private static let dots = Array("..".utf8)
  private static let brackets = Set("[]{}".utf8)

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop { $0 == UInt8(ascii: " ") }
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return bytes
  }

  private func fail(_ reason: String) -> ChronologyError {
    ChronologyError(text: text, reason: reason)
  }
}
