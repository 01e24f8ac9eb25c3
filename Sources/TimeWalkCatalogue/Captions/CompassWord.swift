internal import TimeWalkArchive

/// The words for directions.
package enum CompassWord {
  private static let points: [String: Double] = [
    "n": 0, "ne": 45, "e": 90, "se": 135, "s": 180, "sw": 225, "w": 270, "nw": 315,
    "nne": 22.5, "ene": 67.5, "ese": 112.5, "sse": 157.5, "ssw": 202.5, "wsw": 247.5,
    "wnw": 292.5, "nnw": 337.5,
    "north": 0, "northeast": 45, "east": 90, "southeast": 135, "south": 180, "southwest": 225,
    "west": 270, "northwest": 315,
    "northnortheast": 22.5, "eastnortheast": 67.5, "eastsoutheast": 112.5, "southsoutheast": 157.5,
    "southsouthwest": 202.5, "westsouthwest": 247.5, "westnorthwest": 292.5,
    "northnorthwest": 337.5,
  ]
  private static let endings = ["wards", "ward", "erly", "ern"]

  /// Degrees of a point by its letters or its name (`NE`, `N.E.`, `north-east`, `northeastward`);
  /// `nil` for others.
  package static func degrees(of text: String) -> Double? {
    let plain = plain(text)
    if let degrees = points[plain] { return degrees }
    for ending in endings where plain.hasSuffix(ending) {
      let stem = String(plain.dropLast(ending.count))
      if stem.count > 3, let degrees = points[stem] { return degrees }
    }
    return nil
  }

  /// A word in lower case without blanks, hyphens and points.
  static func plain(_ text: String) -> String { text.lowercased().filter { !" -.".contains($0) } }

  /// Degrees of a point by its name in any language of captions, or by its letters in English.
  static func namedDegrees(of text: String) -> Double? {
    let word = plain(text)
    return degrees(of: word)
      ?? CaptionLanguage.all.lazy.compactMap { $0.namedDegrees(of: word) }.first
  }

  /// The half-width of the sector that a point names, degrees.
  ///
  /// A catalogue with eight points means the nearest of eight: 22.5 to either side. A plain `north`
  /// often refers to the street. In a rotated grid, such as Manhattan's with 29 degrees, it means
  /// the street's direction, up to 45 degrees off.
  package static func accuracy(of degrees: Double) -> Double {
    if degrees.truncatingRemainder(dividingBy: 90) == 0 { return 45 }
    return degrees.truncatingRemainder(dividingBy: 45) == 0 ? 22.5 : 11.25
  }
}
