internal import Foundation
internal import TimeWalkBase

/// The judge's sentence in the reader's language.
///
/// Answers have it only in English (`Reason`). Its few phrases are recognized here and translated,
/// for answers of any age in any language of the pages.
extension PageText {
  private static let ways = [
    "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
  ]
  private static let turns = [
    "degree to your left", "degree to your right", "degrees to your left", "degrees to your right",
  ]

  /// The phrases by their position in the sentence; of two that begin alike the longer is first.
  private static let places =
    ["taken where you stand", "taken within about %1 of you"] + ways.map { "taken %1 \($0) of you" }
    + ["shows the very place where you stand"] + ways.map { "shows a place %1 \($0) of you" }
    + ["shows a place %1 straight ahead", "shows a place %1 behind you"]
    + turns.map { "shows a place %1 away, %2 \($0)" }
  private static let directions =
    ["direction not recorded", "looking the same way", "looking the other way"]
    + turns.map { "looking %1 \($0)" } + ways.map { "looking \($0)" }
  private static let times = [
    "in %1 or later", "in %1 or earlier", "between %1 and %2", "in %1", "about %1", "undated",
  ]
  private static let shares = ["shows %1 % of your view"]
  /// The beginnings of a sentence about a photo whose place is withheld.
  private static let dates = ["dated %1", "undated"]
  private static let beforeChrist = "%1 BCE"

  /// All that other languages need words for.
  package static let reasonPhrases =
    places + directions + times + shares + [dates[0], beforeChrist]

  /// The judge's sentence, as HTML; in English, and marked so, if a phrase is unknown.
  ///
  /// - Parameter sentence: the sentence without a full stop, as in answers.
  /// - Returns: the markup.
  package func reason(_ sentence: String) -> String {
    guard language != "en" else { return english(sentence) }
    var rest = Substring(sentence)
    var words: [String] = []
    let isWithheld = sentence.hasPrefix("dated ") || sentence.hasPrefix("undated")
    let parts: [(mark: String, phrases: [String])] =
      isWithheld
      ? [("", Self.dates), ("; ", Self.shares)]
      : [("", Self.places), (", ", Self.directions), (", ", Self.times), ("; ", Self.shares)]
    for (mark, phrases) in parts {
      if isWithheld, rest.isEmpty { break }
      var after = rest
      if after.hasPrefix(mark) {
        after.removeFirst(mark.count)
        if let phrase = phrases.lazy.compactMap({ self.phrase($0, at: after) }).first {
          words.append(mark + phrase.words)
          rest = phrase.rest
          continue
        }
      }
      // A sentence about a subject has no direction.
      guard phrases == Self.directions else { return english(sentence) }
    }
    return rest.isEmpty ? HTMLText.own(words.joined().unbroken) : english(sentence)
  }

  /// A phrase in the reader's language, if the text begins with it, and the rest of the text.
  private func phrase(_ english: String, at text: Substring) -> (words: String, rest: Substring)? {
    var rest = text
    var values: [String] = []
    // `%1` begins with its digit, a plain percent sign doesn't.
    let parts = english.split(separator: /%\d/, omittingEmptySubsequences: false)
    guard let first = parts.first, rest.hasPrefix(first) else { return nil }
    rest.removeFirst(first.count)
    for part in parts.dropFirst() {
      let end =
        part.isEmpty ? rest.firstIndex { ",;".contains($0) } : rest.firstRange(of: part)?.lowerBound
      let value = rest[..<(end ?? rest.endIndex)]
      guard part.isEmpty || end != nil, !value.isEmpty,
        !value.contains(where: { ",;".contains($0) })
      else { return nil }
      values.append(own(value))
      rest = rest[value.endIndex...].dropFirst(part.count)
    }
    guard rest.first.map({ ",;".contains($0) }) ?? true else { return nil }
    return (filled(english, values), rest)
  }

  /// A length, a year or a number in the reader's manner.
  private func own(_ value: Substring) -> String {
    if value.hasSuffix(" BCE") { return filled(Self.beforeChrist, [String(value.dropLast(4))]) }
    guard value.contains("."), let number = Double(value.prefix { $0 != " " }) else {
      return String(value)
    }
    return number.formatted(
      .number.precision(.fractionLength(1)).locale(Locale(identifier: language)))
      + value.drop { $0 != " " }
  }
}
