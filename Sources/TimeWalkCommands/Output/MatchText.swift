internal import TimeWalk
internal import TimeWalkCore

/// Matches as text for people: the best first, each with how likely it is.
///
/// Programs get the order of the ranking, by how much two views share; people read percentages, and
/// see them in order.
struct MatchText {
  private let answer: MatchResponse
  private let pictured: RenditionReport?
  private let isVerbose: Bool
  private let hasArchive: Bool

  /// The default number of printed matches.
  static let fewest = 3
  /// The greatest number of a title's characters that are printed.
  static let longestTitle = 60

  init(_ answer: MatchResponse, isVerbose: Bool, hasArchive: Bool) {
    self.answer = answer
    pictured = nil
    self.isVerbose = isVerbose
    self.hasArchive = hasArchive
  }

  init(_ answer: SubmitResponse, isVerbose: Bool, hasArchive: Bool = true) {
    self.answer = answer.search
    pictured = answer.renditions.first { $0.role == "historical" }
    self.isVerbose = isVerbose
    self.hasArchive = hasArchive
  }

  /// The distance beyond which the archive counts as having nothing for the place, metres.
  private static let farthestOfPlace = 5000.0

  private var matches: [MatchReport] { answer.matches }
  private var timeline: [MatchReport] { answer.timeline }
  private var era: EraReport? { answer.era }
  private var nearest: NearestReport? { answer.nearest }
  /// The accuracy of the photo's place, in metres.
  private var accuracy: Double? { answer.viewpoint.horizontalAccuracy }

  /// The lines.
  var lines: [String] {
    var lines: [String] = []
    if let era, let name = era.name { lines += ["\(name) is \(era.words).", ""] }
    guard !matches.isEmpty else { return lines + nothing + places }
    let all = inOrder
    let shown = isVerbose ? all : Array(all.prefix(MatchText.fewest))
    var isElsewhere = false
    for (index, match) in shown.enumerated() {
      if index > 0 { lines.append("") }
      if era != nil, match.isOfOtherTime, !isElsewhere {
        isElsewhere = true
        lines += ["From other times:", ""]
      }
      lines += self.lines(of: match, number: index + 1)
    }
    lines.append("")
    let more = all.count - shown.count
    if more > 0 { lines.append("\(more) more; --verbose shows all.") }
    if let picture = picture(outside: shown) { lines.append(picture) }
    if timeline.count > 1 {
      let periods = timeline.compactMap(\.period)
      if isVerbose {
        lines.append("Through time:")
        lines += timeline.map { "   \($0.period ?? "")  \($0.title), \($0.words)" }
      } else {
        lines.append("Through time: \(periods.joined(separator: ", "))")
      }
    }
    lines.append(tooVague ?? chance)
    return lines + places
  }

  /// The probability that nothing shows the view.
  private var chance: String {
    let source = era == nil ? wherever : MatchText.fromEra
    let share = MatchText.percent(answer.noMatch)
    return "Probability that nothing \(source) shows this view: \(share)."
  }

  /// The items near the place that don't show its view.
  private var places: [String] {
    guard let places = answer.places, !places.isEmpty else { return [] }
    let shown = isVerbose ? places : Array(places.prefix(MatchText.fewest))
    var lines = ["", "Items near the place that do not show this view:"]
    for place in shown {
      let title = place.title.isEmpty ? place.id : short(place.title)
      lines += ["   \(title)", "      \(place.reason); \(place.id)"]
    }
    let more = places.count - shown.count
    if more > 0 { lines.append("   \(more) more; --verbose shows all.") }
    return lines
  }

  /// The text in place of a probability if the place is known too roughly.
  private var tooVague: String? {
    guard let accuracy, VaguePlace.isTooVague(accuracy, for: matches) else { return nil }
    return
      "The place is known only to about \(MatchText.distance(accuracy)), too vague to find items \(wherever) that show this view."
  }

  /// The best of the era first, then matches of or near it, and each group by the printed
  /// percentages.
  private var inOrder: [MatchReport] {
    let first = matches.first.flatMap { $0.isOfEra && $0.isShown ? $0.id : nil }
    let numbered = matches.enumerated().map { place, match in
      (
        isLast: era != nil && match.isOfOtherTime,
        percent: Int(nearest: match.confidence * 100), place: place, match: match
      )
    }
    return numbered.sorted { a, b in
      if (a.match.id == first) != (b.match.id == first) { return a.match.id == first }
      if a.isLast != b.isLast { return b.isLast }
      return a.percent != b.percent ? a.percent > b.percent : a.place < b.place
    }.map(\.match)
  }

