import TimeWalkArchive

/// The doubt about a text that holds a whole place, such as `40.7, -74`.
struct PlaceDoubt {
  /// The text.
  let text: String
  /// The doubt, continuing the text.
  let reason: String
  /// True if the record has no place then.
  let isUnplaced: Bool

  /// Looks at the texts of a rule for a record's latitude.
  ///
  /// - Parameters:
  ///   - latitude: the rule.
  ///   - longitude: that of the longitude, of which a bare number is also one.
  ///   - read: the latitude's text, which the rule gave.
  ///   - look: gives a record's texts.
  /// - Returns: the doubt; `nil` if there is none.
  static func find(
    in latitude: FieldRule, _ longitude: FieldRule?, read: String?, _ look: (String) -> String?
  ) -> PlaceDoubt? {
    guard latitude.transforms.contains(.latitudeOfPlace) else { return nil }
    for name in latitude.wholeNames {
      guard let text = look(name)?.trimmed, !text.isEmpty,
        text.utf8.count <= ArchiveLimits.longestText
      else { continue }
      if DecimalText.parse(text.utf8) != nil {
        guard longitude?.wholeNames.contains(name) == true else { return nil }
        return PlaceDoubt(
          text: text, reason: "is one number; a place has a latitude and a longitude",
          isUnplaced: true)
      }
      if let (_, isOneOfSeveral) = PlaceText.first(in: text) {
        guard isOneOfSeveral else { return nil }
        return PlaceDoubt(
          text: text, reason: "has several places; the first is used", isUnplaced: false)
      }
      // A text that begins like a place is a fault of its own, and another column may have the
      // place.
      if read == nil, mayBePlace(text, in: name) {
        return PlaceDoubt(text: text, reason: "isn't a place; left out", isUnplaced: true)
      }
    }
    return nil
  }

  /// Returns true for a text with a digit, and for any text in a column of coordinates; names of
  /// towns often stand in the others.
  private static func mayBePlace(_ text: String, in name: String) -> Bool {
    let plain = PlainName.of(name)
    return text.contains(where: \.isNumber) || plain.contains("coord") || plain.contains("gps")
      || plain.contains("koord")
  }
}
