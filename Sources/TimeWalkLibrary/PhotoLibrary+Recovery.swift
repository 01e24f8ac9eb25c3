internal import Synchronization
internal import TimeWalkTables

/// The end of work that failed, was killed, or whose transactions have an unknown end.
extension PhotoLibrary {
  /// Abandons a photo whose files could not be written: its files and its row are deleted; its
  /// number stays used.
  ///
  /// If even that can't be recorded, the next sweep does it, here or in the next program. A photo
  /// whose files were to be replaced stays.
  package func abandon(_ sequence: Int, files: OutputFiles) {
    do throws(LibraryError) {
      try giveUp(sequence, files)
      release(sequence)
    } catch { unrecorded.withLock { $0[sequence] = AbandonedFiles(files: files) } }
  }

  private func giveUp(_ sequence: Int, _ files: OutputFiles) throws(LibraryError) {
    // Where the server was lost at the end of a transaction, it may have kept that.
    switch try recorded(sequence) {
    case 0: return settle(sequence, files)
    case PhotoState.naming:
      // The next sweep does it if the disk refuses.
      try? name(sequence, files)
      return
    default: break
    }
    // As long as a file exists, its row shows its owner; the next sweep continues with that.
    guard files.discard() else { return }
    // Files of the new answer and of the old are mixed: the answer must be made again.
    let isMixed = files.hasReplaced
    let owner = try owner()
    try change { db in
      try db.run(
        "DELETE FROM photos WHERE sequence = ? AND response IS NULL AND owner = ?",
        [sequence, owner])
      try db.run(
        """
        UPDATE photos SET owner = NULL, replacing = ?
        WHERE sequence = ? AND owner = ? AND replacing <> \(PhotoState.removing)
        """, [isMixed, sequence, owner])
    }
  }

  /// The state of a photo that this program has under way; `nil` without an answer, and if another
  /// program took it over.
  ///
  /// - Throws: `busy` while the server still ends a transaction of a lost connection.
  private func recorded(_ sequence: Int) throws(LibraryError) -> Int? {
    let owner = try owner()
    return try change { db in
      let row = "FROM photos WHERE sequence = ? AND owner = ?"
      let found = try db.row(
        "SELECT replacing, response IS NOT NULL \(row)\(db.lock)", [sequence, owner])
      if let found { return found[1] ? found[0] : nil }
      guard try db.row("SELECT 1 \(row)", [sequence, owner]) == nil else {
        throw LibraryError(.busy, "photo \(sequence) is still being recorded")
      }
      return nil
    }
  }

  /// Gives up what couldn't be given up while a server didn't answer.
  private func abandonAgain() {
    let waiting = unrecorded.withLock { waiting in
      defer { waiting = [:] }
      return waiting
    }
    for (sequence, left) in waiting { abandon(sequence, files: left.files) }
  }

  /// Prepares for work on photos: the first time by a sweep, and later where it can't wait for the
  /// next one.
  func recover() throws(LibraryError) {
    let isFirst = isRecovered.withLock { isDone in
      defer { isDone = true }
      return !isDone
    }
    if !isFirst {
      guard try read(PhotoLibrary.isAdditionOpen) else { return abandonAgain() }
    }
    try sweep()
  }

  /// Removes the remains of killed programs and of this program's failed work: photos without an
  /// answer, and hidden files; files that a row names already get their names instead.
  ///
  /// Work in progress stays. Repeated by servers, because a killed program seems alive at first,
  /// and the end of a transaction may show late.
  package func sweep() throws(LibraryError) {
    abandonAgain()
    finishRemovals()
    let own = try owner()
    func owners(_ db: any LibraryTables) throws -> [Int] {
      try db.all(Int.self, "SELECT DISTINCT owner FROM photos WHERE owner IS NOT NULL")
        .filter { try $0 == own || !db.isAlive($0) }
    }
    guard try !read(owners).isEmpty else { return }
    try access { db in
      for owner in try owners(db) {
        let rows = try db.rows(
          """
          SELECT sequence, output, replacing, response IS NOT NULL FROM photos
          WHERE owner = ?\(db.lock)
          """, [owner])
        // Asked with the rows locked: none becomes complete meanwhile.
        for row in rows where owner != own || !isWriting(row[0]) {
          try PhotoLibrary.recover(row, of: owner, db)
        }
      }
    }
  }

  /// The same for a photo, whose row must be locked.
  private static func recover(_ row: SQLRow, of owner: Int, _ db: any LibraryTables) throws {
    let (sequence, state): (Int, Int) = (row[0], row[2])
    let isComplete: Bool = row[3]
    if let kept: String = row[1] {
      let output = db.whole(kept)
      if state == PhotoState.naming {
        do throws(LibraryError) {
          try OutputFiles.nameHidden(sequence, in: output, owner: owner)
        } catch { return }
      } else if !OutputFiles.sweep(sequence, in: output, owner: owner, isComplete: isComplete) {
        return
      }
    }
    if isComplete {
      let isAddition = [PhotoState.adding, PhotoState.naming].contains(state)
      try db.run(
        "UPDATE photos SET owner = NULL, replacing = ? WHERE sequence = ?",
        [isAddition ? 0 : state, sequence])
    } else {
      try db.run("DELETE FROM photos WHERE sequence = ?", [sequence])
    }
  }
}
