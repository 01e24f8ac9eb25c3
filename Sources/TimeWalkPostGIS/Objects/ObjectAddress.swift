/// The location of objects: `s3://BUCKET/PREFIX`.
///
/// It contains neither the server nor its keys; see `ObjectSettings`.
package struct ObjectAddress: Hashable, Sendable, CustomStringConvertible {
  /// The bucket's name.
  package let bucket: String
  /// The prefix of all names, with a slash at its end; empty for a whole bucket.
  package let prefix: String

  /// Returns true if a text is meant as one.
  package static func isAddress(_ text: String) -> Bool { text.lowercased().hasPrefix("s3://") }

  /// Reads one.
  ///
  /// Accepts names that every client signs and sends alike: bucket names by the rules of S3, and
  /// prefixes of letters, digits, `-`, `_`, `.` and slashes.
  /// - Throws: `.configuration`; the message doesn't repeat the text, which may hold keys.
  package init(_ text: String) throws(ObjectError) {
    let wrong = ObjectError(
      .configuration,
      "The address of the object store isn't valid. Use s3://BUCKET or s3://BUCKET/PREFIX, with letters, digits and -_./; keys belong in the environment."
    )
    guard ObjectAddress.isAddress(text) else { throw wrong }
    let parts = text.dropFirst(5).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? parts[1] : ""
    let names = rest.split(separator: "/", omittingEmptySubsequences: false)
    let folders = names.last == "" ? names.dropLast() : names[...]
    let isPlain = folders.allSatisfy { name in
      !name.isEmpty && name != "." && name != ".."
        && name.utf8.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
    }
    guard let name = parts.first, ObjectAddress.isBucket(name), isPlain, rest.utf8.count <= 512
    else { throw wrong }
    bucket = String(name)
    prefix = folders.map { $0 + "/" }.joined()
  }

  private static func isBucket(_ name: Substring) -> Bool {
    let bytes = name.utf8
    return (3...63).contains(bytes.count)
      && bytes.allSatisfy {
        $0.isLetterOrDigit && !(0x41...0x5A).contains($0) || $0 == 0x2D || $0 == 0x2E
      }
      && [bytes.first, bytes.last].allSatisfy { $0?.isLetterOrDigit == true }
  }

  /// The address in its usual form, without the slash at its end.
  package var description: String {
    "s3://" + ([bucket[...]] + prefix.split(separator: "/")).joined(separator: "/")
  }
}

extension UInt8 {
  /// True if it is a letter or a digit of ASCII.
  var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}
