import Foundation
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTestSupport

/// Something that is done to an archive, or asked of it.
struct Operation {
  /// Its result; entries of the journal are numbered from 1.
  struct Outcome {
    /// The part that the model foretells.
    var plain: String
    /// The rest, in which engines agree.
    var more = ""

    var text: String { "\(plain) | \(more)" }
  }

  let name: String
  let run: (any CuratedArchive) throws -> Outcome
  /// The same for the model; `nil` for questions that it knows nothing of.
  var foretell: ((inout Model) throws -> String)?

  /// Its result, including errors.
  func result(on archive: any CuratedArchive) -> Outcome {
    do { return try run(archive) } catch let error as ArchiveError {
      let numbers = try? Numbers(archive)
      return Outcome(
        plain: Self.plain(error) { numbers?.place($0) ?? 0 },
        more: error.code == .conflict ? "" : error.message)
    } catch { return Outcome(plain: "error \(error)") }
  }

  /// The same as one text.
  func outcome(on archive: any CuratedArchive) -> String { result(on: archive).text }

  /// The model's expected result.
  func foretold(by model: inout Model) -> String? {
    guard let foretell else { return nil }
    do { return try foretell(&model) } catch let error as ArchiveError {
      return Self.plain(error) { Int($0) }
    } catch { return "error \(error)" }
  }

  /// An error with the places of the entries that must be undone first.
  private static func plain(_ error: ArchiveError, _ place: (Int64) -> Int) -> String {
    guard error.code == .conflict, let colon = error.message.lastIndex(of: ":") else {
      return "error \(error.code)"
    }
    let list = error.message[colon...].split { !$0.isNumber }.compactMap { Int64($0) }
    return "error \(error.code) \(list.map(place))"
  }
}

/// The entries of a journal, numbered from 1: engines may pass numbers and keys over.
struct Numbers {
  private let entries: [JournalEntry]

  init(_ archive: any CuratedArchive) throws { self.init(try archive.history()) }

  /// Of the entries, newest first.
  init(_ entries: [JournalEntry]) { self.entries = entries.reversed() }

  /// The place of an entry; 0 for none.
  func place(_ number: Int64?) -> Int {
    (entries.firstIndex { $0.number == number } ?? -1) + 1
  }

  /// All that an entry says but the keys.
  func text(of entry: JournalEntry) -> String {
    let options = entry.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let parts: [String] = [
      "\(place(entry.number))", entry.kind.rawValue, entry.who ?? "", entry.timestamp ?? "",
      entry.source ?? "", entry.tool ?? "", "\(options)", entry.collection ?? "",
      "\(entry.counts)", "undoes \(place(entry.undoes))", "undone by \(place(entry.undoneBy))",
    ]
    return parts.joined(separator: " | ")
  }
}

extension ImportReport {
  /// The model's prediction.
  var plain: String {
    let conflicts = conflicts.map { conflict in
      guard let column = conflict.column else { return "\(conflict.id)" }
      let texts = [conflict.kept, conflict.source, conflict.before].map { $0 ?? "nothing" }
      return "\(conflict.id) \(column) \(texts)"
    }
    let counts = [
      added, updated, unchanged, refused, removed, unplaced, keptCorrections, keptRemovals,
      conflictCount,
    ]
    return "\(counts) \(conflicts)"
  }
}

extension SearchResults {
  fileprivate var plain: String {
    let texts = hits.map { hit in
      // Two formulas agree to a millimetre.
      "\(hit.item) \(hit.distance.map { ($0.meters * 1_000).rounded() } ?? -1)"
    }
    return "\(total ?? -1) \(texts)"
  }
}

extension UnplacedItem {
  fileprivate var plain: String { "\(id) \(ItemFields.text(of: fields))" }
}

