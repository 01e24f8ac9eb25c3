/// Builds a JPEG of plain grey with the segments that a test wants in it.
package struct JPEGBuilder: Sendable {
  /// Pixels a row.
  package var width: Int
  /// Rows.
  package var height: Int
  /// 1 for a grey picture, 3 for a coloured one, whose components are all of full size.
  package var components: Int
  /// The number of each component's blocks in a unit, across (the upper four bits) and down.
  package var factors: UInt8 = 0x11
  /// Segments between the start and the tables, in order.
  package var segments: [(marker: UInt8, payload: [UInt8])] = []

  /// Starts a picture with a JFIF header.
  package init(width: Int = 16, height: Int = 8, components: Int = 3, jfif: Bool = true) {
    self.width = width
    self.height = height
    self.components = components
    if jfif { add(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]) }
  }

  /// Adds a segment.
  package mutating func add(_ marker: UInt8, _ payload: [UInt8]) {
    segments.append((marker, payload))
  }

  /// Adds an Exif block.
  package mutating func add(_ exif: ExifBuilder) { add(0xE1, exif.segment) }

  /// Adds the main XMP packet, given the text between the packet's marks.
  package mutating func add(xmp: String, elements: String = "") {
    let packet = JPEGBuilder.packet(xmp, elements: elements)
    add(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8))
  }

  /// An XMP packet with some padding around a description's attributes and elements, in the usual
  /// namespaces.
  package static func packet(_ attributes: String, elements: String = "") -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"
     xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
     xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"
     xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/"
     xmlns:drone-parrot="http://www.parrot.com/drone-parrot/1.0/"
     xmlns:drone-skydio="https://www.skydio.com/drone-skydio/1.0/"
     xmlns:Camera="http://pix4d.com/camera/1.0/" xmlns:exifEX="http://cipa.jp/exif/1.0/"
     xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
     xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
     \(attributes)>\(elements)</rdf:Description>
    </rdf:RDF></x:xmpmeta>
    \(String(repeating: " ", count: 64))
    <?xpacket end="w"?>
    """
  }

  /// The file: a baseline JPEG (ITU-T T.81) whose every block is "no difference, end of block".
  package var bytes: [UInt8] {
    var result: [UInt8] = [0xFF, 0xD8]
    func append(_ marker: UInt8, _ payload: [UInt8]) {
      let length = payload.count + 2
      result += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    }
    for segment in segments { append(segment.marker, segment.payload) }
    append(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    let size = [UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)]
    let numbers = (1...components).map { UInt8($0) }
    append(0xC0, [8] + size + [UInt8(components)] + numbers.flatMap { [$0, factors, 0] })
    // Each table knows one symbol, 0, written as one bit 0.
    let oneSymbol: [UInt8] = [1] + [UInt8](repeating: 0, count: 15) + [0]
    append(0xC4, [0x00] + oneSymbol)
    append(0xC4, [0x10] + oneSymbol)
    append(0xDA, [UInt8(components)] + numbers.flatMap { [$0, 0x00] } + [0, 63, 0])
    // A scan of one component has single blocks, with any factors.
    let (across, down) = components == 1 ? (1, 1) : (Int(factors >> 4), Int(factors & 15))
    let units = ((width + 8 * across - 1) / (8 * across)) * ((height + 8 * down - 1) / (8 * down))
    let bits = units * across * down * components * 2
    result += [UInt8](repeating: 0, count: bits / 8)
    if bits % 8 != 0 { result.append(0xFF >> UInt8(bits % 8)) }
    return result + [0xFF, 0xD9]
  }
}
