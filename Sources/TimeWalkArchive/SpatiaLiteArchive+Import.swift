import GRDB
import TimeWalkCore

extension SpatiaLiteArchive {
  /// Imports a catalogue: the path of a file in any `SourceFormat`, of a folder with one, or `-` for standard input.
  ///
  /// Every row that has a fault is refused, with all its faults in the report; the others go in, all in one
  /// transaction. An item that is there is updated in place when its row says something else, and keeps its
  /// key; importing the same again changes nothing; items that the source doesn't name stay.
  /// Refused rows are not an error. Throws when the source or the archive can't be used; then nothing changed.
  @discardableResult
  public func importCatalogue(
    at path: String, options: ImportOptions = ImportOptions()
  ) throws(ArchiveError) -> ImportReport {
    var source = try SourceOpening.open(path: path, options: options)
    return try apply(&source, options: options)
  }

  /// Reads a source to its end and keeps what is good, or nothing when the run is dry.
  func apply(
    _ source: inout some ItemSource, options: ImportOptions
  ) throws(ArchiveError) -> ImportReport {
    let pool = try writable()
    var report = ImportReport(collection: source.statement.name, isDryRun: options.isDryRun)
    report.findings = source.findings
    report.mapping = source.mapping
    try ArchiveError.typed {
      try pool.writeWithoutTransaction { db in
        // A large import asks for more.
        defer { try? db.execute(sql: "PRAGMA cache_size = -\(ArchiveFile.cacheSize)") }
        try db.inTransaction(.immediate) {
          try ImportRun.run(&source, in: db, options: options, report: &report)
          guard !options.isDryRun else { return .rollback }
          try TileStore.update(db)
          return .commit
        }
        // Leaves one plain file for whoever copies it; another reader may hold this up, which is no fault.
        _ = try? db.checkpoint(.truncate)
      }
    }
    // Some doubts about early rows come up only at later ones.
    report.order()
    return report
  }
}

/// One pass over a source inside a transaction.
private struct ImportRun {
  private let find: Statement
  private let insert: Statement
  private let update: Statement
  private let collection: Int64
  private var bulk = BulkLoad()
  private var pictures: PictureLook?
  private var declarations: [CopyDeclaration] = []

  static func run(
    _ source: inout some ItemSource, in db: Database, options: ImportOptions,
    report: inout ImportReport
  ) throws {
    var run: ImportRun?
    while let row = try source.next() {
      report.findings.append(contentsOf: row.findings)
      if let item = row.item {
        // A source without a single good row makes no collection.
        if run == nil {
          run = try ImportRun(db, statement: source.statement, options: options)
          try keep(source.eras, in: db, report: &report)
        }
        try run?.write(item, of: row, in: db, report: &report)
      } else {
        if let unplaced = row.unplaced {
          report.findings.append(
            ImportFinding(
              .fault, line: row.line, identifier: unplaced.id.identifier, column: "latitude",
              reason: "is unknown, and items without a place can't be kept yet"))
        }
        report.refused += 1
      }
      if report.rows % 10_000 == 0 { options.progress?(report.rows) }
    }
    try run?.finish(in: db, report: &report)
    report.findings.append(contentsOf: source.closingFindings)
    options.progress?(report.rows)
  }

  private init(_ db: Database, statement: CollectionStatement, options: ImportOptions) throws {
    let collection = try ImportRun.keep(statement, in: db)
    self.collection = collection
    pictures = try options.fingerprint.map { try PictureLook(collection, in: db, look: $0) }
    let names = ItemColumns.names + [CopyColumns.declared]
    // ?1 is the collection, ?2 the identifier, the columns follow.
    let same = names.enumerated().map { "\($1) IS ?\($0 + 3)" }.joined(separator: " AND ")
    let assignments =
      names.enumerated().map { "\($1) = ?\($0 + 3)" }.joined(separator: ", ")
      + CopyColumns.forgetting(media: "?\((names.firstIndex(of: "media") ?? 0) + 3)")
    let places = (1...(names.count + 2)).map { "?\($0)" }.joined(separator: ", ")
    let which = "WHERE collection = ?1 AND identifier = ?2"
    find = try db.makeStatement(sql: "SELECT \(same) FROM items \(which)")
    update = try db.makeStatement(sql: "UPDATE items SET \(assignments) \(which)")
    insert = try db.makeStatement(
      sql: """
        INSERT INTO items (collection, identifier, \(names.joined(separator: ", ")))
        VALUES (\(places))
        """)
  }

  private mutating func write(
    _ item: Item, of row: SourceRow, in db: Database, report: inout ImportReport
  ) throws {
    let arguments = StatementArguments(
      [collection, item.id.identifier] + ItemColumns.values(of: item) + [row.copyOf])
    switch try Bool.fetchOne(find, arguments: arguments) {
    case nil:
      try insert.execute(arguments: arguments)
      report.added += 1
      try bulk.noteInsert(report.added, in: db)
    case false?:
      try update.execute(arguments: arguments)
      report.updated += 1
    case true?:
      report.unchanged += 1
    }
    if let copyOf = row.copyOf {
      declarations.append(CopyDeclaration(item: item.id, line: row.line, original: copyOf))
    }
    if case .file(let path) = item.media {
      try pictures?.add(item.id.identifier, path: path, line: row.line, to: &report)
    }
  }

  /// Does what needs all rows to be there.
  private mutating func finish(in db: Database, report: inout ImportReport) throws {
    try pictures?.finish(&report)
    for declaration in declarations where try !declaration.isKept(in: db) {
      report.findings.append(declaration.finding)
    }
    if !report.isDryRun { try bulk.finish(in: db) }
  }

  /// Makes the source's eras known; one that the archive has with another date stays as it is, with a warning.
  private static func keep(
    _ eras: [NamedEra], in db: Database, report: inout ImportReport
  ) throws {
    for era in eras {
      if let known = try EraTable.era(named: era.name, db), known.era != era.era {
        report.findings.append(
          ImportFinding(
            .warning, line: nil, column: nil,
            reason:
              "the era \"\(known.name)\" is \(known.era.date.edtf) in the archive and stays so; "
              + "the source has \(era.era.date.edtf)"))
      } else if try EraTable.keep(era, db) {
        report.erasAdded += 1
      }
    }
  }

  /// The collection's key; what the statement says replaces what is there, what it leaves out stays.
  private static func keep(_ statement: CollectionStatement, in db: Database) throws -> Int64 {
    let values: StatementArguments = [
      statement.name, statement.title, statement.description, statement.license, statement.credit,
      statement.homepage,
    ]
    let key = try Int64.fetchOne(
      db, sql: "SELECT key FROM collections WHERE name = ?", arguments: [statement.name])
    if let key {
      try db.execute(
        sql: """
          UPDATE collections SET title = coalesce(?2, title),
            description = coalesce(?3, description), license = coalesce(?4, license),
            credit = coalesce(?5, credit), homepage = coalesce(?6, homepage)
          WHERE name = ?1
            AND NOT (title IS coalesce(?2, title) AND description IS coalesce(?3, description)
              AND license IS coalesce(?4, license) AND credit IS coalesce(?5, credit)
              AND homepage IS coalesce(?6, homepage))
          """, arguments: values)
      return key
    }
    try db.execute(
      sql: """
        INSERT INTO collections (name, title, description, license, credit, homepage)
        VALUES (?, ?, ?, ?, ?, ?)
        """, arguments: values)
    return db.lastInsertedRowID
  }
}
