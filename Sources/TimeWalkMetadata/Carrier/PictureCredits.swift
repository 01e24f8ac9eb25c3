internal import Glibc

/// A historical picture's description of itself, for readers of the file alone.
package struct PictureCredits: Hashable, Sendable {
  /// Its title.
  package var title: String?
  /// Further description, in a sentence or more.
  package var caption: String?
  /// Its author.
  package var creator: String?
  /// The credit line that the holder requests.
  package var credit: String?
  /// The terms, in words.
  package var rights: String?
  /// The address of the terms; `nil` for none.
  package var rightsAddress: String?
  /// The page of the original, or the name of its catalogue entry.
  package var source: String?
  /// The name of its entry in the archive.
  package var identifier: String?
  /// The program that writes the file, with its version.
  package var software: String

  /// Names only the program that wrote the file.
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
  /// Texts are written in full, although IIM 4.2 limits most to 32 to 64 bytes: readers accept
  /// longer ones, and half an address is useless.
  func record() -> [UInt8] {
    var record: [UInt8] = []
    func add(_ part: UInt8, _ number: UInt8, _ value: [UInt8]) {
      record += [0x1C, part, number] + ByteOrder.big.bytes(UInt64(value.count), count: 2) + value
    }
    // ESC % G: UTF-8 follows.
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

  /// A text, truncated between characters if it is longer.
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
  /// Returns true if a file is a JPEG whose metadata name TimeWalk as its author.
  ///
  /// The XMP of the pictures decides: the photo's by the hash of the original, the historical ones
  /// by their program. Pictures without metadata can't be recognized.
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

  /// The greatest offset at which a file's XMP may begin: behind Exif, colour profiles and makers'
  /// own segments.
  package static let deepest = 1 << 20

  /// Other programs write an attribute of that name instead of `<stRef:instanceID>`.
  private static let marks = [
    "stRef:instanceID>urn:sha256:", "stRef:instanceID=\"urn:sha256:",
    "stRef:instanceID='urn:sha256:", "CreatorTool>TimeWalk ", "CreatorTool=\"TimeWalk ",
    "CreatorTool='TimeWalk ",
  ].map { Array($0.utf8) }
}
