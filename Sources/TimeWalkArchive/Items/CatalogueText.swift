extension StringProtocol {
  /// The text without white space at its ends.
  ///
  /// Inlinable, since other modules call it for every cell.
  @inlinable package var trimmed: String {
    // Nearly all texts begin and end in plain ASCII, which no accent behind it can change.
    if let first = unicodeScalars.first, let last = unicodeScalars.last,
      (0x21..<0x7F).contains(first.value), (0x21..<0x7F).contains(last.value)
    {
      return String(self)
    }
    guard let first = first, let last = last, first.isWhitespace || last.isWhitespace else {
      return String(self)
    }
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}

extension String {
  /// True if a character is NUL.
  package var hasNUL: Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? utf8.contains(0)
  }
}