/// Random operations and queries, equal for the same seed, about few items, which makes them
/// interact.
struct OperationMaker {
  var random: SeededGenerator
  /// Whether to leave out what the model knows nothing of.
  var isPlain = false
  private static let collections = ["a", "b", "Ärger"]
  private static let names = (0..<7).map { "i\($0)" } + ["b:i1"]
  /// Few places; across the antimeridian, near a pole, and far from all.
  private static let places = [
    (40.0, -74.0), (40.0003, -74.0002), (40.002, -74.001), (-16.8, 179.9999), (-16.8, -179.9999),
    (89.9995, 10), (89.9995, -170), (0, 0),
  ]
  private static let dates = [
    "1905", "1905?", "190X", "1911-05-03", "1905~/1910", "{1905,1924}", "1800/1900", "../1880",
    "1928/..", "../..", "2051", "1910-30",
  ]

  init(seed: UInt64, isPlain: Bool = false) {
    random = SeededGenerator(seed: seed)
    self.isPlain = isPlain
  }

  mutating func pick<T>(_ values: [T]) -> T {
    values[Int.random(in: values.indices, using: &random)]
  }

  mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

  private mutating func maybe<T>(_ values: [T]) -> T? { chance(0.6) ? nil : pick(values) }

  mutating func id() -> ItemID {
    ItemID(collection: pick(Self.collections), identifier: pick(Self.names))
  }

  /// An author, at some second; sometimes as a dry run.
  private mutating func terms(isAgreed: Bool = false) -> ChangeTerms {
    ChangeTerms(isDryRun: chance(0.1), isAgreed: isAgreed, by: provenance())
  }

  private mutating func provenance() -> Provenance {
    Provenance(
      who: maybe(["Ada", "Grace"]),
      when: Date(timeIntervalSince1970: Double(Int.random(in: 0..<2_000_000_000, using: &random))),
      tool: maybe(["suite 1"]))
  }

  // MARK: Operations

  mutating func next() -> Operation {
    let kind = Int.random(in: 0..<16, using: &random)
    return switch kind {
    case 0..<5: importing()
    case 9..<13 where isPlain: importing()
    case 5, 6: editing()
    case 7: editingMany()
    case 8: removing()
    case 9: eras()
    case 10: rights()
    case 11, 12: deciding()
    default: undoing()
    }
  }

  private mutating func importing() -> Operation {
    let sources = Self.collections.shuffled(using: &random).prefix(chance(0.15) ? 2 : 1)
      .map { source($0) }
    var policy = ImportPolicy()
    policy.isDryRun = chance(0.1)
    policy.isCollectionGiven = chance(0.8) || isPlain
    policy.replaces = chance(0.3)
    policy.mayRemove = chance(0.8)
    policy.mayRemoveDespiteRefused = chance(0.5)
    policy.overwritesCorrections = chance(0.15)
    policy.requiresRights = chance(0.1) && !isPlain
    policy.provenance = provenance()
    policy.listedChanges = chance(0.1) ? 1 : 1_000
    policy.listedFindings = chance(0.1) ? 2 : 1_000
    if chance(0.2) { policy.provenance.notes[ImportPolicy.dateOrderNote] = "day-month" }
    if chance(0.4), !isPlain { policy.fingerprint = { Self.fingerprint(of: $0) } }
    let (origin, kept) = (pick(["one.csv", "two.csv", nil]), policy)
    return Operation(name: "import \(sources.map(\.statement.name))") { archive in
      var report = try archive.apply(sources, policy: kept, from: origin)
      let place = try Numbers(archive).place(report.entry)
      report.entry = nil
      return Operation.Outcome(plain: "\(report.plain) \(place)", more: "\(report)")
    } foretell: { model in
      try model.apply(sources, policy: kept, from: origin)
    }
  }

  private mutating func source(_ collection: String) -> Rows {
    var rows: [SourceRow] = []
    for name in Self.names where chance(0.5) {
      rows.append(row(ItemID(collection: collection, identifier: name)))
    }
    if chance(0.1), let first = rows.first?.id { rows.append(row(first)) }
    var source = Rows(collection, rows)
    source.isNamed = chance(0.7)
    source.statement.title = maybe(["First", "Second"])
    source.statement.license = isPlain ? nil : maybe(["CC0-1.0", "all mine"])
    source.statement.credit = maybe(["The holder"])
    if chance(0.2), !isPlain {
      let era = try? NamedEra(
        name: pick(["Old", "old", "Ère"]), date: pick(["1900", "1800/1850"]),
        description: maybe(["A time"]))
      source.eras = [era].compactMap(\.self)
    }
    if chance(0.05) { source.fault = ArchiveError(.inputUnreadable, "it ends in the middle") }
    return source
  }

