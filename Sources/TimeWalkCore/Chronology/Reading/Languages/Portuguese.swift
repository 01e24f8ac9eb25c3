extension DateLanguage {
  /// Portuguese.
  static let portuguese = DateLanguage(
    months: [
      "janeiro, jan", "fevereiro, fev", "março, mar", "abril, abr", "maio, mai", "junho, jun",
      "julho, jul", "agosto, ago", "setembro, set", "outubro, out", "novembro, nov",
      "dezembro, dez",
    ],
    seasons: ["primavera", "verão, no verão", "outono, no outono", "inverno, no inverno"],
    ordinals: [
      "primeiro, primeira, no primeiro", "segundo, segunda, no segundo",
      "terceiro, terceira, no terceiro", "quarto, quarta, no quarto", "quinto", "sexto", "sétimo",
      "oitavo", "nono", "décimo", "onze", "doze", "treze", "catorze", "quinze",
      "dezesseis, dezasseis", "dezessete, dezassete", "dezoito", "dezenove, dezanove", "vinte",
    ],
    words: [
      .approximate: "cerca, circa, ca, aproximadamente, aprox, por volta, em torno, estimado",
      .uncertain: "provavelmente, talvez, possivelmente, presumivelmente",
      .before: "antes, anterior, no máximo, o mais tardar, no mais tardar",
      .after: "depois, após, posterior, desde, a partir, mais tarde, em diante, no mínimo",
      .until: "até",
      .to: "a, ao",
      .between: "entre",
      .and: "e",
      .or: "ou",
      .not: "não, nunca",
      .open: "hoje, presente, atualidade",
      .unknown: "desconhecido, desconhecida",
      .correction: "isto é, ou seja, na verdade, aliás",
      .century: "século, séculos, séc, sécs, no século, no séc",
      .decade: "década, décadas, decénio, decênio",
      .decades: "anos",
      .part(2): "metade", .part(3): "terço", .part(4): "quarto, quartel",
      .last: "último, última, no último",
      .third(0): """
      início, inícios, começo, começos, princípio, princípios, no início, no começo, no princípio
      """,
      .third(1): "meados, meio", .third(2): "fim, fins, final, finais, no fim, no final",
      .undated: "sem data, s d, data desconhecida, sem ano, não datado, não datada",
      .aside: "impresso, impressa, publicado, publicada",
      .filler: "o, os, as, do, da, dos, das, de, na, nos, nas, em, ano, no ano, que, data, datado",
    ])
}
