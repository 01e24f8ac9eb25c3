internal import Glibc

/// What a historical picture says of itself, for whoever comes upon the file alone.
package struct PictureCredits: Hashable, Sendable {
  /// What it shows.
  package var title: String?
  /// What else is to be said, in a sentence or more.
  package var caption: String?
  /// Who made it.
  package var creator: String?
  /// How the holder wants to be named.
  package var credit: String?
  /// The terms, in words.
  package var rights: String?
  /// The address of the terms; `nil` where they have none.
  package var rightsAddress: String?
  /// The page where it is kept, or the name of its catalogue entry.
  package var source: String?
  /// The name of its entry in the archive.
  package var identifier: String?
  /// The program that writes the file, with its version.
  package var software: String

  /// Says only which program wrote the file.
  package init(software: String) { self.software = software }

  /// The same as an XMP packet: Dublin Core, Photoshop's and the rights' properties, as the IPTC
  /// Photo Metadata Standard has them.
  package func packet() -> [UInt8] {
    var body = ""
    func add(_ name: String, _ text: String?) {
      guard let text = text.map(PictureCredits.cut), !text.isEmpty else { return }
      body += "   <\(name)>\(XMPOrigin.escaped(text))</\(name)>\n"
    }
    func add(_ name: String, listed text: String?, as list: String) {
      guard let text = text.map(PictureCredits.cut), !text.isEmpty else { return }
      let language = list == "Alt" ? " xml:lang=\"x-default\"" : ""
      let item = "<rdf:li\(language)>\(XMPOrigin.escaped(text))</rdf:li>"
      body += "   <\(name)><rdf:\(list)>\(item)</rdf:\(list)></\(name)>\n"
    }
    add("dc:title", listed: title, as: "Alt")
    add("dc:description", listed: caption, as: "Alt")
    add("dc:creator", listed: creator, as: "Seq")
    add("dc:rights", listed: rights, as: "Alt")
    add("dc:source", source)
    add("dc:identifier", identifier)
    add("photoshop:Credit", credit)
    add("photoshop:Source", source)
    add("xmpRights:WebStatement", rightsAddress)
    add("xmp:CreatorTool", software)
    let text = """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
       <rdf:RDF xmlns:rdf="\(XMPPacket.rdf)">
        <rdf:Description rdf:about=""
          xmlns:dc="\(XMPPacket.Namespace.dublinCore.rawValue)"
          xmlns:photoshop="\(XMPPacket.Namespace.photoshop.rawValue)"
          xmlns:xmpRights="\(XMPPacket.Namespace.rights.rawValue)"
          xmlns:xmp="\(XMPPacket.Namespace.xmp.rawValue)">
      \(body)  </rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="w"?>
      """
    return Array(text.utf8)
  }

  /// The same as an IPTC-IIM record in UTF-8.
  ///
  /// Texts are written whole, though IIM 4.2 wants 32 to 64 bytes for most: readers take longer
  /// ones, and half an address leads nowhere.
  func record() -> [UInt8] {
    var record: [UInt8] = []
    func add(_ part: UInt8, _ number: UInt8, _ value: [UInt8]) {
      record += [0x1C, part, number] + ByteOrder.big.bytes(UInt64(value.count), count: 2) + value
    }
    // ESC % G: what follows is UTF-8.
    add(1, 90, [0x1B, 0x25, 0x47])
    add(2, 0, [0, 4])
    let texts: [(IPTCRecord.Dataset, String?)] = [
      (.objectName, title), (.byline, creator), (.credit, credit), (.source, source),
      (.copyright, [rights, rightsAddress].compactMap { $0 }.joined(separator: ", ")),
      (.caption, caption),
    ]
    for (dataset, text) in texts {
      guard let text, !text.isEmpty else { continue }
      add(2, dataset.rawValue, Array(PictureCredits.cut(text).utf8))
    }
    return record
  }

  /// The longest text of a record, bytes: six of them fit into a segment.
  private static let longest = 4000

  /// A text, cut between characters where it is longer than that.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > longest else { return text }
    var (short, count) = ("", 0)
    for character in text {
      count += character.utf8.count
      guard count <= longest else { break }
      short.append(character)
    }
    return short
  }
}

extension PictureCredits {
  /// Whether a file is a JPEG that says that TimeWalk made it.
  ///
  /// Told by the XMP that the pictures carry: the photo's by the hash of their original, the
  /// historical ones by their program. Pictures without metadata say nothing.
  package static func isMadeHere(_ file: [UInt8]) -> Bool {
    guard file.starts(with: [0xFF, 0xD8]) else { return false }
    return file.withUnsafeBytes { file in
      let head = UnsafeRawBufferPointer(rebasing: file.prefix(deepest))
      return marks.contains { contains($0, head) }
    }
  }

  private static func contains(_ mark: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    var at = 0
    while at + mark.count <= bytes.count,
      let next = memchr(base + at, Int32(mark[0]), bytes.count - mark.count - at + 1)
    {
      if memcmp(next, mark, mark.count) == 0 { return true }
      at = base.distance(to: next) + 1
    }
    return false
  }

  /// How far into a file its XMP may begin: behind Exif, colour profiles and makers' own segments.
  package static let deepest = 1 << 20

  /// What other programs write in the place of `<stRef:instanceID>` is an attribute of that name.
  private static let marks = [
    "stRef:instanceID>urn:sha256:", "stRef:instanceID=\"urn:sha256:",
    "stRef:instanceID='urn:sha256:", "CreatorTool>TimeWalk ", "CreatorTool=\"TimeWalk ",
    "CreatorTool='TimeWalk ",
  ].map { Array($0.utf8) }
}
