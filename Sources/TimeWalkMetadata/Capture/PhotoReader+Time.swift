internal import TimeWalkCore

/// When the photo was taken.
extension PhotoReader {
  /// Takes the first time that is one: original, digitized, changed (each with its own offset), XMP's, the receiver's.
  ///
  /// The receiver's time is UTC. Blanks and zeros say nothing; a time that can't be is a warning.
  mutating func readTime() {
    let sources: [(tag: UInt16, role: TIFFBlock.Role, offset: UInt16)] = [
      (0x9003, .exif, 0x9011), (0x9004, .exif, 0x9012), (0x0132, .primary, 0x9010),
    ]
    for source in sources {
      guard let text = exif?.field(source.tag, in: source.role)?.text else { continue }
      let offset = exif?.field(source.offset, in: .exif)?.text
      if let time = CaptureTime(exif: text, offset: offset) {
        metadata.timestamp = time
        return
      }
      complain(about: text)
    }
    for (name, namespace) in [
      ("DateTimeOriginal", XMPPacket.Namespace.exif), ("CreateDate", .xmp),
    ] {
      if let text = xmp?.text(name, in: namespace), let time = CaptureTime(iso8601: text) {
        metadata.timestamp = time
        return
      }
    }
    metadata.timestamp = receiverTime()
  }

  private mutating func receiverTime() -> CaptureTime? {
    guard let date = exif?.field(0x001D, in: .gps)?.text,
      let parts = exif?.field(0x0007, in: .gps)?.numbers, parts.count == 3
    else { return nil }
    let values = parts.compactMap(\.value)
    guard values.count == 3, values.allSatisfy({ (0...60).contains($0) }),
      let day = CaptureTime(exif: date + " 00:00:00")?.day,
      let time = CaptureTime(
        day: day, hour: Int(values[0]), minute: Int(values[1]), second: Int(values[2]),
        offsetMinutes: 0, isFromGPS: true)
    else {
      complain(about: date)
      return nil
    }
    return time
  }

  private mutating func complain(about text: String) {
    guard text.contains(where: { ("1"..."9").contains($0) }) else { return }
    let shown = String(text.prefix(40).filter { $0.isASCII && !$0.isNewline })
    warn(.timestampInvalid, .timestamp, "The photo's time \"\(shown)\" is none that exists.")
  }
}
