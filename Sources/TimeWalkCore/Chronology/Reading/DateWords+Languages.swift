/// The words of catalogues about dates in German, French, Dutch, Spanish and Italian.
extension DateWords {
  /// Words of these languages with their English equivalents, without words that have another
  /// meaning in English.
  static let english: [String: String] = {
    var words: [String: String] = [:]
    for (english, others) in others {
      for word in others.split(separator: " ") { words[String(word)] = english }
    }
    for names in months(of: ["de", "fr", "nl", "es", "it"]) {
      for (name, month) in zip(names, Day.englishMonths) where words[name] == nil {
        words[name] = month.lowercased()
      }
    }
    return words
  }()

  private static let others = [
    "about": """
    um gegen etwa zirka rund vers environ env omstreeks rond ongeveer hacia alrededor aproximadamente intorno verso
    """,
    "probably":
      "vermutlich wahrscheinlich vielleicht wohl probablement waarschijnlijk probablemente",
    "before": "vor avant vóór antes prima",
    "after": "nach seit après apres depuis vanaf después despues desde dopo",
    "until": "bis tot jusqu hasta fino", "to": "à", "from": "ab von",
    "between": "zwischen entre tussen tra",
    "and": "und et y", "or": "oder ou", "of": "de del",
    "early": "anfang début debut begin principios inizio",
    "mid": "mitte milieu midden mediados metà",
    "late": "ende fin eind finales fine",
    "january": "janv jänner jän", "february": "févr fév", "march": "mär mrt", "april": "avr abr",
    "july": "juil",
    "october": "okt", "december": "dez déc dic",
    "spring": "frühling fruehling frühjahr printemps lente voorjaar primavera",
    "summer": "sommer été zomer verano", "autumn": "herbst automne herfst najaar otoño autunno",
    "winter": "hiver invierno inverno", "century": "jahrhundert jh jhdt jhd siècle siecle eeuw",
    "year": "jahr jahre jahren année années jaren jaar año años anno anni",
    "date": "datum fecha data",
    "without": "ohne sans sin senza zonder", "undated": "undatiert ongedateerd",
    "unknown": "unbekannt inconnu", "the": "im am den dem der les le het el il",
  ]

  /// The names of the months from January on, by language.
  private static func months(of languages: [String]) -> [[String]] {
    let names = [
      "de": "januar februar märz april mai juni juli august september oktober november dezember",
      "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
      "nl":
        "januari februari maart april mei juni juli augustus september oktober november december",
      "es":
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
      "it":
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    ]
    return languages.compactMap { names[$0]?.split(separator: " ").map(String.init) }
  }
}
