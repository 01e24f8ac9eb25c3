internal import CZlib

/// What a zlib stream holds; the owner of its decompressor.
enum Inflated {
  /// Decompresses a stream.
  ///
  /// - Parameters:
  ///   - bytes: the stream; what follows it is ignored.
  ///   - left: how many bytes may come out. All that came out are taken off it, also those of a
  ///     stream that is thrown away: to find out that a stream is too long takes as long as to read
  ///     it.
  /// - Returns: `nil` for what is no stream, breaks off, or is longer than there is room.
  static func bytes(of bytes: ArraySlice<UInt8>, room left: inout Int) -> [UInt8]? {
    guard left > 0 else { return nil }
    var stream = z_stream()
    guard
      inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    var input = Array(bytes)
    guard input.count <= Int(UInt32.max) else { return nil }
    var result: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 15)
    let most = left
    var spent = 0
    defer { left = max(0, most - spent) }
    return input.withUnsafeMutableBufferPointer { input -> [UInt8]? in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      while true {
        let (status, count) = room.withUnsafeMutableBufferPointer { room -> (Int32, Int) in
          stream.next_out = room.baseAddress
          stream.avail_out = UInt32(room.count)
          let status = inflate(&stream, Z_NO_FLUSH)
          return (status, room.count - Int(stream.avail_out))
        }
        spent += count
        guard status == Z_OK || status == Z_STREAM_END, spent <= most else { return nil }
        result += room[..<count]
        if status == Z_STREAM_END { return result }
        if count == 0 { return nil }
      }
    }
  }
}
