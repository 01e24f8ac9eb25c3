/// Writes texts into XML 1.0.
package enum XMLText {
  /// A text as the content of an element or the value of an attribute.
  ///
  /// Characters that XML 1.0 can't contain, such as most control characters, become U+FFFD. A
  /// carriage return becomes a reference, because a reader would turn it into a line feed.
  package static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "\r": result.append(contentsOf: "&#13;".unicodeScalars)
      case "\t", "\n": result.append(scalar)
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The text that `escaped` or another program wrote, with XML's predefined entities.
  package static func unescaped(_ text: String) -> String {
    let references = [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#13;", "\r"),
      ("&amp;", "&"),
    ]
    // The ampersand's reference comes last, which prevents decoding twice.
    return references.reduce(text) { $0.replacingScalars($1.0, with: $1.1) }
  }

  /// An element with a text; empty for an empty text.
  package static func element(_ name: String, _ text: String?) -> String {
    text.map { "<\(name)>\(escaped($0))</\(name)>" } ?? ""
  }
}
