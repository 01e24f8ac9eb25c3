internal import TimeWalkBase

/// Texts for people, which a packet may keep in lists and in several languages.
extension XMPPacket {
  /// The number of a list's members that are read.
  private static let mostMembers = 1000

  /// The texts of a property: of its list's members, or its own; empty if absent.
  ///
  /// Of several languages it is the default one, which XMP puts first (ISO 16684-1, 8.2.2.4).
  func words(
    _ local: String, in namespace: Namespace, at place: Place = .resource
  ) -> [String] {
    let name = Name(namespace: namespace.rawValue, local: local)
    for (index, element) in elements.enumerated()
    where element.name == name && isProperty(index, at: place) {
      guard let content = element.content else { continue }
      let texts = members(of: index, within: content).filter { !$0.isEmpty }
      if !texts.isEmpty { return texts }
    }
    return text(local, in: namespace, at: place).map { [$0] } ?? []
  }

  /// The texts of the first list within an element; of a list within a list its markup, too.
  private func members(of index: Int, within content: Range<Int>) -> [String] {
    let name = Name(namespace: XMPPacket.rdf, local: "li")
    var texts: [String] = []
    var end = content.lowerBound
    for element in elements[(index + 1)...] {
      guard element.tag.lowerBound < content.upperBound, texts.count < XMPPacket.mostMembers else {
        break
      }
      guard element.name == name, element.tag.lowerBound >= end, let text = element.content else {
        continue
      }
      texts.append(XMPPacket.plain(bytes[text]))
      end = text.upperBound
    }
    return texts
  }

  /// A text without its entities, and without white space at its ends.
  static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(longestText), as: UTF8.self)
    var plain = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      plain += rest[..<start]
      rest = rest[start...]
      guard let end = rest.prefix(12).firstIndex(of: ";"),
        let character = XMLReader.character(of: rest[rest.index(after: start)..<end])
      else {
        plain += "&"
        rest = rest.dropFirst()
        continue
      }
      plain.unicodeScalars.append(character)
      rest = rest[rest.index(after: end)...]
    }
    plain += rest
    return plain.trimmingBlanks
  }
}
