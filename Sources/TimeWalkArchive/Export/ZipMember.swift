internal import CZlib

/// A zip with one compressed file, written from beginning to end.
///
/// After PKWARE's APPNOTE 6.3, sections 4.3 and 4.4: local header, data, central directory, end. The sizes and the
/// checksum are put into the local header when they are known. zlib compresses, the system's own.
final class ZipMember {
  /// From this size on, a zip needs the extension of 64 bits, which not every reader of KMZ has.
  private static let limit = Int(UInt32.max)
  private static let headerSize = 30
  private static let checksumOffset = 14
  /// 1980-01-01, the first day that a zip can say: equal archives give equal files.
  private static let firstDay: UInt16 = 1 << 5 | 1

  private let output: OutputFile
  private let name: [UInt8]
  private let start: Int
  private var stream = z_stream()
  private var checksum = crc32(0, nil, 0)
  private var size = 0
  private var room = [UInt8](repeating: 0, count: 1 << 16)

  /// Starts the member.
  init(_ name: String, in output: OutputFile) throws(ArchiveError) {
    self.output = output
    self.name = Array(name.utf8)
    start = output.count
    guard timewalk_deflate_raw(&stream, Z_DEFAULT_COMPRESSION) == Z_OK else {
      throw ArchiveError(.component, "zlib can't be used.")
    }
    try output.write(header(compressed: 0, isCentral: false))
  }

  deinit { deflateEnd(&stream) }

  /// Adds bytes to the file in the zip.
  func write(_ bytes: some Sequence<UInt8>) throws(ArchiveError) {
    var bytes = Array(bytes)
    checksum = crc32(checksum, bytes, UInt32(bytes.count))
    size += bytes.count
    try deflate(&bytes, flush: Z_NO_FLUSH)
  }

  /// Completes the zip, but not yet the file that it lies in.
  func finish() throws(ArchiveError) {
    var none: [UInt8] = []
    try deflate(&none, flush: Z_FINISH)
    let compressed = output.count - start - ZipMember.headerSize - name.count
    guard size < ZipMember.limit, output.count + 1024 < ZipMember.limit else {
      throw ArchiveError(.outputFailed, "A KMZ can't hold more than 4 GB; write KML instead.")
    }
    let directory = header(compressed: compressed, isCentral: true)
    let directoryStart = output.count
    try output.write(directory)
    var end = Bytes()
    end.put(0x0605_4B50 as UInt32)
    for number in [0, 0, 1, 1] as [UInt16] { end.put(number) }
    end.put(UInt32(directory.count))
    end.put(UInt32(directoryStart))
    end.put(0 as UInt16)
    try output.write(end.bytes)
    var sizes = Bytes()
    for number in [UInt32(checksum), UInt32(compressed), UInt32(size)] { sizes.put(number) }
    try output.overwrite(at: start + ZipMember.checksumOffset, sizes.bytes)
  }

  /// The header in front of the data, or the one in the directory.
  private func header(compressed: Int, isCentral: Bool) -> [UInt8] {
    var header = Bytes()
    header.put((isCentral ? 0x0201_4B50 : 0x0403_4B50) as UInt32)
    // Made by and needed: version 2.0, then bit 11 for a name in UTF-8, deflate, the time and the day.
    for number in (isCentral ? [20] : []) + [20, 1 << 11, 8, 0, ZipMember.firstDay] as [UInt16] {
      header.put(number)
    }
    for number in [UInt32(checksum), UInt32(compressed), UInt32(size)] { header.put(number) }
    header.put(UInt16(name.count))
    // No extra field; in the directory no comment, disk 0, no attributes, and where the header is.
    for number in (isCentral ? [0, 0, 0, 0, 0, 0] : [0]) as [UInt16] { header.put(number) }
    if isCentral { header.put(UInt32(start)) }
    return header.bytes + name
  }

  private func deflate(_ bytes: inout [UInt8], flush: Int32) throws(ArchiveError) {
    var parts: [[UInt8]] = []
    let result = bytes.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      while true {
        let (status, count) = room.withUnsafeMutableBufferPointer { room in
          stream.next_out = room.baseAddress
          stream.avail_out = UInt32(room.count)
          return (CZlib.deflate(&stream, flush), room.count - Int(stream.avail_out))
        }
        parts.append(Array(room.prefix(count)))
        // Z_BUF_ERROR says only that there was nothing to do.
        if status == Z_STREAM_ERROR || stream.avail_out > 0 { return status }
      }
    }
    guard result != Z_STREAM_ERROR else {
      throw ArchiveError(.component, "zlib can't compress.")
    }
    for part in parts { try output.write(part) }
  }
}

/// Bytes of numbers, the lowest first.
struct Bytes {
  private(set) var bytes: [UInt8] = []

  /// Adds a number.
  mutating func put(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Adds a double.
  mutating func put(_ number: Double) { put(number.bitPattern) }

  /// Adds bytes.
  mutating func put(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
}
