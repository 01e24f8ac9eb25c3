internal import TimeWalkCore

/// The time of the photo.
extension PhotoReader {
  /// Takes the first valid time: original, digitized, changed (each with its own offset), XMP's,
  /// the receiver's.
  ///
  /// The receiver's time is UTC. Blanks and zeros mean unknown; an impossible time is a warning.
  mutating func readTime() {
    let sources: [(tag: UInt16, role: TIFFBlock.Role, offset: UInt16)] = [
      (0x9003, .exif, 0x9011), (0x9004, .exif, 0x9012), (0x0132, .primary, 0x9010),
    ]
    for source in sources {
      guard let text = exif?.field(source.tag, in: source.role)?.text else { continue }
      let offset = exif?.field(source.offset, in: .exif)?.text
      if let time = CaptureTime(exif: text, offset: offset) {
        metadata.timestamp = time
        metadata.offsetSource = time.offsetMinutes == nil ? nil : .photo
        compareWithReceiver()
        return
      }
      complain(about: text)
    }
    for (name, namespace) in [
      ("DateTimeOriginal", XMPPacket.Namespace.exif), ("CreateDate", .xmp),
    ] {
      if let text = xmp?.text(name, in: namespace), let time = CaptureTime(iso8601: text) {
        metadata.timestamp = time
        metadata.offsetSource = time.offsetMinutes == nil ? nil : .photo
        return
      }
    }
    metadata.timestamp = receiverTime()
    if metadata.timestamp != nil { metadata.offsetSource = .gps }
  }

  /// Takes the offset from the difference to the receiver's clock where the photo doesn't state
  /// one.
  ///
  /// The difference must be close to an existing time zone's: whole and half hours, and three
  /// quarters of an hour where they are in use. A receiver's time may be that of an older fix; a
  /// remainder of more than two minutes gives no offset.
  private mutating func compareWithReceiver() {
    guard let time = metadata.timestamp, time.offsetMinutes == nil,
      exif?.field(0x001D, in: .gps) != nil, let utc = receiverTime()
    else { return }
    func seconds(_ time: CaptureTime) -> Int {
      time.day.number * 86_400 + time.hour * 3600 + time.minute * 60 + time.second
    }
    let difference = seconds(time) - seconds(utc)
    let quarters = Int((Double(difference) / 900).rounded())
    let offset = quarters * 15
    guard abs(difference - offset * 60) <= 120, (-720...840).contains(offset),
      offset % 30 == 0 || [345, 525, 765].contains(offset)
    else { return }
    metadata.timestamp = CaptureTime(
      day: time.day, hour: time.hour, minute: time.minute, second: time.second,
      offsetMinutes: offset)
    metadata.offsetSource = .gps
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
    warn(.timestampInvalid, .timestamp, "The photo's time \"\(shown)\" isn't valid.")
  }
}
