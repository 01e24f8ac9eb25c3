/// The reason why an operation failed; fronts turn the code into exit codes or HTTP statuses.
public struct TimeWalkError: Error, Sendable, CustomStringConvertible {
  /// A stable word for the kind of fault.
  public enum Code: String, Codable, Sendable, CaseIterable {
    /// The photo, or a source to import, is not there or can't be read.
    case inputMissing
    /// The bytes aren't an image that TimeWalk reads.
    case unsupportedFormat
    /// The image is damaged.
    case imageDamaged
    /// A limit is exceeded; the message names it.
    case limitExceeded
    /// The photo has no position.
    case positionMissing
    /// A file or folder is outside the permitted folders.
    case notAllowed
    /// A given value is out of range or of the wrong kind.
    case invalidValue
    /// The archive is missing, damaged or of a newer version.
    case archiveUnusable
    /// The requested item, photo or collection does not exist.
    case notFound
    /// Some of the data was refused.
    case dataRefused
    /// The change removes much and requires confirmation.
    case unconfirmed
    /// A component, for instance a font, is not installed.
    case componentMissing
    /// A file or folder can't be made.
    case cannotCreate
    /// Reading or writing failed.
    case inputOutput
    /// The disk is full, or too full to begin.
    case noSpace
    /// Another process is using the archive or library; trying again may help.
    case busy
    /// The caller has cancelled it.
    case cancelled
    /// A fault of TimeWalk itself.
    case internalFault
  }

  /// The kind of fault.
  public var code: Code
  /// The message for users.
  public var message: String
  /// The field at fault, as the wire names it.
  public var field: String?
  /// The underlying error, if any.
  public var cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ message: String, field: String? = nil, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.field = field
    self.cause = cause
  }

  /// The message.
  public var description: String { message }
}