  private mutating func row(_ id: ItemID) -> SourceRow {
    if chance(0.08) { return .refused(id.identifier) }
    let (latitude, longitude) = pick(Self.places)
    let copyOf = maybe(["i1", "b:i1", "nobody"])
    let date = maybe(Self.dates)
    var row = SourceRow.placed(id, latitude: latitude, longitude: longitude, copyOf: copyOf) {
      $0.title = pick(["", "Café", "CAFE noir", "Bridge"])
      $0.date = date.flatMap { try? CaptureDate(edtf: $0) }
      $0.dateText = maybe(["n.d.", "in the olden days", "03/04/1911"])
      $0.creator = maybe(["Berenice Abbott", "Émile"])
      $0.license = maybe(["CC-BY-4.0", "mine"])
      $0.credit = maybe(["Somebody"])
      $0.media = maybe(
        [.url("https://example.org/1.jpg"), .url("https://example.org/2.jpg")]
          + ["/pictures/1.jpg", "/pictures/2.jpg", "/pictures/blank.jpg"].map {
            Media.file(path: $0)
          })
      $0.pose.locationOf = pick([.camera, .subject, .unknown])
      $0.pose.heading = maybe([0, 90, 359]).flatMap { Heading(degrees: $0) }
      $0.pose.viewDistance = maybe([50, 2_000]).flatMap { Distance(meters: $0) }
      if let meters = maybe([3.0, 500]), let place = $0.pose.coordinate.with(meters) {
        $0.pose.coordinate = place
      }
      if chance(0.2) { $0.otherColumns = ["Shelf": pick(["7", "Café"])] }
    }
    if chance(0.25), let item = row.item {
      row.unplaced = UnplacedItem(item).with(.copyOf, copyOf)
      (row.item, row.copyOf) = (nil, nil)
    }
    row.line = Int.random(in: 2..<50, using: &random)
    if chance(0.1) {
      row.findings = [ImportFinding(.warning, line: row.line, reason: "is odd")]
    }
    return row
  }

  /// A picture's fingerprint, by its path; two are similar.
  private static func fingerprint(of path: String) -> Fingerprint? {
    if path.hasSuffix("blank.jpg") { return nil }
    var random = SeededGenerator(seed: 5)
    let words = (0..<4).map { _ in random.next() }
    return Fingerprint(
      words: SIMD4(
        words[0] ^ UInt64(path.utf8.count * 3 + path.hasSuffix("2.jpg").bit), words[1],
        words[2], words[3]))
  }

  private mutating func fields() -> [CatalogueColumn: String] {
    pick([
      [.title: "By hand"], [.title: ""], [.date: pick(Self.dates)], [.date: "nonsense in words"],
      [.latitude: "1", .longitude: "2"], [.latitude: "", .longitude: ""], [.accuracy: "700"],
      [.license: "CC0-1.0"], [.heading: "500"], [.heading: "45", .headingAccuracy: "5"],
      [.copyOf: "i2"], [.media: "https://example.org/3.jpg"], [.id: "other"],
      [.title: "Two", .creator: "Hand"],
    ])
  }

  private mutating func editing() -> Operation {
    let (id, terms) = (id(), terms())
    let kind: JournalEntry.Kind = chance(0.3) ? .move : .set
    let edit = FieldEdit(fields(), others: chance(0.1) ? ["Shelf": pick(["", "9"])] : [:])
    return Operation(name: "set \(id) \(edit.fields)") { archive in
      let report = try archive.set(id, edit, as: kind, terms: terms)
      let said = report.change.map { "\($0)" } ?? "same"
      let place = try Numbers(archive).place(report.entry)
      return Operation.Outcome(plain: "\(said) \(place)", more: "\(report.warnings)")
    } foretell: { model in
      try model.set(id, edit, as: kind, terms)
    }
  }

