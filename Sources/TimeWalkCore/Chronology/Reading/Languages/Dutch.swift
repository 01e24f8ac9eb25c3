extension DateLanguage {
  /// Dutch.
  static let dutch = DateLanguage(
    months: [
      "januari, jan", "februari, feb", "maart, mrt", "april, apr", "mei", "juni, jun", "juli, jul",
      "augustus, aug", "september, sep, sept", "oktober, okt", "november, nov", "december, dec",
    ],
    seasons: ["lente, voorjaar", "zomer", "herfst, najaar", "winter"],
    ordinals: [
      "eerste", "tweede", "derde", "vierde", "vijfde", "zesde", "zevende", "achtste", "negende",
      "tiende", "elfde", "twaalfde", "dertiende", "veertiende", "vijftiende", "zestiende",
      "zeventiende", "achttiende", "negentiende", "twintigste",
    ],
    words: [
      .approximate: "omstreeks, rond, ongeveer, omtrent, circa, ca, geschat, plusminus",
      .uncertain: "vermoedelijk, waarschijnlijk, misschien, mogelijk",
      .before: "voor, vóór, vroeger, eerder, uiterlijk, ten laatste, daarvoor, op zijn laatst",
      .after: "na, later, vanaf, sinds, sedert, daarna, ten vroegste, op zijn vroegst",
      .from: "van",
      .until: "tot",
      .to: "tot en met, t m, tm",
      .between: "tussen",
      .and: "en",
      .or: "of",
      .not: "niet, geen, nooit",
      .open: "heden, nu, vandaag",
      .unknown: "onbekend",
      .correction: "d w z, dat wil zeggen, eigenlijk, recte",
      .century: "eeuw, eeuwen",
      .decade: "decennium, decennia",
      .decades: "jaren",
      .decadeEnding: "er",
      .part(2): "helft", .part(3): "derde deel", .part(4): "kwart",
      .last: "laatste",
      .third(0): "begin, vroege, vroeg", .third(1): "midden",
      .third(2): "eind, einde, late, laat",
      .beforeCommonEra: "v chr, voor chr, voor christus",
      .commonEra: "n chr, na chr, na christus",
      .undated: "ongedateerd, zonder datum, zonder jaar, z j, z d, datum onbekend, geen datum",
      .aside: "gedrukt, afdruk, gepubliceerd, uitgegeven",
      .filler: "de, het, t, in, op, het jaar, jaar, dan, datum, gedateerd, der, den",
    ])
}
