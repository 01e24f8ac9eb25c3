internal import CZlib

/// Bytes in the format gzip (RFC 1952), as browsers take texts.
enum Gzip {
  /// Compresses bytes as far as zlib can.
  ///
  /// - Returns: the same bytes for the same bytes; `nil` where they don't become shorter, or memory
  ///   is missing.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 16 more bits of the window stand for gzip's own header and sum.
    let started = deflateInit2_(
      &stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard started == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    var source = bytes
    var result = [UInt8](repeating: 0, count: bytes.count)
    let status = source.withUnsafeMutableBufferPointer { input in
      result.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return deflate(&stream, Z_FINISH)
      }
    }
    guard status == Z_STREAM_END else { return nil }
    return Array(result.prefix(bytes.count - Int(stream.avail_out)))
  }
}
