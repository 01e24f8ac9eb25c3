internal import TimeWalkBase
internal import Foundation
internal import Synchronization
internal import TimeWalkCore
internal import TimeWalkStorage
internal import TimeWalkTables

extension PhotoLibrary {
  /// Searches a photo with the same bytes: the one with the same request, else the first.
  ///
  /// A request for another time, or with files in another folder than the named one, is another
  /// photo. Waits if another process or thread is just writing one.
  /// - Returns: `nil` when there is none, or a new number is wanted anyway.
  /// - Throws: `busy`, `inputOutput`.
  package func earlier(_ submission: Submission) throws(LibraryError) -> EarlierPhoto? {
    guard !submission.isAgain else { return nil }
    try recover()
    return try waiting { () throws(LibraryError) in
      switch try read({ try SubmissionState(of: submission, in: self, $0) }) {
      case .none: return .some(nil)
      case .whole(let record): return .some(.whole(record))
      case .other(let record): return .some(.other(record))
      case .underWay, .given: return nil
      }
    }
  }

  /// Takes a number for a photo and remembers the original under it, or finds the photo that its
  /// bytes are already.
  ///
  /// Numbers ascend from 1; numbers of files in the output folder, for instance from another
  /// library, are skipped. If several processes submit the same bytes at once, one gets a number
  /// and the others wait for its photo.
  /// - Throws: `busy`, `cannotCreate`, `noSpace` or `inputOutput`.
  package func admit(_ submission: Submission) throws(LibraryError) -> Admission {
    try recover()
    return try waiting { () throws(LibraryError) in
      let own = try owner()
      let output = submission.output
      let taken = try output.isEmpty ? 0 : greatestNumber(in: output)
      let known = try claiming { db, claim -> SubmissionState in
        let known =
          submission.isAgain
          ? SubmissionState.none
          : try SubmissionState(of: submission, in: self, db, isGivingUpDead: true)
        switch known {
        case .none:
          let sequence = try Self.insert(submission, above: taken, owner: own, db)
          claim(sequence)
          return .given(sequence)
        case .other(let record):
          try db.run(
            "UPDATE photos SET owner = ?, replacing = 1 WHERE sequence = ?",
            [own, record.sequence])
          claim(record.sequence)
        case .whole, .underWay, .given: break
        }
        return known
      }
      switch known {
      case .given(let sequence):
        return .write(
          sequence: sequence, try files(of: sequence, in: output, submission, replacing: nil))
      case .other(let record):
        return .write(
          sequence: record.sequence,
          try files(of: record.sequence, in: record.output, submission, replacing: record.files))
      case .whole(let record): return .earlier(record)
      case .underWay, .none: return nil
      }
    }
  }

  /// Records the outputs of a photo; from here on the submission is permanent.
  ///
  /// - Parameters:
  ///   - photo: its number, place and dates, its renditions and the answer that was given.
  ///   - files: its files, which have their names already.
  ///   - job: the entry of the queue that requested it, which is removed in the same transaction.
  /// - Returns: the photo's id.
  /// - Throws: `busy`, also if another program took the photo over because this one seemed dead;
  ///   `noSpace` or `inputOutput`.
  @discardableResult
  package func complete(_ photo: PhotoRecord, files: OutputFiles, job: Int64? = nil)
    throws(LibraryError) -> String
  {
    let settled = settled.withLock { $0 }
    let owner = try owner()
    let id = try change { db in
      let changes = try db.run(
        """
        UPDATE photos SET latitude = ?, longitude = ?, accuracy = ?, response = ?, captured = ?,
          output = ?, asked = ?, replacing = 0
        WHERE sequence = ? AND owner = ? AND replacing <> \(PhotoState.removing)
        """,
        [
          photo.coordinate?.latitude, photo.coordinate?.longitude,
          photo.coordinate?.horizontalAccuracy?.meters, photo.response, photo.captured,
          db.kept(photo.output), photo.asked, photo.sequence, owner,
        ])
      guard changes == 1 else { throw Self.takenOver(photo.sequence) }
      try Self.write(photo.renditions, of: photo.sequence, db)
      if let job, try db.run("DELETE FROM jobs WHERE id = ?", [job]) == 0 {
        throw Self.takenOver(photo.sequence)
      }
      // Their hidden names are removed, so no later check is necessary.
      for sequence in settled {
        try db.run(
          "UPDATE photos SET owner = NULL WHERE sequence = ? AND owner = ?", [sequence, owner])
      }
      guard
        let id = try db.first(
          String.self, "SELECT id FROM photos WHERE sequence = ?", [photo.sequence])
      else { throw Self.takenOver(photo.sequence) }
      try db.tell(.added(id))
      return id
    }
    settle(photo.sequence, files)
    release(photo.sequence)
    self.settled.withLock { $0.subtract(settled) }
    return id
  }

  private static func takenOver(_ sequence: Int) -> LibraryError {
    LibraryError(.busy, "another program claimed or removed photo \(sequence); try again")
  }

  /// Takes the hidden names of a photo away that is recorded.
  func settle(_ sequence: Int, _ files: OutputFiles) {
    guard files.settle() else { return }
    _ = settled.withLock { $0.insert(sequence) }
  }

