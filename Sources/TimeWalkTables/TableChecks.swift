import Foundation
package import TimeWalkArchive
package import TimeWalkCore

/// The checks of an archive's soundness that are the same on all engines.
package enum TableChecks {
  /// Checks that a picture's file exists and is unchanged since it was read.
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
    // Most originals are in the item's collection; a statement for each would take a server long.
    try db.forEach(
      """
      SELECT collections.name, items.identifier, items.copy_of FROM \(ItemColumns.source)
      WHERE items.copy_of IS NOT NULL
        AND (items.copy_of = collections.name || ':' || items.identifier
          OR NOT EXISTS (SELECT 1 FROM items AS original
            WHERE original.collection = items.collection AND original.key <> items.key
              AND original.identifier = items.copy_of))
      ORDER BY items.key
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
  /// Reads every stored file to its end, and linked ones that look unchanged. Unnamed files are the
  /// archive's to delete only if it alone uses the store.
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
    // Uploads to an object store have no partial state.
    guard store.objects == nil else { return }
    for path in store.leftovers() {
      list.add(
        ArchiveProblem(
          check: .media, severity: .warning, detail: "\(path) is incomplete",
          hint: isAlone ? "delete it with archive repair" : "delete it during no import",
          isRepairable: isAlone))
    }
  }

  /// Linked files that are missing or changed by their time or length are reported with their item;
  /// this reports differences in the bytes.
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

  /// Compares the counts of the map's tiles with those from the items' codes; `rows` are the
  /// numbers of all existing rows.
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
