/// An additional picture of a photo, made only on request.
public enum Composition: String, Codable, Hashable, Sendable, CaseIterable {
  /// The historical picture in the photo's frame.
  case then
  /// Both pictures side by side, with their captions.
  case beside
  /// Both pictures half through each other, in the photo's frame.
  case blend
  /// An animation that draws the one over the other.
  case wipe
  /// A page with all periods, in one file.
  case page

  /// Reads comma-separated words; an empty text means none.
  ///
  /// - Throws: `invalidValue` with the field for an unknown word.
  public static func read(_ text: String) throws(TimeWalkError) -> [Composition] {
    var found: [Composition] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = word.filter { $0 != " " }
      guard !text.isEmpty else { break }
      guard let composition = Composition(rawValue: String(name)) else {
        let known = allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        throw TimeWalkError(
          .invalidValue, "compose \"\(name.prefix(60))\" must be one of \(known)", field: "compose")
      }
      if !found.contains(composition) { found.append(composition) }
    }
    return found
  }
}
