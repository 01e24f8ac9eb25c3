import Foundation
import GRDB
import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkSpatiaLite
import TimeWalkTestSupport

/// An archive, a library, photos and outputs in one folder, which can be put back to how it was.
final class DiskPlace {
  private let folder: TemporaryFolder
  /// The folder that represents the disk.
  let root: URL
  private let kept: URL

  init() throws {
    folder = try TemporaryFolder()
    // As the tool sees it, without links.
    root = folder.url.resolvingSymlinksInPath().appendingPathComponent("disk", isDirectory: true)
    kept = folder.url.appendingPathComponent("kept", isDirectory: true)
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { root.appendingPathComponent(name).path }
  /// A path outside the disk, for unrelated files.
  func aside(_ name: String) -> String { folder.path(name) }
  var archive: String { path("data/archive.sqlite") }
  var library: String { path("library") }
  var output: String { path("out") }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let url = root.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// Runs `timewalk` here; `tool` are the variables of the tool without their prefix.
  @discardableResult
  func run(_ arguments: [String], tool: [String: String]? = nil) throws -> TimeWalkCommand.Result {
    var environment = [
      "TIMEWALK_ARCHIVE": FileManager.default.fileExists(atPath: archive) ? archive : "",
      "TIMEWALK_LIBRARY": library, "XDG_DATA_HOME": path("home"), "SWIFT_BACKTRACE": "enable=no",
    ]
    if let tool {
      environment["LD_PRELOAD"] = Sanitizer.preload(DiskTool.path ?? "")
      environment["TIMEWALK_DISK_ROOT"] = root.path
      for (name, value) in tool { environment["TIMEWALK_DISK_\(name)"] = value }
    }
    return try TimeWalkCommand.run(arguments, environment: environment, directory: folder.url)
  }

  /// Remembers how the disk is.
  func keep() throws {
    try? FileManager.default.removeItem(at: kept)
    try FileManager.default.copyItem(at: root, to: kept)
  }

  /// Puts the disk back to how it was remembered.
  func reset() throws {
    try FileManager.default.removeItem(at: root)
    try FileManager.default.copyItem(at: kept, to: root)
  }

  // MARK: Content

  /// All that a person can see of the archive, the library and the outputs, in words that are equal
  /// where it is the same.
  ///
  /// Numbers, times and hidden files are left out: a photo that was given up leaves its number
  /// used.
  func state() throws -> [String] {
    try archiveState() + libraryState() + exportState()
  }

  /// The same, looked at in a copy: opening a database leaves files beside it, and the files here
  /// keep their numbers.
  func stateOfCopy() throws -> [String] {
    let real = folder.url.appendingPathComponent("real", isDirectory: true)
    try FileManager.default.moveItem(at: root, to: real)
    try FileManager.default.copyItem(at: real, to: root)
    let state = try state()
    try FileManager.default.removeItem(at: root)
    try FileManager.default.moveItem(at: real, to: root)
    return state
  }

  private func archiveState(_ path: String? = nil) throws -> [String] {
    let path = path ?? archive
    guard (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0 > 0 else {
      return []
    }
    let queue = try DatabaseQueue(path: path)
    let hasItems = try queue.read { try $0.tableExists("items") && $0.tableExists("media") }
    var lines: [String] = []
    if hasItems {
      lines = try queue.read { db in
        try String.fetchAll(
          db,
          sql: """
            SELECT 'item ' || collections.name || ':' || identifier || ' ' || items.title || ' '
              || coalesce(date, '') FROM items JOIN collections ON collections.key = collection
            UNION ALL SELECT 'collection ' || name FROM collections
            UNION ALL SELECT 'change ' || entry || ' ' || kind FROM journal
            UNION ALL SELECT 'picture ' || sha256 || ' ' || bytes FROM media WHERE stored
            ORDER BY 1
            """)
      }
    }
    try queue.close()
    // An archive that was only begun doesn't count.
    guard !lines.isEmpty else { return [] }
    let faults = try SpatiaLiteArchive(path: path, mode: .readOnly).verify()
      .filter { $0.severity == .fault }
    return lines + faults.map { "FAULT \($0)" }
  }

  private func libraryState() throws -> [String] {
    let path = library + "/library.sqlite"
    guard (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0 > 0 else {
      return outputs()
    }
    let queue = try DatabaseQueue(path: path)
    var lines: [String] = []
    try queue.read { db in
      let verdict = try String.fetchAll(db, sql: "PRAGMA integrity_check")
      if verdict != ["ok"] { lines.append("FAULT library: \(verdict)") }
      guard try db.tableExists("jobs") else { return }
      let photos = try Row.fetchAll(
        db,
        sql: """
          SELECT sequence, sha256, response, output, asked FROM photos
          WHERE response IS NOT NULL AND replacing <> 2
          """)
      for photo in photos {
        let renditions = try Row.fetchAll(
          db, sql: "SELECT role, path, bytes FROM renditions WHERE sequence = ? ORDER BY role",
          arguments: [photo[0] as Int])
        let states = renditions.map { row -> String in
          let bytes = FileManager.default.contents(atPath: row[1])
          let isWhole =
            bytes?.count == row[2] as Int && bytes?.starts(with: [0xFF, 0xD8]) == true
            && bytes?.suffix(2) == Data([0xFF, 0xD9])
          return "\(row[0] as String) \(isWhole ? "whole" : "LOST")"
        }
        let name = String(format: "TW-%06d.json", photo[0] as Int)
        let answer = FileManager.default.contents(atPath: "\(photo[3] as String)/\(name)")
        let state = answer == Data((photo[2] as String).utf8) ? "whole" : "LOST"
        let (hash, asked): (String, String) = (photo[1], photo[4])
        let stored = states.joined(separator: ", ")
        lines.append("photo \(hash.prefix(8)) as \(asked.prefix(4)) \(stored), answer \(state)")
      }
      lines += try String.fetchAll(db, sql: "SELECT 'waiting ' || path FROM jobs ORDER BY 1")
    }
    try queue.close()
    return lines.sorted() + outputs()
  }

  /// The number of files of each kind in the output folder; files without a row are surplus.
  private func outputs() -> [String] {
    let names = Workplace.names(in: output).filter { !$0.hasPrefix(".") }
    let kinds = Dictionary(grouping: names) {
      String($0.drop { $0 != "-" }.dropFirst().drop(while: \.isNumber))
    }
    return kinds.map { "\($1.count) files \($0)" }.sorted()
  }

  /// Hidden files, which are left only by programs that were killed, and then until the next one.
  func hidden() -> [String] {
    let all = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return all.filter {
      let name = ($0 as NSString).lastPathComponent
      return name.hasPrefix(".") || name.hasSuffix(".partial")
    }.sorted()
  }

  private func exportState() throws -> [String] {
    var lines: [String] = []
    if let csv = FileManager.default.contents(atPath: path("export.csv")) {
      lines.append("export of \(String(decoding: csv, as: UTF8.self).split(separator: "\n").count)")
    }
    if let zip = FileManager.default.contents(atPath: path("export.zip")) {
      // "End of central directory" is 22 bytes before the end.
      let isWhole = zip.count > 22 && zip[(zip.count - 22)...].starts(with: [0x50, 0x4B, 5, 6])
      lines.append("zip of \(zip.count) bytes\(isWhole ? "" : " TORN")")
    }
    return lines + (try archiveState(path("backup.sqlite")).map { "backup: \($0)" })
  }
}
