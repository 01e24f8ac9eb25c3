import Foundation
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTestSupport

extension OperationMaker {
  mutating func importing() -> Operation {
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
      let entry = report.entry
      report.entry = nil
      return try Operation.Outcome(report.plain, entry: entry, more: "\(report)", in: archive)
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
      // Words that can be read have a date.
      $0.dateText = maybe(["n.d.", "in the olden days", date == nil ? "n.d." : "03/04/1911"])
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

  /// The fingerprint of a picture, by its path; two are alike.
  private static func fingerprint(of path: String) -> Fingerprint? {
    if path.hasSuffix("blank.jpg") { return nil }
    var random = SeededGenerator(seed: 5)
    let words = (0..<4).map { _ in random.next() }
    return Fingerprint(
      words: SIMD4(
        words[0] ^ UInt64(path.utf8.count * 3 + path.hasSuffix("2.jpg").bit), words[1],
        words[2], words[3]))
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
