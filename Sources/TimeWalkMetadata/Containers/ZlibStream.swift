internal import CZlib

/// Decompresses zlib (RFC 1950) and gzip (RFC 1952) streams.
package enum ZlibStream {
  /// Decompresses a stream.
  ///
  /// - Parameters:
  ///   - bytes: the stream; further bytes are ignored.
  ///   - isGzip: whether it has a gzip header instead of a zlib one.
  ///   - left: the remaining budget of decompressed bytes. All output is subtracted, also that of a
  ///     discarded stream, because finding out that a stream is too long takes as long as reading
  ///     it.
  /// - Returns: `nil` for an invalid, truncated or too long stream.
  package static func bytes(
    of bytes: ArraySlice<UInt8>, isGzip: Bool = false, remaining left: inout Int
  ) -> [UInt8]? {
    guard left > 0 else { return nil }
    var stream = z_stream()
    // 16 added to the window's bits selects gzip's header and checksum.
    let started = inflateInit2_(
      &stream, MAX_WBITS + (isGzip ? 16 : 0), ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard started == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var input = Array(bytes)
    guard input.count <= Int(UInt32.max) else { return nil }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 15)
    let most = left
    var spent = 0
    defer { left = max(0, most - spent) }
    return input.withUnsafeMutableBufferPointer { input -> [UInt8]? in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      while true {
        let (status, count) = buffer.withUnsafeMutableBufferPointer { buffer -> (Int32, Int) in
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(buffer.count)
          let status = inflate(&stream, Z_NO_FLUSH)
          return (status, buffer.count - Int(stream.avail_out))
        }
        spent += count
        guard status == Z_OK || status == Z_STREAM_END, spent <= most else { return nil }
        result += buffer[..<count]
        if status == Z_STREAM_END { return result }
        if count == 0 { return nil }
      }
    }
  }
}