  private mutating func editingMany() -> Operation {
    let (query, edit, terms) = (query(), FieldEdit(fields()), terms())
    return Operation(name: "set all \(query) \(edit.fields)") { archive in
      let report = try archive.set(all: query, edit, terms: terms)
      let said = "\(report.found) \(report.changed) \(report.changes)"
      let place = try Numbers(archive).place(report.entry)
      return Operation.Outcome(plain: "\(said) \(place)", more: "\(report.warnings)")
    } foretell: { model in
      try model.set(all: query, edit, terms)
    }
  }

  private mutating func removing() -> Operation {
    let isAgreed = chance(0.8)
    let terms = terms(isAgreed: isAgreed)
    if chance(0.3) {
      let collection = pick(Self.collections)
      return Operation(name: "remove \(collection)") { archive in
        let report = try archive.remove(collection: collection, terms: terms)
        let place = try Numbers(archive).place(report.entry)
        return Operation.Outcome(plain: "\(report.count) \(place)")
      } foretell: { model in
        try model.remove(collection: collection, terms)
      }
    }
    let ids = (0..<pick([0, 1, 1, 2])).map { _ in id() }
    return Operation(name: "remove \(ids)") { archive in
      let report = try archive.remove(ids, terms: terms)
      let place = try Numbers(archive).place(report.entry)
      return Operation.Outcome(plain: "\(report.count) \(place)")
    } foretell: { model in
      try model.remove(ids, terms)
    }
  }

  private mutating func eras() -> Operation {
    let (name, terms) = (pick(["Old", "OLD", "Ère", "ère", "New"]), terms())
    let era = try? NamedEra(
      name: name, date: pick(["1900", "1900", "../1850"]), description: maybe(["A time"]))
    let added = chance(0.6) ? era : nil
    return Operation(name: "\(added == nil ? "remove" : "add") the era \(name)") { archive in
      let done =
        if let added {
          try archive.addEra(added, terms: terms)
        } else {
          try archive.removeEra(named: name, terms: terms)
        }
      let place = try Numbers(archive).place(done.entry)
      return Operation.Outcome(plain: "\(done.era) \(place)")
    }
  }

  private mutating func rights() -> Operation {
    let (collection, text, terms) = (
      pick(Self.collections), pick(["CC0-1.0", "", "mine", "CC-BY-4.0"]), terms()
    )
    return Operation(name: "rights \(collection) \(text)") { archive in
      let done = try archive.setRights(of: collection, to: text, terms: terms)
      let place = try Numbers(archive).place(done.entry)
      return Operation.Outcome(plain: "\(done.doubt ?? "") \(place)")
    }
  }

  private mutating func deciding() -> Operation {
    let terms = terms()
    let decisions = (0..<pick([1, 2, 4])).map { _ -> ReviewDecision in
      let verdict: ReviewDecision.Verdict = pick([
        .accept, .dismiss, .dismiss, .set(fields()), .set(fields()),
      ])
      return ReviewDecision(
        verdict, item: id(), kind: pick(ReviewKind.allCases), other: maybe([id()]),
        note: maybe(["seen"]))
    }
    return Operation(name: "decide \(decisions)") { archive in
      var report = try archive.decide(decisions, folder: nil, terms: terms)
      let place = try Numbers(archive).place(report.entry)
      report.entry = nil
      return Operation.Outcome(plain: "\(report) \(place)")
    }
  }

  private mutating func undoing() -> Operation {
    // Mostly what was done last.
    let (back, terms) = (chance(0.6) ? 0 : Int.random(in: 0..<12, using: &random), terms())
    return Operation(name: "undo the last but \(back)") { archive in
      guard let entry = try archive.history(limit: back + 1).last else {
        return Operation.Outcome(plain: "nothing")
      }
      let report = try archive.undo(entry.number, terms: terms)
      let numbers = try Numbers(archive)
      let (undone, place) = (numbers.place(report.undone.number), numbers.place(report.entry))
      return Operation.Outcome(plain: "\(undone) \(report.counts) \(place)")
    } foretell: { model in
      guard let entry = model.journal.suffix(back + 1).first else { return "nothing" }
      return try model.undo(entry.number, terms)
    }
  }

