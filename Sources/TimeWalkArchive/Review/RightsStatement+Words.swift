// Rights statements as people read them.
extension RightsStatement {
  /// A statement in words, for instance `No copyright – US` or `CC BY-SA 4.0`; an unknown text
  /// stays unchanged.
  package static func words(_ license: String) -> String {
    let text = license.lowercased()
    let parts = text.split(whereSeparator: { "/:".contains($0) }).map(String.init)
    if parts.contains(where: { $0.hasSuffix("rightsstatements.org") }) {
      return parts.lazy.compactMap { namesOfStatements[$0] }.first ?? license
    }
    if let host = parts.firstIndex(where: { $0.hasSuffix("creativecommons.org") }) {
      return creativeCommons(Array(parts[(host + 1)...])) ?? license
    }
    return namesOfIdentifiers[text] ?? spdx(text) ?? license
  }

  /// The address of a statement; `nil` for a text that has none.
  package static func address(of license: String) -> String? {
    if license.hasPrefix("http://") || license.hasPrefix("https://") { return license }
    let text = license.lowercased()
    switch text {
    case "cc0-1.0": return "https://creativecommons.org/publicdomain/zero/1.0/"
    case "cc-pdm-1.0": return "https://creativecommons.org/publicdomain/mark/1.0/"
    default: break
    }
    guard let (name, version) = versioned(text) else { return nil }
    return "https://creativecommons.org/licenses/\(name)/\(version)/"
  }

  /// Returns true if a licence forbids to show the picture changed: Creative Commons'
  /// NoDerivatives, by name or address.
  package static func forbidsDerivatives(_ license: String) -> Bool {
    let words = license.lowercased().split { !$0.isLetter }
    let isCreativeCommons = words.contains { $0 == "cc" || $0 == "creativecommons" }
    return isCreativeCommons && words.contains("nd")
  }

  /// The statements of rightsstatements.org 1.0.
  private static let namesOfStatements = [
    "inc": "In copyright", "inc-ow-eu": "In copyright – EU orphan work",
    "inc-edu": "In copyright – educational use permitted",
    "inc-nc": "In copyright – non-commercial use permitted",
    "inc-ruu": "In copyright – rights-holder unlocatable",
    "noc-cr": "No copyright – contractual restrictions",
    "noc-nc": "No copyright – non-commercial use only",
    "noc-oklr": "No copyright – other legal restrictions", "noc-us": "No copyright – US",
    "cne": "Copyright not evaluated", "und": "Copyright undetermined",
    "nkc": "No known copyright",
  ]

  private static let namesOfIdentifiers = [
    "cc0-1.0": "CC0 1.0", "cc-pdm-1.0": "Public domain", "cc-pddc": "Public domain",
  ]

  private static func creativeCommons(_ parts: [String]) -> String? {
    guard parts.count >= 2 else { return nil }
    if parts[0] == "publicdomain" {
      switch parts[1] {
      case "zero": return parts.count > 2 ? "CC0 \(parts[2])" : "CC0"
      case "mark", "certification": return "Public domain"
      default: return nil
      }
    }
    guard parts[0] == "licenses" else { return nil }
    return "CC \(parts[1].uppercased())" + (parts.count > 2 ? " \(parts[2])" : "")
  }

  private static func spdx(_ text: String) -> String? {
    versioned(text).map { "CC \($0.name.uppercased()) \($0.version)" }
  }

  /// The parts of `cc-by-sa-4.0`; `nil` for another text.
  private static func versioned(_ text: String) -> (name: String, version: String)? {
    guard text.hasPrefix("cc-by"), let dash = text.lastIndex(of: "-") else { return nil }
    let version = text[text.index(after: dash)...]
    guard version.wholeMatch(of: #/[0-9]\.[0-9]/#) != nil else { return nil }
    return (String(text[text.index(text.startIndex, offsetBy: 3)..<dash]), String(version))
  }
}
