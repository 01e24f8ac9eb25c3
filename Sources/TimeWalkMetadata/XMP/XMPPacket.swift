internal import TimeWalkBase

/// The elements and attributes of an XMP packet with their ranges, for changing values and removing
/// whole properties.
///
/// A truncated or partly invalid packet still gives its other values. An element without its end
/// has no range and can't be removed.
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
    /// The range of its opening tag.
    let tag: Range<Int>
    var attributes: [Attribute]
    /// The number of the element around it.
    let parent: Int?
    /// From its opening to its closing tag; `nil` without an end.
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
  // The same with known addresses in their usual form.
  private var meanings: [String: String] = [:]
  // Elements, attributes and declarations.
  private var count = 0

  /// XMP's own structures need some ten levels, and a raw file's settings some hundred attributes.
  private static let readerLimits: XMLReader.Limits = {
    var limits = XMLReader.Limits()
    (limits.depth, limits.attributes, limits.token) = (100, 1000, .max)
    return limits
  }()

  init(_ bytes: [UInt8], limits: MetadataLimits = MetadataLimits()) {
    self.bytes = bytes
    scan(limit: limits.maximumProperties)
  }

  /// The element that holds all descriptions, if it is complete.
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

  /// The subject of the descriptions, unchanged; mostly empty.
  var about: String {
    let name = Name(namespace: XMPPacket.rdf, local: "about")
    return descriptions.lazy.compactMap { index in
      elements[index].attributes.first { $0.name == name }.map { text($0.value) }
    }.first ?? ""
  }

  /// A raw text, with its entities.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The simple value of a property of the resource itself; `nil` if there is none.
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

  /// The ranges of the unwanted properties; none lies within another.
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
    guard var xml = try? XMLReader(bytes, limits: XMPPacket.readerLimits) else { return }
    var open: [Int] = []
    while count < limit {
      let event = try? xml.next()
      if xml.depth > open.count {
        count += 1 + xml.attributes.count
        elements.append(element(xml, parent: open.last))
        open.append(elements.count - 1)
      } else if xml.depth < open.count {
        // Elements that were opened within it and never closed have no end.
        let index = open[xml.depth]
        open.removeSubrange(xml.depth...)
        let tag = elements[index].tag
        elements[index].range = tag.lowerBound..<xml.tag.upperBound
        // A self-closing element has one tag.
        elements[index].content = tag.upperBound..<max(tag.upperBound, xml.tag.lowerBound)
      } else if event == nil {
        count += 1
      }
      if event == .finish { return }
      if event == nil, !xml.skipFault() { return }
    }
  }

  /// The element that has just started; its tag's declarations apply from there on.
  private mutating func element(_ xml: XMLReader, parent: Int?) -> Element {
    let attributes = xml.attributes.map { (name: text($0.name), at: $0) }
    for attribute in attributes where attribute.name.hasPrefix("xmlns:") {
      let prefix = String(attribute.name.dropFirst(6))
      let address = text(attribute.at.value)
      guard addresses[prefix] != address else { continue }
      namespaces.append((prefix, address))
      addresses[prefix] = address
      meanings[prefix] = Namespace.address(meantBy: address)
    }
    return Element(
      name: resolved(text(xml.name)), tag: xml.tag,
      attributes: attributes.filter { !$0.name.hasPrefix("xmlns") }.map {
        Attribute(name: resolved($0.name), range: $0.at.whole, value: $0.at.value)
      }, parent: parent, range: nil, content: nil)
  }

  private func resolved(_ name: String) -> Name {
    guard let colon = name.firstIndex(of: ":") else { return Name(namespace: "", local: name) }
    return Name(
      namespace: meanings[String(name[..<colon])] ?? "",
      local: String(name[name.index(after: colon)...]))
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmingBlanks: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
