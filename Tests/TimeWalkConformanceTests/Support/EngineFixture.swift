import Foundation
import TimeWalkArchive
import TimeWalkCore
import TimeWalkPostGIS
import TimeWalkTestSupport

/// An empty archive of an engine, in a folder that goes with it.
struct EngineFixture {
  let engine: Engine
  let folder: TemporaryFolder
  let archive: any CuratedArchive

  init(_ engine: Engine) throws {
    self.engine = engine
    folder = try TemporaryFolder()
    archive = try engine.make(folder.path("archive.sqlite"))
  }

  /// Imports rows into the collection `test`.
  @discardableResult
  func bring(
    _ rows: SourceRow..., edit: (inout ImportPolicy) -> Void = { _ in }
  ) throws -> ImportReport {
    try bring(Rows("test", rows), edit: edit)
  }

  /// Imports a source.
  @discardableResult
  func bring(_ source: Rows, edit: (inout ImportPolicy) -> Void = { _ in }) throws -> ImportReport {
    var policy = ImportPolicy()
    policy.isCollectionGiven = true
    edit(&policy)
    return try archive.apply([source], policy: policy, from: "source")
  }

  /// Writes a file into the folder, and gives its path.
  func write(_ text: String, to name: String) throws -> String {
    let path = folder.path(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Removes a copy that the archive keeps itself, from any store.
  func lose(copy path: String) throws {
    try FileManager.default.removeItem(atPath: path)
    guard let store = (archive as? PostGISArchive)?.mediaStore, store.objects != nil else { return }
    let name = (path as NSString).lastPathComponent
    let place = store.place(of: name).replacing("s3://pictures/", with: "")
    try FileManager.default.removeItem(atPath: Engine.objects.get().path(place))
  }

  /// The fields of an item, with a place or without, as an export would write them.
  func fields(_ identifier: String, in collection: String = "test") throws
    -> [CatalogueColumn: String]
  {
    let id = ItemID(collection: collection, identifier: identifier)
    var found: [CatalogueColumn: String] = [:]
    let snapshot = try archive.snapshot()
    try snapshot.forEachRecord(
      of: CollectionStatement(name: collection), media: MediaNames(folder: nil)
    ) { record in
      guard record.id == id else { return }
      for column in CatalogueColumn.allCases where column != .id {
        found[column] = record.text(column)
      }
    }
    return found
  }

  /// The identifiers of all items with a place, sorted.
  func identifiers() throws -> [String] {
    try archive.search(ArchiveQuery()).hits.map(\.item.id.identifier)
  }

  /// The changes of an entry.
  func changes(of entry: Int64) throws -> [ItemChange] {
    var changes: [ItemChange] = []
    try archive.forEachChange(of: entry) { changes.append($0) }
    return changes
  }
}

/// All that an archive shows of its state through the protocol, written out, a line for each thing.
///
/// The journal isn't among it: it only grows.
enum Transcript {
  /// The content of a snapshot.
  static func of(_ snapshot: any ArchiveSnapshot) throws -> [String] {
    var lines = try snapshot.eras().map { "era \($0)" }
    lines.append("items \(try snapshot.itemCount())")
    for statement in try snapshot.statements() {
      lines.append("collection \(statement)")
      let columns = try snapshot.filledColumns(of: [statement.name]).map(\.name).sorted()
      lines.append("columns \(columns) \(try snapshot.otherColumns(of: [statement.name]))")
      try snapshot.forEachRecord(of: statement, media: MediaNames(folder: nil)) { record in
        let texts = CatalogueColumn.allCases.compactMap { column in
          record.text(column).map { "\(column.name)=\($0)" }
        }
        lines.append(
          "\(record.pose == nil ? "unplaced" : "item") \(record.id) \(texts.joined(separator: ", "))"
        )
      }
    }
    return lines
  }

  /// The model's part of an archive: statements, and items by their names.
  static func plain(of snapshot: any ArchiveSnapshot) throws -> [String] {
    var lines: [String] = []
    var items: [String] = []
    for statement in try snapshot.statements() {
      lines.append("collection \(statement)")
      try snapshot.forEachRecord(of: statement, media: MediaNames(folder: nil)) { record in
        var fields: [CatalogueColumn: String] = [:]
        for column in CatalogueColumn.allCases where column != .id {
          fields[column] = record.text(column)
        }
        items.append("item \(record.id) \(ItemFields.text(of: fields))")
      }
    }
    return lines + items.sorted()
  }

  /// The same of the model.
  static func plain(of model: Model) -> [String] {
    model.statements.map { "collection \($0)" }
      + model.items.map { "item \($0.id) \(ItemFields.text(of: $0.fields))" }.sorted()
  }

  /// The content of an archive, with its fingerprints, and its visible dismissals and corrections.
  static func of(_ archive: any CuratedArchive) throws -> [String] {
    var lines = try of(archive.snapshot())
    let hits = try archive.search(ArchiveQuery()).hits
    let records = try archive.records(keys: hits.map(\.key))
    for hit in hits {
      guard let record = records[hit.key] else { continue }
      let print = record.copies.fingerprint.map { "\($0.words)" } ?? "unseen"
      lines.append("record \(record.item.id) \(print) \(record.copies.originals)")
    }
    lines += try archive.review().entries.map { "review \($0.item) \($0.kind) \($0.reason)" }
    lines += try archive.rights().map { "rights \($0)" }
    return lines
  }
}
