import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

/// One pass over a source inside a transaction.
final class ImportRun {
  private let statement: CollectionStatement
  private let policy: ImportPolicy
  private let entry: ImportEntry
  private var tables: (any ItemWriter)?
  private var pictures: PictureLook?
  private var media: MediaIntake?
  private var declarations: [CopyDeclaration] = []
  private var corrections: CorrectionLookup?
  /// The number of findings of each severity that the report doesn't list.
  private var unlisted: [ImportFinding.Severity: Int] = [:]
  private var rights: RightsCount
  /// True if the source names an item that the archive has.
  private var hasKnown = false
  /// True if the archive had the collection before; `nil` until it is needed.
  private var hasItems: Bool?
  /// The items that the source names; collected only if others are removed.
  private var named = NamedItems()
  /// Compares rows with the archive before it is locked; `nil` writes each row as it is read.
  private var comparer: (any ItemComparer)?
  private var waiting = WaitingRows()
  private var isLocked = false

  init(
    of statement: CollectionStatement, policy: ImportPolicy, as entry: ImportEntry,
    store: MediaStore
  ) {
    media = policy.inspect.map { MediaIntake(policy, store: store, look: $0) }
    rights = RightsCount(statement, isRequired: policy.requiresRights)
    self.statement = statement
    self.policy = policy
    self.entry = entry
  }

  /// Reads the source to its end; the transaction is the caller's.
  func read(
    _ source: inout some ItemSource, in db: any SQLDatabase, report: inout ImportReport
  ) throws {
    if let finding = rights.doubt { report.findings.append(finding) }
    comparer = try db.comparer(of: statement.name)
    if comparer == nil { try lock(db) } else { try findCorrections(db) }
    var rows = 0
    while var row = try source.next() {
      rows += 1
      if comparer == nil {
        try take(&row, of: source, in: db, report: &report)
      } else {
        waiting.batch.append(row)
        if waiting.isFull { try compare(source, isLast: false, in: db, report: &report) }
      }
      if rows % 1_000 == 0 { policy.progress?(rows, policy.share()) }
    }
    try compare(source, isLast: true, in: db, report: &report)
    if tables == nil, report.unchanged > 0 {
      try lock(db)
      _ = try begin(source, in: db, report: &report)
    }
    report.findings.append(contentsOf: source.closingFindings)
    for severity in ImportFinding.Severity.allCases {
      guard let count = unlisted[severity] else { continue }
      report.findings.append(.unlisted(count, severity))
    }
    report.withoutRights = rights.count
    report.assumed = source.assumed
    try finish(in: db, report: &report)
    policy.progress?(report.rows, policy.share())
  }

  /// Locks the archive for writing; the corrections may be others by then.
  private func lock(_ db: any SQLDatabase) throws {
    guard !isLocked else { return }
    try db.lock()
    isLocked = true
    try findCorrections(db)
  }

  private func findCorrections(_ db: any SQLDatabase) throws {
    corrections = try CorrectionLookup(
      of: statement.name, overwrites: policy.overwritesCorrections, in: db)
  }

  /// Compares the waiting rows with the archive, and takes in those that differ: at once if it is
  /// locked, else with the last rows, or when many wait.
  ///
  /// A row that equals the archive's is not looked at again: where another program changes it
  /// before the lock, that change counts as the later one.
  private func compare(
    _ source: some ItemSource, isLast: Bool, in db: any SQLDatabase, report: inout ImportReport
  ) throws {
    guard let comparer else { return }
    let readsFiles = policy.fingerprint != nil || policy.inspect != nil
    let places = waiting.comparable { row, id in
      !(readsFiles && row.hasFile) && corrections?.concerns(id) != true
    }
    let same = try comparer.unchanged(places.map { waiting.batch[$0] })
    let unchanged = Set(same.map { places[$0] })
    let count = waiting.toTake(without: unchanged)
    let mustTake = isLast ? count > 0 : waiting.areTooMany(count)
    if mustTake {
      try lock(db)
      for var row in waiting.takeDiffering() {
        try take(&row, of: source, in: db, report: &report)
      }
    }
    for (place, row) in waiting.takeBatch().enumerated() {
      var row = row
      if unchanged.contains(place) {
        try leave(&row, in: db, report: &report)
      } else if isLocked || row.id == nil {
        try take(&row, of: source, in: db, report: &report)
      } else {
        waiting.add(differing: row)
      }
    }
  }

