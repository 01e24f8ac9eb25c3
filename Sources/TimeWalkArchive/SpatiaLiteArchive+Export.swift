import Foundation
import GRDB
import TimeWalkCore

extension SpatiaLiteArchive {
  /// Writes a collection as a CSV with the design's columns, in the order of the keys.
  ///
  /// The columns that only some catalogues have (`view_distance`, `date_text`, `copy_of`) follow where an item fills them.
  /// Imported again, it comes out equal. The collection may be left out when there is only one. The file
  /// appears complete or not at all, and replaces one of its name. Pictures are not copied: those below the
  /// file's folder are named relative to it, others by their whole path, with a warning.
  public func exportCSV(to path: String, collection: String? = nil) throws(ArchiveError)
    -> ExportReport
  {
    let name: String
    if let collection { name = collection } else { name = try onlyCollection() }
    let file = URL(fileURLWithPath: path).standardizedFileURL
    let folder = file.deletingLastPathComponent().path
    var report = ExportReport(collection: name, items: 0, path: file.path, warnings: [])
    var unreachable = 0
    try ArchiveError.typed {
      let output = try OutputFile(replacing: file)
      try reader.read { db in
        guard
          let key = try Int64.fetchOne(
            db, sql: "SELECT key FROM collections WHERE name = ?", arguments: [name])
        else { throw ArchiveError(.noSuchCollection, "The archive has no collection \(name).") }
        let selection = try ItemColumns.selection(in: db)
        let copyOf = try CopyColumns.exist(in: db) ? "items.copy_of" : "NULL"
        let rows = try Row.fetchCursor(
          db,
          sql: """
            SELECT \(selection), \(copyOf) AS copy_of FROM \(ItemColumns.source)
            WHERE items.collection = ? ORDER BY items.key
            """, arguments: [key])
        let writer = CatalogueWriter(
          folder: folder.hasSuffix("/") ? folder : folder + "/",
          optional: try CatalogueColumn.optional.filter {
            try ItemColumns.isFilled($0.rawValue, in: db, collection: key)
          })
        try output.write(writer.header)
        while let row = try rows.next() {
          let item = try ItemColumns.item(from: row, inheriting: false)
          try output.write(writer.row(item, copyOf: row["copy_of"]))
          report.items += 1
          if !writer.reaches(item.media) { unreachable += 1 }
        }
      }
      try output.finish()
    }
    if unreachable > 0 {
      report.warnings.append(
        "\(unreachable) pictures lie outside \(folder) and are named by their whole path.")
    }
    return report
  }

  private func onlyCollection() throws(ArchiveError) -> String {
    let names = try collections().map(\.statement.name)
    guard let name = names.first, names.count == 1 else {
      throw ArchiveError(
        .noSuchCollection,
        names.isEmpty
          ? "The archive has no collections."
          : "The archive has several collections, and one must be named: "
            + names.joined(separator: ", ") + ".")
    }
    return name
  }
}
