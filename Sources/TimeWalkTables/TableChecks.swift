import Foundation
package import TimeWalkArchive
package import TimeWalkCore

/// The checks of an archive's soundness that are the same on all engines.
package enum TableChecks {
  /// The ranges that an import asks for, where they are narrower than what can be read.
  package static func bounds(of pose: RecordedPose) -> [(String, Double?, ClosedRange<Double>)] {
    [
      ("accuracy", pose.coordinate.horizontalAccuracy?.meters, 0...20_000_000),
      ("heading_accuracy", pose.headingAccuracy?.degrees, 0...180),
      ("altitude", pose.altitude?.meters, -20_000...100_000_000),
      ("view_distance", pose.viewDistance?.meters, 0...1_000_000),
    ]
  }

  /// Looks whether a file of a picture is there, and still the one that was looked at.
  package static func picture(of item: Item, stamp: String?, _ list: inout ProblemList) {
    guard case .file(let path) = item.media else { return }
    guard FileManager.default.fileExists(atPath: path) else {
      list.add(
        ArchiveProblem(
          check: .media, item: item.id, detail: "there is no file \(path)",
          hint: "restore it, or import the catalogue from its new place"))
      return
    }
    if let stamp, stamp != PictureLook.stamp(of: path) {
      list.add(
        ArchiveProblem(
          check: .media, severity: .warning, item: item.id,
          detail: "\(path) has changed since the import",
          hint: "import the catalogue again to find its copies"))
    }
  }

  /// Follows each declaration of a copy.
  package static func copies(_ db: any SQLDatabase, _ list: inout ProblemList) throws {
    try db.forEach(
      """
      SELECT collections.name, items.identifier, items.copy_of FROM \(ItemColumns.source)
      WHERE items.copy_of IS NOT NULL ORDER BY items.key
      """, []
    ) { row in
      let id = ItemID(collection: row[0], identifier: row[1])
      let declaration = CopyDeclaration(item: id, line: nil, original: row[2])
      if declaration.original == id.identifier || declaration.original == id.description {
        list.add(
          ArchiveProblem(
            check: .copies, severity: .warning, item: id, detail: "is declared as a copy of itself")
        )
      } else if try !declaration.isKept(in: db) {
        list.add(
          ArchiveProblem(
            check: .copies, severity: .warning, item: id,
            detail:
              "is declared as a copy of \(declaration.original), which the archive doesn't have",
            hint: "import the original, or correct copy_of"))
      }
    }
  }

  /// Compares the archive's own copies of pictures, and the linked files, with the hashes that were
  /// noted, and looks for copies that nothing names.
  ///
  /// Reads every file to its end; of linked ones those that look unchanged. What no row names is
  /// the archive's own to delete only where it has the store alone.
  package static func pictures(
    _ db: any SQLDatabase, in store: MediaStore, isAlone: Bool, _ list: inout ProblemList
  ) throws {
    var named = Set<String>()
    var checks = StoredPictureChecks(store: store)
    do {
      try MediaTable.forEach(db) { record in
        guard record.isStored else {
          check(linked: record, &list)
          return
        }
        guard named.insert(record.sha256).inserted else { return }
        try checks.add(record, &list)
      }
      try checks.finish(&list)
      for name in try store.kept().sorted() where !named.contains(name) {
        list.add(
          ArchiveProblem(
            check: .media, severity: .warning, detail: "no item uses the copy \(name)",
            hint: isAlone
              ? "delete it with archive repair"
              : "delete \(store.place(of: name)) during no import, if no other archive uses it",
            isRepairable: isAlone))
      }
    } catch let error as MediaRefusal {
      throw ArchiveError(
        error.code, "The store \(store.objects?.address ?? store.folder) \(error.reason).")
    }
    // Of what is on its way to an object store, nobody has a part.
    guard store.objects == nil else { return }
    for path in store.leftovers() {
      list.add(
        ArchiveProblem(
          check: .media, severity: .warning, detail: "\(path) is incomplete",
          hint: isAlone ? "delete it with archive repair" : "delete it during no import",
          isRepairable: isAlone))
    }
  }

  /// A linked file that is gone, or was changed by its time or length, is told with its item; here
  /// is what only the bytes tell.
  private static func check(linked record: MediaRecord, _ list: inout ProblemList) {
    guard let stamp = (try? RegularFile(path: record.origin))?.stamp, stamp == record.stamp,
      let found = try? MediaStore.look(at: record.origin, limit: .max),
      found.sha256 != record.sha256
    else { return }
    list.add(
      ArchiveProblem(
        check: .media, detail: "\(record.origin) has changed since the import",
        hint: "restore the file, or import the catalogue again"))
  }

  /// Compares the counts of the map's tiles with what the items' codes make; `rows` are the numbers
  /// of all rows that there are.
  package static func mapCounts(
    _ table: any MapCountTable, rows: [Int64], _ codes: inout [MapCode], _ list: inout ProblemList
  ) throws {
    var right = Set<Int64>()
    func problem(_ row: Int64) -> ArchiveProblem {
      ArchiveProblem(
        check: .tiles, detail: "the counts of the map's tile \(row) differ from its items",
        isRepairable: true)
    }
    try MapPyramid.forEachTileOfItems(&codes) { tile, cells in
      let row = MapPyramid.number(of: tile)
      right.insert(row)
      if (try? MapPyramid.cells(of: tile, in: table)) != cells { list.add(problem(row)) }
    }
    for row in rows where !right.contains(row) { list.add(problem(row)) }
  }
}