  // MARK: Questions

  mutating func query() -> ArchiveQuery {
    let (latitude, longitude) = pick(Self.places)
    let center = Coordinate(latitude: latitude, longitude: longitude)
    let radius = Distance(meters: pick([30.0, 400, 100_000]))
    var query = ArchiveQuery(
      text: maybe(["cafe", "CAFÉ noir", "i1", "a:i1", "emile", "shelf", "7"]),
      area: chance(0.5)
        ? center.flatMap { center in
          radius.map {
            ArchiveQuery.Area(center: center, radius: $0, isShown: chance(0.4))
          }
        } : nil,
      era: maybe(["1905", "1900/1930", "../1850", "1914/1915", "2000/.."]).flatMap {
        try? Era(edtf: $0)
      },
      isEraStrict: chance(0.5), collection: maybe(Self.collections + ["none"]))
    query.order = maybe(ArchiveQuery.Order.allCases)
    query.box = maybe(["[-74, 40, -73.9, 41]", "[179, -17, -179, 10]", "[-180, -90, 180, 90]"])
      .flatMap { CollectionArea(text: $0) }
    return query
  }

  mutating func question() -> Operation {
    var query = query()
    let item = id()
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<4:
      query.limit = maybe([0, 1, 3])
      query.offset = pick([0, 0, 1])
      query.after = chance(0.3) ? item : nil
      return Operation(name: "search \(query)") { [query] archive in
        Operation.Outcome(plain: try archive.search(query).plain)
      } foretell: { [query] model in
        try model.search(query).plain
      }
    case 4:
      query.limit = maybe([0, 1, 3])
      return Operation(name: "unplaced \(query)") { [query] archive in
        let found = try archive.unplacedItems(query)
        return Operation.Outcome(plain: "\(found.total) \(found.items.map(\.plain))")
      } foretell: { [query] model in
        let all = model.unplacedItems(query)
        return "\(all.count) \(all.prefix(query.limit ?? .max).map(\.plain))"
      }
    case 5:
      return Operation(name: "history and copies of \(item)") { archive in
        let numbers = try Numbers(archive)
        let history = try archive.history(of: item)
          .map { "\(numbers.place($0.0.number)) \($0.1)" }
        let more = "\(try archive.copies(of: item)) \(try archive.item(item) as Any)"
        return Operation.Outcome(plain: "\(history)", more: more)
      } foretell: { model in
        let changes = model.journal.flatMap { entry in
          Model.changes(of: entry).filter { $0.id == item }.map { "\(entry.number) \($0)" }
        }
        return "\(changes)"
      }
    case 6:
      let asked = ReviewQuery(
        kinds: Set(maybe([[ReviewKind.doubtfulDate], [.undated, .noRights]]) ?? []),
        collection: maybe(Self.collections), limit: maybe([1, 3]), accuracy: 50,
        today: Day(year: 2026, month: 11, day: 23))
      return Operation(name: "review \(asked)") { archive in
        let review = try archive.review(asked)
        let totals = review.totals.map { "\($0.key)=\($0.value)" }.sorted()
        let entries = review.entries.map { entry in
          "\(entry.item) \(entry.kind) \(entry.other as Any) \(entry.reason) "
            + ItemFields.text(of: entry.suggestion)
        }
        return Operation.Outcome(plain: "", more: "\(totals) \(entries)")
      }
    default:
      let collection = maybe(Self.collections)
      return Operation(name: "what there is in \(collection ?? "all")") { archive in
        let parts: [Any] = [
          try archive.collections(), try archive.statistics(), try archive.rights(),
          try archive.otherColumns(of: collection), try archive.eras(),
          try archive.likePictures(collection: collection),
          try archive.missingPictures(collection: collection),
        ]
        return Operation.Outcome(plain: "", more: "\(parts)")
      }
    }
  }
}

extension Coordinate {
  fileprivate func with(_ meters: Double) -> Coordinate? {
    Distance(meters: meters).map { with(horizontalAccuracy: $0) }
  }
}

extension Bool {
  fileprivate var bit: Int { self ? 1 : 0 }
}
