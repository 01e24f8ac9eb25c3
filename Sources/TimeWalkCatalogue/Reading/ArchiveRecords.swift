import Foundation
import TimeWalkArchive
import TimeWalkCore

/// The records of one collection of another archive, of any engine and version that can be read.
///
/// They are read like a catalogue, by its columns and through the same validation, a page at a
/// time, from one state of the archive.
struct ArchiveRecords: RawRecords {
  private let snapshot: any ArchiveSnapshot
  private let statement: CollectionStatement
  private let meter: ReadMeter?
  private var records: [CatalogueRecord] = []
  private var last: RecordPosition?
  private var current: CatalogueRecord?

  let names = CatalogueColumn.allCases.map(\.name)
  var place: SourceLine { SourceLine(path: current.map { "\($0.id)" }) }
  let problem: String? = nil

  fileprivate init(
    _ snapshot: any ArchiveSnapshot, _ statement: CollectionStatement, meter: ReadMeter?
  ) {
    self.snapshot = snapshot
    self.statement = statement
    self.meter = meter
  }

  mutating func next() throws(ArchiveError) -> Bool {
    if records.isEmpty {
      let page = try snapshot.page(of: statement, after: last, media: MediaNames(folder: nil))
      last = page.last
      records = page.records.reversed()
      meter?.add(records.count)
    }
    current = records.popLast()
    return current != nil
  }

  func text(_ name: String) -> String? {
    CatalogueColumn(named: name).flatMap { current?.text($0) }
  }
}

extension SourceOpening {
  /// Opens another archive: a source for each of its collections, or for the requested one.
  ///
  /// `folder` is that of its file; `nil` for one on a server.
  ///
  /// Throws the archive's errors, and `.noSuchCollection`.
  static func openArchive(
    _ archive: any HistoricalArchive, in folder: String?, options: ImportOptions
  ) throws(ArchiveError) -> [any ItemSource] {
    // One state of the archive, unaffected by concurrent changes.
    let snapshot = try archive.snapshot()
    let (all, eras) = (try snapshot.statements(), try snapshot.eras())
    let asked = all.filter { options.collection == nil || $0.name == options.collection }
    guard !asked.isEmpty else {
      throw ArchiveError(
        .noSuchCollection,
        options.collection.map { name in
          "\(archive.location) has no collection \(name); it has "
            + all.map(\.name).joined(separator: ", ") + "."
        } ?? "\(archive.location) has no collections.")
    }
    guard options.map.isEmpty, options.preset == nil else {
      throw ArchiveError(.inputUnreadable, "An archive is imported without a mapping.")
    }
    options.meter?.expect(try snapshot.itemCount())
    var mapping = FieldMapping()
    for column in CatalogueColumn.allCases { mapping.set(column, .name(column.name), .own) }
    let media = options.allowedFolders(beside: folder)
    return asked.map { statement in
      CatalogueSource(
        RuledRecords(
          ArchiveRecords(snapshot, statement, meter: options.meter), mapping: mapping, join: nil,
          findings: []), mapping: mapping,
        context: SourceContext(
          statement: statement, eras: eras,
          media: media,
          today: options.today))
    }
  }
}
