/// A text as HTML, without markup of its own.
package enum HTMLText {
  /// Safe between tags and within quoted attributes; invisible controls become escapes.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for character in VisibleText.line(text).unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// A text of others, which keeps its direction of reading to itself.
  package static func own(_ text: String) -> String { "<bdi>\(escaped(text))</bdi>" }

  /// A link, for an address of the web; any other text stays a text.
  package static func link(_ address: String, _ words: String? = nil) -> String {
    let lower = address.lowercased()
    guard lower.hasPrefix("https://") || lower.hasPrefix("http://") else {
      return own(words ?? address)
    }
    // On paper the address is written behind the words.
    let named = words == nil ? "" : " class=\"named\""
    return
      "<a href=\"\(escaped(address))\" rel=\"noopener noreferrer\"\(named)>\(own(words ?? address))</a>"
  }
}

extension String {
  private static let units: Set<Substring> = ["m", "km", "kB", "MB", "GB", "%"]

  /// With a no-break space between each number and its unit.
  package var unbroken: String {
    let words = split(separator: " ", omittingEmptySubsequences: false)
    return zip(words, words.dropFirst()).reduce(into: String(words[0])) { line, pair in
      let (number, unit) = (pair.0, pair.1.prefix { $0.isLetter || $0 == "%" })
      let isUnit = String.units.contains(unit) && number.last?.isNumber == true
      line += (isUnit ? "\u{A0}" : " ") + pair.1
    }
  }

  /// With a capital letter at its beginning.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
