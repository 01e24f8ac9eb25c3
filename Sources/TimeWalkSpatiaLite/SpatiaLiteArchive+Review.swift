import Foundation
import GRDB
package import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension SpatiaLiteArchive {
  /// What needs a person, without what was dismissed.
  ///
  /// Reads all items for each kind; duplicates cost what `likePictures` does.
  /// Throws `.noSuchCollection`.
  package func review(_ query: ReviewQuery) throws(ArchiveError) -> Review {
    try ArchiveError.typed {
      try reader.read { db in
        if let name = query.collection { try CollectionTable.require(name, db) }
        var search = try ReviewSearch(query, store: mediaStore, db)
        for kind in ReviewKind.allCases where query.kinds.isEmpty || query.kinds.contains(kind) {
          try search.find(kind, db)
        }
        return search.review
      }
    }
  }

  /// See `CuratedArchive.decide(_:folder:terms:)`.
  package func decide(
    _ decisions: [ReviewDecision], folder: String?, terms: ChangeTerms
  ) throws(ArchiveError) -> DecisionReport {
    try change(isDryRun: terms.isDryRun) { db in
      var run = DecisionRun(terms.provenance, folder: folder)
      // What is dismissed is dismissed as it is in the end, after all that is set.
      let numbered = Array(decisions.enumerated())
      let ordered =
        numbered.filter { $0.element.verdict != .dismiss }
        + numbered.filter { $0.element.verdict == .dismiss }
      for (index, decision) in ordered {
        do throws(ArchiveError) {
          try ArchiveError.typed { try run.follow(decision, in: db) }
        } catch {
          let isOwn: [ArchiveError.Code] = [.noSuchItem, .invalidField]
          guard isOwn.contains(error.code) else { throw error }
          run.report.faults.append(DecisionReport.Fault(index: index, reason: error.message))
        }
      }
      run.report.faults.sort { $0.index < $1.index }
      try run.close(in: db)
      if terms.isDryRun { run.report.entry = nil }
      return run.report
    }
  }
}

/// The search for what needs a person.
private struct ReviewSearch {
  /// Dates that span more days than these say little: 50 years.
  private static let longestSpan = 18_263
  /// What catalogues write where they know that there is no date.
  private static let noDate: Set<String> = [
    "n.d.", "n. d.", "nd", "s.d.", "s. d.", "o.j.", "o. j.", "undated", "unknown", "no date",
  ]

  private let query: ReviewQuery
  private let store: MediaStore
  private let dismissals: Dismissals
  private(set) var review = Review(entries: [], totals: [:])

  init(_ query: ReviewQuery, store: MediaStore, _ db: Database) throws {
    self.query = query
    self.store = store
    dismissals = try Dismissals(db)
  }

  mutating func find(_ kind: ReviewKind, _ db: Database) throws {
    review.totals[kind] = 0
    switch kind {
    case .doubtfulDate:
      let today = query.today
      let future = today.map { "i.earliest > \($0.number)" } ?? "0"
      let readings = DateReadings(order: nil)
      let ordered = try ImportEntry.collectionsWithDateOrder(in: db)
      try forEachItem(
        """
        i.date_text IS NOT NULL OR instr(i.date, '?') OR instr(i.date, '%')
          OR i.date GLOB '[0-9][0-9][0-9][0-9]-[2-9][0-9]'
          OR i.latest - i.earliest > \(ReviewSearch.longestSpan) OR \(future)
        """, db
      ) { id, fields in
        ReviewSearch.doubt(
          id, fields, today: today, by: readings, orderIsKnown: ordered.contains(id.collection))
      }
    case .undated:
      try forEachItem("i.date IS NULL", db) { id, fields in
        let text = fields[.dateText]
        guard text.map({ ReviewSearch.noDate.contains($0.trimmed.lowercased()) }) ?? true else {
          return nil
        }
        return ReviewEntry(item: id, kind: .undated, reason: "it has no date", suggestion: [:])
      }
    case .lowAccuracy:
      try forEachItem("i.accuracy > \(query.accuracy)", db) { id, fields in
        ReviewEntry(
          item: id, kind: .lowAccuracy,
          reason: "its place is known to \(fields[.accuracy] ?? "?") m only", suggestion: [:])
      }
    case .noRights:
      try forEachItem(
        "NOT timewalk_states_rights(i.license) AND NOT timewalk_states_rights(c.license)", db
      ) { id, _ in
        ReviewEntry(
          item: id, kind: .noRights, reason: "neither it nor its collection has rights",
          suggestion: [:])
      }
    case .missingMedia:
      let store = store
      try forEachItem("i.media_kind = 'file'", db) { id, fields in
        guard let path = fields[.media], !FileManager.default.fileExists(atPath: path) else {
          return nil
        }
        if try ReviewSearch.hasCopy(of: path, in: store, db) { return nil }
        return ReviewEntry(
          item: id, kind: .missingMedia, reason: "there is no file \(path)",
          suggestion: [.media: ""])
      }
    case .unplaced: try findUnplaced(db)
    case .duplicate: try findDuplicates(db)
    }
  }

