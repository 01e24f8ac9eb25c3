import TimeWalkArchive
import TimeWalkCore

/// A row's place, and its plausibility.
extension CatalogueRow {
  /// The coordinates of a row; both are `nil` when it has none, which isn't a fault, or with a
  /// fault.
  struct WrittenPlace {
    var latitude: Double?
    var longitude: Double?
    /// True if the row has no data at all about its place.
    var isUnknown: Bool
  }

  /// Reads latitude and longitude; a row must have both or neither.
  mutating func place() -> WrittenPlace {
    if let doubt = values.placeDoubt { warn(of: doubt) }
    let latitude = boundedNumber(.latitude)
    let longitude = boundedNumber(.longitude)
    guard latitude == nil || longitude == nil else {
      return WrittenPlace(latitude: latitude, longitude: longitude, isUnknown: false)
    }
    let isUnknown = isBlank(.latitude) && isBlank(.longitude)
    if !isUnknown {
      for column in [CatalogueColumn.latitude, .longitude] where isBlank(column) {
        fault(column, "is empty", hint: "fill both, or leave both empty if the place is unknown")
      }
    }
    return WrittenPlace(latitude: latitude, longitude: longitude, isUnknown: isUnknown)
  }

  /// Returns true if a column has nothing, or a program's word for that.
  private func isBlank(_ column: CatalogueColumn) -> Bool {
    isEmpty(column)
      || values.number(column) == nil
        && values.text(column).map(RowWords.isForNothing) == true
  }

  /// Refuses a row that has only a total, which programs write under a list.
  mutating func refuseTotal() {
    // Most ids begin with none of these words.
    guard let text = values.text(.id)?.trimmed.lowercased(),
      RowWords.totals.contains(where: text.hasPrefix), text.contains(where: \.isNumber),
      let word = text.split(whereSeparator: { !$0.isLetter }).first,
      RowWords.totals.contains(String(word)), values.others.isEmpty,
      CatalogueColumn.allCases.allSatisfy({ $0 == .id || isEmpty($0) })
    else { return }
    fault(.id, "looks like a total under the list; left out")
  }

  /// Warns of a text with a whole place.
  mutating func warn(of doubt: PlaceDoubt) {
    var warning = finding(
      .warning, .latitude, doubt.reason,
      hint: doubt.isUnplaced ? "write latitude and longitude, such as 40.75, -73.99" : nil)
    warning.value = String(doubt.text.prefix(200))
    add([warning])
  }

  /// The camera's height; its reference is unknown unless the row has it.
  mutating func altitude() -> Altitude? {
    let meters = boundedNumber(.altitude)
    let accuracy = boundedNumber(.altitudeAccuracy)
    var reference = Altitude.Reference.unknown
    if let text = text(.altitudeReference) {
      if let known = Altitude.Reference(rawValue: text) {
        reference = known
      } else {
        fault(.altitudeReference, "must be seaLevel, ellipsoid or ground")
      }
    }
    for column in [CatalogueColumn.altitudeReference, .altitudeAccuracy]
    where isEmpty(.altitude) && !isEmpty(column) {
      warn(column, "needs an altitude")
    }
    return meters.flatMap {
      Altitude(
        meters: $0, reference: reference, accuracy: accuracy.flatMap(Distance.init(meters:)))
    }
  }

  /// Warns of places that are hardly meant.
  mutating func doubt(_ place: WrittenPlace, area: CollectionArea?) {
    guard let latitude = place.latitude, let longitude = place.longitude else { return }
    if latitude == 0, longitude == 0 {
      warn(
        .latitude, "and longitude are 0, a position in the Gulf of Guinea",
        hint: "some programs write 0 for unknown; then leave both empty")
    } else if let area, !area.contains(latitude: latitude, longitude: longitude) {
      let isSwapped = area.contains(latitude: longitude, longitude: latitude)
      warn(
        .latitude,
        "and longitude \(DecimalText.write(longitude)) are outside the collection's area",
        hint: isSwapped ? "swapped, they are inside it: are they swapped?" : nil)
    }
  }

  /// The finding about a place that lies among the others after swapping.
  func swapped(_ place: WrittenPlace) -> ImportFinding {
    finding(
      .warning, .latitude,
      "and longitude \(DecimalText.write(place.longitude ?? 0)) are far from the collection's other places; swapped, "
        + "they are near them", hint: "are they swapped?")
  }

  /// The finding about a place far from the others, to which the mend is added.
  func stray(_ place: WrittenPlace) -> ImportFinding {
    finding(
      .warning, .latitude,
      "and longitude \(DecimalText.write(place.longitude ?? 0)) are far from the collection's other places; ",
      hint: "is it a slip of the pen?")
  }

  /// Warns of a date that has not come yet.
  mutating func doubt(_ date: CaptureDate?, today: Day?) {
    guard let today, let earliest = date?.strict.earliest, earliest > today else { return }
    warn(.date, "is in the future: today is \(today)")
  }

  /// The direction in a caption, if no other column has one.
  mutating func captionHeading() -> CaptionHeading? {
    let captions = values.captions
    let short = captions.filter { $0.utf8.count <= ArchiveLimits.longestText }
    if short.count < captions.count {
      warn(
        .heading,
        "isn't looked for in a caption longer than \(ArchiveLimits.longestText) bytes")
    }
    guard let found = CaptionHeading.find(in: short) else { return nil }
    remark(
      .heading,
      "was read as \(DecimalText.write(found.degrees)) ± \(DecimalText.write(found.accuracy)) degrees "
        + "from the caption's words \"\(found.words)\"")
    return found
  }
}

/// Words that programs write into a catalogue's cells.
enum RowWords {
  /// The first words of a total under a list.
  static let totals = [
    "total", "totals", "totale", "totaal", "sum", "summe", "suma", "soma", "somme", "gesamt",
    "gesamtzahl", "anzahl", "count",
  ]
  private static let nothing: Set = [
    "n/a", "#n/a", "na", "null", "none", "unknown", "-", "--", "?",
  ]

  /// Returns true for a word that stands for an empty cell.
  static func isForNothing(_ text: String) -> Bool { nothing.contains(text.trimmed.lowercased()) }
}
