internal import TimeWalkArchive

/// The words of a language for a camera's direction in captions.
struct CaptionLanguage {
  /// Words after which a direction is that of the view.
  let looks: Set<String>
  /// Words for views, after which it is so, too, unless a clause ends at them.
  let views: Set<String>
  /// The possible words between.
  let fillers: Set<String>
  /// True if one of `towards` must be between; without it the words mean something else.
  let needsTowards: Bool
  /// Words for towards.
  let towards: Set<String>
  /// Words before a second direction.
  let joiners: Set<String>
  /// The directions by name; `nil` if they are those of `CompassWord`.
  let points: [String: Double]?

  /// Degrees of a direction's name or letters; `nil` for other words.
  func degrees(of word: String) -> Double? {
    guard let points else { return CompassWord.degrees(of: word) }
    return points[word.filter { $0 != "-" }]
  }

  /// All languages that are known.
  static let all = [english, german, french, spanish, dutch, italian]

  /// The language of each word that begins one.
  static let byWord: [String: CaptionLanguage] = {
    var found: [String: CaptionLanguage] = [:]
    for language in all {
      for word in language.looks.union(language.views) where found[word] == nil {
        found[word] = language
      }
    }
    return found
  }()

  /// True if a word may be one of those.
  ///
  /// The test uses the low five bits of each of its first three bytes, in which capitals equal
  /// small letters.
  static let beginnings: [Bool] = {
    var table = [Bool](repeating: false, count: 1 << 15)
    for word in byWord.keys {
      table[word.utf8.prefix(3).reduce(0) { $0 << 5 | Int($1 & 0x1F) }] = true
    }
    return table
  }()

  private static func eight(_ names: [String]...) -> [String: Double] {
    var points: [String: Double] = [:]
    for (index, names) in names.enumerated() {
      for name in names { points[name] = Double(index) * 45 }
    }
    return points
  }

  private static let english = CaptionLanguage(
    looks: ["looking", "looks", "facing", "faces", "viewed"], views: ["view", "views"],
    fillers: [
      "is", "to", "towards", "toward", "the", "directly", "due", "further", "back", "in", "an", "a",
      "down",
      "up", "taken", "photographed", "generally",
    ], needsTowards: false, towards: [], joiners: ["and", "or", "then", "also", "to"], points: nil)

  static let german = CaptionLanguage(
    looks: ["blick", "blickrichtung", "ausblick", "fernblick"], views: ["ansicht"],
    fillers: ["in", "genau"], needsTowards: true, towards: ["nach", "gegen", "gen", "richtung"],
    joiners: ["und", "oder", "dann"],
    points: eight(
      ["n", "nord", "norden"], ["no", "ne", "nordost", "nordosten"], ["o", "e", "ost", "osten"],
      ["so", "se", "südost", "südosten", "suedosten"], ["s", "süd", "süden", "sueden"],
      ["sw", "südwest", "südwesten", "suedwesten"], ["w", "west", "westen"],
      ["nw", "nordwest", "nordwesten"]))

  static let french = CaptionLanguage(
    looks: ["regardant"], views: ["vue"], fillers: ["le", "la", "en", "du", "de", "l", "d"],
    needsTowards: true,
    towards: ["vers", "direction"], joiners: ["et", "ou", "puis"],
    points: eight(
      ["n", "nord"], ["ne", "nordest"], ["e", "est"], ["se", "sudest"], ["s", "sud"],
      ["so", "sw", "sudouest"], ["o", "w", "ouest"], ["no", "nw", "nordouest"]))

  static let spanish = CaptionLanguage(
    looks: ["mirando"], views: [], fillers: ["el"], needsTowards: true, towards: ["al", "hacia"],
    joiners: ["y", "o"],
    points: eight(
      ["norte"], ["noreste", "nordeste"], ["este"], ["sureste", "sudeste"], ["sur"],
      ["suroeste", "sudoeste"], ["oeste"], ["noroeste"]))

  static let dutch = CaptionLanguage(
    looks: ["gezien", "kijkend"], views: ["blik"], fillers: ["het"], needsTowards: true,
    towards: ["naar"],
    joiners: ["en", "of"],
    points: eight(
      ["noorden"], ["noordoosten"], ["oosten"], ["zuidoosten"], ["zuiden"], ["zuidwesten"],
      ["westen"], ["noordwesten"]))

  static let italian = CaptionLanguage(
    looks: ["guardando"], views: ["veduta", "vista"], fillers: ["il", "l"], needsTowards: true,
    towards: ["verso"],
    joiners: ["e", "o"],
    points: eight(
      ["nord"], ["nordest"], ["est"], ["sudest"], ["sud"], ["sudovest"], ["ovest"], ["nordovest"]))
}
