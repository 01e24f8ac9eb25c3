/// Letters in lower case and without accents, because many catalogues have lost them.
enum LetterFolding {
  /// Returns true if a scalar is a separate accent after its letter.
  static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
    (0x300...0x36F).contains(scalar.value)
  }

  /// Adds a letter to a word.
  static func append(_ scalar: Unicode.Scalar, to word: inout String) {
    switch scalar {
    case "a"..."z": word.unicodeScalars.append(scalar)
    case "A"..."Z": word.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
    default:
      let lower = scalar.properties.lowercaseMapping
      for letter in lower.unicodeScalars where !isCombining(letter) {
        if let plain = plain[letter] { word += plain } else { word.unicodeScalars.append(letter) }
      }
    }
  }

  /// A word without accents.
  static func folded(_ word: some StringProtocol) -> String {
    var folded = ""
    for scalar in word.unicodeScalars where !isCombining(scalar) { append(scalar, to: &folded) }
    return folded
  }

  /// The spellings of a word without accents: `marz` and `maerz` for `märz`.
  static func spellings(_ word: some StringProtocol) -> Set<String> {
    var umlauts = ""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "ä": umlauts += "ae"
      case "ö": umlauts += "oe"
      case "ü": umlauts += "ue"
      default: umlauts.unicodeScalars.append(scalar)
      }
    }
    return [folded(word), folded(umlauts)]
  }

  private static let plain: [Unicode.Scalar: String] = {
    var plain: [Unicode.Scalar: String] = ["ß": "ss", "æ": "ae", "œ": "oe"]
    for (letter, accented) in [
      ("a", "àáâãäåāăą"), ("c", "çćč"), ("d", "ďđ"), ("e", "èéêëēėęě"), ("i", "ìíîïī"),
      ("l", "ł"), ("n", "ñńň"), ("o", "òóôõöøōő"), ("r", "ř"), ("s", "śš"), ("t", "ť"),
      ("u", "ùúûüūůű"), ("y", "ýÿ"), ("z", "źżž"), ("a", "ª"), ("o", "º°"),
    ] {
      for scalar in accented.unicodeScalars { plain[scalar] = letter }
    }
    return plain
  }()
}
