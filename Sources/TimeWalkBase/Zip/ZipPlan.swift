/// A zip of uncompressed files whose layout is computed before the first byte.
///
/// Its length is known, and any part of it can be written at any time. An interrupted download can
/// therefore resume. Only the header of each file is kept, some hundred bytes. Contents are read
/// piece by piece. ZIP64 is used if needed, as in `ZipWriter`.
package struct ZipPlan: Sendable {
  /// One file, whose length and checksum must be known.
  package struct Entry: Hashable, Sendable {
    /// Its path in the zip, with `/` between folders.
    package var name: String
    /// The size of the file in bytes.
    package var size: Int
    /// Their CRC-32, by `Checksum`.
    package var checksum: UInt32
    /// The modification time; `nil` for the earliest time of a zip.
    package var changed: ZipTime?

    /// Describes a file.
    package init(name: String, size: Int, checksum: UInt32, changed: ZipTime? = nil) {
      self.name = name
      self.size = size
      self.checksum = checksum
      self.changed = changed
    }
  }

  private let headers: [ZipHeader]
  /// The directory and the end.
  private let tail: [UInt8]
  /// The start of the directory.
  private let tailStart: Int
  /// The whole length, bytes.
  package let count: Int

  /// Lays a zip out.
  package init(_ entries: [Entry]) {
    var offset: UInt64 = 0
    var headers: [ZipHeader] = []
    var directory: [UInt8] = []
    for entry in entries {
      let header = ZipHeader(
        name: Array(entry.name.utf8), method: .stored, checksum: entry.checksum,
        size: UInt64(entry.size), compressed: UInt64(entry.size), offset: offset,
        time: entry.changed ?? .first)
      headers.append(header)
      directory += header.central
      offset += UInt64(header.local.count + entry.size)
    }
    self.headers = headers
    tailStart = Int(offset)
    tail =
      directory
      + ZipHeader.end(
        count: UInt64(entries.count), start: offset, length: UInt64(directory.count))
    count = tailStart + tail.count
  }

  /// Makes a part of the zip.
  ///
  /// - Parameters:
  ///   - offset: the start of the part, from 0 on.
  ///   - most: the greatest number of its bytes.
  ///   - content: gives a part of a file: its place among the entries, the offset in it, and how
  ///     many bytes, which it must give exactly.
  /// - Returns: bytes from `offset` on, fewer than `most` at the end of a file; empty at the end of
  ///   the zip.
  /// - Throws: The error of `content`.
  package func read<Failure: Error>(
    at offset: Int, most: Int, content: (Int, Int, Int) throws(Failure) -> [UInt8]
  ) throws(Failure) -> [UInt8] {
    guard offset >= 0, offset < count, most > 0 else { return [] }
    if offset >= tailStart { return Array(tail.dropFirst(offset - tailStart).prefix(most)) }
    let index = place(of: offset)
    let header = headers[index]
    let local = header.local
    let start = offset - Int(header.offset)
    guard start >= local.count else { return Array(local.dropFirst(start).prefix(most)) }
    let within = start - local.count
    return try content(index, within, min(most, Int(header.size) - within))
  }

  /// The last file that begins at an offset or before it.
  private func place(of offset: Int) -> Int {
    var (low, high) = (0, headers.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if headers[middle].offset <= UInt64(offset) { low = middle } else { high = middle }
    }
    return low
  }
}
