extension DateLanguage {
  /// Italian.
  static let italian = DateLanguage(
    months: [
      "gennaio, gen, genn", "febbraio, feb, febbr", "marzo, mar", "aprile, apr",
      "maggio, mag, magg", "giugno, giu", "luglio, lug", "agosto, ago", "settembre, set, sett",
      "ottobre, ott", "novembre, nov", "dicembre, dic",
    ],
    seasons: ["primavera", "estate", "autunno", "inverno"],
    ordinals: [
      "primo, prima", "secondo, seconda", "terzo, terza", "quarto, quarta", "quinto", "sesto",
      "settimo", "ottavo", "nono", "decimo", "undicesimo", "dodicesimo", "tredicesimo",
      "quattordicesimo", "quindicesimo", "sedicesimo", "diciassettesimo", "diciottesimo",
      "diciannovesimo, decimonono", "ventesimo", "ventunesimo",
    ],
    words: [
      .approximate: "intorno, verso, circa, ca, attorno, all incirca, approssimativamente, stimato",
      .uncertain: "probabilmente, forse, presumibilmente, prob, possibilmente",
      .before: "prima, ante, anteriore, entro, al più tardi, precedente",
      .after: "dopo, post, posteriore, più tardi, a partire, successivo, poi, oltre",
      .from: "da, dal, dall, dalla",
      .until: "fino, sino",
      .to: "a, al, all, alla",
      .between: "tra, fra",
      .and: "e, ed",
      .or: "o, oppure, od",
      .not: "non, no",
      .open: "oggi, presente",
      .unknown: "sconosciuta, sconosciuto, ignota",
      .correction: "cioè, ossia, recte, in realtà, anzi",
      .century: "secolo, secoli, sec, secc",
      .namedCentury(15): "quattrocento", .namedCentury(16): "cinquecento",
      .namedCentury(17): "seicento", .namedCentury(18): "settecento",
      .namedCentury(19): "ottocento", .namedCentury(20): "novecento",
      .decade: "decennio, decenni",
      .decades: "anni",
      .part(2): "metà", .part(3): "terzo", .part(4): "quarto",
      .last: "ultimo, ultima",
      .third(0): "inizio, inizi, principio, primi", .third(1): "metà",
      .third(2): "fine, finali, ultimi, ex",
      .beforeCommonEra: "avanti cristo, av cr",
      .commonEra: "dopo cristo, dopo cr",
      .undated: "senza data, s d, data sconosciuta, senza anno, non datato, non datata",
      .aside: "stampato, stampata, pubblicato, pubblicata, ristampa",
      .filler: """
      il, lo, la, i, gli, le, l, di, del, dello, della, dell, degli, dei, delle, nel, nell, \
      nello, nella, negli, nei, in, anno, data, datato, datata, un
      """,
    ])
}
