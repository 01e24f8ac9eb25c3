internal import TimeWalkImaging
internal import TimeWalkBase

/// The QR code of an address, as files that any phone and printer take.
package struct EventCode: Sendable {
  private let code: QRCode
  /// The number of modules of a side, its light margin included.
  private var whole: Int { code.side + 2 * QRCode.margin }

  /// Makes an address's code; `nil` for one that is too long, and without libqrencode.
  package init?(_ address: String) {
    guard let code = QRCode(address) else { return nil }
    self.code = code
  }

  /// Black squares on white, each module one unit wide.
  package var svg: String {
    var path = ""
    for row in 0..<code.side {
      var column = 0
      while column < code.side {
        let start = column
        while column < code.side, isDark(row, column) { column += 1 }
        if column > start {
          let width = column - start
          path += "M\(start + QRCode.margin) \(row + QRCode.margin)h\(width)v1h-\(width)z"
        }
        column += 1
      }
    }
    return
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(whole) \(whole)\" shape-rendering=\"crispEdges\">"
      + "<path fill=\"#fff\" d=\"M0 0h\(whole)v\(whole)h-\(whole)z\"/><path d=\"\(path)\"/></svg>\n"
  }

  /// A PNG of one bit a pixel (ISO/IEC 15948), each module `scale` pixels wide.
  package func png(scale: Int = 12) -> [UInt8] {
    let side = whole * scale
    var rows: [UInt8] = []
    for y in 0..<side {
      // The filter of the row: none.
      rows.append(0)
      var byte: UInt8 = 0
      for x in 0..<((side + 7) / 8 * 8) {
        let isLight =
          x >= side || !isDark(y / scale - QRCode.margin, x / scale - QRCode.margin)
        byte = byte << 1 | (isLight ? 1 : 0)
        if x % 8 == 7 {
          rows.append(byte)
          byte = 0
        }
      }
    }
    var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    png += Self.chunk("IHDR", Self.number(side) + Self.number(side) + [1, 0, 0, 0, 0])
    png += Self.chunk("IDAT", Self.stored(rows))
    return png + Self.chunk("IEND", [])
  }

  private func isDark(_ row: Int, _ column: Int) -> Bool {
    guard (0..<code.side).contains(row), (0..<code.side).contains(column) else { return false }
    return code.modules[row * code.side + column] == 1
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + bytes
    var checksum = Checksum()
    checksum.add(content)
    return number(bytes.count) + content + number(Int(checksum.value))
  }

  /// A zlib stream of stored blocks (RFC 1950 and 1951): a code is small enough.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(start + 65_535, bytes.count)
      let count = end - start
      stream += [end == bytes.count ? 1 : 0, UInt8(count & 255), UInt8(count >> 8)]
      stream += [UInt8(~count & 255), UInt8(~count >> 8 & 255)] + bytes[start..<end]
      start = end
    } while start < bytes.count
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + number(high << 16 | low)
  }
}
