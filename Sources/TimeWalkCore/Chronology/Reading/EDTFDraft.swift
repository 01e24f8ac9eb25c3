/// EDTF of the draft of 2012, in today's signs: `1984/open`, `unknown/1910`, `199u`, `1984?~`.
enum EDTFDraft {
  /// The text in today's EDTF; `nil` if it has no part of the draft.
  static func modern(_ text: String) -> String? {
    let trimmed = CaptureDate.trimmed(text).lowercased()
    guard let first = trimmed.utf8.first, trimmed.utf8.count <= 40,
      trimmed.utf8.contains(UInt8(ascii: "u")) || trimmed.utf8.contains(UInt8(ascii: "n"))
        || trimmed.hasSuffix("?~"),
      first == UInt8(ascii: "u") || first == UInt8(ascii: "o")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return nil }
    let ends = trimmed.split(separator: "/", omittingEmptySubsequences: false)
    guard ends.count <= 2 else { return nil }
    var modern: [String] = []
    for end in ends {
      switch end {
      case "open": modern.append("..")
      case "unknown": modern.append("")
      default:
        guard let date = date(end) else { return nil }
        modern.append(date)
      }
    }
    return modern.count == 2 || modern.first?.isEmpty == false ? modern.joined(separator: "/") : nil
  }

  /// A date with an `X` for each `u`; `nil` for other letters.
  private static func date(_ text: Substring) -> String? {
    var date = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "u", "x": date += "X"
      case "0"..."9", "-", "~": date.unicodeScalars.append(scalar)
      case "?": date += "?"
      default: return nil
      }
    }
    return date.hasSuffix("?~") ? String(date.dropLast(2)) + "%" : date
  }
}
