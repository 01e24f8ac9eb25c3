/// The origin of a new picture in its XMP: `xmpMM`, after XMP Specification part 2, 2.3, and part
/// 1, 8.2.2.
struct XMPOrigin {
  let link: OriginalLink?
  /// The user's values that replaced the photo's; `nil` without any.
  let given: CaptureMetadata?
  let software: String

  /// True if it is empty.
  var isEmpty: Bool { link == nil && givenWords.isEmpty }

  /// The names of the given values.
  var givenWords: [String] {
    guard let given else { return [] }
    let all: [(Bool, String)] = [
      (given.latitude != nil, "latitude"), (given.longitude != nil, "longitude"),
      (given.horizontalAccuracy != nil, "horizontal accuracy"), (given.altitude != nil, "altitude"),
      (given.heading != nil, "heading"), (given.pitch != nil, "pitch"), (given.zoom != nil, "zoom"),
      (given.fieldOfView != nil, "field of view"), (given.timestamp != nil, "time"),
    ]
    return all.filter(\.0).map(\.1)
  }

  /// A separate packet.
  func packet() -> [UInt8] {
    let text = """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
       <rdf:RDF xmlns:rdf="\(XMPPacket.rdf)">
      \(description(about: "", of: nil, withHistory: true)) </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="w"?>
      """
    return Array(text.utf8)
  }

  /// A packet with the origin added and unwanted properties removed; `nil` if the position for it
  /// can't be determined.
  func put(
    into packet: [UInt8], removing conditions: StaleXMP.Conditions, limits: MetadataLimits
  ) -> [UInt8]? {
    let tree = XMPPacket(packet, limits: limits)
    var edits = tree.ranges { StaleXMP.contains($0, conditions) }.map { ($0, "") }
    guard !isEmpty else { return XMPOrigin.applied(edits, to: packet) }
    guard let root = tree.rdfElement, let end = tree.elements[root].content?.upperBound else {
      return edits.isEmpty ? nil : XMPOrigin.applied(edits, to: packet)
    }
    let history = historyEnd(in: tree)
    if let history, let event { edits.append((history..<history, event)) }
    edits.append((end..<end, description(about: tree.about, of: tree, withHistory: history == nil)))
    return XMPOrigin.applied(edits, to: packet)
  }

  /// The position of another event in an existing history.
  private func historyEnd(in tree: XMPPacket) -> Int? {
    let name = XMPPacket.Name(namespace: XMPPacket.Namespace.media.rawValue, local: "History")
    guard let history = tree.elements.firstIndex(where: { $0.name == name }) else { return nil }
    return tree.elements.first {
      $0.parent == history && $0.name == XMPPacket.Name(namespace: XMPPacket.rdf, local: "Seq")
        && $0.content?.isEmpty == false
    }?.content?.upperBound
  }

  private var event: String? {
    guard !givenWords.isEmpty else { return nil }
    return """
      <rdf:li xmlns:rdf="\(XMPPacket.rdf)" rdf:parseType="Resource" \
      xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#">\
      <stEvt:action>edited</stEvt:action><stEvt:softwareAgent>\(XMPOrigin.escaped(software))\
      </stEvt:softwareAgent><stEvt:changed>/metadata</stEvt:changed>\
      <stEvt:parameters>given by hand: \(givenWords.joined(separator: ", "))</stEvt:parameters>\
      </rdf:li>
      """
  }

  private func description(about: String, of tree: XMPPacket?, withHistory: Bool) -> String {
    let document = tree?.value("DocumentID", in: .media)
    let original = tree?.value("OriginalDocumentID", in: .media)
    var text = """
        <rdf:Description xmlns:rdf="\(XMPPacket.rdf)" rdf:about="\(about)"
          xmlns:xmpMM="\(XMPPacket.Namespace.media.rawValue)"
          xmlns:stRef="http://ns.adobe.com/xap/1.0/sType/ResourceRef#">

      """
    if let document, original == nil {
      text += "   <xmpMM:OriginalDocumentID>\(document)</xmpMM:OriginalDocumentID>\n"
    }
    if let link {
      var parts = [("instanceID", "urn:sha256:\(XMPOrigin.escaped(link.sha256))")]
      if let document { parts.append(("documentID", document)) }
      if let original { parts.append(("originalDocumentID", original)) }
      if let path = link.path { parts.append(("filePath", XMPOrigin.escaped(path))) }
      let body = parts.map { "<stRef:\($0.0)>\($0.1)</stRef:\($0.0)>" }.joined()
      text += "   <xmpMM:DerivedFrom rdf:parseType=\"Resource\">\(body)</xmpMM:DerivedFrom>\n"
    }
    if withHistory, let event {
      text += "   <xmpMM:History><rdf:Seq>\(event)</rdf:Seq></xmpMM:History>\n"
    }
    return text + "  </rdf:Description>\n"
  }

  /// A text as XML holds it; characters that XML can't hold become question marks.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "?"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// A packet with some of its parts replaced; of overlapping parts the first one counts.
  static func applied(_ edits: [(Range<Int>, String)], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 1024)
    var at = 0
    for edit in edits.sorted(by: { $0.0.lowerBound < $1.0.lowerBound })
    where edit.0.lowerBound >= at {
      result += bytes[at..<edit.0.lowerBound]
      result += Array(edit.1.utf8)
      at = edit.0.upperBound
    }
    return result + bytes[at...]
  }
}
