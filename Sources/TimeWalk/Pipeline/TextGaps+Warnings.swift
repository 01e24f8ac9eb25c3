internal import TimeWalkImaging

extension TextGaps {
  /// The number of characters that a warning names; it counts the others.
  static let namedCharacters = 8

  /// Reports the parts of a text that could not be set correctly, and the fonts to install.
  ///
  /// - Parameter place: The object with the text, such as `The card of views:corner`.
  /// - Returns: Sentences for the answer; none where the text is as it should be.
  func warnings(on place: String) -> [String] {
    var warnings: [String] = []
    var seen: Set<Unicode.Scalar> = []
    let characters = missing.filter { seen.insert($0).inserted }
    if !characters.isEmpty {
      let named = characters.prefix(Self.namedCharacters).map { character in
        "\(character) (U+\(String(character.value, radix: 16, uppercase: true)))"
      }.joined(separator: ", ")
      let others = characters.count - Self.namedCharacters
      let list = others > 0 ? "\(named) and \(others) more" : named
      warnings.append(
        "\(place) shows boxes for characters without a font: \(list). "
          + "Install fonts for them (Debian: \(TextGaps.fontPackages)).")
    }
    if isOrderUnknown {
      warnings.append(
        "\(place) may show words in the wrong order, because FriBidi isn't installed "
          + "(Debian: libfribidi0).")
    }
    return warnings
  }

  /// Debian's packages for text in all scripts.
  static var fontPackages: String {
    "\(InstalledFonts.shared.count == nil ? "libfontconfig1, " : "")fonts-noto-core, fonts-noto-cjk"
  }
}
