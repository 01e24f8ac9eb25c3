package import TimeWalkArchive
import TimeWalkBase

/// An error of a server, or of the connection to it.
package struct ServerError: Error, CustomStringConvertible {
  /// The five letters of SQLSTATE ("PostgreSQL Error Codes"); `08006` for a connection that broke,
  /// `57014` for a time that is over.
  let state: String
  /// The server's words.
  package let message: String

  package var description: String { "\(message) (\(state))" }

  /// The connection broke or doesn't respond.
  static func lost(_ message: String) -> ServerError {
    ServerError(state: "08006", message: message)
  }

  /// A statement, or the whole work, took longer than its limit.
  static func overTime(_ message: String) -> ServerError {
    ServerError(state: "57014", message: message)
  }

  /// True if a row conflicts, or another row's required one is missing (class 23).
  var isConstraint: Bool { state.hasPrefix("23") }

  /// True if the connection is unusable: it broke, the server shuts down, or it ended the session
  /// because no statement came for too long.
  package var isLost: Bool { ["08", "57P", "25P03"].contains(where: state.hasPrefix) }
}

extension ArchiveError {
  /// Gives an error of the server its code; an `ArchiveError` passes through.
  init(_ error: any Error, at location: String) {
    switch error {
    case let known as ArchiveError: self = known
    case let ending as WorkLimits.Ending: self.init(ending)
    case let failure as ServerError:
      self.init(Code(failure), ArchiveError.words(failure, location), cause: failure)
    default: self.init(.storage, "The archive \(location): \(error)", cause: error)
    }
  }

  private static func words(_ failure: ServerError, _ location: String) -> String {
    switch Code(failure) {
    case .busy where failure.isLost:
      "Can't reach the server of the archive \(location): \(failure.message). Try again."
    case .busy:
      "The archive \(location) is being changed by another program, or the server is too slow or full: "
        + "\(failure.message). Try again."
    case .missing: "There is no archive at \(location): \(failure.message)."
    case .invalidName: "An archive on a server can't have this text: \(failure.message)."
    case .component: "The archive \(location) needs PostGIS: \(failure.message)."
    case .readOnly: "This user isn't allowed to change the archive \(location): \(failure.message)."
    default: "The archive \(location): \(failure.message)"
    }
  }
}

extension ArchiveErrorCode {
  /// After the classes of SQLSTATE.
  package init(_ failure: ServerError) {
    self =
      switch failure.state {
      // A broken connection, a server that stops, a lack of connections, memory or disk space, a
      // lock, a deadlock, a time limit.
      case let state where ["08", "53", "57P", "25P03"].contains(where: state.hasPrefix): .busy
      case "55P03", "40P01", "40001", "57014": .busy
      case "42501", "25006": .readOnly
      case "28000", "28P01": .storage
      case "3D000": .missing
      // A text that the database's encoding lacks, or with NUL.
      case "22021", "22P05": .invalidName
      case "58P01", "0A000": .component
      case let state where state.hasPrefix("XX"): .damaged
      default: .storage
      }
  }
}
