import TimeWalkTestSupport

@testable import TimeWalkMetadata

extension FuzzTarget {
  /// An XMP packet: its properties, its tree, the cut into an extended packet, and the edits for a
  /// smaller picture.
  static let xmp = FuzzTarget("xmp") {
    let words = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:p='http://ns.adobe.com/photoshop/1.0/'>
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Fifth &amp; 42nd</rdf:li></rdf:Alt></dc:title>
      <dc:creator><rdf:Seq><rdf:li>One</rdf:li><rdf:li>Two</rdf:li></rdf:Seq></dc:creator>
      <p:DateCreated>1911-05</p:DateCreated><!-- kept --></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let panorama = #"GPano:FullPanoWidthPixels="8000" GPano:ProjectionType="equirectangular""#
    return [
      Array(JPEGBuilder.packet(SamplePhone.xmp).utf8), Array(words.utf8),
      Array(JPEGBuilder.packet(panorama).utf8),
    ]
  } run: { bytes in
    let limits = MetadataLimits()
    let packet = XMPPacket(bytes, limits: limits)
    for element in packet.elements {
      for range in [element.tag, element.range, element.content].compactMap({ $0 }) {
        try promise(range.upperBound <= bytes.count, "an element reaches beyond the packet")
      }
      for attribute in element.attributes {
        try promise(
          attribute.range.lowerBound <= attribute.value.lowerBound
            && attribute.value.upperBound <= attribute.range.upperBound
            && attribute.range.upperBound <= bytes.count, "an attribute lies beyond its range")
      }
    }
    if let cut = XMPExtension.cut(bytes, limits: limits) {
      for piece in cut.pieces {
        try promise(piece.count <= JPEGSegment.greatestPayload, "a piece fits no segment")
      }
    }
    if let fitted = XMPExtension.fitted(bytes) {
      try promise(fitted.count <= JPEGSegment.greatestPayload, "a fitted packet fits no segment")
    }
    let editor = XMPEditor(bytes, limits: limits)
    let original = FrameSize(width: 4032, height: 3024)
    let renewed = editor.renewed(width: 640, height: 480, original: original)
    let orientation = XMPPacket(renewed, limits: limits).text("Orientation", in: .tiff)
    try promise(orientation == nil || orientation == "1", "a turn is left: \(orientation ?? "")")

    let sidecar = EmbeddedMetadata(sidecar: bytes)
    _ = CaptureMetadata.read(sidecar)
    _ = PictureWords.read(sidecar)
  }
}
