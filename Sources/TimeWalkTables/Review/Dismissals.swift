import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkBase

/// The entries of reviews that a person has dismissed, with the state that the items were in.
struct Dismissals {
  private struct Name: Hashable {
    var item: String
    var kind: String
    var other: String
  }

  private var states: [Name: String] = [:]

  init(_ db: any SQLDatabase) throws {
    try db.forEach("SELECT item, kind, other, state FROM dismissals", []) { row in
      states[Name(item: row[0], kind: row[1], other: row[2])] = row[3]
    }
  }

  /// Returns true if an entry was dismissed, and its items are as they were then.
  func has(_ entry: ReviewEntry, _ db: any SQLDatabase) throws -> Bool {
    guard !states.isEmpty,
      let state = states[
        Name(
          item: entry.item.description, kind: entry.kind.rawValue,
          other: entry.other?.description ?? "")]
    else { return false }
    return try state == Dismissals.state(of: entry.item, entry.other, db)
  }

  /// The items with a dismissed entry of a kind that concerns no other item.
  func items(of kind: ReviewKind) -> [ItemID] {
    states.keys.filter { $0.kind == kind.rawValue && $0.other.isEmpty }.compactMap {
      ItemID($0.item)
    }
  }

  /// Dismisses an entry.
  ///
  /// Returns whether it wasn't dismissed before.
  static func add(_ decision: ReviewDecision, as entry: OpenEntry) throws -> Bool {
    guard let state = try state(of: decision.item, decision.other, entry.db) else {
      throw ArchiveError.noItem(decision.item)
    }
    let values: SQLArguments = [
      decision.item.description, decision.kind.rawValue, decision.other?.description ?? "",
    ]
    let known = try entry.db.row(
      "SELECT state, note FROM dismissals WHERE item = ?1 AND kind = ?2 AND other = ?3", values)
    if let known, known[0] as String == state, decision.note == nil || known[1] == decision.note {
      return false
    }
    try entry.remember(.dismissals, where: "item = ?2 AND kind = ?3 AND other = ?4", values)
    try entry.db.run(
      """
      INSERT INTO dismissals (item, kind, other, state, note) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (item, kind, other) DO UPDATE SET state = excluded.state, note = excluded.note
      """, values + [state, decision.note])
    return true
  }

  /// A text that changes with any value of the items; `nil` when the first is missing.
  private static func state(of item: ItemID, _ other: ItemID?, _ db: any SQLDatabase) throws
    -> String?
  {
    guard let fields = try fields(of: item, db) else { return nil }
    var digest = Digest()
    digest.add(FieldsText.text(of: fields).utf8)
    if let other {
      let others = try self.fields(of: other, db) ?? [:]
      digest.add(FieldsText.text(of: others).utf8)
    }
    return String(digest.bytes().hexadecimal.prefix(32))
  }

  private static func fields(of item: ItemID, _ db: any SQLDatabase) throws -> [String: String]? {
    do {
      let current = try ItemEdit(item).current(db)
      return Dictionary(uniqueKeysWithValues: current.fields.map { ($0.key.name, $0.value) })
    } catch let error as ArchiveError where error.code == .noSuchItem { return nil }
  }
}
