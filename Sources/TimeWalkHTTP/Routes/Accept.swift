internal import TimeWalk

/// The header `Accept` (RFC 9110, section 12.5.1).
struct Accept: Sendable {
  /// A media range with its quality.
  private struct Range {
    /// The media type without its parameters: `application/geo+json`, `application/*`, `*/*`.
    let type: String
    /// The parameter `profile` (RFC 6906); empty without one.
    let profile: String
    /// From 0, not acceptable, to 1.
    let quality: Double
  }

  private let ranges: [Range]

  /// The bytes of a header that are read; those of browsers have some hundred.
  private static let longest = 4096

  /// Reads a header; malformed parts are ignored.
  init(_ header: String) {
    let text = String(decoding: header.utf8.prefix(Accept.longest), as: UTF8.self)
    ranges = Accept.parts(of: text, at: ",").compactMap { part in
      let pieces = Accept.parts(of: part, at: ";")
      guard let type = pieces.first, type.contains("/") else { return nil }
      var (profile, quality) = ("", 1.0)
      for piece in pieces.dropFirst() {
        let pair = piece.split(separator: "=", maxSplits: 1).map(String.init)
        guard pair.count == 2 else { continue }
        switch pair[0] {
        case "q": quality = Double(pair[1]).map { min(1, max(0, $0)) } ?? 1
        case "profile": profile = pair[1].filter { $0 != "\"" }
        default: continue
        }
      }
      return Range(type: type, profile: profile, quality: quality)
    }
  }

  /// The standard format that the client prefers to TimeWalk's JSON; `nil` if it prefers none.
  ///
  /// Of formats with equal quality, a named one precedes one that matches a wildcard; then the
  /// first one wins.
  var format: PageFormat? {
    var best: (format: PageFormat?, rank: Rank)?
    for format in [nil] + PageFormat.allCases.map(Optional.some) {
      guard let rank = rank(of: format), rank.quality > 0 else { continue }
      if let other = best?.rank, !rank.isBefore(other) { continue }
      best = (format, rank)
    }
    return best?.format
  }

  private struct Rank {
    let quality: Double
    /// The specificity of the range.
    let exactness: Int
    /// The position in the header.
    let position: Int

    func isBefore(_ other: Rank) -> Bool {
      if quality != other.quality { return quality > other.quality }
      let (named, otherNamed) = (exactness > 1, other.exactness > 1)
      return named == otherNamed ? position < other.position : named
    }
  }

  /// The rank of a format, by the most specific range that matches it.
  private func rank(of format: PageFormat?) -> Rank? {
    var best: Rank?
    for (position, range) in ranges.enumerated() {
      let exactness = Accept.exactness(of: range, for: format)
      guard exactness >= 0, exactness > best?.exactness ?? -1 else { continue }
      best = Rank(quality: range.quality, exactness: exactness, position: position)
    }
    return best
  }

  private static func exactness(of range: Range, for format: PageFormat?) -> Int {
    switch (range.type, format) {
    case ("*/*", _): return 0
    case ("application/*", _): return 1
    case ("application/json", nil): return 2
    // STAC documents are GeoJSON, and have no own media type.
    case ("application/geo+json", .stac?): return isSTAC(range) ? 3 : -1
    case ("application/geo+json", .geojson?): return isSTAC(range) ? -1 : 2
    case ("application/vnd.stac+json", .stac?): return 2
    case ("application/ld+json", .iiif?):
      return range.profile.contains("iiif.io/api/presentation/3") ? 3 : -1
    default: return -1
    }
  }

  private static func isSTAC(_ range: Range) -> Bool { range.profile.contains("stacspec.org") }

  /// The parts between unquoted separators, in lower case and without spaces.
  private static func parts(of text: String, at separator: Character) -> [String] {
    var parts = [""]
    var isQuoted = false
    for character in text.lowercased() where character != " " && character != "\t" {
      if character == "\"" { isQuoted.toggle() }
      if character == separator, !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}
