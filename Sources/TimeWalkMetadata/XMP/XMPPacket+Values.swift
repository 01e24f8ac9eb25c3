/// The values of simple properties, wherever in the packet they stand.
extension XMPPacket {
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
    case plus = "http://ns.useplus.org/ldf/xmp/1.0/"
  }

  /// The part of a value that is read, in bytes.
  static let longestText = 1 << 16

  /// The first value of a property, trimmed; `nil` if absent or empty.
  func text(_ name: String, in namespace: Namespace) -> String? {
    for range in ranges(of: name, in: namespace) {
      let value = String(decoding: bytes[range.prefix(XMPPacket.longestText)], as: UTF8.self)
      let trimmed = value.trimmingBlanks
      if !trimmed.isEmpty { return trimmed }
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

  /// The ranges of a property's values, in the packet's order.
  func ranges(of local: String, in namespace: Namespace) -> [Range<Int>] {
    let name = Name(namespace: namespace.rawValue, local: local)
    var ranges: [Range<Int>] = []
    for element in elements {
      for attribute in element.attributes where attribute.name == name {
        ranges.append(attribute.value)
      }
      if element.name == name, let text = text(of: element) { ranges.append(text) }
    }
    return ranges
  }

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
