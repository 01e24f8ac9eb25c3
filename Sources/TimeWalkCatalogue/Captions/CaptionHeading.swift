internal import TimeWalkArchive

/// The direction in a caption such as `Fifth Avenue, looking north from 42nd Street`.
///
/// Only words about looking give a direction. `North side of`, `North Street` and
/// `view of the north wing` don't count. A caption with two directions, or about several pictures,
/// doesn't count either.
package struct CaptionHeading: Hashable {
  /// Degrees from north.
  package let degrees: Double
  /// The half-width that the words deserve, degrees.
  package let accuracy: Double
  /// The words, for the reader of a report.
  package let words: String

  /// Reads the captions of one picture; `nil` unless one has a single direction.
  package static func find(in captions: [String]) -> CaptionHeading? {
    var found: CaptionHeading?
    for caption in captions where mayHoldOne(caption) {
      let words = split(caption)
      guard !isOfSeveral(words) else { return nil }
      for index in words.indices {
        switch direction(after: index, in: words) {
        case nil: continue
        case .ambiguous?: return nil
        case .one(let next)?:
          if let found, found.degrees != next.degrees { return nil }
          found = found ?? next
        }
      }
    }
    return found
  }

  private enum Finding {
    case one(CaptionHeading)
    case ambiguous
  }

  /// One word with its terminator.
  private struct Word {
    var text: String
    var plain: String
    /// True if a sentence or clause ends behind it.
    var ends: Bool
  }

  /// A direction before these names a thing: the north side, the North River.
  private static let things: Set<String> = [
    "side", "street", "st", "avenue", "ave", "river", "wing", "end", "corner", "front", "part",
    "portion", "half", "shore", "bank", "wall", "entrance", "tower", "building", "facade", "drive",
    "broadway", "bay", "gate", "terrace", "house", "section", "elevation", "face",
  ]

  /// Nearly all titles hold none of the words, and are passed over by their bytes.
  private static func mayHoldOne(_ caption: String) -> Bool {
    var caption = caption
    return CaptionLanguage.beginnings.withUnsafeBufferPointer { beginnings in
      caption.withUTF8 { bytes in
        var (first, length) = (0, 0)
        for byte in bytes {
          let letter = byte | 0x20
          guard letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || byte >= 0x80 else {
            (first, length) = (0, 0)
            continue
          }
          length += 1
          if length <= 3 { first = first << 5 | Int(byte & 0x1F) }
          if length == 3, beginnings[first] { return true }
        }
        return false
      }
    }
  }

  private static func split(_ caption: String) -> [Word] {
    // The article of "vers l'ouest" is a word of its own.
    caption.split { $0.isWhitespace || $0 == "'" || $0 == "’" }.flatMap { chunk -> [Word] in
      // "looking N.E." is one word; "side,looking" would be two, and is rare enough.
      let text = String(chunk)
      let plain = text.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" }
      guard !plain.isEmpty else { return [] }
      let isAbbreviation = CompassWord.degrees(of: plain) != nil && plain.count <= 3
      let last = text.last
      let ends =
        last == ";" || last == ":" || last == "!" || last == ","
        || (last == "." && !isAbbreviation)
      return [Word(text: text, plain: plain, ends: ends)]
    }
  }

  /// Returns true if the caption numbers several pictures: `(1) … (2) …`, `View 2 is …`.
  private static func isOfSeveral(_ words: [Word]) -> Bool {
    for (index, word) in words.enumerated() {
      if word.text == "(2)" { return true }
      if ["view", "views"].contains(word.plain), words.indices.contains(index + 1),
        ["2", "3", "4"].contains(words[index + 1].plain)
      {
        return true
      }
    }
    return false
  }

  private static func direction(after start: Int, in words: [Word]) -> Finding? {
    guard let language = CaptionLanguage.byWord[words[start].plain] else { return nil }
    let isLook = language.looks.contains(words[start].plain)
    guard !words[start].ends || isLook else { return nil }
    var index = start + 1
    // "viewed from the south" is the camera's place, not its direction.
    var isTowards = words[start].plain.hasSuffix("richtung")
    while index < words.count, !words[index].ends {
      let word = words[index].plain
      if language.towards.contains(word) {
        isTowards = true
      } else if !language.fillers.contains(word) {
        break
      }
      index += 1
    }
    guard isTowards || !language.needsTowards,
      let (degrees, next) = point(at: index, in: words, language)
    else { return nil }
    let last = words[next - 1]
    // A single letter may be an initial, unless it follows a word about looking, or ends the
    // caption.
    if last.plain.count == 1, next == index + 1 {
      let isSure = language.needsTowards ? next >= words.count : isLook && index == start + 1
      guard isSure else { return nil }
    }
    if next < words.count, !last.ends, things.contains(words[next].plain) { return nil }
    if isFollowedByAnother(from: next, in: words, language) { return .ambiguous }
    let said = words[start..<next].map(\.text).joined(separator: " ")
    return .one(
      CaptionHeading(
        degrees: degrees, accuracy: CompassWord.accuracy(of: degrees),
        words: said.hasSuffix(",") || said.hasSuffix(".") ? String(said.dropLast()) : said))
  }

  /// Returns true if a second direction follows: `north and south`, `north, then to the east`.
  ///
  /// `looking north and showing` has one, and so has `looking north to the East River`.
  private static func isFollowedByAnother(
    from start: Int, in words: [Word], _ language: CaptionLanguage
  ) -> Bool {
    var index = start
    var isJoined = false
    while index < words.count {
      let word = words[index].plain
      if language.joiners.contains(word) {
        isJoined = true
      } else if !language.fillers.contains(word), !language.towards.contains(word) {
        break
      }
      index += 1
    }
    guard isJoined, let (_, next) = point(at: index, in: words, language) else { return false }
    return next >= words.count || !things.contains(words[next].plain)
  }

  /// The compass point at a word, which may be two (`south east`, `N. E.`), and the index behind
  /// it.
  private static func point(
    at index: Int, in words: [Word], _ language: CaptionLanguage
  ) -> (Double, next: Int)? {
    guard index < words.count, let one = language.degrees(of: words[index].plain) else {
      return nil
    }
    if index + 1 < words.count, !words[index].ends,
      let two = language.degrees(of: words[index].plain + words[index + 1].plain)
    {
      return (two, index + 2)
    }
    return (one, index + 1)
  }
}
