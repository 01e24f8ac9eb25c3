/// The part of a file that a client asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
  /// All of it: nothing was asked, or in a way that may be passed over.
  case whole
  /// These bytes.
  case part(ClosedRange<Int>)
  /// Bytes that the file doesn't have.
  case none

  /// Reads the header `Range` for a file of `length` bytes.
  ///
  /// Several parts at once may be answered by the whole (section 14.2), and are.
  init(_ header: String?, length: Int) {
    guard let header, header.hasPrefix("bytes="), !header.contains(",") else {
      self = .whole
      return
    }
    let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " } }
    guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }) else {
      self = .whole
      return
    }
    // Numbers beyond what fits lie beyond every file.
    let first = ends[0].isEmpty ? nil : Int(ends[0]) ?? .max
    let last = ends[1].isEmpty ? nil : Int(ends[1]) ?? .max
    switch (first, last) {
    case (nil, nil): self = .whole
    case (nil, let count?):
      self = count == 0 || length == 0 ? .none : .part(max(0, length - count)...(length - 1))
    case (let first?, let last):
      guard first <= last ?? .max else {
        self = .whole
        return
      }
      self = first < length ? .part(first...min(last ?? .max, length - 1)) : .none
    }
  }
}
