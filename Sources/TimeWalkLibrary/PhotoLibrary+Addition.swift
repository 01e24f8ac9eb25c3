internal import GRDB

extension PhotoLibrary {
  /// Opens a completed photo for more files, or for others in place of some that it has.
  ///
  /// - Parameters:
  ///   - sequence: its number.
  ///   - roles: what will be written; other files of the photo stay as they are.
  /// - Returns: the photo as it is, and its files; give both to `complete` or `abandon`.
  /// - Throws: `noSuchPhoto`, `busy` where somebody is writing it, `cannotCreate`, and
  ///   `inputOutput`, also where a kill left it half written.
  package func open(_ sequence: Int, for roles: Set<Rendition.Role>) throws(LibraryError) -> (
    photo: PhotoRecord, files: OutputFiles
  ) {
    try recover()
    let sign = try sign()
    let record = try access { db -> PhotoRecord in
      guard
        let record = try PhotoRecord.fetch(
          db, where: "sequence = ? AND \(PhotoState.isKept)", [sequence]
        ).first
      else { throw PhotoLibrary.noPhoto(sequence) }
      let row = try Row.fetchOne(
        db, sql: "SELECT owner, replacing FROM photos WHERE sequence = ?", arguments: [sequence])
      if row?["replacing"] as Bool? == true {
        let owner: Int? = row?["owner"]
        if let owner, sign.isAlive(owner) {
          throw LibraryError(.busy, "another program is writing photo \(sequence); try again")
        }
        throw LibraryError(
          .inputOutput,
          "a program was killed while it wrote photo \(sequence); submit the photo again")
      }
      try db.execute(
        sql: "UPDATE photos SET owner = ?, replacing = 1 WHERE sequence = ?",
        arguments: [sign.owner, sequence])
      return record
    }
    let replaced = record.renditions.filter { roles.contains($0.role) }.map(\.path)
    do throws(LibraryError) {
      guard let folder = record.folder else {
        throw LibraryError(.cannotCreate, "photo \(sequence) has no folder for its pictures")
      }
      return (
        record,
        OutputFiles(
          in: try OutputFolder(path: folder, within: []), owner: sign.owner, replacing: replaced)
      )
    } catch {
      try? access { db in
        try db.execute(
          sql: "UPDATE photos SET owner = NULL, replacing = 0 WHERE sequence = ?",
          arguments: [sequence])
      }
      throw error
    }
  }
}