  private static func doubt(
    _ id: ItemID, _ fields: [CatalogueColumn: String], today: Day?, by readings: DateReadings,
    orderIsKnown: Bool
  ) -> ReviewEntry? {
    let reason: String
    if let date = fields[.date] {
      let strict = (try? CaptureDate(edtf: date))?.strict
      if date.contains("?") || date.contains("%") {
        reason = "its date \(date) is uncertain"
      } else if let today, let earliest = strict?.earliest, earliest > today {
        reason = "its date \(date) is in the future"
      } else if let note = note(
        on: fields[.dateText], readAs: date, by: readings, orderIsKnown: orderIsKnown)
      {
        reason = note
      } else if let days = strict?.length, days > longestSpan + 1 {
        reason = "its date \(date) spans more than 50 years"
      } else {
        return nil
      }
    } else {
      let text = fields[.dateText] ?? ""
      guard !ReviewSearch.noDate.contains(text.trimmed.lowercased()) else { return nil }
      reason = "its date \"\(text)\" is not understood"
    }
    return ReviewEntry(item: id, kind: .doubtfulDate, reason: reason, suggestion: [:])
  }

  /// What is doubtful about how the catalogue's words were read; `nil` where nothing is, or where
  /// somebody set another date than that reading.
  ///
  /// Without words the date is as the catalogue writes it, and of that only `1910-30` is doubtful
  /// by itself.
  private static func note(
    on text: String?, readAs date: String, by readings: DateReadings, orderIsKnown: Bool
  ) -> String? {
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

  private static func hasCopy(of path: String, in store: MediaStore, _ db: Database) throws -> Bool
  {
    guard let record = try MediaTable.record(path, db), record.isStored,
      let copy = store.path(of: record.sha256)
    else { return false }
    return FileManager.default.fileExists(atPath: copy)
  }

  private mutating func forEachItem(
    _ condition: String, _ db: Database,
    _ body: (ItemID, [CatalogueColumn: String]) throws -> ReviewEntry?
  ) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(ItemFields.selection(of: .items, as: "i")) FROM items AS i
        JOIN collections AS c ON c.key = i.collection
        WHERE (?1 IS NULL OR c.name = ?1) AND (\(condition)) ORDER BY i.key
        """, arguments: [query.collection])
    while let row = try rows.next() {
      guard let (id, fields) = ItemFields.read(row, of: .items), let entry = try body(id, fields)
      else { continue }
      try add(entry, db)
    }
  }

  private mutating func findUnplaced(_ db: Database) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT c.name, i.identifier FROM unplaced AS i JOIN collections AS c ON c.key = i.collection
        WHERE ?1 IS NULL OR c.name = ?1 ORDER BY i.key
        """, arguments: [query.collection])
    while let row = try rows.next() {
      let id = ItemID(collection: row[0], identifier: row[1])
      try add(
        ReviewEntry(item: id, kind: .unplaced, reason: "it has no place", suggestion: [:]), db)
    }
  }

  private mutating func findDuplicates(_ db: Database) throws {
    for like in try LikeSearch(db).pictures(collection: query.collection).suggestions {
      try add(ReviewEntry(like), db)
    }
  }

  private mutating func add(_ entry: ReviewEntry, _ db: Database) throws {
    guard try !dismissals.has(entry, db) else { return }
    review.totals[entry.kind, default: 0] += 1
    if query.limit.map({ review.entries.count < $0 }) ?? true { review.entries.append(entry) }
  }
}

extension ReviewEntry {
  /// What looks alike, as something to decide.
  init(_ like: LikePicture) {
    var reason = "its picture looks like \(like.original)'s (\(like.distance) of 256 bits differ)"
    if like.metersApart > 100 { reason += ", \(Int(like.metersApart)) m away" }
    if like.datesDiffer { reason += ", with another date" }
    self.init(
      item: like.item, kind: .duplicate, other: like.original, reason: reason,
      suggestion: [.copyOf: like.original.name(within: like.item.collection)])
  }
}
