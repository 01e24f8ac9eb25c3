extension DateLanguage {
  /// French.
  static let french = DateLanguage(
    months: [
      "janvier, janv, jan", "février, févr, fév", "mars", "avril, avr", "mai", "juin",
      "juillet, juil", "août", "septembre, sept, sep", "octobre, oct", "novembre, nov",
      "décembre, déc",
    ],
    seasons: ["printemps", "été", "automne", "hiver"],
    ordinals: [
      "premier, première", "deuxième, second, seconde", "troisième", "quatrième", "cinquième",
      "sixième", "septième", "huitième", "neuvième", "dixième", "onzième", "douzième", "treizième",
      "quatorzième", "quinzième", "seizième", "dix septième", "dix huitième", "dix neuvième",
      "vingtième", "vingt et unième",
    ],
    words: [
      .approximate: """
      vers, environ, env, autour, circa, ca, aux environs, approximativement, estimé, estimée
      """,
      .uncertain: "probablement, prob, peut être, sans doute, vraisemblablement",
      .before: "avant, antérieur, antérieure, au plus tard, plus tôt, auparavant, avt",
      .after: """
      après, postérieur, postérieure, depuis, au plus tôt, plus tard, ultérieurement, apr, \
      à partir, dès!
      """,
      .until: "jusqu, jusque, jusqu à, jusqu en, jusqu au",
      .to: "à, au, aux",
      .between: "entre",
      .and: "et",
      .or: "ou",
      .not: "pas, non, ne, jamais",
      .open: "aujourd hui, nos jours, présent",
      .unknown: "inconnu, inconnue",
      .correction: "c est à dire, c à d, id est, plutôt, en fait, en réalité, corrigé en",
      .century: "siècle, siècles, sc",
      .decade: "décennie, décennies",
      .decades: "années, ann",
      .part(2): "moitié", .part(3): "tiers", .part(4): "quart",
      .last: "dernier, dernière",
      .third(0): "début, commencement", .third(1): "milieu", .third(2): "fin",
      .beforeCommonEra: "av j c, avant j c, av jc, avant jésus christ",
      .commonEra: "ap j c, après j c, après jésus christ",
      .undated: "sans date, s d, sd, non daté, non datée, date inconnue, sans année",
      .aside: "imprimé, imprimée, tirage, publié, publiée, édité, numérisé, retirage",
      .filler: """
      le, la, les, l, de, d, du, des, en, dans, année, an, que, courant, date, daté, datée, prise, \
      pris, un, une
      """,
    ])
}
