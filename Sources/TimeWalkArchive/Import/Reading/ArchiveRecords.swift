import GRDB
import TimeWalkCore

/// The records of one collection of another archive, of any version that can be read.
///
/// They are read as a catalogue's are, by its columns and through the same judge, a page at a time,
/// from one state of the archive where that can be held.
struct ArchiveRecords: RawRecords {
  private static let page = 1_000

  private let reader: any DatabaseReader
  private let collection: Int64
  private let statement: CollectionStatement
  private let meter: ReadMeter?
  private var records: [ExportedRecord] = []
  private var table: KeptTable? = .items
  private var lastKey: Int64 = 0
  private var current: ExportedRecord?

  let names = CatalogueColumn.allCases.map(\.rawValue)
  var place: RecordPlace { RecordPlace(path: current.map { "\($0.id)" }) }
  let problem: String? = nil

  fileprivate init(
    _ reader: any DatabaseReader, collection: Int64, _ statement: CollectionStatement,
    meter: ReadMeter?
  ) {
    self.reader = reader
    self.collection = collection
    self.statement = statement
    self.meter = meter
  }

  mutating func next() throws(ArchiveError) -> Bool {
    if records.isEmpty { try turnPage() }
    current = records.popLast()
    return current != nil
  }

  func text(_ name: String) -> String? {
    CatalogueColumn(rawValue: name).flatMap { current?.text($0) }
  }

  private mutating func turnPage() throws(ArchiveError) {
    while let table, records.isEmpty {
      let (collection, statement, after) = (collection, statement, lastKey)
      let page = try ArchiveError.typed {
        try reader.read { db in
          try ArchiveRecords.page(of: table, collection, statement, after: after, db)
        }
      }
      if let last = page.last {
        lastKey = last.key
        records = page.reversed().map(\.record)
        meter?.add(records.count)
      } else {
        lastKey = 0
        self.table = table == .items ? .unplaced : nil
      }
    }
  }

  private static func page(
    of table: KeptTable, _ collection: Int64, _ statement: CollectionStatement, after key: Int64,
    _ db: Database
  ) throws -> [(key: Int64, record: ExportedRecord)] {
    let arguments: StatementArguments = [collection, key, page]
    let media = MediaNames(folder: nil)
    guard table == .items else {
      return try Row.fetchAll(
        db,
        sql: """
          SELECT key, identifier, fields FROM unplaced WHERE +collection = ? AND key > ?
          ORDER BY key LIMIT ?
          """, arguments: arguments
      ).map { row in
        let item = UnplacedItem(
          id: ItemID(collection: statement.name, identifier: row[1]),
          fields: ItemFields.of(unplaced: row[2]))
        return (row[0], ExportedRecord(item, in: statement, media: media))
      }
    }
    return try Row.fetchAll(
      db,
      sql: """
        SELECT \(ItemColumns.selection), items.copy_of FROM \(ItemColumns.source)
        WHERE +items.collection = ? AND items.key > ? ORDER BY items.key LIMIT ?
        """, arguments: arguments
    ).map { row in
      let item = try ItemColumns.item(from: row, inheriting: false)
      return (
        row[0], ExportedRecord(item, copyOf: row["copy_of"], in: statement, media: media)
      )
    }
  }
}

extension SourceOpening {
  /// Opens another archive: a source for each of its collections, or for the one that is asked for.
  ///
  /// Throws what the opening of an archive throws, and `.noSuchCollection`.
  static func openArchive(
    _ path: String, folder: String, options: ImportOptions
  ) throws(ArchiveError) -> [any ItemSource] {
    let archive = try SpatiaLiteArchive(path: path, mode: .readOnly)
    let (all, eras) = try ArchiveError.typed {
      try archive.reader.read { db in
        (try CollectionRows.all(db), try EraTable.all(db))
      }
    }
    let asked = all.filter { options.collection == nil || $0.statement.name == options.collection }
    guard !asked.isEmpty else {
      throw ArchiveError(
        .noSuchCollection,
        options.collection.map { name in
          "\(path) has no collection \(name); it has "
            + all.map(\.statement.name).joined(separator: ", ") + "."
        } ?? "\(path) has no collections.")
    }
    guard options.map.isEmpty, options.preset == nil else {
      throw ArchiveError(.inputUnreadable, "An archive is read as it is, without a mapping.")
    }
    // One state of the archive, whatever somebody changes meanwhile.
    let reader: any DatabaseReader =
      (try? (archive.reader as? DatabasePool)?.makeSnapshot()) ?? archive.reader
    options.meter?.expect(try archive.statistics().items)
    var mapping = FieldMapping()
    for column in CatalogueColumn.allCases { mapping.set(column, .name(column.rawValue), .own) }
    return asked.map { key, statement in
      let records = ArchiveRecords(
        reader, collection: key, statement, meter: options.meter)
      return CatalogueSource(
        RuledRecords(records, mapping: mapping, join: nil, findings: []), mapping: mapping,
        context: SourceContext(
          statement: statement, eras: eras,
          media: MediaFolders(base: folder, others: options.mediaFolders),
          today: options.today))
    }
  }
}
