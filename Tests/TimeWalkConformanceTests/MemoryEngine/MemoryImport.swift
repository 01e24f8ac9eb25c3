import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension MemoryArchive {
  func apply(
    _ sources: [any ItemSource], policy: ImportPolicy, from origin: String?
  ) throws(ArchiveError) -> ImportReport {
    guard let first = sources.first else {
      throw ArchiveError(.inputUnreadable, "There is nothing to import.")
    }
    let names = sources.map(\.statement.name).joined(separator: ", ")
    return try change(isDryRun: policy.isDryRun) { state in
      var whole = ImportReport(collection: names, isDryRun: policy.isDryRun)
      whole.mapping = first.mapping
      var counts = ChangeCounts()
      var collections: [String] = []
      var copies: [CopyDeclaration] = []
      for source in sources {
        var source = source
        var run = MemoryImport(source, policy: policy, origin: origin, store: self.mediaStore)
        try run.read(&source, into: &state)
        try EarlierSource(policy: policy, origin: origin).check(source, &run.report) {
          self.history(limit: nil, of: state)
        }
        if run.collection != nil {
          let name = source.statement.name
          if !collections.contains(name) { collections.append(name) }
          counts.added += run.report.added
          counts.updated += run.report.updated
          counts.unchanged += run.report.unchanged
          counts.refused += run.report.refused
          counts.removed += run.report.removed
        }
        copies += run.declarations
        whole.add(run.report)
      }
      let known = Set(state.items.map(\.row.item.id))
      for copy in copies where !copy.meanings.contains(where: known.contains) {
        whole.findings.append(copy.finding)
      }
      if collections.count > 1 {
        state.annotate("collections", collections.joined(separator: ", "))
      }
      let number = state.close(counts, of: Set(collections))
      whole.entry = policy.isDryRun ? nil : number
      whole.order()
      return whole
    }
  }
}

/// One pass over a source.
struct MemoryImport {
  private let statement: CollectionStatement
  private let policy: ImportPolicy
  private let origin: String?
  private var rights: RightsCount
  private var media: MediaIntake?
  /// The items that the source names, also in rows that are refused.
  private var named: Set<String> = []
  private var unlisted: [ImportFinding.Severity: Int] = [:]
  private var unread: [(path: String, finding: ImportFinding)] = []
  private(set) var declarations: [CopyDeclaration] = []
  /// The collection's key; `nil` until there is a good row.
  private(set) var collection: Int64?
  var report: ImportReport

  init(
    _ source: any ItemSource, policy: ImportPolicy, origin: String?, store: MediaStore
  ) {
    statement = source.statement
    self.policy = policy
    self.origin = origin
    rights = RightsCount(source.statement, isRequired: policy.requiresRights)
    media = policy.inspect.map { MediaIntake(policy, store: store, look: $0) }
    report = ImportReport(collection: source.statement.name, isDryRun: policy.isDryRun)
    report.findings = source.findings + [rights.doubt].compactMap(\.self)
  }

  mutating func read(
    _ source: inout any ItemSource, into state: inout MemoryState
  ) throws {
    while var row = try source.next() {
      let corrected = row.id.flatMap { id in
        state.collection(id.collection).flatMap {
          state.corrections(of: id.identifier, in: $0).resolve(
            &row, current: { state.find(id) }, overwrites: policy.overwritesCorrections)
        }
      }
      if corrected?.isRemoved != true {
        let name = statement.name
        rights.judge(&row) {
          state.collection(name).flatMap { state.statement($0)?.license }
        }
      }
      note(row.findings)
      if let id = row.id {
        let collection = begin(source.eras, in: &state)
        if let corrected { keep(corrected, in: collection, &state) }
        named.insert(id.identifier)
        if corrected?.isRemoved == true {
          report.unchanged += 1
        } else {
          try write(row, id, in: collection, &state)
        }
      } else {
        report.refused += 1
        named.formUnion(row.findings.compactMap(\.identifier))
      }
      if report.rows % 1_000 == 0 { policy.progress?(report.rows, policy.share()) }
    }
    report.findings += source.closingFindings
    for severity in ImportFinding.Severity.allCases {
      if let count = unlisted[severity] { report.findings.append(.unlisted(count, severity)) }
    }
    report.withoutRights = rights.count
    report.granted = source.granted
    if let collection { try finish(collection, &state) }
    policy.progress?(report.rows, policy.share())
  }

  private mutating func note(_ findings: [ImportFinding]) {
    for finding in findings {
      if report.findings.count < policy.listedFindings {
        report.findings.append(finding)
      } else {
        unlisted[finding.severity, default: 0] += 1
      }
    }
  }