  /// Records these renditions of a photo in place of those that it had.
  static func write(_ renditions: [Rendition], of sequence: Int, _ db: any LibraryTables) throws {
    try db.run("DELETE FROM renditions WHERE sequence = ?", [sequence])
    for rendition in renditions {
      try db.run(
        """
        INSERT INTO renditions (sequence, role, path, width, height, bytes)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          sequence, rendition.role.rawValue, db.kept(rendition.path), rendition.width,
          rendition.height, rendition.bytes,
        ])
    }
  }

  private static func insert(
    _ submission: Submission, above taken: Int, owner: Int, _ db: any LibraryTables
  ) throws -> Int {
    let original = submission.original
    let sequence = try db.takeNumber(above: taken)
    try db.run(
      """
      INSERT INTO photos (sequence, original, url, sha256, bytes, modified, submitted, output,
        asked, owner, id, account)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        sequence, original.path, original.url, original.sha256, original.bytes, original.modified,
        submission.submitted, db.kept(submission.output), submission.asked, owner,
        PhotoRecord.newID(), submission.account,
      ])
    return sequence
  }

  /// The files of a photo that was just given a number; without a folder for them it is given up.
  private func files(
    of sequence: Int, in folder: String, _ submission: Submission, replacing: [String]?
  ) throws(LibraryError) -> OutputFiles {
    do throws(LibraryError) {
      return OutputFiles(
        in: try OutputFolder(path: folder, within: submission.roots), owner: try owner(),
        replacing: replacing)
    } catch {
      _ = try? change { db in
        try db.run("DELETE FROM photos WHERE sequence = ? AND response IS NULL", [sequence])
      }
      release(sequence)
      throw error
    }
  }

  /// The greatest number that a file in a folder bears; looked for once, and again where a name
  /// turns out taken.
  private func greatestNumber(in folder: String) throws(LibraryError) -> Int {
    if let known = folders.withLock({ $0[folder] }), try !isTaken(in: folder) { return known }
    let names = RawPath.names(in: folder) ?? []
    let found = names.compactMap(OutputName.sequence(in:)).max() ?? 0
    folders.withLock { $0[folder] = found }
    return found
  }

  /// Returns true if another library has written under the number that would be the next.
  private func isTaken(in folder: String) throws(LibraryError) -> Bool {
    let last = try read { try $0.lastNumber() }
    let isTaken = OutputName.all(last + 1).contains { RawPath.exists(folder + "/" + $0) }
    // It may be of this library, and of another program, which took the number since.
    guard isTaken else { return false }
    return try read { try $0.lastNumber() } == last
  }

  private func waiting<Answer>(_ ask: () throws(LibraryError) -> Answer?) throws(LibraryError)
    -> Answer
  {
    let start = Date()
    while true {
      if let answer = try ask() { return answer }
      guard Date().timeIntervalSince(start) < patience else {
        throw LibraryError(.busy, "another program is still writing the same photo")
      }
      Thread.sleep(forTimeInterval: store.pause)
    }
  }
}

/// The state of a submission's bytes in the library.
private enum SubmissionState {
  case none
  case given(Int)
  case whole(PhotoRecord)
  case other(PhotoRecord)
  /// Another program or thread is writing them.
  case underWay

  /// Checks the existing photo.
  ///
  /// With `isGivingUpDead`, incomplete photos of programs that seem dead are abandoned; a program
  /// that is only slow can then not complete them.
  init(
    of submission: Submission, in library: PhotoLibrary, _ db: any LibraryTables,
    isGivingUpDead: Bool = false
  ) throws {
    let own = try library.owner()
    let time = submission.time
    let rows = try db.rows(
      """
      SELECT sequence, owner, replacing, response IS NOT NULL FROM photos
      WHERE sha256 = ? AND bytes = ? AND account = ? AND replacing <> \(PhotoState.removing)
        AND \(time.isEmpty ? "coalesce(asked, '') NOT LIKE ?" : "asked LIKE ?")
        AND (? = 0 OR output = ?)
      ORDER BY CASE WHEN asked = ? THEN 0 ELSE 1 END, sequence
      """,
      [
        submission.original.sha256, submission.original.bytes, submission.account,
        time.isEmpty ? "%@%" : "%@\(time)", submission.isOutputNamed, db.kept(submission.output),
        submission.asked,
      ])
    for row in rows {
      let (sequence, owner): (Int, Int?) = (row[0], row[1])
      let (isReplacing, isComplete): (Bool, Bool) = (row[2], row[3])
      let isOpen = !isComplete || isReplacing
      if let owner,
        try library.isWriting(sequence) || isOpen && owner != own && db.isAlive(owner)
      {
        self = .underWay
        return
      }
      // `recover` removes a photo whose program was killed before it was complete; until then it
      // doesn't count.
      guard isComplete,
        let record = try PhotoRecord.fetch(db, where: "sequence = ?", [sequence]).first
      else {
        if isGivingUpDead {
          // A program that was only slow may have completed it meanwhile.
          try db.run(
            """
            UPDATE photos SET replacing = \(PhotoState.removing)
            WHERE sequence = ? AND response IS NULL
            """, [sequence])
        }
        continue
      }
      let isWhole =
        !isReplacing && record.asked == submission.asked
        && record.renditions.allSatisfy { RawPath.exists($0.path) }
      self = isWhole ? .whole(record) : .other(record)
      return
    }
    self = .none
  }
}
