import CZlib
import TimeWalkBase

extension FuzzTarget {
  /// Zips: the input determines the files, and the output is read again by APPNOTE 6.3.
  static let zip = FuzzTarget("zip", longest: 2048) {
    [
      [2, 0, 3] + Array("a/b".utf8) + [5] + Array("12345".utf8),
      [3, 1, 1] + Array("c".utf8) + [6] + Array("aaaaaa".utf8) + [0, 1, 0x64, 0], [1, 1, 0, 0],
    ]
  } run: { bytes in
    var input = bytes[...]
    var files: [ZipContent] = []
    for _ in 0..<(input.popFirst() ?? 0) {
      guard let kind = input.popFirst() else { break }
      files.append(
        ZipContent(
          isCompressed: kind & 1 == 1, name: String(decoding: take(&input), as: UTF8.self),
          bytes: take(&input)))
    }
    var written: [UInt8] = []
    var zip = ZipWriter<Never> { written += $0 }
    for file in files {
      if file.isCompressed {
        zip.beginCompressed(file.name)
        for half in [file.bytes.prefix(7), file.bytes.dropFirst(7)] { zip.add(Array(half)) }
      } else {
        var checksum = Checksum()
        checksum.add(file.bytes)
        zip.begin(file.name, size: file.bytes.count, checksum: checksum.value)
        zip.add(file.bytes)
      }
      zip.end()
    }
    zip.finish()
    try promise(zip.count == written.count, "the count is another than that of the bytes")
    try promise(try ZipContent.read(written) == files, "a zip holds other files than went in")
  }

  /// A length and as many bytes.
  private static func take(_ input: inout ArraySlice<UInt8>) -> [UInt8] {
    guard let count = input.popFirst() else { return [] }
    defer { input = input.dropFirst(Int(count)) }
    return Array(input.prefix(Int(count)))
  }
}

/// One file of a small zip.
private struct ZipContent: Equatable {
  let isCompressed: Bool
  let name: String
  let bytes: [UInt8]

  /// The files of a zip by its directory, with their checksums checked.
  static func read(_ zip: [UInt8]) throws -> [ZipContent] {
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(zip[at + $1]) << (8 * $1) }
    }
    let end = zip.count - 22
    try promise(end >= 0 && number(end, 4) == 0x0605_4B50, "a zip has no end")
    let count = number(end + 10, 2)
    var at = number(end + 16, 4)
    try promise(at + number(end + 12, 4) == end, "the directory is not before the end")
    return try (0..<count).map { _ in
      try promise(number(at, 4) == 0x0201_4B50, "an entry of the directory is none")
      let (method, local) = (number(at + 10, 2), number(at + 42, 4))
      let (packed, size) = (number(at + 20, 4), number(at + 24, 4))
      let name = Array(zip[(at + 46)..<(at + 46 + number(at + 28, 2))])
      let checksum = number(at + 16, 4)
      at += 46 + name.count + number(at + 30, 2) + number(at + 32, 2)
      try promise(number(local, 4) == 0x0403_4B50, "a file's header is none")
      let start = local + 30 + number(local + 26, 2) + number(local + 28, 2)
      try promise(Array(zip[(local + 30)..<(local + 30 + name.count)]) == name, "names differ")
      let data = Array(zip[start..<(start + packed)])
      let bytes = method == 0 ? data : try inflated(data, size: size)
      var sum = Checksum()
      sum.add(bytes)
      try promise(bytes.count == size && Int(sum.value) == checksum, "a file is not what it was")
      return ZipContent(
        isCompressed: method == 8, name: String(decoding: name, as: UTF8.self), bytes: bytes)
    }
  }

  private static func inflated(_ data: [UInt8], size: Int) throws -> [UInt8] {
    var stream = z_stream()
    var data = data
    var buffer = [UInt8](repeating: 0, count: size + 1)
    let status = data.withUnsafeMutableBufferPointer { data in
      buffer.withUnsafeMutableBufferPointer { buffer in
        (stream.next_in, stream.avail_in) = (data.baseAddress, UInt32(data.count))
        (stream.next_out, stream.avail_out) = (buffer.baseAddress, UInt32(buffer.count))
        inflateInit2_(
          &stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        defer { inflateEnd(&stream) }
        return inflate(&stream, Z_FINISH)
      }
    }
    try promise(status == Z_STREAM_END && stream.avail_out == 1, "compressed data has no end")
    return Array(buffer.dropLast())
  }
}
