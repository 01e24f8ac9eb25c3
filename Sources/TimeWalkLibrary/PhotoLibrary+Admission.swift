internal import Foundation
internal import GRDB
internal import Synchronization
internal import TimeWalkCore
internal import TimeWalkStorage

extension PhotoLibrary {
  /// How long another process may take to write the files of the same photo, seconds.
  private static let patience = 60.0

  /// Looks for a photo with the same bytes: the one that was asked for in the same way, else the
  /// first.
  ///
  /// What was asked of another time, or has its files in another folder than the one that is named,
  /// is another photo. Waits where another process or thread is just writing one.
  /// - Returns: `nil` when there is none, or a new number is wanted anyway.
  /// - Throws: `busy`, `inputOutput`.
  package func earlier(_ submission: Submission) throws(LibraryError) -> EarlierPhoto? {
    guard !submission.isAgain else { return nil }
    try recover()
    return try waiting { () throws(LibraryError) in
      let sign = try sign()
      switch try read({ try Standing(of: submission, sign, $0) }) {
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
  /// Numbers go up from 1; those that files in the output folder bear, from another library for
  /// instance, are passed over. Of processes that submit the same bytes at once, one gets a number
  /// and the others wait for its photo.
  /// - Throws: `busy`, `cannotCreate`, `noSpace` or `inputOutput`.
  package func admit(_ submission: Submission) throws(LibraryError) -> Admission {
    try recover()
    return try waiting { () throws(LibraryError) in
      let sign = try sign()
      let output = submission.output
      let taken = try output.isEmpty ? 0 : greatestNumber(in: output)
      let standing = try access { db -> Standing in
        let standing =
          submission.isAgain ? Standing.none : try Standing(of: submission, sign, db)
        switch standing {
        case .none:
          return .given(try Self.insert(submission, above: taken, owner: sign.owner, db))
        case .other(let record):
          try db.execute(
            sql: "UPDATE photos SET owner = ?, replacing = 1 WHERE sequence = ?",
            arguments: [sign.owner, record.sequence])
        case .whole, .underWay, .given: break
        }
        return standing
      }
      switch standing {
      case .given(let sequence):
        return .write(
          sequence: sequence, try files(of: sequence, in: output, submission, replacing: nil))
      case .other(let record):
        let folder = record.folder ?? output
        return .write(
          sequence: record.sequence,
          try files(of: record.sequence, in: folder, submission, replacing: record.files))
      case .whole(let record): return .earlier(record)
      case .underWay, .none: return nil
      }
    }
  }

  /// Records what was made of a photo; from here on the submission is kept for good.
  ///
  /// - Parameters:
  ///   - photo: its number, place and dates, its renditions and the answer that was given.
  ///   - files: its files, which have their names already.
  ///   - job: the entry of the queue that asked for it, which is done with the same stroke.
  /// - Throws: `busy`, `noSpace` or `inputOutput`.
  package func complete(_ photo: PhotoRecord, files: OutputFiles, job: Int64? = nil)
    throws(LibraryError)
  {
    let settled = settled.withLock { $0 }
    let owner = try sign().owner
    try access { db in
      try db.execute(
        sql: """
          UPDATE photos SET latitude = ?, longitude = ?, accuracy = ?, response = ?, captured = ?,
            output = ?, asked = ?, replacing = 0
          WHERE sequence = ?
          """,
        arguments: [
          photo.coordinate?.latitude, photo.coordinate?.longitude,
          photo.coordinate?.horizontalAccuracy?.meters, photo.response, photo.captured,
          photo.output, photo.asked, photo.sequence,
        ])
      try Self.write(photo.renditions, of: photo.sequence, db)
      if let job { try db.execute(sql: "DELETE FROM jobs WHERE id = ?", arguments: [job]) }
      // The hidden names of these are gone, so that nobody needs to look for them any more.
      for sequence in settled {
        try db.execute(
          sql: "UPDATE photos SET owner = NULL WHERE sequence = ? AND owner = ?",
          arguments: [sequence, owner])
      }
    }
    let isSettled = files.settle()
    self.settled.withLock {
      $0.subtract(settled)
      if isSettled { $0.insert(photo.sequence) }
    }
  }

  /// Records these renditions of a photo in place of those that it had.
  static func write(_ renditions: [Rendition], of sequence: Int, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM renditions WHERE sequence = ?", arguments: [sequence])
    for rendition in renditions {
      try db.execute(
        sql: """
          INSERT INTO renditions (sequence, role, path, width, height, bytes)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          sequence, rendition.role.rawValue, rendition.path, rendition.width, rendition.height,
          rendition.bytes,
        ])
    }
  }

  /// Gives a photo up whose files could not be written: they go, and its row; its number stays
  /// used.
  ///
  /// Where even that can't be recorded, the next program that opens the library does it. A photo
  /// whose files were to be replaced stays.
  package func abandon(_ sequence: Int, files: OutputFiles) {
    // As long as a file is there, its row says whose it is; the next program goes on with that.
    guard files.discard() else { return }
    // Files of the new answer and of the old stand side by side: it is to be made anew.
    let isMixed = files.hasReplaced
    try? access { db in
      try db.execute(
        sql: "DELETE FROM photos WHERE sequence = ? AND response IS NULL", arguments: [sequence])
      try db.execute(
        sql: "UPDATE photos SET owner = NULL, replacing = ? WHERE sequence = ?",
        arguments: [isMixed, sequence])
    }
  }

  /// Takes away what programs left that were killed: photos without an answer, and hidden files;
  /// files that a row names already get their names instead.
  ///
  /// Done once for each opened library, and again where files were being added; what others have
  /// under way stays.
  func recover() throws(LibraryError) {
    let isFirst = isRecovered.withLock { isDone in
      defer { isDone = true }
      return !isDone
    }
    if isFirst {
      finishRemovals()
    } else {
      guard try isAdditionOpen() else { return }
    }
    let sign = try sign()
    try access { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT sequence, output, owner, replacing, response IS NOT NULL AS isComplete
          FROM photos WHERE owner IS NOT NULL
          """)
      for row in rows {
        let (sequence, owner): (Int, Int) = (row["sequence"], row["owner"])
        let isComplete: Bool = row["isComplete"]
        guard !sign.isAlive(owner) else { continue }
        let state: Int = row["replacing"]
        if let output: String = row["output"] {
          if state == PhotoState.naming {
            do throws(LibraryError) {
              try OutputFiles.nameHidden(sequence, in: output, owner: owner)
            } catch { continue }
          } else if !OutputFiles.sweep(
            sequence, in: output, owner: owner, isComplete: isComplete)
          {
            continue
          }
        }
        if isComplete {
          let isAddition = [PhotoState.adding, PhotoState.naming].contains(state)
          try db.execute(
            sql: "UPDATE photos SET owner = NULL, replacing = ? WHERE sequence = ?",
            arguments: [isAddition ? 0 : state, sequence])
        } else {
          try db.execute(sql: "DELETE FROM photos WHERE sequence = ?", arguments: [sequence])
        }
      }
    }
  }

  private static func insert(
    _ submission: Submission, above taken: Int, owner: Int, _ db: Database
  ) throws -> Int {
    let last =
      try Int.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'photos'") ?? 0
    let original = submission.original
    try db.execute(
      sql: """
        INSERT INTO photos (sequence, original, url, sha256, bytes, modified, submitted, output,
          asked, owner, id)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        max(last, taken) + 1, original.path, original.url, original.sha256, original.bytes,
        original.modified, submission.submitted, submission.output, submission.asked,
        owner, PhotoRecord.newID(),
      ])
    return Int(db.lastInsertedRowID)
  }

  /// The files of a photo that was just given a number; without a folder for them it is given up.
  private func files(
    of sequence: Int, in folder: String, _ submission: Submission, replacing: [String]?
  ) throws(LibraryError) -> OutputFiles {
    do throws(LibraryError) {
      return OutputFiles(
        in: try OutputFolder(path: folder, within: submission.roots), owner: try sign().owner,
        replacing: replacing)
    } catch {
      try? access { db in
        try db.execute(
          sql: "DELETE FROM photos WHERE sequence = ? AND response IS NULL", arguments: [sequence])
      }
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

  /// Whether another library has written under the number that would be the next.
  private func isTaken(in folder: String) throws(LibraryError) -> Bool {
    let last = try read { db in
      try Int.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'photos'") ?? 0
    }
    return OutputName.all(last + 1).contains {
      RawPath.exists(folder + "/" + $0)
    }
  }

  private func waiting<Answer>(_ ask: () throws(LibraryError) -> Answer?) throws(LibraryError)
    -> Answer
  {
    let start = Date()
    while true {
      if let answer = try ask() { return answer }
      guard Date().timeIntervalSince(start) < PhotoLibrary.patience else {
        throw LibraryError(.busy, "another program is still writing the same photo")
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }
}

/// How a submission's bytes stand in the library.
private enum Standing {
  case none
  case given(Int)
  case whole(PhotoRecord)
  case other(PhotoRecord)
  /// Somebody is writing them.
  case underWay

  init(of submission: Submission, _ sign: LivenessLock, _ db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT sequence, owner, replacing, response IS NOT NULL AS isComplete FROM photos
        WHERE sha256 = ? AND bytes = ? AND replacing <> \(PhotoState.removing)
          AND iif(instr(asked, '@') > 0, substr(asked, instr(asked, '@') + 1), '') = ?
          AND (NOT ? OR output IS ?)
        ORDER BY asked IS NOT ?, sequence
        """,
      arguments: [
        submission.original.sha256, submission.original.bytes, submission.time,
        submission.isOutputNamed, submission.output, submission.asked,
      ])
    for row in rows {
      let owner: Int? = row["owner"]
      let isComplete: Bool = row["isComplete"]
      let isReplacing: Bool = row["replacing"]
      if !isComplete || isReplacing, let owner, sign.isAlive(owner) {
        self = .underWay
        return
      }
      // One that was killed before it was complete is taken away by `recover`, and is nothing until
      // then.
      guard isComplete,
        let record = try PhotoRecord.fetch(db, where: "sequence = ?", [row["sequence"] as Int])
          .first
      else { continue }
      let isWhole =
        !isReplacing && record.asked == submission.asked
        && record.renditions.allSatisfy { RawPath.exists($0.path) }
      self = isWhole ? .whole(record) : .other(record)
      return
    }
    self = .none
  }
}
