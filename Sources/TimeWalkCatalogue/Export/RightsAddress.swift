import TimeWalkArchive

/// Rights as the addresses that IIIF knows.
enum RightsAddress {
  /// The canonical address of a Creative Commons licence or a rights statement, in any of its
  /// forms: pages, deeds, SPDX, without a slash; `nil` for any other text.
  ///
  /// Their addresses have http; https means the same.
  static func address(of license: String) -> String? {
    guard RightsStatement.doubt(license) == nil else { return nil }
    let text = license.lowercased()
    guard WebAddress.isWeb(text) else { return spdx(text) }
    // Several addresses without a blank between them.
    guard text.ranges(of: "://").count == 1 else { return nil }
    let path = text.prefix { $0 != "?" && $0 != "#" }
    var parts = path.split(separator: "/").dropFirst().map(String.init)
    guard var host = parts.first else { return nil }
    parts.removeFirst()
    if host.hasPrefix("www.") { host.removeFirst(4) }
    guard parts.count >= 3 else { return nil }
    switch host {
    case "rightsstatements.org":
      return RightsStatement.names.first { $0.lowercased() == parts[1] }
        .map { "http://rightsstatements.org/vocab/\($0)/1.0/" }
    case "creativecommons.org":
      guard parts[2].utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else {
        return nil
      }
      // A country's letters may follow; deed.fr and legalcode.en are pages about the licence.
      let place = parts.dropFirst(3).first { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } }
      let isPage = ["deed", "legalcode", "rdf"].contains(place)
      return commons(Array(parts.prefix(3)) + (isPage ? [] : [place].compactMap(\.self)))
    default: return nil
    }
  }

  private static func commons(_ parts: [String]) -> String {
    "http://creativecommons.org/\(parts.joined(separator: "/"))/"
  }

  private static func spdx(_ text: String) -> String? {
    switch text {
    case "cc0-1.0": return commons(["publicdomain", "zero", "1.0"])
    case "cc-pdm-1.0": return commons(["publicdomain", "mark", "1.0"])
    default: break
    }
    guard text.hasPrefix("cc-by") else { return nil }
    // CC-BY-NC-SA-4.0, followed by a country's letters for a port.
    let parts = text.split(separator: "-").dropFirst().map(String.init)
    guard let version = parts.firstIndex(where: { $0.first?.isNumber == true }) else { return nil }
    let (terms, rest) = (parts[..<version], parts[version...])
    guard rest.count <= 2,
      rest.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." } })
    else { return nil }
    return commons(["licenses", terms.joined(separator: "-")] + rest)
  }
}
