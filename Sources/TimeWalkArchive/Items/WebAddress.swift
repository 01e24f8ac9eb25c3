import Foundation

/// Telling web addresses from other texts.
package enum WebAddress {
  /// Returns true if a text is an absolute http or https address with a host and no spaces.
  package static func isWeb(_ text: String) -> Bool {
    // On the bytes themselves, as a catalogue has two addresses a row.
    var own = text
    let isWeb = own.withUTF8 { bytes in
      func begins(with scheme: StaticString) -> Bool {
        scheme.withUTF8Buffer { scheme in
          guard bytes.count > scheme.count else { return false }
          for (index, letter) in scheme.enumerated() {
            // Of these letters and marks, only the letters have a bit for their case.
            guard bytes[index] | (letter >= 0x61 ? 0x20 : 0) == letter else { return false }
          }
          return true
        }
      }
      let length = begins(with: "https://") ? 8 : begins(with: "http://") ? 7 : 0
      guard length > 0 else { return false }
      switch bytes[length] {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return false
      default: break
      }
      for byte in bytes where byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") {
        return false
      }
      return true
    }
    return isWeb && (text.utf8.count <= 4096 || text.count <= 4096)
  }

  /// The schemes of the web.
  package static let schemes: Set<String> = ["http", "https"]

  /// An address with `%20` for its spaces; `nil` if the result is invalid or looks like several.
  package static func withoutSpaces(_ text: String) -> String? {
    let address = text.replacing(" ", with: "%20")
    return text.contains(" ") && text.split(separator: "://").count == 2 && isWeb(address)
      ? address : nil
  }

  /// An address in the form of RFC 3986, for strict readers: its scheme in lower case, and `%` with
  /// two digits for forbidden characters.
  ///
  /// `nil` for a text that isn't a web address, or has an invalid host.
  package static func strict(_ text: String) -> String? {
    guard isWeb(text), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let allowed = Set("-._~:/?#[]@!$&'()*+,;=".utf8)
    let bytes = Array(text.utf8)
    var strict = text[..<colon].lowercased()
    var hasFragment = false
    for index in strict.utf8.count..<bytes.count {
      let byte = bytes[index]
      let isEscape =
        byte == UInt8(ascii: "%")
        && bytes[(index + 1)...].prefix(2).count { isHexDigit($0) } == 2
      var isKept = isLetterOrDigit(byte) || allowed.contains(byte) || isEscape
      if byte == UInt8(ascii: "#") {
        // The first one begins the fragment; another is a character of it.
        if hasFragment { isKept = false }
        hasFragment = true
      }
      if isKept {
        strict.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        strict += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    let rest = strict.dropFirst(text.utf8.distance(from: text.utf8.startIndex, to: colon) + 3)
    let host = rest.prefix { !"/?#".contains($0) }
    let path = rest.dropFirst(host.count)
    // Only the numbers of an IPv6 address have brackets.
    let inside = host.dropFirst().prefix { $0 != "]" }
    let isLiteral =
      host.first == "[" && !inside.isEmpty && inside.count + 1 < host.count
      && inside.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    guard !(isLiteral ? host.dropFirst(inside.count + 2) : host).contains(where: "[]".contains)
    else { return nil }
    let brackets = path.replacing("[", with: "%5B").replacing("]", with: "%5D")
    return String(strict.dropLast(path.count)) + brackets
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) && (byte | 0x20 <= UInt8(ascii: "f") || byte <= UInt8(ascii: "9"))
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// The scheme of a text that looks like an address: letters and a colon, as in `data:` or
  /// `file:`.
  ///
  /// One letter is a drive of Windows instead.
  package static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon]
    guard scheme.count > 1, scheme.first?.isLetter == true,
      scheme.unicodeScalars.allSatisfy({
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains($0))
      })
    else { return nil }
    return scheme.lowercased()
  }
}

/// Telling SPDX license expressions from other texts.
package enum RightsText {
  /// Returns true if a text has the form of an SPDX identifier or of an expression of several.
  ///
  /// The list of identifiers is not consulted; it grows.
  package static func isSPDX(_ text: String) -> Bool {
    // One word with a digit or hyphen, as nearly all are.
    if text.utf8.allSatisfy(isIdentifierByte),
      text.utf8.contains(where: { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) })
    {
      return true
    }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let operators: Set<Substring> = ["AND", "OR", "WITH"]
    guard words.count % 2 == 1 else { return false }
    return words.enumerated().allSatisfy { index, word in
      if index % 2 == 1 { return operators.contains(word) }
      let plain = word.drop { $0 == "(" }
      let inner = plain.prefix { $0 != ")" }
      // One word without a digit or hyphen, such as "unknown", isn't an identifier, but a few are.
      return !inner.isEmpty && plain.dropFirst(inner.count).allSatisfy { $0 == ")" }
        && inner.utf8.allSatisfy(isIdentifierByte)
        && (words.count > 1 || inner.contains { $0.isNumber || $0 == "-" } || known.contains(inner))
    }
  }

  private static let known: Set<Substring> = [
    "MIT", "ISC", "Unlicense", "WTFPL", "Zlib", "Ruby", "Python",
  ]

  private static func isIdentifierByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "+"), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}
