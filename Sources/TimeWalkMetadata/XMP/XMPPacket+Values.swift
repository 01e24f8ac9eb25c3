/// The values of simple properties.
extension XMPPacket {
  /// The namespaces that are read.
  enum Namespace: String, CaseIterable {
    case exif = "http://ns.adobe.com/exif/1.0/"
    case exifExtension = "http://cipa.jp/exif/1.0/"
    case auxiliary = "http://ns.adobe.com/exif/1.0/aux/"
    case tiff = "http://ns.adobe.com/tiff/1.0/"
    case xmp = "http://ns.adobe.com/xap/1.0/"
    case media = "http://ns.adobe.com/xap/1.0/mm/"
    case panorama = "http://ns.google.com/photos/1.0/panorama/"
    case drone = "http://www.dji.com/drone-dji/1.0/"
    case parrot = "http://www.parrot.com/drone-parrot/1.0/"
    case skydio = "https://www.skydio.com/drone-skydio/1.0/"
    case pix4D = "http://pix4d.com/camera/1.0/"
    case senseFly = "http://ns.sensefly.com/Camera/1.0/"
    case iptcExtension = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    case thumbnail = "http://ns.adobe.com/xap/1.0/g/img/"
    case dublinCore = "http://purl.org/dc/elements/1.1/"
    case photoshop = "http://ns.adobe.com/photoshop/1.0/"
    case rights = "http://ns.adobe.com/xap/1.0/rights/"
    case plus = "http://ns.useplus.org/ldf/xmp/1.0/"

    /// The known addresses by their core: without scheme, capitals, and the last slash, all of
    /// which some programs write otherwise.
    private static let known: [String: String] = Dictionary(
      uniqueKeysWithValues: allCases.map { (core(of: $0.rawValue), $0.rawValue) })

    /// The known address that an address means; itself where it is unknown.
    static func address(meantBy address: String) -> String {
      known[core(of: address)] ?? address
    }

    private static func core(of address: String) -> String {
      var core = Substring(address.trimmingBlanks.lowercased())
      for scheme in ["http://", "https://"] where core.hasPrefix(scheme) {
        core = core.dropFirst(scheme.count)
      }
      while let last = core.last, last == "/" || last == "#" { core = core.dropLast() }
      return String(core)
    }
  }

  /// The possible places of a property in the packet's tree.
  enum Place {
    /// Anywhere, also within structures.
    case anywhere
    /// With the resource itself, which is the photo.
    case resource
    /// Within a structure that is a property of the resource.
    case structure(Name)
  }

  /// The part of a value that is read, in bytes.
  static let longestText = 1 << 16

  /// The first value of a property, without entities and blanks around it; `nil` if it is absent or
  /// empty.
  func text(
    _ name: String, in namespace: Namespace, at place: Place = .resource
  ) -> String? {
    for range in ranges(of: name, in: namespace, at: place) {
      let value = XMPPacket.plain(bytes[range])
      if !value.isEmpty { return value }
    }
    return nil
  }

  /// The first value of a property as a number, written plainly (`+7.2`) or as a fraction
  /// (`103/10`).
  func number(
    _ name: String, in namespace: Namespace, at place: Place = .resource
  ) -> Double? {
    text(name, in: namespace, at: place).flatMap(XMPPacket.number)
  }

  /// The number that a text is, written plainly or as a fraction.
  static func number(_ text: some StringProtocol) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = Double(parts[0]) else { return nil }
    guard parts.count == 2 else { return first.isFinite ? first : nil }
    guard let second = Double(parts[1]) else { return nil }
    return ExifNumber(numerator: first, denominator: second).value
  }

  /// The ranges of a property's values, in the packet's order.
  func ranges(
    of local: String, in namespace: Namespace, at place: Place = .anywhere
  ) -> [Range<Int>] {
    let name = Name(namespace: namespace.rawValue, local: local)
    var ranges: [Range<Int>] = []
    for (index, element) in elements.enumerated() {
      for attribute in element.attributes
      where attribute.name == name && isHolder(index, at: place) {
        ranges.append(attribute.value)
      }
      if element.name == name, isProperty(index, at: place), let text = text(of: element) {
        ranges.append(text)
      }
    }
    return ranges
  }

  /// True if an element is a property at a place.
  func isProperty(_ index: Int, at place: Place) -> Bool {
    switch place {
    case .anywhere: return true
    case .resource: return structure(around: index) == nil
    case .structure(let name):
      return ancestors(of: index).contains { elements[$0].name == name && isOwn($0) }
    }
  }

  /// True if the attributes of an element are properties at a place.
  private func isHolder(_ index: Int, at place: Place) -> Bool {
    switch place {
    case .anywhere: return true
    case .resource:
      guard structure(around: index) == nil else { return false }
      return elements[index].name == XMPPacket.description ? !isStructure(index) : isNode(index)
    case .structure(let name):
      return (elements[index].name == name && isOwn(index)) || isProperty(index, at: place)
    }
  }

  private func isOwn(_ index: Int) -> Bool { structure(around: index) == nil }

  private func ancestors(of index: Int) -> some Sequence<Int> {
    sequence(state: elements[index].parent) { next in
      defer { next = next.flatMap { elements[$0].parent } }
      return next
    }
  }

  /// The nearest structure or list that an element lies in.
  private func structure(around index: Int) -> Int? {
    ancestors(of: index).first(where: isStructure)
  }

  /// Returns true if an element makes its content part of a value: a list, a description within a
  /// property, or a property that is itself a resource.
  ///
  /// A property right within another isn't RDF but an element that was never closed.
  private func isStructure(_ index: Int) -> Bool {
    let element = elements[index]
    if element.name == XMPPacket.description {
      return element.parent.map {
        let name = elements[$0].name
        return name.namespace != XMPPacket.rdf && name.namespace != "adobe:ns:meta/"
      } ?? false
    }
    if element.name.namespace == XMPPacket.rdf {
      return ["li", "Bag", "Seq", "Alt"].contains(element.name.local)
    }
    return element.attributes.contains {
      $0.name == Name(namespace: XMPPacket.rdf, local: "parseType")
        && text($0.value).trimmingBlanks == "Resource"
    }
  }

  /// Returns true if an element is a resource right below the packet's root.
  private func isNode(_ index: Int) -> Bool {
    elements[index].parent.map {
      elements[$0].name == Name(namespace: XMPPacket.rdf, local: "RDF")
    } ?? false
  }

  private static let description = Name(namespace: rdf, local: "Description")

  /// The range of the text behind an element's opening tag, even without an end tag; `nil` if there
  /// is none or the packet ends within it.
  private func text(of element: Element) -> Range<Int>? {
    let start = element.tag.upperBound
    guard element.content?.isEmpty != true, let end = bytes[start...].firstIndex(of: 0x3C) else {
      return nil
    }
    return start == end ? nil : start..<end
  }
}
