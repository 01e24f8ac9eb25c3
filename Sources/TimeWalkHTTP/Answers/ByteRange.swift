/// The part of a file that a client requests (RFC 9110, section 14).
enum ByteRange: Equatable {
  /// The whole file: the header is missing, or may be ignored.
  case whole
  /// These bytes.
  case part(ClosedRange<Int>)
  /// Bytes beyond the file.
  case none

  /// Reads the header `Range` for a file of `length` bytes.
  ///
  /// A request for several parts gets the whole file, as section 14.2 allows.
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
    // Numbers that overflow are beyond every file.
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
