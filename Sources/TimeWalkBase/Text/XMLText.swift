/// Writes texts into XML 1.0.
package enum XMLText {
  /// A text as the content of an element or the value of an attribute.
  ///
  /// Characters that XML 1.0 can't hold at all, such as most control characters, become U+FFFD. A
  /// carriage return is written as a reference, as a reader would take it for a line feed.
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

  /// The text that `escaped` wrote, or another program with the references that XML knows by name.
  package static func unescaped(_ text: String) -> String {
    let references = [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#13;", "\r"),
      ("&amp;", "&"),
    ]
    // The last is that of the sign itself, so that nothing is read twice.
    return references.reduce(text) { $0.replacingScalars($1.0, with: $1.1) }
  }

  /// An element with a text in it; empty when there is none.
  package static func element(_ name: String, _ text: String?) -> String {
    text.map { "<\(name)>\(escaped($0))</\(name)>" } ?? ""
  }
}
