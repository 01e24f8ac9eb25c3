import Foundation
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

/// A state of an archive in memory as a file: one JSON object of texts a line, the first of which
/// says what it is.
enum MemoryFile {
  private static let mark = #"{"format":"TimeWalk archive in memory"}"#

  /// The lines of a file.
  static func text(of state: MemoryState) -> String {
    var lines = [mark]
    for (key, row) in state.rows.sorted(by: { $0.key < $1.key }) {
      lines.append(FieldsText.text(of: fields(of: row).merging(fields(of: key)) { a, _ in a }))
    }
    for record in state.media.values.sorted(by: { $0.origin < $1.origin }) {
      lines.append(FieldsText.text(of: fields(of: record)))
    }
    for entry in state.journal {
      lines.append(FieldsText.text(of: fields(of: entry.entry)))
      for (key, row) in entry.before.sorted(by: { $0.key < $1.key }) {
        var fields = row.map { MemoryFile.fields(of: $0) } ?? [:]
        fields.merge(MemoryFile.fields(of: key)) { a, _ in a }
        fields["before"] = "\(entry.entry.number)"
        lines.append(FieldsText.text(of: fields))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether a file is one.
  static func isMarked(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    return (try? file.read(upToCount: mark.utf8.count)) == Data(mark.utf8)
  }

  /// Reads a file; throws `.damaged` for what can't be read.
  static func state(of path: String) throws(ArchiveError) -> MemoryState {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ArchiveError(.missing, "There is no archive at \(path).")
    }
    var state = MemoryState()
    var entries: [MemoryEntry] = []
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst() {
      let fields = FieldsText.dictionary(of: String(line))
      if let key = key(fields) {
        let row = row(fields, key.table)
        if fields["before"] != nil, let last = entries.indices.last {
          entries[last].before.updateValue(row, forKey: key)
        } else if let row {
          state.restore(key, row)
        } else {
          throw ArchiveError(.damaged, "\(path) has a row that can't be read: \(line)")
        }
      } else if let record = record(fields) {
        state.keep(record)
      } else if let entry = entry(fields) {
        entries.append(MemoryEntry(entry: entry))
      } else {
        throw ArchiveError(.damaged, "\(path) has a line that can't be read: \(line)")
      }
    }
    entries.forEach { state.restore($0) }
    return state
  }

  // MARK: Rows

  private static func fields(of key: MemoryKey) -> [String: String] {
    ["table": "\(key.table.rawValue)", "key": "\(key.number)"]
  }

  private static func key(_ fields: [String: String]) -> MemoryKey? {
    guard let table = fields["table"].flatMap(Int.init).flatMap(MemoryTable.init(rawValue:)),
      let number = fields["key"].flatMap(Int64.init)
    else { return nil }
    return MemoryKey(table: table, number: number)
  }

  private static func fields(of row: MemoryRow) -> [String: String] {
    var fields: [String: String?] = ["collection": row.collection.map { "\($0)" }]
    switch row {
    case .collection(let statement):
      fields["name"] = statement.name
      for (field, text) in statement.texts { fields[field] = text }
    case .item(let item):
      fields["id"] = item.item.id.description
      fields["fields"] = ItemFields.text(of: ItemFields.of(item.item, copyOf: item.copyOf))
      fields["fingerprint"] = item.fingerprint.map { print in
        (0..<4).map { "\(print.words[$0])" }.joined(separator: " ")
      }
    case .unplaced(let item, _):
      fields["id"] = item.id.description
      fields["fields"] = ItemFields.text(of: item.fields)
    case .era(let era):
      fields["name"] = era.name
      fields["date"] = era.era.date.edtf
      fields["description"] = era.description
    case .dismissal(let row):
      fields["id"] = row.item.description
      fields["kind"] = row.kind.rawValue
      fields["other"] = row.other?.description
      fields["note"] = row.note
      fields["state"] = row.state.map { ItemFields.text(of: $0) }.joined(separator: "\n")
    case .correction(let row):
      fields["identifier"] = row.identifier
      fields["column"] = row.correction.column?.rawValue
      fields["source"] = row.correction.source
    }
    return fields.compactMapValues(\.self)
  }

  private static func row(_ fields: [String: String], _ table: MemoryTable) -> MemoryRow? {
    let id = fields["id"].flatMap(ItemID.init)
    let collection = fields["collection"].flatMap(Int64.init)
    switch table {
    case .collections:
      return fields["name"].map { name in
        .collection(
          CollectionStatement(
            name: name, title: fields["title"], description: fields["description"],
            license: fields["license"], credit: fields["credit"], homepage: fields["homepage"],
            area: CollectionArea(text: fields["area"])))
      }
    case .items: return id.flatMap { id in collection.flatMap { item(id, $0, fields) } }
    case .unplaced:
      guard let id, let collection else { return nil }
      let item = UnplacedItem(id: id, fields: ItemFields.of(unplaced: fields["fields"]))
      return .unplaced(item, collection: collection)
    case .eras:
      let era = try? NamedEra(
        name: fields["name"] ?? "", date: fields["date"] ?? "", description: fields["description"])
      return era.map(MemoryRow.era)
    case .dismissals:
      guard let id, let kind = fields["kind"].flatMap(ReviewKind.init) else { return nil }
      let state = (fields["state"] ?? "").split(separator: "\n")
      return .dismissal(
        MemoryDismissal(
          item: id, kind: kind, other: fields["other"].flatMap(ItemID.init),
          state: state.map { ItemFields.of(unplaced: String($0)) }, note: fields["note"]))
    case .corrections:
      guard let collection, let identifier = fields["identifier"] else { return nil }
      let column = fields["column"].flatMap(CatalogueColumn.init)
      return .correction(
        MemoryCorrection(
          collection: collection, identifier: identifier,
          correction: Correction(column, source: fields["source"])))
    }
  }

  /// Reads an item through the catalogue's judge, as an import from another archive does.
  private static func item(
    _ id: ItemID, _ collection: Int64, _ fields: [String: String]
  ) -> MemoryRow? {
    var said = ItemFields.of(unplaced: fields["fields"])
    // A picture's file need not be there any more.
    let media = said.removeValue(forKey: .media)
    let empty = ItemEdit.Current.unplaced(UnplacedItem(id: id, fields: [:]))
    guard let row = try? ItemEdit(id, FieldEdit(said)).row(after: empty), var item = row.item
    else { return nil }
    item.media = media.map(ItemEdit.media)
    let words = (fields["fingerprint"] ?? "").split(separator: " ").compactMap { UInt64($0) }
    let print = words.count == 4 ? Fingerprint(words: SIMD4(words)) : nil
    return .item(
      MemoryItem(collection: collection, item: item, copyOf: row.copyOf, fingerprint: print))
  }

  // MARK: Pictures and entries

  private static func fields(of record: MediaRecord) -> [String: String] {
    let fields: [String: String?] = [
      "origin": record.origin, "sha256": record.sha256, "bytes": "\(record.bytes)",
      "type": record.type, "width": record.width.map { "\($0)" },
      "height": record.height.map { "\($0)" }, "stored": record.isStored ? "yes" : nil,
      "stamp": record.stamp,
    ]
    return fields.compactMapValues(\.self)
  }

  private static func record(_ fields: [String: String]) -> MediaRecord? {
    guard let origin = fields["origin"], let hash = fields["sha256"],
      let bytes = fields["bytes"].flatMap({ Int($0) })
    else { return nil }
    return MediaRecord(
      origin: origin, sha256: hash, bytes: bytes, type: fields["type"],
      width: fields["width"].flatMap { Int($0) }, height: fields["height"].flatMap { Int($0) },
      isStored: fields["stored"] != nil, stamp: fields["stamp"])
  }

  private static var counts: [(name: String, path: WritableKeyPath<ChangeCounts, Int>)] {
    [
      ("added", \.added), ("updated", \.updated), ("unchanged", \.unchanged),
      ("refused", \.refused), ("removed", \.removed),
    ]
  }

  private static func fields(of entry: JournalEntry) -> [String: String] {
    var fields: [String: String?] = [
      "entry": "\(entry.number)", "kind": entry.kind.rawValue, "who": entry.who,
      "timestamp": entry.timestamp, "source": entry.source, "tool": entry.tool,
      "options": FieldsText.text(of: entry.options), "collection": entry.collection,
      "first": entry.newKeys.map { "\($0.lowerBound)" },
      "last": entry.newKeys.map { "\($0.upperBound)" },
      "undoes": entry.undoes.map { "\($0)" },
    ]
    for (name, path) in counts { fields[name] = "\(entry.counts[keyPath: path])" }
    return fields.compactMapValues(\.self)
  }

  private static func entry(_ fields: [String: String]) -> JournalEntry? {
    guard let number = fields["entry"].flatMap(Int64.init),
      let kind = fields["kind"].flatMap(JournalEntry.Kind.init)
    else { return nil }
    var counts = ChangeCounts()
    for (name, path) in MemoryFile.counts {
      counts[keyPath: path] = fields[name].flatMap { Int($0) } ?? 0
    }
    let first = fields["first"].flatMap(Int64.init)
    return JournalEntry(
      number: number, kind: kind, who: fields["who"], timestamp: fields["timestamp"],
      source: fields["source"], tool: fields["tool"],
      options: FieldsText.dictionary(of: fields["options"]), collection: fields["collection"],
      counts: counts,
      newKeys: first.flatMap { first in fields["last"].flatMap(Int64.init).map { first...$0 } },
      undoes: fields["undoes"].flatMap(Int64.init))
  }
}
