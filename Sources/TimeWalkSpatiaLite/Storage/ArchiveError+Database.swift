import GRDB
import TimeWalkArchive
import TimeWalkBase
import TimeWalkStorage

extension ArchiveError {
  /// Gives an error of the database layer its code; an `ArchiveError` passes through.
  init(_ error: any Error) {
    if let known = error as? ArchiveError {
      self = known
    } else if let ending = error as? WorkLimits.Ending {
      self.init(ending)
    } else if (error as? DatabaseError)?.resultCode == .SQLITE_INTERRUPT,
      let ending = WorkLimits.current.ending
    {
      self.init(ending)
    } else if let failure = error as? StorageError {
      self.init(.storage, "\(failure).", cause: failure)
    } else if let fault = error as? UnreadableValue {
      self.init(
        .damaged,
        "The archive has an unreadable value: \(fault) in the row \(fault.row). "
          + "Correct the row, or restore a backup.", cause: fault)
    } else if error is RowDecodingError {
      self.init(
        .damaged, "The archive has no value where it must have one; restore a backup.",
        cause: error)
    } else if let failure = error as? DatabaseError, failure.resultCode == .SQLITE_TOOBIG {
      self.init(
        .overLimit,
        "The archive: a value is longer than \(ArchiveLimits.longestValue) bytes, the limit; another "
          + "program wrote it. Shorten the value there.", cause: failure)
    } else if let failure = error as? DatabaseError {
      self.init(
        Code(failure.resultCode), "The archive: \(failure.message ?? failure.description)",
        cause: failure)
    } else {
      self.init(.storage, "The archive: \(error)", cause: error)
    }
  }

  /// Runs a piece of database work with typed errors.
  static func typed<T>(_ body: () throws -> T) throws(ArchiveError) -> T {
    do { return try body() } catch { throw ArchiveError(error) }
  }
}

extension ArchiveErrorCode {
  init(_ result: ResultCode) {
    switch result {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
    case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly
    case .SQLITE_NOTADB: self = .notAnArchive
    case .SQLITE_CORRUPT: self = .damaged
    case .SQLITE_TOOBIG: self = .overLimit
    default: self = .storage
    }
  }
}
