internal import CZlib

/// A zip that is written from beginning to end, to a file or a pipe, without ever going back.
///
/// After PKWARE's APPNOTE 6.3, sections 4.3 to 4.5: each file's header and data, the central
/// directory, the end record. Larger sizes than 32 bits and more than 65,535 files use the
/// extension for 64 bits (ZIP64). The system's zlib compresses and computes checksums. Some hundred
/// bytes are kept for each file until the end.
package struct ZipWriter<Failure: Error>: ~Copyable {
  private let write: ([UInt8]) throws(Failure) -> Void
  private var directory: [[UInt8]] = []
  private var offset: UInt64 = 0
  private var open: Entry?

  private struct Entry {
    var header: ZipHeader
    var deflater: Deflater?
  }

  /// Starts a zip.
  ///
  /// - Parameter write: takes bytes, in their order.
  package init(write: @escaping ([UInt8]) throws(Failure) -> Void) { self.write = write }

  /// The number of bytes that were written.
  package var count: Int { Int(offset) }

  /// Starts a file whose bytes are stored uncompressed.
  ///
  /// - Parameters:
  ///   - name: its path in the zip, with `/` between folders.
  ///   - size: the number of bytes that `add` will give.
  ///   - checksum: their CRC-32, by `Checksum`.
  ///   - changed: the modification time; `nil` for the earliest time of a zip, which gives equal
  ///     zips for equal content.
  /// - Throws: The error of `write`.
  package mutating func begin(_ name: String, size: Int, checksum: UInt32, changed: ZipTime? = nil)
    throws(Failure)
  {
    let header = ZipHeader(
      name: Array(name.utf8), method: .stored, checksum: checksum, size: UInt64(size),
      compressed: UInt64(size), offset: offset, time: changed ?? .first)
    try put(header.local)
    open = Entry(header: header)
  }

  /// Starts a file that is compressed; its sizes follow its data.
  package mutating func beginCompressed(_ name: String) throws(Failure) {
    let header = ZipHeader(
      name: Array(name.utf8), method: .deflated, checksum: 0, size: 0, compressed: 0,
      offset: offset, time: .first)
    try put(header.local)
    open = Entry(header: header, deflater: Deflater())
  }

  /// Adds bytes to the file that was begun.
  package mutating func add(_ bytes: [UInt8]) throws(Failure) {
    guard let deflater = open?.deflater else { return try put(bytes) }
    var checksum = Checksum(open?.header.checksum ?? 0)
    checksum.add(bytes)
    open?.header.checksum = checksum.value
    open?.header.size += UInt64(bytes.count)
    try put(compressed: deflater.add(bytes, isLast: false))
  }

  /// Ends the file that was begun.
  package mutating func end() throws(Failure) {
    if let deflater = open?.deflater { try put(compressed: deflater.add([], isLast: true)) }
    guard let header = open?.header else { return }
    if header.method == .deflated { try put(header.descriptor) }
    directory.append(header.central)
    open = nil
  }

  /// Ends the zip.
  package mutating func finish() throws(Failure) {
    let start = offset
    for entry in directory { try put(entry) }
    try put(
      ZipHeader.end(count: UInt64(directory.count), start: start, length: offset - start))
    directory = []
  }

  private mutating func put(compressed bytes: [UInt8]) throws(Failure) {
    open?.header.compressed += UInt64(bytes.count)
    try put(bytes)
  }

  private mutating func put(_ bytes: [UInt8]) throws(Failure) {
    guard !bytes.isEmpty else { return }
    try write(bytes)
    offset += UInt64(bytes.count)
  }
}

/// The CRC-32 of bytes, in the form that a zip has.
package struct Checksum: Sendable {
  /// The CRC-32 of all bytes so far.
  public private(set) var value: UInt32

  /// Starts without bytes, or continues.
  package init(_ value: UInt32 = 0) { self.value = value }

  /// Adds bytes.
  package mutating func add(_ bytes: [UInt8]) {
    // zlib counts in 32 bits.
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(1 << 30)
      value = part.withUnsafeBufferPointer {
        UInt32(crc32(UInt(value), $0.baseAddress, UInt32($0.count)))
      }
      rest = rest.dropFirst(part.count)
    }
  }
}

/// The owner of zlib's compressor.
private final class Deflater {
  private var stream = z_stream()
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init() { _ = timewalk_deflate_raw(&stream, Z_DEFAULT_COMPRESSION) }

  deinit { deflateEnd(&stream) }

  func add(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    var bytes = bytes
    var result: [UInt8] = []
    bytes.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      repeat {
        let count = buffer.withUnsafeMutableBufferPointer { buffer in
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(buffer.count)
          _ = deflate(&stream, isLast ? Z_FINISH : Z_NO_FLUSH)
          return buffer.count - Int(stream.avail_out)
        }
        result += buffer.prefix(count)
      } while stream.avail_out == 0
    }
    return result
  }
}
