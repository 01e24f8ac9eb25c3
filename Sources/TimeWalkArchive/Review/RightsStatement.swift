/// Distinguishes machine-readable rights statements from other texts.
///
/// The list is partial: from SPDX only licences for pictures, texts and data, from the two
/// vocabularies of addresses (rightsstatements.org 1.0, creativecommons.org) the possible members.
package enum RightsStatement {
  /// Returns true if a statement is machine-readable; others count as missing.
  package static func isUnderstood(_ text: String?) -> Bool {
    text.map { doubt($0) == nil } ?? false
  }

  /// A doubt about a statement, continuing its name; `nil` for a known one, and for any other
  /// address, which may be the holder's own page.
  package static func doubt(_ text: String) -> String? {
    if common.contains(text) { return nil }
    guard WebAddress.isWeb(text) else {
      guard RightsText.isSPDX(text) else {
        return "isn't an SPDX identifier or the address of a rights statement"
      }
      let unknown = identifiers(in: text).first { !isKnown($0) }
      return unknown.map { "has \($0), which isn't a known SPDX identifier" }
    }
    var parts = text.split(separator: "/", omittingEmptySubsequences: true).dropFirst()
      .map { $0.lowercased() }
    guard var host = parts.first else { return nil }
    if host.hasPrefix("www.") { host.removeFirst(4) }
    parts.removeFirst()
    switch host {
    case "rightsstatements.org":
      let isOne =
        parts.count >= 3 && ["vocab", "page", "data"].contains(parts[0])
        && statements.contains(parts[1]) && parts[2].hasPrefix("1.0")
      return isOne ? nil : "isn't a statement of rightsstatements.org"
    case "creativecommons.org":
      return isCreativeCommons(parts) ? nil : "isn't a license of creativecommons.org"
    default: return nil
    }
  }

  private static let common: Set<String> = ["CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0"]

  /// The names of the statements of rightsstatements.org, as their addresses have them.
  package static let names = [
    "InC", "InC-OW-EU", "InC-EDU", "InC-NC", "InC-RUU", "NoC-CR", "NoC-NC", "NoC-OKLR", "NoC-US",
    "CNE", "UND", "NKC",
  ]
  private static let statements = Set(names.map { $0.lowercased() })

  private static let elements: Set<String> = [
    "by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd", "by-nd-nc", "sa", "nc", "nd", "nc-sa",
    "nd-nc", "sampling", "sampling+", "nc-sampling+",
  ]

  private static let versions: Set<String> = ["1.0", "2.0", "2.1", "2.5", "3.0", "4.0"]

  private static func isCreativeCommons(_ parts: [String]) -> Bool {
    guard parts.count >= 2 else { return false }
    if parts[0] == "publicdomain" {
      guard ["zero", "mark", "certification"].contains(parts[1]) else { return false }
      return parts.count >= 3
    }
    return parts[0] == "licenses" && elements.contains(parts[1]) && parts.count >= 3
      && versions.contains(parts[2])
  }

  private static func identifiers(in expression: String) -> [String] {
    expression.split(separator: " ").filter { !["AND", "OR", "WITH"].contains($0) }
      .map { $0.filter { $0 != "(" && $0 != ")" } }
  }

  private static let known: Set<String> = [
    "cc0-1.0", "cc-pddc", "cc-pdm-1.0", "pddl-1.0", "odbl-1.0", "odc-by-1.0", "unlicense", "wtfpl",
    "mit", "mit-0", "isc", "zlib", "0bsd", "bsd-2-clause", "bsd-3-clause", "fal-1.3", "fal-1.2",
    "ogc-1.0", "dl-de-by-2.0", "dl-de-zero-2.0", "etalab-2.0", "ruby", "python",
  ]

  private static let families = [
    "apache-", "gfdl-", "gpl-", "lgpl-", "agpl-", "mpl-", "ogl-", "nlod-", "cdla-", "licenseref-",
    "documentref-", "ofl-", "artistic-", "epl-", "eupl-",
  ]

  /// Returns true if an SPDX identifier is suitable for pictures, in any case of letters.
  private static func isKnown(_ identifier: String) -> Bool {
    let word = identifier.lowercased()
    if known.contains(word) || families.contains(where: word.hasPrefix) { return true }
    // CC-BY-SA-3.0-AT: elements, a version, perhaps a jurisdiction.
    guard word.hasPrefix("cc-") else { return false }
    var parts = word.split(separator: "-").dropFirst().map(String.init)
    if let last = parts.last, last.allSatisfy(\.isLetter),
      versions.contains(parts.dropLast().last ?? "")
    {
      parts.removeLast()
    }
    guard let version = parts.popLast(), versions.contains(version) else { return false }
    return elements.contains(parts.joined(separator: "-"))
  }
}
