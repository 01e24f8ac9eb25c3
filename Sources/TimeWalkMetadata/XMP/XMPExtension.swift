internal import TimeWalkBase

/// Cuts an XMP packet that is longer than a segment into a main packet and pieces of an extended
/// one.
///
/// After XMP Specification part 3, 1.1.3.1: the main packet names the extended one by its MD5 in
/// `xmpNote:HasExtendedXMP`; the longest properties go.
enum XMPExtension {
  private static let capacity = JPEGSegment.greatestPayload - JPEGSegment.Signature.xmp.count
  /// A piece's overhead: signature, name, length and offset.
  private static let pieceRoom = 65_000

  /// The same packet where a segment can hold it, with padding taken out where that helps; else
  /// `nil`.
  static func fitted(_ packet: [UInt8]) -> [UInt8]? {
    let excess = packet.count - capacity
    guard excess > 0 else { return packet }
    guard let blanks = blanks(in: packet), blanks.count >= excess else { return nil }
    return Array(packet[..<(blanks.upperBound - excess)]) + packet[blanks.upperBound...]
  }

  /// Cuts a packet.
  ///
  /// - Parameters:
  ///   - packet: the packet.
  ///   - keepingAll: true to write an extended packet; otherwise excess properties are left out.
  ///   - limits: the limits of the search.
  /// - Returns: the main packet and the contents of the segments of the extended one; `nil` if it
  ///   can't be cut.
  static func cut(
    _ packet: [UInt8], keepingAll: Bool = true, limits: MetadataLimits
  ) -> (main: [UInt8], pieces: [[UInt8]])? {
    let tree = XMPPacket(packet, limits: limits)
    guard let root = tree.rdfElement, let end = tree.elements[root].content?.upperBound else {
      return nil
    }
    var moved: [(range: Range<Int>, text: [UInt8])] = []
    let descriptions = Set(tree.descriptions)
    for (index, element) in tree.elements.enumerated() {
      if let parent = element.parent, descriptions.contains(parent), let range = element.range {
        moved.append((range, Array(packet[range])))
      }
      guard descriptions.contains(index) else { continue }
      for attribute in element.attributes where attribute.name.namespace != XMPPacket.rdf {
        moved.append((attribute.range, asElement(attribute, packet)))
      }
    }
    moved.sort { $0.range.count > $1.range.count }
    let reserve = 512
    var size = packet.count + reserve - padding(of: packet)
    var count = 0
    while size > capacity, count < moved.count {
      size -= moved[count].range.count
      count += 1
    }
    guard size <= capacity else { return nil }
    let gone = moved[..<count].sorted { $0.range.lowerBound < $1.range.lowerBound }
    let declarations = tree.namespaces.map { " xmlns:\($0.prefix)=\"\($0.address)\"" }
    // A prefix may be declared twice in a packet, but not twice in an element.
    var seen: Set<String> = []
    let unique = zip(tree.namespaces, declarations)
      .filter { seen.insert($0.0.prefix).inserted && $0.0.prefix != "rdf" && $0.0.prefix != "x" }
      .map(\.1).joined()
    let head = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(XMPPacket.rdf)">\
      <rdf:Description rdf:about="\(tree.about)"\(unique)>
      """
    let extended =
      Array(head.utf8) + gone.flatMap(\.text)
      + Array("</rdf:Description></rdf:RDF></x:xmpmeta>".utf8)
    let name = Digest.of(extended, by: .md5).hexadecimal.uppercased()
    let note = """
      <rdf:Description xmlns:rdf="\(XMPPacket.rdf)" rdf:about="\(tree.about)" \
      xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="\(name)"/>
      """
    var edits = gone.map { ($0.range, "") }
    if keepingAll { edits.append((end..<end, note)) }
    let main = withoutPadding(XMPOrigin.applied(edits, to: packet))
    guard main.count <= capacity else { return nil }
    return (main, keepingAll ? pieces(of: extended, named: name) : [])
  }

  private static func asElement(_ attribute: XMPPacket.Attribute, _ packet: [UInt8]) -> [UInt8] {
    let whole = packet[attribute.range].drop { $0 <= 0x20 }
    let name = whole.prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") }
    return Array("<".utf8) + name + Array(">".utf8) + packet[attribute.value]
      + Array("</".utf8) + name + Array(">".utf8)
  }

  private static func pieces(of extended: [UInt8], named name: String) -> [[UInt8]] {
    stride(from: 0, to: extended.count, by: pieceRoom).map { start in
      JPEGSegment.Signature.extendedXMP + Array(name.utf8)
        + ByteOrder.big.bytes(UInt64(extended.count), count: 4)
        + ByteOrder.big.bytes(UInt64(start), count: 4)
        + extended[start..<min(start + pieceRoom, extended.count)]
    }
  }

  /// The blanks before the packet's end.
  private static func blanks(in packet: [UInt8]) -> Range<Int>? {
    let mark = Array("<?xpacket end".utf8)
    guard
      let end = packet.indices.last(where: {
        packet[$0] == mark[0] && packet[$0...].starts(with: mark)
      })
    else { return nil }
    let count = packet[..<end].reversed().prefix { $0 <= 0x20 }.count
    return (end - count)..<end
  }

  private static func padding(of packet: [UInt8]) -> Int { blanks(in: packet)?.count ?? 0 }

  private static func withoutPadding(_ packet: [UInt8]) -> [UInt8] {
    guard let blanks = blanks(in: packet) else { return packet }
    return Array(packet[..<blanks.lowerBound]) + packet[blanks.upperBound...]
  }
}
