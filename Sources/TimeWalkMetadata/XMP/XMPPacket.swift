/// The elements and attributes of an XMP packet and where they stand, so that values can be changed
/// and whole properties taken out.
///
/// A scan of tags rather than an XML parser, for two reasons: the packet is changed in place, so
/// positions are needed, which `XMLParser` does not tell; and a packet that is cut off or wrong
/// somewhere should still give what it says elsewhere. Entities and external references are never
/// expanded. An element without its end has no range and can't be taken out.
struct XMPPacket {
  /// A name in its namespace.
  struct Name: Hashable {
    let namespace: String
    let local: String
  }

  /// One attribute.
  struct Attribute {
    let name: Name
    /// The attribute with the blanks before it.
    let range: Range<Int>
    let value: Range<Int>
  }

  /// One element.
  struct Element {
    let name: Name
    /// Where its opening tag lies.
    let tag: Range<Int>
    var attributes: [Attribute]
    /// The number of the element around it.
    let parent: Int?
    /// From its opening to its closing tag; `nil` where it has no end.
    var range: Range<Int>?
    /// Between its tags.
    var content: Range<Int>?
  }

  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

  let bytes: [UInt8]
  private(set) var elements: [Element] = []
  /// Declarations in the packet's order; the last one of a prefix counts.
  private(set) var namespaces: [(prefix: String, address: String)] = []
  private var addresses: [String: String] = [:]
  // Elements, attributes and declarations.
  private var count = 0

  /// How deep elements may lie in each other; a deeper one has no end.
  ///
  /// XMP's own structures need some ten.
  private static let greatestDepth = 100

  init(_ bytes: [UInt8], limits: MetadataLimits = MetadataLimits()) {
    self.bytes = bytes
    scan(limit: limits.maximumProperties)
  }

  /// The element that holds all descriptions, where it is whole.
  var rdfElement: Int? {
    elements.firstIndex {
      $0.name == Name(namespace: XMPPacket.rdf, local: "RDF") && $0.content != nil
    }
  }

  /// The descriptions right below it.
  var descriptions: [Int] {
    guard let root = rdfElement else { return [] }
    let name = Name(namespace: XMPPacket.rdf, local: "Description")
    return elements.indices.filter { elements[$0].parent == root && elements[$0].name == name }
  }

  /// What the descriptions are about, as it stands; mostly nothing.
  var about: String {
    let name = Name(namespace: XMPPacket.rdf, local: "about")
    return descriptions.lazy.compactMap { index in
      elements[index].attributes.first { $0.name == name }.map { text($0.value) }
    }.first ?? ""
  }

  /// A text as it stands, entities and all.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The simple value of a property of the resource itself; `nil` where there is none.
  func value(_ local: String, in namespace: Namespace) -> String? {
    let name = Name(namespace: namespace.rawValue, local: local)
    let within = Set(descriptions)
    for (index, element) in elements.enumerated() {
      if within.contains(index),
        let attribute = element.attributes.first(where: { $0.name == name })
      {
        return text(attribute.value)
      }
      if let parent = element.parent, within.contains(parent), element.name == name,
        let content = element.content, !bytes[content].contains(0x3C)
      {
        return text(content).trimmingBlanks
      }
    }
    return nil
  }

  /// Where the properties that are unwanted stand; none lies within another.
  func ranges(where isUnwanted: (Name) -> Bool) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var end = 0
    for element in elements where element.tag.lowerBound >= end {
      if isUnwanted(element.name), let range = element.range {
        result.append(range)
        end = range.upperBound
      } else {
        result += element.attributes.filter { isUnwanted($0.name) }.map(\.range)
      }
    }
    return result
  }

  // MARK: The scan

  private mutating func scan(limit: Int) {
    var open: [(index: Int, name: String)] = []
    var at = 0
    var closings = 0
    // Closing tags that close nothing are looked for among all that are open.
    while let start = bytes[at...].firstIndex(of: 0x3C), count < limit, closings <= limit {
      at = start + 1
      guard at < bytes.count else { return }
      switch bytes[at] {
      case UInt8(ascii: "!"), UInt8(ascii: "?"):
        let isComment = bytes[at...].starts(with: Array("!--".utf8))
        at = index(after: isComment ? "-->" : ">", from: at)
      case UInt8(ascii: "/"):
        at += 1
        closings += 1
        let name = name(&at)
        let end = index(after: ">", from: at)
        // Whatever was opened within it and never closed has no end.
        if let last = open.lastIndex(where: { $0.name == name }) {
          let index = open[last].index
          elements[index].range = elements[index].tag.lowerBound..<end
          elements[index].content = elements[index].tag.upperBound..<start
          open.removeSubrange(last...)
        }
        at = end
      default:
        let (name, attributes, end, isEmpty) = tag(from: at, most: limit - count)
        count += 1 + attributes.count
        guard !name.isEmpty else { continue }
        note(attributes)
        elements.append(
          Element(
            name: resolved(name), tag: start..<end,
            attributes: attributes.filter { !$0.name.hasPrefix("xmlns") }.map {
              Attribute(name: resolved($0.name), range: $0.range, value: $0.value)
            }, parent: open.last?.index, range: isEmpty ? start..<end : nil,
            content: isEmpty ? end..<end : nil))
        if !isEmpty, open.count < XMPPacket.greatestDepth {
          open.append((elements.count - 1, name))
        }
        at = end
      }
    }
  }

  private typealias Raw = (name: String, range: Range<Int>, value: Range<Int>)

  private func tag(from start: Int, most: Int) -> (
    name: String, attributes: [Raw], end: Int, isEmpty: Bool
  ) {
    var at = start
    let element = name(&at)
    var attributes: [Raw] = []
    while at < bytes.count, attributes.count < most {
      let before = at
      while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
      guard at < bytes.count else { break }
      if bytes[at] == UInt8(ascii: ">") {
        return (element, attributes, at + 1, at > start && bytes[at - 1] == UInt8(ascii: "/"))
      }
      guard bytes[at] != 0x3C else { break }
      let attribute = name(&at)
      guard !attribute.isEmpty else {
        at += 1
        continue
      }
      while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
      guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else { continue }
      at += 1
      while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'"),
        let end = bytes[(at + 1)...].firstIndex(of: bytes[at])
      else { continue }
      attributes.append((attribute, before..<(end + 1), (at + 1)..<end))
      at = end + 1
    }
    return (element, attributes, at, false)
  }

  private mutating func note(_ attributes: [Raw]) {
    for attribute in attributes where attribute.name.hasPrefix("xmlns:") {
      let prefix = String(attribute.name.dropFirst(6))
      let address = text(attribute.value)
      if addresses[prefix] != address { namespaces.append((prefix, address)) }
      addresses[prefix] = address
    }
  }

  private func resolved(_ name: String) -> Name {
    guard let colon = name.firstIndex(of: ":") else { return Name(namespace: "", local: name) }
    return Name(
      namespace: addresses[String(name[..<colon])] ?? "",
      local: String(name[name.index(after: colon)...]))
  }

  private func name(_ at: inout Int) -> String {
    let start = at
    let ends = [UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "/"), 0x3C]
    while at < bytes.count, bytes[at] > 0x20, !ends.contains(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private func index(after mark: String, from start: Int) -> Int {
    let mark = Array(mark.utf8)
    var at = start
    while let next = bytes[at...].firstIndex(of: mark[0]) {
      if bytes[next...].starts(with: mark) { return next + mark.count }
      at = next + 1
    }
    return bytes.count
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmingBlanks: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
