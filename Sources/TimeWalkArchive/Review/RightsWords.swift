/// Rights as people write them in a spreadsheet, turned into the address of the statement that they
/// mean.
///
/// Only words with one meaning are accepted. Incomplete statements, such as a licence without its
/// version, get a suggestion.
package enum RightsWords {
  private static let statements = "http://rightsstatements.org/vocab/"
  private static let commons = "https://creativecommons.org/"

  /// Normalized words, as `plain` writes them, with their meanings.
  private static let phrases: [String: String] = {
    var phrases: [String: String] = [:]
    func add(_ address: String, _ texts: String...) {
      for text in texts { phrases[text] = address }
    }
    add(
      commons + "publicdomain/mark/1.0/", "public domain", "publicdomain", "pd",
      "in the public domain",
      "public domain mark", "public domain mark 1.0", "pdm", "pdm 1.0", "gemeinfrei",
      "domaine public",
      "dominio público", "dominio publico", "publiek domein", "pubblico dominio", "domínio público")
    add(
      commons + "publicdomain/zero/1.0/", "cc0", "cc 0", "cc zero", "cc0 1.0", "cc 0 1.0",
      "cc0 1.0 universal", "creative commons zero", "creative commons zero 1.0")
    add(
      statements + "InC/1.0/", "in copyright", "copyrighted", "under copyright",
      "all rights reserved",
      "inc", "rights reserved", "alle rechte vorbehalten", "tous droits réservés",
      "urheberrechtsschutz", "urheberrechtlich geschützt")
    add(statements + "InC-EDU/1.0/", "in copyright educational use permitted", "inc edu")
    add(statements + "InC-NC/1.0/", "in copyright non commercial use permitted", "inc nc")
    add(
      statements + "InC-RUU/1.0/", "in copyright rights holder s unlocatable or unidentifiable",
      "inc ruu")
    add(statements + "InC-OW-EU/1.0/", "in copyright eu orphan work", "inc ow eu")
    add(
      statements + "NoC-US/1.0/", "no copyright united states", "noc us", "no copyright us",
      "public domain in the united states", "public domain united states", "public domain us",
      "pd us", "public domain in the us", "public domain in the usa")
    add(statements + "NoC-NC/1.0/", "no copyright non commercial use only", "noc nc")
    add(statements + "NoC-CR/1.0/", "no copyright contractual restrictions", "noc cr")
    add(
      statements + "NoC-OKLR/1.0/", "no copyright other known legal restrictions", "noc oklr")
    add(
      statements + "NKC/1.0/", "no known copyright", "no known copyright restrictions", "nkc",
      "no known restrictions", "no known restrictions on publication")
    add(statements + "CNE/1.0/", "copyright not evaluated", "cne", "not evaluated")
    add(statements + "UND/1.0/", "copyright undetermined", "und", "undetermined")
    return phrases
  }()

  /// Words without meaning between "CC BY" and its version.
  private static let fillers: Set<String> = [
    "licence", "license", "international", "unported", "generic", "lizenz", "the",
  ]
  private static let elements: [String: String] = [
    "by": "by", "attribution": "by", "namensnennung": "by", "sa": "sa", "sharealike": "sa",
    "nc": "nc", "noncommercial": "nc", "nd": "nd", "noderivs": "nd", "noderivatives": "nd",
  ]

  /// The address of the statement for these words; `nil` unless they have exactly one meaning.
  package static func address(of text: String) -> String? {
    let plain = plain(text)
    if let known = phrases[plain] { return known }
    guard let (terms, version) = commonsParts(plain), let version else { return nil }
    return "\(commons)licenses/\(terms)/\(version)/"
  }

  /// The possible statement; `nil` when there is none.
  package static func suggestion(for text: String) -> String? {
    let plain = plain(text)
    if let (terms, _) = commonsParts(plain) {
      return "with its version, it is \(commons)licenses/\(terms)/4.0/ or an earlier one"
    }
    if plain.contains("public domain") { return "is \(commons)publicdomain/mark/1.0/ meant?" }
    if plain.contains("no known") { return "is \(statements)NKC/1.0/ meant?" }
    if plain.contains("copyright") || plain.contains("rights reserved") || text.contains("\u{A9}") {
      return "is \(statements)InC/1.0/ meant?"
    }
    return "use an address of rightsstatements.org or creativecommons.org"
  }

  /// The text, or the address of the statement that it means.
  package static func known(_ text: String) -> String {
    RightsStatement.doubt(text) == nil ? text : address(of: text) ?? text
  }

  /// The elements of a Creative Commons licence and its version, which may be missing; `nil` for
  /// other words.
  private static func commonsParts(_ plain: String) -> (terms: String, version: String?)? {
    var words = plain.split(separator: " ").map(String.init)
    if words.starts(with: ["creative", "commons"]) {
      words.removeFirst(2)
    } else if words.first == "cc" {
      words.removeFirst()
    } else {
      return nil
    }
    // "Attribution-ShareAlike 4.0 International (CC BY-SA 4.0)" contains it twice.
    if let again = words.firstIndex(of: "cc") { words = Array(words[words.index(after: again)...]) }
    var found: [String] = []
    var version: String?
    for word in words where !fillers.contains(word) {
      if let element = elements[word] {
        if !found.contains(element) { found.append(element) }
      } else if ["1.0", "2.0", "2.5", "3.0", "4.0"].contains(word), version == nil {
        version = word
      } else {
        return nil
      }
    }
    guard found.first == "by" else { return nil }
    let terms = ["by", "nc", "nd", "sa"].filter(found.contains).joined(separator: "-")
    guard ["by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd"].contains(terms) else {
      return nil
    }
    return (terms, version)
  }

  /// Small letters, digits and points, everything else one space.
  private static func plain(_ text: String) -> String {
    var plain = ""
    for character in text.lowercased() {
      if character.isLetter || character.isNumber || character == "." {
        plain.append(character)
      } else if !plain.isEmpty, plain.last != " " {
        plain.append(" ")
      }
    }
    while plain.last == " " || plain.last == "." { plain.removeLast() }
    // "share alike" and "non commercial" are one word each in the licences' names.
    return plain.replacing("share alike", with: "sharealike")
      .replacing("creative commons non commercial", with: "creative commons noncommercial")
      .replacing("attribution non commercial", with: "attribution noncommercial")
      .replacing("no derivatives", with: "noderivatives").replacing("no derivs", with: "noderivs")
  }
}
