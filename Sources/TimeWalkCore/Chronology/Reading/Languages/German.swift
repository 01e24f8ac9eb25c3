extension DateLanguage {
  /// German.
  static let german = DateLanguage(
    months: [
      "januar, jan, jänner, jän", "februar, feb, feber", "märz, mär, mrz", "april, apr", "mai",
      "juni, jun", "juli, jul", "august, aug", "september, sep, sept", "oktober, okt",
      "november, nov", "dezember, dez",
    ],
    seasons: ["frühling, frühjahr", "sommer", "herbst", "winter"],
    ordinals: [
      "erste, ersten, erster, erstes", "zweite, zweiten, zweiter, zweites",
      "dritte, dritten, dritter, drittes", "vierte, vierten, vierter, viertes", "fünfte, fünften",
      "sechste, sechsten", "siebte, siebten", "achte, achten", "neunte, neunten",
      "zehnte, zehnten", "elfte, elften", "zwölfte, zwölften", "dreizehnte, dreizehnten",
      "vierzehnte, vierzehnten", "fünfzehnte, fünfzehnten", "sechzehnte, sechzehnten",
      "siebzehnte, siebzehnten", "achtzehnte, achtzehnten, achtzehntes",
      "neunzehnte, neunzehnten, neunzehntes", "zwanzigste, zwanzigsten, zwanzigstes",
    ],
    words: [
      .approximate: """
      um, gegen, etwa, ungefähr, zirka, rund, circa, ca, geschätzt, ungefähr um, so um
      """,
      .uncertain: "vermutlich, wahrscheinlich, vielleicht, wohl, möglicherweise, mutmaßlich, verm",
      .before: "vor, früher, eher, spätestens, davor, vorher, bis spätestens",
      .after: "nach, später, seit, frühestens, danach, nachher, ff, ab frühestens",
      .from: "ab, von, vom",
      .until: "bis",
      .to: "bis zu, bis zum",
      .between: "zwischen, zw, zwisch",
      .and: "und, u, sowie",
      .or: "oder, od, bzw, beziehungsweise",
      .not: "nicht, kein, keine, keinesfalls, nie",
      .open: "heute, offen, jetzt, gegenwart, dato",
      .unknown: "unbekannt",
      .correction: "d h, das heißt, recte, vielmehr, richtig, eigentlich, korrekt",
      .century: """
      jahrhundert, jahrhunderts, jahrhunderte, jahrhunderten, jh, jhs, jhdt, jhdts, jhd, jhds
      """,
      .decade: "jahrzehnt, jahrzehnts, jahrzehnte",
      .decadeEnding: "er, ern",
      .part(2): "hälfte", .part(3): "drittel", .part(4): "viertel",
      .last: "letzte, letzten, letzter, letztes",
      .third(0): "anfang, anfangs, beginn, frühe, frühen, frühes, anf",
      .third(1): "mitte", .third(2): "ende, späte, späten, spätes, ausgehendes",
      .beforeCommonEra: "v chr, v christus, vor chr, vor christus, v u z",
      .commonEra: "n chr, nach christus, nach chr, n u z",
      .undated: """
      undatiert, ohne datum, ohne jahr, o j, o d, ohne jahresangabe, datum unbekannt, \
      nicht datiert, s a, kein datum
      """,
      .aside: "gedruckt, abzug, neuabzug, reproduziert, digitalisiert, erschienen",
      .filler: """
      im, am, den, dem, der, die, das, des, in, zum, zur, jahr, jahre, jahren, jahres, als, \
      datiert, datum, aufgenommen, entstanden, aufnahme
      """,
    ])
}
