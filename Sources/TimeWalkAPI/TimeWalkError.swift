/// Why TimeWalk could not do what it was asked; fronts turn the code into exit codes and the like.
public struct TimeWalkError: Error, Sendable, CustomStringConvertible {
  /// A stable word for the kind of fault.
  public enum Code: String, Codable, Sendable, CaseIterable {
    /// The photo, or a source to import, is not there or can't be read.
    case inputMissing
    /// The bytes are no image that TimeWalk reads.
    case unsupportedFormat
    /// The image is damaged.
    case imageDamaged
    /// A limit is exceeded; the message names it.
    case limitExceeded
    /// The photo does not say where it was taken.
    case positionMissing
    /// A file or folder lies where it may not be asked for.
    case notAllowed
    /// A given value is out of range or of the wrong kind.
    case invalidValue
    /// The archive is missing, damaged or of a newer version.
    case archiveUnusable
    /// The item, photo or collection that was asked for does not exist.
    case notFound
    /// Some of the data was refused.
    case dataRefused
    /// The change takes much away, and nobody has agreed to it.
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
    /// Whoever asked has called it off.
    case cancelled
    /// A fault of TimeWalk itself.
    case internalFault
  }

  /// The kind of fault.
  public var code: Code
  /// What happened, in words for the user.
  public var message: String
  /// The field at fault, as the wire names it.
  public var field: String?
  /// What lies beneath, if anything.
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
