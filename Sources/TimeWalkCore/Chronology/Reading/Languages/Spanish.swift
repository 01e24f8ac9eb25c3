extension DateLanguage {
  /// Spanish.
  static let spanish = DateLanguage(
    months: [
      "enero, ene", "febrero, feb", "marzo, mar", "abril, abr", "mayo, may", "junio, jun",
      "julio, jul", "agosto, ago", "septiembre, setiembre, sep, sept", "octubre, oct",
      "noviembre, nov", "diciembre, dic",
    ],
    seasons: ["primavera", "verano", "otoño", "invierno"],
    ordinals: [
      "primer, primera, primero", "segundo, segunda", "tercer, tercera, tercero",
      "cuarto, cuarta", "quinto", "sexto", "séptimo", "octavo", "noveno", "décimo", "once", "doce",
      "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve", "veinte",
    ],
    words: [
      .approximate: """
      hacia, alrededor, aproximadamente, aprox, cerca, circa, ca, en torno, estimado, estimada
      """,
      .uncertain: "probablemente, quizás, quizá, posiblemente, tal vez, acaso",
      .before: "antes, anterior, como muy tarde, a más tardar, previo",
      .after: """
      después, posterior, desde, a partir, como muy pronto, más tarde, en adelante, luego
      """,
      .until: "hasta",
      .to: "a, al",
      .between: "entre",
      .and: "y, e",
      .or: "o, u, ó",
      .not: "no, nunca",
      .open: "hoy, actualidad, presente, la fecha",
      .unknown: "desconocido, desconocida",
      .correction: "es decir, i e, recte, en realidad, mejor dicho",
      .century: "siglo, siglos, sig",
      .decade: "década, décadas, decenio",
      .decades: "años",
      .part(2): "mitad", .part(3): "tercio", .part(4): "cuarto",
      .last: "último, última",
      .third(0): "principios, principio, comienzos, comienzo, inicios, inicio",
      .third(1): "mediados", .third(2): "finales, final, fines, fin",
      .beforeCommonEra: "antes de cristo, a de c, antes de j c",
      .commonEra: "después de cristo, d de c",
      .undated: "sin fecha, s f, s a, fecha desconocida, sin año, sin datar",
      .aside: "impreso, impresa, publicado, publicada, copia, reproducción",
      .filler: "el, la, los, las, en, de, del, año, que, fecha, fechado, fechada",
    ])
}
