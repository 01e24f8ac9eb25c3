internal import GRDB
internal import TimeWalkStorage
@_exported public import struct TimeWalkBase.CodedError

/// The reason why an event's operation failed.
package typealias EventError = CodedError<EventErrorCode>

/// The kinds of failure of events, as stable words.
package enum EventErrorCode: String, Sendable, CaseIterable {
  /// An event with this id doesn't exist, or was deleted; the error doesn't distinguish these.
  case noSuchEvent
  /// A guest with this token doesn't exist, or the session has ended.
  case noSuchGuest
  /// The event has no picture of this id.
  case noSuchPicture
  /// The caller has no permission, or not at this time.
  case notAllowed
  /// A limit is reached: a guest's pictures, or an event's guests or pictures.
  case limitReached
  /// A value is invalid; `field` names it.
  case invalidValue
  /// The consent to the stored data is missing.
  case consentMissing
  /// Name and passphrase don't belong together.
  case wrongPassphrase
  /// Too many wrong passphrases; try again later.
  case locked
  /// The file for terms and privacy notice lacks something.
  case policyIncomplete
  /// A folder or file can't be made.
  case cannotCreate
  /// Reading or writing failed.
  case inputOutput
  /// The disk is full.
  case noSpace
  /// Another program holds the database for too long.
  case busy
  /// The file isn't a database of events, or of another version.
  case notADatabase
}

extension EventError {
  static var noEvent: EventError { EventError(.noSuchEvent, "there is no event with this id") }
  static var noPicture: EventError { EventError(.noSuchPicture, "the event has no such picture") }
  static var noGuest: EventError { EventError(.noSuchGuest, "sign in to this event first") }
  /// An organiser is recognized without being among the people of the event.
  package static var notJoined: EventError {
    EventError(.notAllowed, "join the event with your name first; then you can send pictures")
  }

  /// The disk's error.
  init(_ error: StorageError) {
    self.init(error.isFull ? .noSpace : .cannotCreate, "\(error)", cause: error)
  }

  /// An underlying error concerning a file.
  init(_ error: any Error, _ path: String) {
    if let error = error as? EventError {
      self = error
    } else if let error = error as? StorageError {
      self.init(error)
    } else if let error = error as? UnreadableValue {
      // Without the row, whose values are people's.
      self.init(.notADatabase, "\(path) is damaged: \(error)")
    } else if error is RowDecodingError {
      self.init(.notADatabase, "\(path) is damaged: it has no value where it must have one")
    } else if let error = error as? DatabaseError {
      let code: Code =
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        case .SQLITE_FULL: .noSpace
        case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_TOOBIG: .notADatabase
        // A full disk first refuses the shared memory next to the file.
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .noSpace
        case .SQLITE_CANTOPEN, .SQLITE_READONLY: .cannotCreate
        default: .inputOutput
        }
      let text = error.message ?? "SQLite error \(error.resultCode.rawValue)"
      // SQLite's message alone: the values of the statement are people's.
      self.init(code, "\(path): \(text)")
    } else {
      self.init(.inputOutput, "\(path): \(error)", cause: error)
    }
  }
}
