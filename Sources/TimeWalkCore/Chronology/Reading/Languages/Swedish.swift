extension DateLanguage {
  /// Swedish.
  static let swedish = DateLanguage(
    months: [
      "januari, jan", "februari, feb", "mars", "april, apr", "maj", "juni, jun", "juli, jul",
      "augusti, aug", "september, sep, sept", "oktober, okt", "november, nov", "december, dec",
    ],
    seasons: ["vår, våren", "sommar, sommaren", "höst, hösten", "vinter, vintern"],
    ordinals: [
      "första", "andra", "tredje", "fjärde", "femte", "sjätte", "sjunde", "åttonde", "nionde",
      "tionde", "elfte", "tolfte", "trettonde", "fjortonde", "femtonde", "sextonde", "sjuttonde",
      "artonde", "nittonde", "tjugonde",
    ],
    words: [
      .approximate: "omkring, cirka, ca, runt, kring, ungefär, uppskattat, uppskattningsvis",
      .uncertain: "troligen, kanske, möjligen, förmodligen, sannolikt",
      .before: "före, innan, tidigare, senast",
      .after: "efter, senare, tidigast, därefter, framåt",
      .from: "från, fr o m, från och med",
      .until: "till, fram till, t o m, till och med",
      .between: "mellan",
      .and: "och",
      .or: "eller",
      .not: "inte, ej, icke, aldrig",
      .open: "nutid, idag, i dag",
      .unknown: "okänd, okänt",
      .correction: "dvs, d v s, det vill säga, egentligen, rätteligen",
      .century: "århundrade, århundradet, århundradets, sekel, seklet, seklets",
      .namedCentury(17): "sextonhundratalet", .namedCentury(18): "sjuttonhundratalet",
      .namedCentury(19): "artonhundratalet", .namedCentury(20): "nittonhundratalet",
      .decade: "årtionde, årtiondet, decennium, decenniet",
      .hundreds: "tal, talet, talets",
      .part(2): "hälft, hälften", .part(3): "tredjedel, tredjedelen",
      .part(4): "fjärdedel, fjärdedelen",
      .last: "sista",
      .third(0): "början, tidigt, tidiga", .third(1): "mitten, mitt",
      .third(2): "slutet, slut, sent, sena",
      .beforeCommonEra: "f kr, före kristus",
      .commonEra: "e kr, efter kristus",
      .undated: "odaterad, odaterat, utan datum, utan år, u å, datum okänt",
      .aside: "tryckt, tryckår, publicerad, kopierad, utgiven",
      .filler: "i, på, av, den, det, år, året, under, än, datum, daterad, sekelskiftet",
    ])
}
