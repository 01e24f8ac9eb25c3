/// Texts for people, which a packet may keep in lists and in several languages.
extension XMPPacket {
  /// How many members of a list are read.
  private static let mostMembers = 1000

  /// The texts of a property: of its list's members, or its own; empty where it is absent.
  ///
  /// Of several languages it is the default one, which XMP puts first (ISO 16684-1, 8.2.2.4).
  func words(_ name: String, in namespace: Namespace) -> [String] {
    for prefix in (prefixes[namespace.rawValue] ?? []).sorted() {
      let whole = prefix + ":" + name
      guard let inside = content(of: whole, in: bytes[...]) else { continue }
      var rest = inside
      var texts: [String] = []
      while texts.count < XMPPacket.mostMembers, let member = content(of: "rdf:li", in: rest) {
        texts.append(XMPPacket.plain(member))
        rest = rest[member.endIndex...]
      }
      texts = texts.filter { !$0.isEmpty }
      if !texts.isEmpty { return texts }
    }
    return text(name, in: namespace).map { [XMPPacket.plain(Array($0.utf8)[...])] } ?? []
  }

  /// The bytes between an element's opening and closing tags; `nil` where there is no such element.
  private func content(of element: String, in part: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let (open, close) = (Array("<\(element)".utf8), Array("</\(element)".utf8))
    var at = part.startIndex
    while let start = XMPPacket.find(open, in: part[at...]) {
      at = start + open.count
      // A longer name that begins the same is another element.
      guard at < part.endIndex, [0x20, 0x09, 0x0A, 0x0D, 0x3E].contains(part[at]) else { continue }
      guard let end = part[at...].firstIndex(of: 0x3E) else { return nil }
      if part[end - 1] == UInt8(ascii: "/") {
        at = end
        continue
      }
      let inside = end + 1
      guard let last = XMPPacket.find(close, in: part[inside...]) else { return nil }
      return part[inside..<last]
    }
    return nil
  }

  private static func find(_ mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    var at = bytes.startIndex
    while let next = bytes[at...].firstIndex(of: mark[0]) {
      if bytes[next...].starts(with: mark) { return next }
      at = next + 1
    }
    return nil
  }

  /// A text without its entities, and without white space at its ends.
  private static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(longestText), as: UTF8.self)
    var plain = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      plain += rest[..<start]
      rest = rest[start...]
      guard let end = rest.prefix(12).firstIndex(of: ";"),
        let character = character(of: rest[rest.index(after: start)..<end])
      else {
        plain += "&"
        rest = rest.dropFirst()
        continue
      }
      plain.append(character)
      rest = rest[rest.index(after: end)...]
    }
    plain += rest
    let start = plain.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }

  private static func character(of entity: Substring) -> Character? {
    switch entity {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard entity.hasPrefix("#") else { return nil }
      let digits = entity.dropFirst()
      let number =
        digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      return number.flatMap(Unicode.Scalar.init).map(Character.init)
    }
  }
}
