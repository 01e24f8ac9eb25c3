internal import CZlib

/// Compresses texts for browsers with gzip (RFC 1952).
enum Gzip {
  /// Compresses bytes at zlib's highest level.
  ///
  /// - Returns: always the same result for the same bytes; `nil` if it isn't shorter, or memory is
  ///   missing.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 16 added to the window's bits selects gzip's header and checksum.
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
