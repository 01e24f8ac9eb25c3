import Foundation
import GRDB
import TimeWalkArchive
import TimeWalkCore

extension Soundness {
  /// The columns that are computed from `date`.
  static let derived = ["earliest", "latest", "earliest_fuzzy", "latest_fuzzy"]

  /// Reads every item as the archive does, and looks for its picture.
  static func items(_ db: Database, _ list: inout ProblemList) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(ItemColumns.selection), items.fingerprint_stamp
        FROM \(ItemColumns.source) ORDER BY items.key
        """)
    let hasMedia = try db.tableExists("media")
    var values = BoundRow()
    while let row = try rows.next() {
      let id = ItemID(collection: row[1], identifier: row[2])
      let item: Item
      do {
        item = try ItemColumns.item(from: row, inheriting: false)
      } catch {
        list.add(
          ArchiveProblem(
            check: .items, item: id, detail: "has no usable coordinate",
            hint: "import it again with one"))
        continue
      }
      let stored = ItemColumns.names.indices.map { row[3 + $0] as DatabaseValue }
      values.removeAll()
      ItemColumns.append(item, to: &values)
      let expected = values.databaseValues
      // A longitude may lose its last bits when it is wrapped, which moves it by nanometres.
      for (name, pair) in zip(ItemColumns.names, zip(stored, expected))
      where pair.0 != pair.1 && name != "geometry" {
        let isDerived = derived.contains(name) && item.date != nil
        list.add(
          ArchiveProblem(
            check: .items, item: id,
            detail: isDerived
              ? "\(name) isn't what its date says" : "\(name) holds a value that is not read back",
            hint: isDerived ? nil : "import it again with another value",
            isRepairable: isDerived))
      }
      for (name, value, range) in bounds(of: item.pose) {
        guard let value, !range.contains(value) else { continue }
        list.add(
          ArchiveProblem(
            check: .items, item: id,
            detail: "\(name) is \(DecimalText.write(value)), which no import would take",
            hint: "import it again with another value"))
      }
      // The archive's own copy stands in for a file, and is looked at by itself.
      if hasMedia, let media = item.media, try MediaTable.record(media.origin, db)?.isStored == true
      {
        continue
      }
      media(of: item, stamp: row["fingerprint_stamp"], &list)
    }
  }

  /// The ranges that an import asks for, where they are narrower than what can be read.
  private static func bounds(of pose: RecordedPose) -> [(String, Double?, ClosedRange<Double>)] {
    [
      ("accuracy", pose.coordinate.horizontalAccuracy?.meters, 0...20_000_000),
      ("heading_accuracy", pose.headingAccuracy?.degrees, 0...180),
      ("altitude", pose.altitude?.meters, -20_000...100_000_000),
      ("view_distance", pose.viewDistance?.meters, 0...1_000_000),
    ]
  }

  /// Looks whether a file of a picture is there, and still the one that was looked at.
  private static func media(of item: Item, stamp: String?, _ list: inout ProblemList) {
    guard case .file(let path) = item.media else { return }
    guard FileManager.default.fileExists(atPath: path) else {
      list.add(
        ArchiveProblem(
          check: .media, item: item.id, detail: "there is no file \(path)",
          hint: "put it back, or import the catalogue from where it is now"))
      return
    }
    if let stamp, stamp != PictureLook.stamp(of: path) {
      list.add(
        ArchiveProblem(
          check: .media, severity: .warning, item: item.id,
          detail: "\(path) has changed since it was looked at",
          hint: "import the catalogue again, so that its copies are told by what it shows now"))
    }
  }

  /// Follows each declaration of a copy.
  static func copies(_ db: Database, _ list: inout ProblemList) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT collections.name, items.identifier, items.copy_of FROM \(ItemColumns.source)
        WHERE items.copy_of IS NOT NULL ORDER BY items.key
        """)
    while let row = try rows.next() {
      let id = ItemID(collection: row[0], identifier: row[1])
      let declaration = CopyDeclaration(item: id, line: nil, original: row[2])
      if declaration.original == id.identifier || declaration.original == id.description {
        list.add(
          ArchiveProblem(
            check: .copies, severity: .warning, item: id, detail: "is declared a copy of itself"))
      } else if try !declaration.isKept(in: db) {
        list.add(
          ArchiveProblem(
            check: .copies, severity: .warning, item: id,
            detail: "is declared a copy of \(declaration.original), which the archive doesn't have",
            hint: "import that, or correct copy_of"))
      }
    }
  }
}