  /// Counts a row that the archive has already.
  private func leave(
    _ row: inout SourceRow, in db: any SQLDatabase, report: inout ImportReport
  ) throws {
    let license = row.item?.license ?? row.unplaced?.fields[.license]
    try rights.judge(&row) {
      try CollectionTable.license(of: statement.name, db)
    } item: { _ in
      license
    }
    note(row.findings, in: &report)
    guard let id = row.id else { return refuse(row, in: &report) }
    if row.unplaced != nil { report.unplaced += 1 }
    count(row, .unchanged, named: id, in: &report)
  }

  /// Takes in one row.
  private func take(
    _ row: inout SourceRow, of source: some ItemSource, in db: any SQLDatabase,
    report: inout ImportReport
  ) throws {
    let corrected = try corrections?.resolve(&row, in: db)
    // A manually removed item needs no rights.
    if corrected?.isRemoved != true {
      try rights.judge(&row) {
        try CollectionTable.license(of: statement.name, db)
      } item: { id in
        try license(of: id, in: db)
      }
    }
    note(row.findings, in: &report)
    guard let id = row.id else { return refuse(row, in: &report) }
    let tables = try begin(source, in: db, report: &report)
    if let corrected { try note(corrected, as: tables.entry, report: &report) }
    if corrected?.isRemoved == true {
      report.unchanged += 1
      if policy.replaces { named.name(id.identifier) }
    } else {
      try write(row, to: tables, in: db, report: &report)
    }
  }

  private func refuse(_ row: SourceRow, in report: inout ImportReport) {
    report.refused += 1
    if policy.replaces { named.refuse(row.findings) }
  }

  /// Keeps findings in the report; in a large source with one on each row they would outgrow the
  /// memory.
  private func note(_ findings: [ImportFinding], in report: inout ImportReport) {
    for finding in findings {
      if report.findings.count < policy.listedFindings {
        report.findings.append(finding)
      } else {
        unlisted[finding.severity, default: 0] += 1
      }
    }
  }

  /// The rights that the archive has of an item.
  private func license(of id: ItemID, in db: any SQLDatabase) throws -> String? {
    if hasItems == nil {
      hasItems = try CollectionTable.key(of: id.collection, db) != nil
    }
    guard hasItems == true else { return nil }
    return try ItemEdit(id).license(db)
  }

  /// Records the remaining manual corrections in the report, and the source's new values in the
  /// archive.
  private func note(
    _ outcome: Corrections.Outcome, as entry: OpenEntry, report: inout ImportReport
  ) throws {
    try corrections?.keep(outcome, as: entry)
    report.keptCorrections += outcome.keptFields
    if outcome.isRemoved { report.keptRemovals += 1 }
    note(outcome.conflicts.flatMap(\.findings), in: &report)
    let remaining = max(0, policy.listedChanges - report.conflicts.count)
    report.conflicts += outcome.conflicts.prefix(remaining)
    report.conflictCount += outcome.conflicts.count
  }

  /// Opens the journal's entry at the first good row: a source without one makes no entry and no
  /// collection.
  private func begin(
    _ source: some ItemSource, in db: any SQLDatabase, report: inout ImportReport
  ) throws -> any ItemWriter {
    if let tables { return tables }
    let entry = try entry.open(for: statement.name, in: db)
    var statement = statement
    if let corrected = try corrections?.resolve(&statement, in: db) {
      try note(corrected, as: entry, report: &report)
    }
    report.statementChanges += try CollectionTable.changes(statement, db)
    let collection = try CollectionTable.keep(statement, as: entry, in: db)
    let tables = try db.writer(for: entry, collection: collection)
    pictures = policy.fingerprint.map {
      PictureLook(collection, entry: entry, look: $0)
    }
    try keep(source.eras, as: entry, report: &report)
    self.tables = tables
    return tables
  }

