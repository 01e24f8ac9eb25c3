import Foundation

/// A page of a list of objects (ListObjectsV2), as XML.
///
/// Only the few needed elements are parsed: our names have no characters that XML escapes, and
/// others are ignored.
struct ObjectListing {
  /// The names, with their lengths.
  private(set) var objects: [(name: String, bytes: Int)] = []
  /// The token of the next page; `nil` on the last one.
  private(set) var next: String?

  /// Reads a page; `nil` for an invalid one.
  init?(_ text: String) {
    guard text.contains("<ListBucketResult") else { return nil }
    for part in text.components(separatedBy: "<Contents>").dropFirst() {
      guard let name = ObjectListing.element("Key", in: part),
        let bytes = ObjectListing.element("Size", in: part).flatMap(Int.init)
      else { return nil }
      objects.append((name, bytes))
    }
    guard ObjectListing.element("IsTruncated", in: text) == "true" else { return }
    guard let token = ObjectListing.element("NextContinuationToken", in: text), !token.isEmpty
    else { return nil }
    next = token
  }

  /// The text of the first element of a name.
  static func element(_ name: String, in text: String) -> String? {
    guard let start = text.range(of: "<\(name)>"),
      let end = text.range(of: "</\(name)>", range: start.upperBound..<text.endIndex)
    else { return nil }
    return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
      .reduce(String(text[start.upperBound..<end.lowerBound])) { $0.replacing($1.0, with: $1.1) }
  }
}
