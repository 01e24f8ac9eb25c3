internal import TimeWalkTables

/// Files that are added to a photo later.
///
/// They are written under hidden names first, then the row names them, and then they get their
/// names. A kill before the row leaves the photo as it was, one after it is finished by the next
/// program.
extension PhotoLibrary {
  /// Opens a completed photo for more files, or for others in place of some that it has.
  ///
  /// - Parameter sequence: its number.
  /// - Returns: the photo, and its files; pass both to `add` or `abandon`.
  /// - Throws: `noSuchPhoto`, `busy` if another program is writing it, `cannotCreate`, and
  ///   `inputOutput`, also for an incomplete photo after a kill.
  package func open(_ sequence: Int) throws(LibraryError) -> (
    photo: PhotoRecord, files: OutputFiles
  ) {
    try recover()
    let own = try owner()
    let record = try claiming { db, claim -> PhotoRecord in
      guard
        let record = try PhotoRecord.fetch(
          db, where: "sequence = ? AND \(PhotoState.isKept)", [sequence]
        ).first
      else { throw PhotoLibrary.noPhoto(sequence) }
      func busy() -> LibraryError {
        LibraryError(.busy, "another program is writing photo \(sequence); try again")
      }
      if isWriting(sequence) { throw busy() }
      let row = try db.row(
        "SELECT owner FROM photos WHERE sequence = ? AND replacing <> 0", [sequence])
      if let row {
        let owner: Int? = row[0]
        if let owner, try owner != own && db.isAlive(owner) { throw busy() }
        throw LibraryError(
          .inputOutput,
          "a program was killed while it wrote photo \(sequence); submit the photo again")
      }
      try db.run(
        "UPDATE photos SET owner = ?, replacing = ? WHERE sequence = ?",
        [own, PhotoState.adding, sequence])
      claim(sequence)
      return record
    }
    do throws(LibraryError) {
      let place = try OutputFolder(path: record.output, within: [])
      return (record, OutputFiles(in: place, owner: own, replacing: []))
    } catch {
      try? change { db in try PhotoLibrary.close(sequence, owner: own, db) }
      release(sequence)
      throw error
    }
  }

  /// Records a photo with the files that were added, in place of those of the same names.
  ///
  /// - Parameters:
  ///   - photo: the photo with all its renditions and its answer.
  ///   - files: the result of `open`, with the files added.
  /// - Throws: `noSuchPhoto` if it was removed meanwhile, `busy`, `noSpace` or `inputOutput`. The
  ///   photo is then unchanged, unless the disk refuses even a name, or the server was lost at the
  ///   end: the next sweep then continues.
  package func add(_ photo: PhotoRecord, files: OutputFiles) throws(LibraryError) {
    let (sequence, owner) = (photo.sequence, try owner())
    do throws(LibraryError) {
      try files.seal()
      try change { db in
        let changes = try db.run(
          """
          UPDATE photos SET response = ?, replacing = ?
          WHERE sequence = ? AND owner = ? AND replacing = ?
          """, [photo.response, PhotoState.naming, sequence, owner, PhotoState.adding])
        guard changes == 1 else { throw PhotoLibrary.noPhoto(sequence) }
        try PhotoLibrary.write(photo.renditions, of: sequence, db)
      }
    } catch {
      abandon(sequence, files: files)
      throw error
    }
    defer { release(sequence) }
    try name(sequence, files)
  }

  /// Gives the files of an addition their names, which its row has already.
  func name(_ sequence: Int, _ files: OutputFiles) throws(LibraryError) {
    let owner = try owner()
    do throws(LibraryError) { try files.nameHidden() } catch {
      throw LibraryError(
        error.code, "\(error.message); the pictures are recorded, and the next command lists them",
        cause: error)
    }
    // The next sweep does it if the disk refuses.
    try? change { db in try PhotoLibrary.close(sequence, owner: owner, db) }
  }

  /// An SQL expression: files are being added to a photo, or were by a program that was killed.
  static let hasOpenAddition = """
    EXISTS (SELECT 1 FROM photos
      WHERE owner IS NOT NULL AND replacing IN (\(PhotoState.adding), \(PhotoState.naming)))
    """

  static func isAdditionOpen(_ db: any LibraryTables) throws -> Bool {
    try db.first(Bool.self, "SELECT \(hasOpenAddition)") ?? false
  }

  static func close(_ sequence: Int, owner: Int, _ db: any LibraryTables) throws {
    try db.run(
      "UPDATE photos SET owner = NULL, replacing = 0 WHERE sequence = ? AND owner = ?",
      [sequence, owner])
  }
}
