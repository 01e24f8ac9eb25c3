extension DateLanguage {
  /// English, with the Latin of catalogues in all languages.
  static let english = DateLanguage(
    months: [
      "january, jan", "february, feb", "march, mar", "april, apr", "may", "june, jun",
      "july, jul", "august, aug", "september, sep, sept", "october, oct", "november, nov",
      "december, dec",
    ],
    seasons: ["spring", "summer", "autumn, fall", "winter"],
    ordinals: [
      "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
      "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
      "eighteenth", "nineteenth", "twentieth", "twenty first",
    ],
    words: [
      .approximate: """
      c, ca, cca, circa, approx, approximate, approximately, about, around, abt, est, estimated, \
      estimate
      """,
      .uncertain: """
      maybe, perhaps, possibly, probably, prob, uncertain, guess, questionable, presumably, \
      presumed, likely
      """,
      .before: "before, earlier, prior, prior to, pre, bef, at the latest, ante",
      .after: """
      after, later, post, aft, onward, onwards, since, at the earliest, thereafter, afterwards
      """,
      .by: "by",
      .from: "from",
      .until: "until, till, up to",
      .to: "to, through, thru",
      .between: "between, btw, bet",
      .and: "and",
      .or: "or",
      .not: "no, not, never",
      .open: "open, present, now, today, ongoing",
      .toOpen: "to date",
      .unknown: "unknown, unspecified",
      .correction: "i e, ie, id est, recte, that is, corrected to, error for, really, actually",
      .century: "century, centuries, cent",
      .decade: "decade",
      .part(2): "half", .part(3): "third", .part(4): "quarter",
      .last: "last, latter",
      .third(0): "early, beginning, start", .third(1): "mid, middle", .third(2): "late, end",
      .beforeCommonEra: "bc, bce", .commonEra: "ad, ce",
      .undated: """
      n d, nd, undated, no date, not dated, date unknown, unknown date, date not known, \
      date unspecified, without date, without year, none, n a, no year
      """,
      .unit(1): "month in", .unit(2): "day in",
      .aside: """
      printed, print, reprinted, cast, published, copied, copyrighted, scanned, digitized
      """,
      .filler: """
      the, in, a, an, of, on, at, during, somewhere, sometime, year, years, decades, date, dated, \
      than, photographed, taken, made, active, created, day, month, either, both, anno, s
      """,
      .other: "estate, set, gen, mag, out, ago, fine",
    ])
}