  private func write(
    _ row: SourceRow, to tables: any ItemWriter, in db: any SQLDatabase, report: inout ImportReport
  ) throws {
    guard let id = row.id else { return }
    // Most rows of a catalogue that is imported again are as they were, and need none.
    var update: RowUpdate?
    func completing() -> RowUpdate? {
      update = RowUpdate(row)
      return update
    }
    let (outcome, isUnplaced) = try tables.keep(
      row, completing: completing, listing: listing(.changed, report))
    if isUnplaced { report.unplaced += 1 }
    if let update { note(update.findings, in: &report) }
    count(row, outcome, named: id, in: &report)
    var records = MediaRows(db: db)
    if let item = row.item, case .file(let path) = item.media {
      try pictures?.add(item.id.identifier, path: path, line: row.line)
      try media?.add(item.id.identifier, path: path, line: row.line, in: &records, to: &report)
    } else if let text = row.unplaced?.fields[.media], !WebAddress.isWeb(text) {
      try media?.add(id.identifier, path: text, line: row.line, in: &records, to: &report)
    }
  }

  /// Counts a row that is in the archive now.
  private func count(
    _ row: SourceRow, _ outcome: RowOutcome, named id: ItemID, in report: inout ImportReport
  ) {
    if !hasKnown, outcome != .added {
      hasKnown = true
      report.absent = Set(row.given.absent)
    }
    if policy.replaces { named.name(id.identifier) }
    switch outcome {
    case .added:
      report.added += 1
      if listing(.added, report) { report.changes.append(ItemChange(id, .added)) }
    case .changed(let fields):
      report.updated += 1
      if listing(.changed, report) {
        report.changes.append(ItemChange(id, .changed, fields: fields))
      }
    case .unchanged:
      report.unchanged += 1
    }
    if let copyOf = row.copyOf ?? row.unplaced?.fields[.copyOf] {
      declarations.append(CopyDeclaration(item: id, line: row.line, original: copyOf))
    }
  }

  /// Does the work that needs all rows.
  private func finish(in db: any SQLDatabase, report: inout ImportReport) throws {
    guard let tables else { return }
    try pictures?.finish()
    var records = MediaRows(db: db)
    try media?.finish(in: &records, &report)
    let doubted = media?.doubted ?? []
    note(
      (pictures?.failures ?? []).filter { !doubted.contains($0.path) }.map(\.finding), in: &report)
    if policy.replaces { try removeOthers(from: tables, in: db, report: &report) }
    entry.count(report)
    if !report.isDryRun { try tables.finish() }
  }

  /// Warns of items that are copies of ones that the archive doesn't have, once all sources are
  /// read.
  func warnOfLostOriginals(in db: any SQLDatabase, report: inout ImportReport) throws {
    for declaration in declarations where try !declaration.isKept(in: db) {
      report.findings.append(declaration.finding)
    }
  }

  /// Removes the items that the source lacks, or reports why it may not.
  private func removeOthers(
    from tables: any ItemWriter, in db: any SQLDatabase, report: inout ImportReport
  ) throws {
    let others = try named.others(in: tables.collection, db)
    report.removed = others.count
    for other in others.prefix(policy.listedChanges) {
      report.changes.append(
        ItemChange(
          ItemID(collection: statement.name, identifier: other.identifier), .removed))
    }
    guard !others.isEmpty, !report.isDryRun else { return }
    try policy.checkRemoval(of: others.map(\.identifier), refused: report.refused)
    for other in others {
      try tables.remove(other.table, key: other.key)
      try CorrectionTable.removeAll(
        of: other.identifier, in: tables.collection, as: tables.entry)
    }
  }

  /// Returns true if the report still lists changes of a kind.
  private func listing(_ kind: ItemChange.Kind, _ report: ImportReport) -> Bool {
    switch kind {
    case .added: report.added <= policy.listedChanges
    case .changed: report.updated <= policy.listedChanges
    case .removed: report.removed <= policy.listedChanges
    }
  }

  /// Adds the source's eras; an existing one with another date stays unchanged, with a warning.
  private func keep(
    _ eras: [NamedEra], as entry: OpenEntry, report: inout ImportReport
  ) throws {
    for era in eras {
      if let known = try EraTable.era(named: era.name, entry.db), known.era != era.era {
        report.findings.append(.eraIsKept(known, source: era))
        continue
      }
      if try EraTable.keep(era, as: entry) { report.erasAdded += 1 }
    }
  }
}
