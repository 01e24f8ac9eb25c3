extension Candidates {
  /// The columns as bytes, one after another, as an archive keeps them.
  ///
  /// Two 32-bit words, `format` and the number of candidates, then the columns in the order of
  /// their declaration, all little-endian. A machine of the other byte order finds another format.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Candidates.headerSize + count * Candidates.bytesPerCandidate)
    withUnsafeBytes(of: (Candidates.format, UInt32(clamping: count))) {
      bytes.append(contentsOf: $0)
    }
    func put<T>(_ column: inout ContiguousArray<T>) {
      column.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
    var columns = self
    columns.forEachColumn(keys: put, integers: put, reals: put, traits: put)
    return bytes
  }

  /// Adds the candidates from the output of `bytes`.
  ///
  /// Copies whole columns, so it takes about as long as reading the memory.
  /// - Returns: false for anything of another format or length; then nothing is added.
  package mutating func append(bytes: UnsafeRawBufferPointer) -> Bool {
    guard let count = Candidates.count(inBytes: bytes), let start = bytes.baseAddress else {
      return false
    }
    guard Int(bitPattern: start) % Candidates.alignment != 0 else {
      append(count, columns: start + Candidates.headerSize)
      return true
    }
    withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: Candidates.alignment) {
      $0.copyMemory(from: bytes)
      if let start = $0.baseAddress { append(count, columns: start + Candidates.headerSize) }
    }
    return true
  }

  /// Copies the columns of so many candidates from aligned memory of at least `count *
  /// bytesPerCandidate` bytes.
  private mutating func append(_ count: Int, columns: UnsafeRawPointer) {
    var next = columns
    func take<T>(_ column: inout ContiguousArray<T>) {
      // Any bits are a valid value of each of these types.
      column.append(
        contentsOf: UnsafeBufferPointer(
          start: next.assumingMemoryBound(to: T.self), count: count))
      next += count * MemoryLayout<T>.stride
    }
    forEachColumn(keys: take, integers: take, reals: take, traits: take)
  }

  /// The number of candidates in such bytes; `nil` for anything of another format or length.
  package static func count(inBytes bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= headerSize, bytes.loadUnaligned(as: UInt32.self) == format else {
      return nil
    }
    let count = Int(bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    return bytes.count == headerSize + count * bytesPerCandidate ? count : nil
  }

  /// The bytes of one candidate: a key, fourteen numbers of 32 bits, and the traits.
  package static let bytesPerCandidate = 8 + 14 * 4 + 1

  private static let format: UInt32 = 1
  private static let headerSize = 8
  /// The alignment of the widest column's numbers.
  private static let alignment = 8
}
