internal import CZlib

/// The files of a zip that lies in memory, found by its directory and unpacked piece by piece.
///
/// After PKWARE's APPNOTE 6.3, sections 4.3 and 4.4. Reading is strict: a zip that contradicts
/// itself is refused, because readers interpret it differently. Archives of several disks,
/// directories that need 64 bits, and encryption are not supported.
package struct ZipReader: Sendable {
  /// One file.
  private struct Entry {
    var method: UInt16
    var flags: UInt16
    var checksum: UInt32
    var compressed: UInt64
    var size: UInt64
    var offset: UInt64

    /// The least place behind it: its header has 30 bytes and its name.
    var end: UInt64 { offset + 30 + compressed }

    /// Returns true if it lies in so many bytes.
    func isInside(_ size: Int) -> Bool {
      offset < size && compressed < size && end <= size
    }
  }

  /// The most files that a zip may have.
  package static let greatestCount = 10_000

  private let bytes: [UInt8]
  private let entries: [String: Entry]

  /// Reads the directory.
  ///
  /// - Throws: `ZipFault` for an incomplete zip, a repeated name, files that share bytes, or more
  ///   than `greatestCount` files.
  package init(_ bytes: [UInt8]) throws(ZipFault) {
    self.bytes = bytes
    guard let end = ZipReader.end(of: bytes) else { throw ZipFault("it isn't a complete zip") }
    let count = Int(bytes.number(at: end + 10, as: UInt16.self))
    let length = Int(bytes.number(at: end + 12, as: UInt32.self))
    let start = Int(bytes.number(at: end + 16, as: UInt32.self))
    guard bytes.number(at: end + 4, as: UInt32.self) == 0,
      bytes.number(at: end + 8, as: UInt16.self) == UInt16(count)
    else { throw ZipFault("it is a part of a zip on several disks") }
    guard count <= ZipReader.greatestCount else {
      throw ZipFault("it has more than \(ZipReader.greatestCount) files")
    }
    guard start + length <= end else { throw ZipFault("its directory is outside it") }
    var entries: [String: Entry] = [:]
    var at = start
    for _ in 0..<count {
      guard at + 46 <= start + length, bytes.number(at: at, as: UInt32.self) == 0x0201_4B50 else {
        throw ZipFault("its directory ends too early")
      }
      let nameEnd = at + 46 + Int(bytes.number(at: at + 28, as: UInt16.self))
      let extraEnd = nameEnd + Int(bytes.number(at: at + 30, as: UInt16.self))
      let next = extraEnd + Int(bytes.number(at: at + 32, as: UInt16.self))
      guard next <= start + length else { throw ZipFault("its directory ends too early") }
      var entry = Entry(
        method: bytes.number(at: at + 10, as: UInt16.self),
        flags: bytes.number(at: at + 8, as: UInt16.self),
        checksum: bytes.number(at: at + 16, as: UInt32.self),
        compressed: UInt64(bytes.number(at: at + 20, as: UInt32.self)),
        size: UInt64(bytes.number(at: at + 24, as: UInt32.self)),
        offset: UInt64(bytes.number(at: at + 42, as: UInt32.self)))
      ZipReader.widen(&entry, by: bytes[nameEnd..<extraEnd])
      let name = String(decoding: bytes[(at + 46)..<nameEnd], as: UTF8.self)
      guard entries.updateValue(entry, forKey: name) == nil else {
        throw ZipFault("it has the file \(name.prefix(200)) twice")
      }
      at = next
    }
    // A small zip could unpack the same bytes for each of many names.
    let places = entries.values.filter { $0.isInside(bytes.count) }.map { ($0.offset, $0.end) }
      .sorted { $0 < $1 }
    for (one, next) in zip(places, places.dropFirst()) where next.0 < one.1 {
      throw ZipFault("two of its files share bytes")
    }
    self.entries = entries
  }

  /// The names of all files and folders.
  package var names: Set<String> { Set(entries.keys) }

  /// The size of a file in bytes, from the directory; `nil` for an unknown name.
  package func size(of name: String) -> Int? { entries[name].map { Int(clamping: $0.size) } }

  /// Starts to unpack a file.
  ///
  /// - Parameters:
  ///   - name: the file's path in the zip.
  ///   - limit: the greatest number of bytes of output.
  /// - Returns: `nil` when there is no file of that name.
  /// - Throws: `ZipFault` for a file that is longer than `limit`, encrypted, or compressed with a
  ///   method other than deflate.
  package func open(_ name: String, limit: Int) throws(ZipFault) -> UnpackedFile? {
    guard let entry = entries[name] else { return nil }
    guard entry.flags & 1 == 0 else { throw ZipFault("its file \(name) is encrypted") }
    guard let method = ZipHeader.Method(rawValue: entry.method) else {
      throw ZipFault("its file \(name) uses an unsupported compression")
    }
    guard entry.size <= UInt64(limit) else {
      throw ZipFault(
        "its file \(name) has \(entry.size >> 20) MB, more than the limit of \(limit >> 20) MB")
    }
    guard entry.isInside(bytes.count),
      bytes.number(at: Int(entry.offset), as: UInt32.self) == 0x0403_4B50
    else { throw ZipFault("its file \(name) is outside it") }
    // The header before the data may have another extra field than the directory.
    let start =
      Int(entry.offset) + 30 + Int(bytes.number(at: Int(entry.offset) + 26, as: UInt16.self))
      + Int(bytes.number(at: Int(entry.offset) + 28, as: UInt16.self))
    guard start + Int(entry.compressed) <= bytes.count else {
      throw ZipFault("its file \(name) is outside it")
    }
    return UnpackedFile(
      name: name, bytes: bytes[start..<(start + Int(entry.compressed))], method: method,
      size: Int(entry.size), checksum: entry.checksum)
  }

  /// The offset of the end record, which a comment of up to 65,535 bytes may follow.
  private static func end(of bytes: [UInt8]) -> Int? {
    var at = bytes.count - 22
    while at >= max(0, bytes.count - 22 - Int(UInt16.max)) {
      if bytes[at] == 0x50, bytes.number(at: at, as: UInt32.self) == 0x0605_4B50,
        at + 22 + Int(bytes.number(at: at + 20, as: UInt16.self)) == bytes.count
      {
        return at
      }
      at -= 1
    }
    return nil
  }

  /// Reads the values that don't fit into 32 bits from the ZIP64 extension (section 4.5.3).
  private static func widen(_ entry: inout Entry, by extra: ArraySlice<UInt8>) {
    var at = extra.startIndex
    while at + 4 <= extra.endIndex {
      let kind = extra.number(at: at, as: UInt16.self)
      let end = at + 4 + Int(extra.number(at: at + 2, as: UInt16.self))
      guard end <= extra.endIndex else { return }
      at += 4
      func wide(_ narrow: UInt64) -> UInt64 {
        guard narrow == UInt64(UInt32.max), at + 8 <= end else { return narrow }
        defer { at += 8 }
        return extra.number(at: at, as: UInt64.self)
      }
      if kind == 1 {
        entry.size = wide(entry.size)
        entry.compressed = wide(entry.compressed)
        entry.offset = wide(entry.offset)
      }
      at = end
    }
  }
}