  /// The subject of the historical picture, if none of the printed matches describes it.
  private func picture(outside shown: [MatchReport]) -> String? {
    guard let pictured else { return nil }
    guard let item = pictured.item else {
      return era.map {
        "The historical picture is a card, because nothing from \($0.words) shows this view."
      }
    }
    guard !shown.contains(where: { $0.id == item }) else { return nil }
    guard let match = (matches + timeline).first(where: { $0.id == item }) else {
      return "The historical \(thing) shows \(item)."
    }
    return
      "The historical \(thing) shows \(item), \(MatchText.percent(match.confidence)) likely this view: "
      + "\(title(of: match)), \(match.words)."
  }

  /// A card replaces a picture that is stored elsewhere.
  private var thing: String { pictured?.kind == "plate" ? "card" : "picture" }

  private func lines(of match: MatchReport, number: Int) -> [String] {
    var lines = [
      "\(number). \(MatchText.percent(match.confidence)) likely this view: \(title(of: match))"
    ]
    if match.id == pictured?.item { lines.append("   (the historical \(thing) shows this one)") }
    if let circumstances = match.circumstances { lines.append("   \(circumstances)") }
    let relation = era == nil ? nil : match.era.flatMap { MatchText.relations[$0] }
    let date = match.words + (relation.map { " (\($0))" } ?? "")
    let parts = [
      date, match.rights.creator.map { "by \(short($0))" },
      match.rights.licenseWords, match.id,
    ]
    lines.append("   " + parts.compactMap { $0 }.joined(separator: "; "))
    if let copies = match.copies { lines.append("   copies: \(copies.joined(separator: ", "))") }
    if let link = match.rights.source ?? match.media?.url ?? match.media?.path {
      lines.append("   \(link)")
    }
    return lines
  }

  private func title(of match: MatchReport) -> String {
    match.title.isEmpty ? match.id : short(match.title)
  }

  /// A foreign text, truncated at a word if it is long.
  private func short(_ text: String) -> String {
    guard !isVerbose, text.count > MatchText.longestTitle else { return text }
    let head = text.prefix(MatchText.longestTitle - 1)
    let whole = head.lastIndex(of: " ").map { head[..<$0] } ?? head
    // A word of that length is truncated within.
    let cut = whole.count > MatchText.longestTitle / 2 ? whole : head
    return String(cut.reversed().drop { " ,;:–-".contains($0) }.reversed()) + "…"
  }

  /// The text if nothing was found, with the next step.
  private var nothing: [String] {
    guard hasArchive else {
      return [
        "There is no archive yet. Next: timewalk archive import CATALOGUE, for example a CSV file with",
        "the columns id, title, date, latitude and longitude. Then run this again.",
      ] + gathering
    }
    guard let nearest else { return [tooVague ?? "Nothing \(wherever) shows this view."] }
    return [
      "Nothing \(wherever) shows this view. The nearest item is \(MatchText.distance(nearest.distance)) away"
        + " (\(nearest.id)).",
      "Import views of this place with \"timewalk archive import\", or correct the position with --latitude",
      "and --longitude.",
    ] + (nearest.distance > MatchText.farthestOfPlace ? gathering : [])
  }

  /// The command for gathering images of this place; it contains the place, which is sent only when
  /// the command is run.
  private var gathering: [String] {
    guard let latitude = answer.viewpoint.latitude, let longitude = answer.viewpoint.longitude
    else { return [] }
    return [
      "Wikimedia Commons and other sources may have pictures of this place (timewalk archive gather --list):",
      "timewalk archive gather commons --around \(latitude),\(longitude) --within 2km --pictures",
    ]
  }

  private var wherever: String {
    era?.strict == true ? MatchText.fromEra : "in the archive"
  }

  private static let fromEra = "from that era in the archive"

  private static let relations = [
    "within": "from that time", "overlaps": "partly from that time", "near": "near that time",
    "outside": "from another time",
  ]

  private static func percent(_ share: Double) -> String { "\(Int(nearest: share * 100)) %" }

  /// A rounded distance: `380 m`, `2.4 km`, `4,200 km`.
  static func distance(_ meters: Double) -> String {
    func rounded(_ value: Double, to step: Double) -> Int {
      Int(nearest: (value / step).rounded() * step)
    }
    let kilometres = meters / 1000
    switch meters {
    case ..<995: return "\(rounded(meters, to: 10)) m"
    case ..<9_950:
      let tenths = rounded(kilometres * 10, to: 1)
      return "\(tenths / 10).\(tenths % 10) km"
    case ..<99_500: return "\(rounded(kilometres, to: 1)) km"
    case ..<995_000: return "\(rounded(kilometres, to: 10)) km"
    default:
      let whole = rounded(kilometres, to: 100)
      return "\(whole / 1000),\(String(1000 + whole % 1000).dropFirst()) km"
    }
  }
}

extension MatchReport {
  /// True if it is neither in nor near the requested era.
  fileprivate var isOfOtherTime: Bool { era == "outside" }
}
