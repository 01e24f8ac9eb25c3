import Foundation
internal import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkSpatiaLite

extension SyntheticArchive {
  /// An archive file with all items, made through the real import unless it is there, or in one of
  /// the other folders.
  func file(in folder: URL, orIn others: [URL] = []) throws -> URL {
    // The number at the end is that of this generator: another archive needs another name.
    let name = "items-\(count)-1.sqlite"
    let file = folder.appendingPathComponent(name)
    for known in [file] + others.map({ $0.appendingPathComponent(name) })
    where FileManager.default.fileExists(atPath: known.path) {
      return known
    }
    let unfinished = folder.appendingPathComponent("unfinished.sqlite")
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: unfinished.path + suffix)
    }
    _ = try fill(try SpatiaLiteArchive(path: unfinished.path, mode: .create), in: folder)
    try FileManager.default.moveItem(at: unfinished, to: file)
    // Where there is none, the first who opens the archive makes it.
    try? FileManager.default.moveItem(
      atPath: unfinished.path + "-index", toPath: file.path + "-index")
    return file
  }

  /// Imports all items into an archive in the usual way, and returns the seconds.
  func fill(_ archive: any CuratedArchive, in folder: URL) throws -> Double {
    let catalogue = folder.appendingPathComponent("items-\(count).csv")
    try writeCatalogue(to: catalogue)
    defer { try? FileManager.default.removeItem(at: catalogue) }
    var time = Timings()
    let report = try time.measure {
      try archive.importCatalogue(
        at: catalogue.path, options: ImportOptions(collection: "benchmark"))
    }
    let seconds = time.percentile(0.5) / 1000
    Report.talk(
      "Imported \(report.added) items in \(Report.number(seconds, 1)) s, "
        + "\(Int(Double(report.added) / seconds)) a second.")
    return seconds
  }

  private func writeCatalogue(to file: URL) throws {
    let header =
      "id,title,date,latitude,longitude,accuracy,location_of,heading,heading_accuracy,field_of_view,"
      + "pitch,altitude,view_distance,source\n"
    try TextFile.write(to: file) { write in
      write(header)
      forEach { index, item in
        // Altitudes of catalogues have no reference, so the pitch identifies an aerial.
        let aerial = item.aerial.map {
          "\(Report.number($0.pitch, 1)),\(Report.number($0.altitude, 0))"
        }
        let heading = item.heading.map { "\(Report.number($0, 1)),5" } ?? ","
        write(
          "i\(index),View \(index) of the city,\(item.years.lowerBound)/\(item.years.upperBound),"
            + "\(Report.number(item.latitude, 6)),\(Report.number(item.longitude, 6)),"
            + "\(Report.number(item.accuracy, 1)),\(item.isSubject ? "subject" : "camera"),"
            + "\(heading),\(Report.number(item.field, 1)),\(aerial ?? ","),"
            + "\(item.view >= 1000 ? Report.number(item.view, 0) : ""),"
            + "https://example.org/items/\(index)\n")
      }
    }
  }
}

/// Writes long text files.
enum TextFile {
  /// Makes a file of everything that the body writes.
  static func write(to file: URL, _ body: ((String) -> Void) throws -> Void) throws {
    guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    let handle = try FileHandle(forWritingTo: file)
    var buffer = Data()
    var failure: (any Error)?
    func flush() {
      do { try handle.write(contentsOf: buffer) } catch { failure = failure ?? error }
      buffer.removeAll(keepingCapacity: true)
    }
    try body { text in
      buffer.append(contentsOf: text.utf8)
      if buffer.count > 1 << 20 { flush() }
    }
    flush()
    try handle.close()
    if let failure { throw failure }
  }
}
