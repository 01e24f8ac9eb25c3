import Foundation
package import TimeWalkArchive
package import TimeWalkCore

/// The rules for reviewing an item, by its values; an engine searches the items.
///
/// `NearDuplicateSearch` finds similar pictures, and a missing place needs no rule.
package struct ReviewRules {
  /// Dates that span more days than these are vague: 50 years.
  package static let longestSpan = 18_263
  /// Catalogues' words for an unknown date.
  private static let noDate: Set<String> = [
    "n.d.", "n. d.", "nd", "s.d.", "s. d.", "o.j.", "o. j.", "undated", "unknown", "no date",
  ]

  private let accuracy: Double
  private let today: Day?
  /// The collections whose import stated their order of day and month.
  private let ordered: Set<String>
  private let readings = DateReadings(order: nil)

  /// Makes the rules of a review, for an archive with a journal.
  package init(_ query: ReviewQuery, journal: [JournalEntry]) {
    accuracy = query.accuracy
    today = query.today
    ordered = Set(
      journal.filter {
        $0.kind == .import && $0.undoneBy == nil && $0.options[ImportPolicy.dateOrderNote] != nil
      }.compactMap(\.collection))
  }

  /// The kinds of review for an item with a place.
  ///
  /// - Parameters:
  ///   - kind: the kind to check.
  ///   - id: the item.
  ///   - fields: its values.
  ///   - license: its collection's rights.
  ///   - hasCopy: true if the archive keeps a copy of a picture's file, by its path.
  /// - Returns: `nil` if nothing of the kind needs a person.
  package func entry(
    _ kind: ReviewKind, of id: ItemID, _ fields: [CatalogueColumn: String], license: String?,
    hasCopy: (String) throws -> Bool
  ) rethrows -> ReviewEntry? {
    let reason: String?
    switch kind {
    case .doubtfulDate: reason = doubt(id, fields)
    case .undated:
      let isSaid = fields[.dateText].map { isNoDate($0) } ?? true
      reason = fields[.date] == nil && isSaid ? "it has no date" : nil
    case .lowAccuracy:
      let meters = fields[.accuracy].flatMap { DecimalText.parse($0.utf8) } ?? 0
      reason =
        meters > accuracy ? "its place is accurate only to \(fields[.accuracy] ?? "?") m" : nil
    case .noRights:
      let has =
        RightsStatement.isUnderstood(fields[.license]) || RightsStatement.isUnderstood(license)
      reason = has ? nil : "it and its collection have no rights"
    case .missingMedia:
      guard let path = fields[.media], !WebAddress.isWeb(path),
        !FileManager.default.fileExists(atPath: path), try !hasCopy(path)
      else { return nil }
      return ReviewEntry(
        item: id, kind: kind, reason: "the file \(path) is missing", suggestion: [.media: ""])
    case .duplicate, .unplaced: return nil
    }
    return reason.map { ReviewEntry(item: id, kind: kind, reason: $0, suggestion: [:]) }
  }

  private func isNoDate(_ text: String) -> Bool {
    ReviewRules.noDate.contains(text.trimmed.lowercased())
  }

  private func doubt(_ id: ItemID, _ fields: [CatalogueColumn: String]) -> String? {
    guard let date = fields[.date] else {
      guard let text = fields[.dateText], !isNoDate(text) else { return nil }
      return "its date \"\(text)\" can't be read"
    }
    let read = try? CaptureDate(edtf: date)
    let strict = read?.strict
    if date.contains("?") || date.contains("%") {
      return "its date is uncertain: \(read?.words ?? date)"
    }
    if let today, let earliest = strict?.earliest, earliest > today {
      return "its date \(date) is in the future"
    }
    let isKnown = ordered.contains(id.collection)
    if let note = note(on: fields[.dateText], readAs: date, orderIsKnown: isKnown) { return note }
    guard let days = strict?.length, days > ReviewRules.longestSpan + 1 else { return nil }
    return "its date \(date) spans more than 50 years"
  }

  /// The doubt about the reading of the catalogue's words; `nil` for none, or if a user set a date
  /// other than that reading.
  ///
  /// Without words the date is the catalogue's own, and only `1910-30` is doubtful in itself.
  private func note(on text: String?, readAs date: String, orderIsKnown: Bool) -> String? {
    guard case .success(let reading) = readings[text ?? date].reading, reading.date?.edtf == date
    else { return nil }
    let notes = reading.notes.filter { note in
      if text == nil { return note == .seasonMayBeRange }
      return !(orderIsKnown && note == .dayAndMonthMayBeSwapped)
    }
    guard !notes.isEmpty else { return nil }
    return "its date \"\(text ?? date)\" was read as \(date): "
      + notes.map(\.description).joined(separator: "; ")
  }
}

extension ReviewEntry {
  /// A similar picture, as an entry for a decision.
  package init(_ like: NearDuplicate) {
    var reason =
      "its picture looks like the picture of \(like.original) (\(like.distance) of 256 bits differ)"
    if like.metersApart > 100 { reason += ", \(Int(like.metersApart)) m away" }
    if like.datesDiffer { reason += ", with another date" }
    self.init(
      item: like.item, kind: .duplicate, other: like.original, reason: reason,
      suggestion: [.copyOf: like.original.name(within: like.item.collection)])
  }

  /// An item that has no place.
  package init(unplaced id: ItemID) {
    self.init(item: id, kind: .unplaced, reason: "it has no place", suggestion: [:])
  }
}
