/// Builds the Exif block of a photo, right or wrong in just the way that a test needs.
package struct ExifBuilder: Sendable {
  /// The directories that entries go to.
  package enum Directory: Hashable, Sendable {
    /// IFD0: the picture as a whole.
    case primary
    /// The Exif directory: the capture.
    case exif
    /// The GPS directory.
    case gps
    /// The interoperability directory.
    case interoperability
    /// IFD1: the thumbnail.
    case thumbnail
  }

  /// True if numbers are written with the most significant byte first (`MM`).
  package var bigEndian: Bool
  /// A JPEG thumbnail, put last as cameras do.
  package var thumbnail: [UInt8]?
  private var entries: [Directory: [(tag: UInt16, value: ExifValue)]] = [:]

  /// Starts an empty block.
  package init(bigEndian: Bool = true) { self.bigEndian = bigEndian }

  /// Adds an entry, or replaces the one with its tag.
  package mutating func set(_ tag: UInt16, _ value: ExifValue, in directory: Directory) {
    remove(tag, from: directory)
    entries[directory, default: []].append((tag, value))
  }

  /// The same block with one more entry.
  package func setting(
    _ tag: UInt16, _ value: ExifValue, in directory: Directory
  ) -> ExifBuilder {
    var copy = self
    copy.set(tag, value, in: directory)
    return copy
  }

  /// Takes an entry out.
  package mutating func remove(_ tag: UInt16, from directory: Directory) {
    entries[directory]?.removeAll { $0.tag == tag }
  }

  /// Takes a whole directory out.
  package mutating func remove(_ directory: Directory) { entries[directory] = nil }

  /// Writes a position as phones do: degrees, minutes and seconds with their letters.
  package mutating func setPosition(latitude: Double, longitude: Double) {
    set(0x0001, .text(latitude < 0 ? "S" : "N"), in: .gps)
    set(0x0002, .degrees(latitude), in: .gps)
    set(0x0003, .text(longitude < 0 ? "W" : "E"), in: .gps)
    set(0x0004, .degrees(longitude), in: .gps)
  }

  /// The TIFF block, from its byte order mark.
  package var block: [UInt8] {
    var table = entries
    let order: [Directory] = [.primary, .exif, .interoperability, .gps, .thumbnail]
    if thumbnail != nil {
      table[.thumbnail, default: []] += [(0x0201, .longs([0])), (0x0202, .longs([0]))]
    }
    if table[.interoperability] != nil { table[.exif, default: []].append((0xA005, .longs([0]))) }
    if table[.exif] != nil { table[.primary, default: []].append((0x8769, .longs([0]))) }
    if table[.gps] != nil { table[.primary, default: []].append((0x8825, .longs([0]))) }
    if table[.primary] == nil { table[.primary] = [] }
    // Sizes don't depend on offsets, so one pass finds where each directory starts.
    var starts: [Directory: Int] = [:]
    var end = 8
    for directory in order {
      guard let list = table[directory] else { continue }
      starts[directory] = end
      end += 6 + 12 * list.count
      for (_, value) in list {
        let size = value.encoded(bigEndian: bigEndian).count
        if size > 4 { end += size + size % 2 }
      }
    }
    func point(_ tag: UInt16, in directory: Directory, to offset: Int?) {
      guard let offset, let at = table[directory]?.firstIndex(where: { $0.tag == tag }) else {
        return
      }
      table[directory]?[at].value = .longs([UInt32(offset)])
    }
    point(0x8769, in: .primary, to: starts[.exif])
    point(0x8825, in: .primary, to: starts[.gps])
    point(0xA005, in: .exif, to: starts[.interoperability])
    if let thumbnail {
      point(0x0201, in: .thumbnail, to: end)
      point(0x0202, in: .thumbnail, to: thumbnail.count)
    }
    var result: [UInt8] = bigEndian ? Array("MM".utf8) : Array("II".utf8)
    result += number(42, 2) + number(8, 4)
    for directory in order {
      guard let list = table[directory], let start = starts[directory] else { continue }
      let next = directory == .primary ? starts[.thumbnail] ?? 0 : 0
      result += written(list, at: start, next: next)
    }
    return result + (thumbnail ?? [])
  }

  /// The content of an APP1 segment.
  package var segment: [UInt8] { Array("Exif\0\0".utf8) + block }

  private func written(
    _ list: [(tag: UInt16, value: ExifValue)], at start: Int, next: Int
  ) -> [UInt8] {
    var table = number(list.count, 2)
    var data: [UInt8] = []
    let dataStart = start + 6 + 12 * list.count
    for (tag, value) in list.sorted(by: { $0.tag < $1.tag }) {
      let bytes = value.encoded(bigEndian: bigEndian)
      table += number(Int(tag), 2) + number(Int(value.type), 2) + number(Int(value.count), 4)
      if bytes.count <= 4 {
        table += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      } else {
        table += number(dataStart + data.count, 4)
        data += bytes + [UInt8](repeating: 0, count: bytes.count % 2)
      }
    }
    return table + number(next, 4) + data
  }

  private func number(_ value: Int, _ size: Int) -> [UInt8] {
    let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return bigEndian ? little.reversed() : little
  }
}