/// The reason why a zip, or a file in it, can't be read.
package struct ZipFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault as the end of a sentence: "it isn't a whole zip".
  package let description: String

  init(_ description: String) { self.description = description }
}

/// A file of a zip, unpacked from its beginning to its end.
package final class UnpackedFile {
  /// The size in bytes of a piece of output.
  private static let piece = 1 << 16

  private let name: String
  private var rest: ArraySlice<UInt8>
  private let size: Int
  private let expected: UInt32
  private var inflater: Inflater?
  private var checksum = Checksum()
  private var count = 0

  init(
    name: String, bytes: ArraySlice<UInt8>, method: ZipHeader.Method, size: Int, checksum: UInt32
  ) {
    self.name = name
    rest = bytes
    self.size = size
    expected = checksum
    inflater = method == .deflated ? Inflater(bytes) : nil
  }

  /// Appends a piece; returns whether there was any, which there is until the end.
  ///
  /// - Throws: `ZipFault` if the data are damaged, or their length differs from the directory's.
  package func read(into buffer: inout [UInt8]) throws(ZipFault) -> Bool {
    let piece: [UInt8]
    if let inflater {
      guard let next = inflater.next(UnpackedFile.piece) else { throw damage }
      piece = next
    } else {
      piece = Array(rest.prefix(UnpackedFile.piece))
      rest = rest.dropFirst(piece.count)
    }
    count += piece.count
    checksum.add(piece)
    guard count <= size else {
      throw ZipFault("its file \(name) is longer than its declared length")
    }
    guard !piece.isEmpty else {
      guard count == size, checksum.value == expected else { throw damage }
      return false
    }
    buffer += piece
    return true
  }

  private var damage: ZipFault { ZipFault("its file \(name) is damaged") }
}

/// The owner of zlib's decompressor, of a stream without zlib's own wrapper.
private final class Inflater {
  private var stream = z_stream()
  private let input: ArraySlice<UInt8>
  private var isAtEnd = false

  /// zlib counts in 32 bits; a longer stream breaks off and is damaged then.
  init(_ bytes: ArraySlice<UInt8>) {
    input = bytes.prefix(Int(UInt32.max))
    stream.avail_in = UInt32(input.count)
    isAtEnd = timewalk_inflate_raw(&stream) != Z_OK
  }

  deinit { inflateEnd(&stream) }

  /// The next bytes, at most so many; empty at the end, `nil` for a stream that is wrong or breaks
  /// off.
  func next(_ most: Int) -> [UInt8]? {
    guard !isAtEnd else { return [] }
    var buffer = [UInt8](repeating: 0, count: most)
    let done = input.count - Int(stream.avail_in)
    var status = Z_OK
    input.withUnsafeBufferPointer { input in
      // zlib only reads this memory, though its header doesn't declare that.
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress.map { $0 + done })
      buffer.withUnsafeMutableBufferPointer { buffer in
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(buffer.count)
        status = inflate(&stream, Z_NO_FLUSH)
      }
    }
    let count = most - Int(stream.avail_out)
    isAtEnd = status == Z_STREAM_END
    guard isAtEnd || status == Z_OK && count > 0 else { return nil }
    return Array(buffer.prefix(count))
  }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// A number, its lowest byte first; the bytes must be there.
  fileprivate func number<Number: FixedWidthInteger>(at start: Int, as: Number.Type) -> Number {
    (0..<(Number.bitWidth / 8)).reduce(0) { $0 | Number(self[start + $1]) << ($1 * 8) }
  }
}
