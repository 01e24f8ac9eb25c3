extension String {
  /// The text with each occurrence replaced, code point by code point.
  ///
  /// `replacing` compares characters and skips a sign that is combined with a mark. Readers such as
  /// a shell or a file system see the sign.
  package func replacingScalars(_ sought: String, with other: String) -> String {
    String(unicodeScalars.replacing(sought.unicodeScalars, with: other.unicodeScalars))
  }
}
