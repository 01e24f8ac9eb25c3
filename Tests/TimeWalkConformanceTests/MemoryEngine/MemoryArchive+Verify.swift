import Foundation
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension MemoryArchive {
  func verify(_ depth: VerifyDepth) -> [ArchiveProblem] {
    let state = state
    var list = ProblemList()
    for (key, row) in state.rows.sorted(by: { $0.key < $1.key }) {
      if state.key(row.name) != key {
        list.add(
          ArchiveProblem(check: .integrity, detail: "two rows are named \(row.name)"))
      }
      if let collection = row.collection, state.statement(collection) == nil {
        list.add(
          ArchiveProblem(
            check: .foreignKeys, item: row.id, detail: "belongs to what is gone"))
      }
    }
    guard depth == .full else { return list.all }
    let known = Set(state.items.map(\.row.item.id))
    for (_, row) in state.items {
      let id = row.item.id
      if let original = row.copyOf {
        let meanings = ItemID.meanings(of: original, in: id.collection)
        if original == id.identifier || original == id.description {
          list.add(
            ArchiveProblem(
              check: .copies, severity: .warning, item: id, detail: "is declared a copy of itself"))
        } else if !meanings.contains(where: known.contains) {
          list.add(
            ArchiveProblem(
              check: .copies, severity: .warning, item: id,
              detail: "is declared a copy of \(original), which the archive doesn't have"))
        }
      }
      if case .file(let path) = row.item.media, state.record(path)?.isStored != true,
        !FileManager.default.fileExists(atPath: path)
      {
        list.add(ArchiveProblem(check: .media, item: id, detail: "there is no file \(path)"))
      }
    }
    for record in state.media.values where record.isStored {
      let content = mediaStore.path(of: record.sha256).flatMap {
        try? MediaStore.look(at: $0, limit: .max)
      }
      if content?.sha256 != record.sha256 {
        list.add(
          ArchiveProblem(
            check: .media, detail: "the copy of \(record.origin) is gone or not what it was"))
      }
    }
    return list.all
  }
}
