import Testing

@testable import TimeWalkMetadata

@Suite("XMP packets that are not well-formed")
struct XMPPacketTests {
  static let start = """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description xmlns:t="http://ns.adobe.com/tiff/1.0/"
    """

  static func packet(_ rest: String) -> XMPPacket { XMPPacket(Array((start + rest).utf8)) }

  @Test(
    "A partly invalid packet gives its other values",
    arguments: [
      " t:Model=\"a\" t:Make=\"b\"", " t:Model=\"a\" t:Make=\"b", " t:Model=\"a\" t:Make",
      " t:Make=b t:Model=\"a\"/></rdf:RDF></x:xmpmeta>", " t:Make t:Model=\"a\"/>",
      " t:Make=\"b\"t:Model=\"a\"/>", " = t:Model=\"a\"/>", " t:Model='a' t:Model='b'/>",
      "><t:Make>b</t:Wrong><t:Model>a</t:Model>", "></a></b><t:Model>a</t:Model>",
      "><t:Make b=\"<t:Model>a</t:Model>", "><><t:Model> a </t:Model>",
      "><!DOCTYPE a [<!ENTITY b \"c\">]><t:Model>a</t:Model>", "><!-- > --><t:Model>a<",
      "><t:Make b='1>2'/><![CDATA[<t:Model>b</t:Model>]]><t:Model>a</t:Model>",
      "/></rdf:RDF></x:xmpmeta>\0\0<t:Model>a</t:Model>",
    ])
  func wrong(rest: String) {
    #expect(Self.packet(rest).text("Model", in: .tiff) == "a")
  }

  @Test("An unclosed element ends with its parent, and has no range")
  func unclosed() throws {
    let packet = Self.packet("><t:Make><t:Model>a</rdf:Description></rdf:RDF></x:xmpmeta>")
    let ends = packet.elements.map { ($0.name.local, $0.range != nil) }
    #expect(ends.map(\.0) == ["xmpmeta", "RDF", "Description", "Make", "Model"])
    #expect(ends.map(\.1) == [true, true, true, false, false])
    #expect(packet.rdfElement == 1 && packet.descriptions == [2])
  }

  @Test("Elements and attributes are taken out with all that is theirs")
  func places() {
    let packet = Self.packet(
      " t:Model = 'a>b' t:Other='c'><t:Model/><t:Model><a/></t:Model>d</rdf:Description>")
    let bytes = packet.ranges { $0.local == "Model" }.map { packet.text($0) }
    #expect(bytes == [" t:Model = 'a>b'", "<t:Model/>", "<t:Model><a/></t:Model>"])
  }

  @Test(
    "UTF-16 and other data than XML have no elements",
    arguments: [[0xFF, 0xFE, 0x3C, 0], [], [0x3C]])
  func none(bytes: [UInt8]) {
    #expect(XMPPacket(bytes).elements.isEmpty)
  }
}
