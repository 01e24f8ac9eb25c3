import Foundation
import GRDB
import TimeWalkArchive

extension Soundness {
  /// Compares the archive's own copies of pictures, and the linked files, with the hashes that were
  /// noted, and looks for copies that nothing names.
  ///
  /// Reads every file to its end; of linked ones those that look unchanged.
  static func media(_ db: Database, _ list: inout ProblemList) throws {
    guard try db.tableExists("media"),
      let path = try String.fetchOne(
        db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")
    else { return }
    let store = MediaStore(archive: path)
    var named = Set<String>()
    try MediaTable.forEach(db) { record in
      guard record.isStored else {
        check(linked: record, &list)
        return
      }
      guard named.insert(record.sha256).inserted else { return }
      check(stored: record, in: store, &list)
    }
    for name in store.contents().sorted() where !named.contains(name) {
      list.add(
        ArchiveProblem(
          check: .media, severity: .warning, detail: "no picture has the copy \(name)",
          hint: "archive repair deletes it", isRepairable: true))
    }
    for path in store.leftovers() {
      list.add(
        ArchiveProblem(
          check: .media, severity: .warning, detail: "\(path) was never finished",
          hint: "archive repair deletes it", isRepairable: true))
    }
  }

  private static func check(
    stored record: MediaRecord, in store: MediaStore, _ list: inout ProblemList
  ) {
    let hint = "import with --media copy, or fetch, the picture again"
    guard let path = store.path(of: record.sha256) else {
      list.add(
        ArchiveProblem(check: .media, detail: "\(record.origin) has no hash that can be read"))
      return
    }
    do throws(MediaRefusal) {
      let found = try MediaStore.look(at: path, limit: .max)
      guard found.sha256 != record.sha256 else { return }
      list.add(
        ArchiveProblem(
          check: .media, detail: "the copy of \(record.origin) is not what it was: \(path)",
          hint: "delete it, then " + hint))
    } catch {
      list.add(
        ArchiveProblem(
          check: .media, detail: "the copy of \(record.origin) \(error.reason)", hint: hint))
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
        check: .media, detail: "\(record.origin) has other bytes than when it was imported",
        hint: "restore the file, or import the catalogue again"))
  }
}