  /// Opens the entry and the collection at the first good row.
  private mutating func begin(_ eras: [NamedEra], in state: inout MemoryState) -> Int64 {
    if let collection { return collection }
    if !state.isOpen {
      state.begin(
        .import, by: policy.provenance, source: origin, options: policy.journalOptions)
    }
    var statement = statement
    let known = state.collection(statement.name)
    if let known {
      let outcome = state.corrections(of: "", in: known).resolve(
        &statement, license: state.statement(known)?.license,
        overwrites: policy.overwritesCorrections)
      keep(outcome, in: known, &state)
    }
    report.statementChanges += statement.changes(from: known.flatMap { state.statement($0) })
    let key = state.keep(statement)
    collection = key
    for era in eras {
      if let known = state.era(named: era.name)?.era, known.era != era.era {
        report.findings.append(.eraIsKept(known, source: era))
      } else if state.keep(era) {
        report.erasAdded += 1
      }
    }
    return key
  }

  private mutating func keep(
    _ outcome: Corrections.Outcome, in collection: Int64, _ state: inout MemoryState
  ) {
    state.apply(outcome.steps, to: outcome.id?.identifier ?? "", in: collection)
    report.keptCorrections += outcome.keptFields
    if outcome.isRemoved { report.keptRemovals += 1 }
    note(outcome.conflicts.map(\.finding))
    let room = max(0, policy.listedChanges - report.conflicts.count)
    report.conflicts += outcome.conflicts.prefix(room)
    report.conflictCount += outcome.conflicts.count
  }

  private mutating func write(
    _ row: SourceRow, _ id: ItemID, in collection: Int64, _ state: inout MemoryState
  ) throws {
    let outcome = state.keep(row, in: collection)
    switch outcome {
    case .added:
      report.added += 1
      if report.added <= policy.listedChanges { report.changes.append(ItemChange(id, .added)) }
    case .changed(let fields):
      report.updated += 1
      if report.updated <= policy.listedChanges {
        report.changes.append(ItemChange(id, .changed, fields: fields))
      }
    case .unchanged: report.unchanged += 1
    case .keptPlace:
      report.unchanged += 1
      report.findings.append(.placeIsKept(of: id, line: row.line))
    }
    if row.unplaced != nil, state.key(of: id)?.table == .unplaced { report.unplaced += 1 }
    if let original = row.copyOf ?? row.unplaced?.fields[.copyOf] {
      declarations.append(CopyDeclaration(item: id, line: row.line, original: original))
    }
    let path = row.fields[.media]
    guard let path, !WebAddress.isWeb(path) else { return }
    if row.item != nil { look(at: path, of: id, row.line, &state) }
    try media?.add(id.identifier, path: path, line: row.line, in: &state, to: &report)
  }

  /// Looks at an item's picture, so that its copies can be told.
  private mutating func look(
    at path: String, of id: ItemID, _ line: Int?, _ state: inout MemoryState
  ) {
    guard let look = policy.fingerprint, let key = state.key(of: id),
      case .item(var item) = state.rows[key]
    else { return }
    do {
      item.fingerprint = try look(path)
    } catch {
      item.fingerprint = nil
      unread.append(
        (
          path,
          ImportFinding(
            .warning, line: line, identifier: id.identifier,
            column: CatalogueColumn.media.rawValue, value: path,
            reason: "the picture can't be read, so its copies can't be told: \(error)")
        ))
    }
    state.set(key, .item(item))
  }

  private mutating func finish(_ collection: Int64, _ state: inout MemoryState) throws {
    try media?.finish(in: &state, &report)
    let doubted = media?.doubted ?? []
    note(unread.filter { !doubted.contains($0.path) }.map(\.finding))
    guard policy.replaces else { return }
    let others = state.rows.filter { $0.key.isOfItem && $0.value.collection == collection }
      .compactMap { key, row in row.id.map { (key: key, identifier: $0.identifier) } }
      .filter { !named.contains($0.identifier) }.sorted { $0.identifier < $1.identifier }
    report.removed = others.count
    for other in others.prefix(policy.listedChanges) {
      let id = ItemID(collection: statement.name, identifier: other.identifier)
      report.changes.append(ItemChange(id, .removed))
    }
    guard !others.isEmpty, !policy.isDryRun else { return }
    try policy.checkRemoval(of: others.map(\.identifier), refused: report.refused)
    for other in others {
      state.set(other.key, nil)
      let corrections = state.corrections(of: other.identifier, in: collection)
      state.apply(corrections.forgetting, to: other.identifier, in: collection)
    }
  }
}
