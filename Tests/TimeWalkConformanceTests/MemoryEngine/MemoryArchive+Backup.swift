import Foundation
import TimeWalkArchive
import TimeWalkCore

extension MemoryArchive {
  func backup(to path: String, withPictures: Bool) throws(ArchiveError) -> BackupReport {
    try checkIsFree(path)
    let path = URL(fileURLWithPath: path).standardizedFileURL.path
    let manager = FileManager.default
    guard !manager.fileExists(atPath: path) || MemoryFile.isMarked(path) else {
      throw ArchiveError(
        .outputFailed, "\(path) is there and is no archive; a backup doesn't take its place.")
    }
    let state = state
    var report = BackupReport(
      path: path, items: state.items.count + state.unplaced.count,
      collections: state.statements.count, bytes: 0, pictureBytes: 0, problems: verify(.quick))
    do {
      if withPictures {
        report.pictures = 0
        let store = MediaStore(archive: path)
        let hashes = Set(state.media.values.filter(\.isStored).map(\.sha256))
        for original in hashes.compactMap({ self.mediaStore.path(of: $0) })
        where manager.fileExists(atPath: original) {
          let content = try store.copy(original, limit: .max)
          report.pictures = (report.pictures ?? 0) + 1
          report.pictureBytes += content.bytes
        }
      }
      let data = Data(MemoryFile.text(of: state).utf8)
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
      report.bytes = data.count
    } catch {
      throw ArchiveError(.outputFailed, "\(path) can't be written.", cause: error)
    }
    return report
  }

  func archive(at path: String) throws(ArchiveError) -> (any HistoricalArchive)? {
    guard MemoryFile.isMarked(path) else { return nil }
    return MemoryArchive(beside: path, try MemoryFile.state(of: path))
  }
}
