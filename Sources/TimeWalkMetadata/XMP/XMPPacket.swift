/// The simple properties of an XMP packet and where their values stand.
///
/// A scan of tags and attributes rather than an XML parser, for two reasons: values are changed in
/// place, so their positions are needed, which `XMLParser` does not tell; and a packet that is cut
/// off or wrong somewhere should still yield what it says elsewhere. Entities and external
/// references are never expanded. Prefixes are resolved through the packet's own `xmlns`
/// declarations.
struct XMPPacket {
  /// The namespaces that are read.
  enum Namespace: String {
    case exif = "http://ns.adobe.com/exif/1.0/"
    case exifExtension = "http://cipa.jp/exif/1.0/"
    case auxiliary = "http://ns.adobe.com/exif/1.0/aux/"
    case tiff = "http://ns.adobe.com/tiff/1.0/"
    case xmp = "http://ns.adobe.com/xap/1.0/"
    case media = "http://ns.adobe.com/xap/1.0/mm/"
    case panorama = "http://ns.google.com/photos/1.0/panorama/"
    case drone = "http://www.dji.com/drone-dji/1.0/"
    case thumbnail = "http://ns.adobe.com/xap/1.0/g/img/"
    case dublinCore = "http://purl.org/dc/elements/1.1/"
    case photoshop = "http://ns.adobe.com/photoshop/1.0/"
    case rights = "http://ns.adobe.com/xap/1.0/rights/"
    case iptcExtension = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    case plus = "http://ns.useplus.org/ldf/xmp/1.0/"
  }

  private struct Property {
    let name: String
    let value: Range<Int>
  }

  let bytes: [UInt8]
  private var properties: [Property] = []
  private(set) var prefixes: [String: Set<String>] = [:]
  // Elements, attributes and declarations, also those without a value.
  private var count = 0

  /// Longer names are nobody's.
  private static let longestName = 255
  /// More prefixes for one namespace are not looked for.
  private static let mostPrefixes = 8
  /// How much of a value is read.
  static let longestText = 1 << 16

  /// Scans a packet.
  init(_ bytes: [UInt8], limits: MetadataLimits = MetadataLimits()) {
    self.bytes = bytes
    scan(limit: limits.maximumProperties)
  }

  /// The first value of a property, without blanks around it; `nil` where it is absent or empty.
  func text(_ name: String, in namespace: Namespace) -> String? {
    for range in ranges(of: name, in: namespace) {
      let value = String(decoding: bytes[range.prefix(XMPPacket.longestText)], as: UTF8.self)
      let trimmed = value.drop(while: \.isWhitespace)
      let kept = trimmed.reversed().drop(while: \.isWhitespace).reversed()
      if !kept.isEmpty { return String(kept) }
    }
    return nil
  }

  /// The first value of a property as a number, written plainly (`+7.2`) or as a fraction
  /// (`103/10`).
  func number(_ name: String, in namespace: Namespace) -> Double? {
    guard let text = text(name, in: namespace) else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = Double(parts[0]) else { return nil }
    guard parts.count == 2 else { return first.isFinite ? first : nil }
    guard let second = Double(parts[1]) else { return nil }
    return ExifNumber(numerator: first, denominator: second).value
  }

  /// Where the values of a property stand, in the packet's order.
  func ranges(of name: String, in namespace: Namespace) -> [Range<Int>] {
    guard let known = prefixes[namespace.rawValue] else { return [] }
    let names = Set(known.map { $0 + ":" + name })
    return properties.filter { names.contains($0.name) }.map(\.value)
  }

  private mutating func scan(limit: Int) {
    var at = 0
    while let open = bytes[at...].firstIndex(of: 0x3C), count < limit {
      at = open + 1
      guard at < bytes.count else { return }
      switch bytes[at] {
      case UInt8(ascii: "!"), UInt8(ascii: "?"):
        let isComment = bytes[at...].starts(with: Array("!--".utf8))
        at = index(after: isComment ? "-->" : ">", from: at)
      case UInt8(ascii: "/"): at = index(after: ">", from: at)
      default: at = scanTag(from: at, limit: limit)
      }
    }
  }

  /// Takes one opening tag apart and returns where it ends.
  private mutating func scanTag(from start: Int, limit: Int) -> Int {
    var at = start
    let element = name(at: &at)
    count += 1
    while at < bytes.count, count < limit {
      let byte = bytes[at]
      if byte == UInt8(ascii: ">") {
        at += 1
        let end = bytes[at...].firstIndex(of: 0x3C) ?? bytes.count
        if end > at, end < bytes.count, !element.isEmpty {
          properties.append(Property(name: element, value: at..<end))
        }
        return at
      }
      guard byte > 0x20, byte != UInt8(ascii: "/") else {
        at += 1
        continue
      }
      guard byte != 0x3C else { return at }
      let attribute = name(at: &at)
      skipBlanks(&at)
      guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else {
        if attribute.isEmpty, at < bytes.count { at += 1 }
        continue
      }
      at += 1
      skipBlanks(&at)
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'"),
        let end = bytes[(at + 1)...].firstIndex(of: bytes[at])
      else { continue }
      note(attribute, at + 1..<end)
      at = end + 1
    }
    return at
  }

  private mutating func note(_ attribute: String, _ value: Range<Int>) {
    count += 1
    guard attribute.hasPrefix("xmlns:") else {
      if !attribute.isEmpty { properties.append(Property(name: attribute, value: value)) }
      return
    }
    guard value.count <= XMPPacket.longestName else { return }
    let address = String(decoding: bytes[value], as: UTF8.self)
    guard prefixes[address, default: []].count < XMPPacket.mostPrefixes else { return }
    prefixes[address, default: []].insert(String(attribute.dropFirst(6)))
  }

  private func name(at position: inout Int) -> String {
    let start = position
    while position < bytes.count, bytes[position] > 0x20,
      ![UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "/"), 0x3C].contains(bytes[position])
    {
      position += 1
    }
    guard position - start <= XMPPacket.longestName else { return "" }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func skipBlanks(_ position: inout Int) {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
  }

  private func index(after mark: String, from start: Int) -> Int {
    let mark = Array(mark.utf8)
    var at = start
    while at < bytes.count {
      guard let next = bytes[at...].firstIndex(of: mark[0]) else { return bytes.count }
      if bytes[next...].starts(with: mark) { return next + mark.count }
      at = next + 1
    }
    return bytes.count
  }
}
