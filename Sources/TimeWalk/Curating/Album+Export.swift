internal import Foundation
internal import TimeWalkCore
internal import TimeWalkLibrary
internal import TimeWalkStorage
internal import TimeWalkBase

/// The exported photos.
public struct PhotoExportReport: Codable, Hashable, Sendable {
  /// The number of photos.
  public var photos = 0
  /// The number of files in the zip.
  public var files = 0
  /// The zip's length in bytes.
  public var bytes = 0
  /// Files that are gone from their place, and are not in the zip.
  public var missing: [String] = []
}

extension Album {
  /// The size in bytes of the part of a file that is in memory at once.
  private static let portion = 1 << 18
  /// The number of rows in memory at once.
  private static let page = 200

  /// Writes photos into a zip: their renditions, the answer of each as JSON and, if requested, the
  /// originals.
  ///
  /// An existing zip is replaced when the new one is complete; a failed export leaves it unchanged.
  /// - Parameters:
  ///   - sequences: the photos' numbers; all when empty.
  ///   - path: the zip's file; standard output when `nil`.
  ///   - withOriginals: true to include the unchanged originals, with all their metadata.
  /// - Returns: the content of the zip.
  /// - Throws: `notFound` where the library has none of a number, `cannotCreate`, `inputOutput`,
  ///   `noSpace`.
  public func export(_ sequences: [Int] = [], to path: String?, withOriginals: Bool = false)
    throws(TimeWalkError) -> PhotoExportReport
  {
    let chosen = try checked(sequences)
    let target = try ExportTarget(path, isPrivate: true)
    var report = PhotoExportReport()
    var zip = ZipWriter { (bytes: [UInt8]) throws(TimeWalkError) in try target.write(bytes) }
    // A page at a time, which limits memory.
    var done = 0
    while true {
      let page = try records(chosen, from: done)
      if page.isEmpty { break }
      for record in page {
        try Album.add(record, withOriginals: withOriginals, to: &zip, &report)
      }
      done += page.count
    }
    try zip.finish()
    report.bytes = zip.count
    try target.finish()
    return report
  }

  /// Some of the photos that are chosen, or of all when none is; none at the end.
  private func records(_ chosen: [Int], from start: Int) throws(TimeWalkError) -> [PhotoRecord] {
    do throws(LibraryError) {
      guard !chosen.isEmpty else {
        return try library.photos(limit: Album.page, offset: start)
      }
      var records: [PhotoRecord] = []
      for sequence in chosen.dropFirst(start).prefix(Album.page) {
        records.append(try library.photo(sequence))
      }
      return records
    } catch { throw TimeWalkError(error) }
  }

  /// Adds a photo: its renditions, its answer and, if requested, the original.
  private static func add(
    _ record: PhotoRecord, withOriginals: Bool, to zip: inout ZipWriter<TimeWalkError>,
    _ report: inout PhotoExportReport
  ) throws(TimeWalkError) {
    report.photos += 1
    for rendition in record.renditions {
      let name = OutputName.image(record.sequence, rendition.role)
      // A link in a foreign library may lead to any file.
      guard !RawPath.isLink(rendition.path) else {
        report.missing.append(rendition.path)
        continue
      }
      try add(rendition.path, as: name, to: &zip, &report)
    }
    if let response = record.response {
      let bytes = Array(response.utf8)
      var checksum = Checksum()
      checksum.add(bytes)
      try zip.begin(
        OutputName.response(record.sequence), size: bytes.count, checksum: checksum.value,
        // The answer is as old as its pictures.
        changed: record.renditions.lazy.compactMap { time(of: $0.path) }.first)
      try zip.add(bytes)
      try zip.end()
      report.files += 1
    }
    if withOriginals, let original = record.original.path {
      let name = URL(fileURLWithPath: original).lastPathComponent
      try add(
        original, as: "originals/\(OutputName.stem(record.sequence))/\(name)", to: &zip, &report)
    }
  }

  /// The numbers in rising order, each once.
  private func checked(_ sequences: [Int]) throws(TimeWalkError) -> [Int] {
    try LibraryError.rethrowing(library.checked(sequences).sorted())
  }

  /// Adds an unchanged file, read twice: a zip has the checksum first.
  private static func add(
    _ path: String, as name: String, to zip: inout ZipWriter<TimeWalkError>,
    _ report: inout PhotoExportReport
  ) throws(TimeWalkError) {
    var checksum = Checksum()
    var size = 0
    let isThere = try read(path) { bytes throws(TimeWalkError) in
      checksum.add(bytes)
      size += bytes.count
    }
    guard isThere else { return report.missing.append(path) }
    try zip.begin(name, size: size, checksum: checksum.value, changed: time(of: path))
    var again = Checksum()
    var written = 0
    // Moved into the closure and back, because a zip can't be copied.
    _ = try read(path) { bytes throws(TimeWalkError) in
      again.add(bytes)
      written += bytes.count
      guard written <= size else { return }
      try zip.add(bytes)
    }
    guard written == size, again.value == checksum.value else {
      throw TimeWalkError(.inputOutput, "\(path) changed during the export; run it again")
    }
    try zip.end()
    report.files += 1
  }

  /// Reads a file in portions; `false` if it doesn't exist.
  private static func read(_ path: String, _ take: ([UInt8]) throws(TimeWalkError) -> Void)
    throws(TimeWalkError) -> Bool
  {
    guard let status = RawPath.status(path), status.st_mode & S_IFMT == S_IFREG else {
      return false
    }
    let descriptor = RawPath.open(path, O_NONBLOCK)
    guard descriptor >= 0 else {
      // Only a missing file may be left out; with an unreadable one the export would be incomplete.
      if errno == ENOENT { return false }
      throw TimeWalkError(
        .inputOutput, "can't read \(path): \(String(cString: strerror(errno)))")
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    defer { try? file.close() }
    while true {
      let data: Data
      do { data = try file.read(upToCount: portion) ?? Data() } catch {
        throw TimeWalkError(.inputOutput, "can't read \(path)", cause: error)
      }
      if data.isEmpty { return true }
      try take([UInt8](data))
    }
  }

  /// The time of a file's last change, in UTC.
  private static func time(of path: String) -> ZipTime? {
    guard let status = RawPath.status(path), let zone = TimeZone(identifier: "UTC") else {
      return nil
    }
    let date = Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: date)
    guard let year = parts.year, let month = parts.month, let day = parts.day,
      let hour = parts.hour, let minute = parts.minute, let second = parts.second
    else { return nil }
    return ZipTime(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second)
  }
}
