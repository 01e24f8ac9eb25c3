internal import TimeWalkCore

/// The time of the photo.
extension PhotoReader {
  /// Takes the first valid time: original, digitized, changed (each with its own offset), XMP's,
  /// the receiver's.
  ///
  /// A day without a time gives way to a later one of the same day with a time. The receiver's time
  /// is UTC. Blanks and zeros mean unknown; an impossible time is a warning.
  mutating func readTime() {
    let sources: [(tag: UInt16, role: TIFFBlock.Role, offset: UInt16)] = [
      (0x9003, .exif, 0x9011), (0x9004, .exif, 0x9012), (0x0132, .primary, 0x9010),
    ]
    for source in sources {
      guard let text = exif?.field(source.tag, in: source.role)?.text else { continue }
      let offset = exif?.field(source.offset, in: .exif)?.text
      if take(text, offset: offset) { return compareWithReceiver() }
    }
    for (name, namespace) in [
      ("DateTimeOriginal", XMPPacket.Namespace.exif), ("DateCreated", .photoshop),
      ("CreateDate", .xmp),
    ] {
      if let text = xmp?.text(name, in: namespace), take(text, offset: nil) { return }
    }
    if metadata.timestamp != nil { return }
    metadata.timestamp = receiverTime()
    if metadata.timestamp != nil { metadata.offsetSource = .gps }
  }

  /// Takes a time with its offset, which is separate or behind it; `false` where a better one may
  /// follow.
  private mutating func take(_ text: String, offset: String?) -> Bool {
    guard let read = PhotoTime(text) else {
      complain(about: text)
      return false
    }
    if let day = metadata.timestamp?.day, day != read.time.day || !read.time.hasClock {
      return false
    }
    metadata.timestamp = read.time
    guard read.time.hasClock else { return false }
    if let minutes = offset.flatMap(PhotoTime.offset) {
      metadata.timestamp = read.time.with(offsetMinutes: minutes)
    } else if let unclear = [offset, read.rest].compactMap(\.self).first(where: {
      !PhotoTime.isBlank($0)
    }) {
      warn(
        .timestampInvalid, .timestamp,
        "The photo's time \"\(PhotoReader.shown(text))\" has the offset "
          + "\"\(PhotoReader.shown(unclear))\", which isn't valid; ignored. "
          + "Give --timestamp if the time is wrong.")
    }
    metadata.offsetSource = metadata.timestamp?.offsetMinutes == nil ? nil : .photo
    return true
  }

  /// Takes the offset from the difference to the receiver's clock where the photo doesn't state
  /// one.
  ///
  /// The difference must be close to an existing time zone's: whole and half hours, and three
  /// quarters of an hour where they are in use. A receiver's time may be that of an older fix; a
  /// remainder of more than two minutes gives no offset.
  private mutating func compareWithReceiver() {
    guard let time = metadata.timestamp, time.offsetMinutes == nil, time.hasClock,
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
    metadata.timestamp = time.with(offsetMinutes: offset)
    metadata.offsetSource = .gps
  }

  private mutating func receiverTime() -> CaptureTime? {
    guard let date = exif?.field(0x001D, in: .gps)?.text, let parts = receiverClock(),
      parts.count == 3
    else { return nil }
    let values = parts.compactMap(\.self)
    guard values.count == 3, values.allSatisfy({ (0...60).contains($0) }),
      let day = PhotoTime(date)?.time.day,
      let time = CaptureTime(
        day: day, hour: Int(values[0]), minute: Int(values[1]), second: Int(values[2]),
        offsetMinutes: 0, isFromGPS: true)
    else {
      complain(about: date)
      return nil
    }
    return time
  }

  /// Hour, minute and second, as numbers or, against the standard, as text.
  private func receiverClock() -> [Double?]? {
    guard let field = exif?.field(0x0007, in: .gps) else { return nil }
    guard field.isText, let text = field.text else { return field.numbers.map(\.value) }
    return text.split { $0 == ":" || $0.isWhitespace }.map { XMPPacket.number($0) }
  }

  private mutating func complain(about text: String) {
    guard !PhotoTime.isBlank(text) else { return }
    warn(
      .timestampInvalid, .timestamp,
      "The photo's time \"\(PhotoReader.shown(text))\" isn't valid.")
  }
}
