package import TimeWalkArchive
package import TimeWalkBase
package import TimeWalkEvents
package import TimeWalkImaging
package import TimeWalkLibrary
package import TimeWalkMetadata
package import TimeWalkReading

/// A target's error code with its equivalent in `TimeWalkError`.
package protocol TimeWalkErrorCodeConvertible {
  /// The equivalent code.
  var publicCode: TimeWalkError.Code { get }
}

extension TimeWalkError {
  /// Makes the equivalent of a target's error; `field` is the invalid value, as the wire names it.
  package init<Code: TimeWalkErrorCodeConvertible>(_ error: CodedError<Code>, field: String? = nil)
  {
    self.init(
      error.code.publicCode, error.message, field: field ?? error.field, cause: error)
  }

  /// The error of work that its limits ended.
  package init(_ ending: WorkLimits.Ending) {
    self.init(ending == .cancelled ? .cancelled : .busy, "\(ending)", cause: ending)
  }

  /// True if it took longer than its limit.
  package var isOverTime: Bool {
    (cause as? ArchiveError)?.code == .overTime || cause is WorkLimits.Ending && code == .busy
  }
}

extension CodedError where Code: TimeWalkErrorCodeConvertible {
  /// The value of a target's call; its error becomes a `TimeWalkError`.
  package static func rethrowing<T>(
    _ value: @autoclosure () throws(CodedError) -> T
  ) throws(TimeWalkError) -> T {
    do { return try value() } catch { throw TimeWalkError(error) }
  }
}

extension ArchiveErrorCode: TimeWalkErrorCodeConvertible {
  package var publicCode: TimeWalkError.Code {
    switch self {
    case .missing, .inputMissing: .inputMissing
    case .notAnArchive, .newerVersion, .damaged, .pictureStore: .archiveUnusable
    case .busy, .overTime: .busy
    case .cancelled: .cancelled
    case .readOnly, .outputFailed: .cannotCreate
    case .inputUnreadable, .conflict, .otherSource: .dataRefused
    case .unconfirmed: .unconfirmed
    case .invalidName, .invalidEra, .eraExists, .invalidField, .invalidExport: .invalidValue
    case .noSuchCollection, .noSuchEra, .noSuchItem, .noSuchEntry: .notFound
    case .component: .componentMissing
    case .overLimit: .limitExceeded
    case .storage: .inputOutput
    }
  }
}

extension LibraryErrorCode: TimeWalkErrorCodeConvertible {
  package var publicCode: TimeWalkError.Code {
    switch self {
    case .cannotCreate: .cannotCreate
    case .inputOutput: .inputOutput
    case .noSpace: .noSpace
    case .notAllowed: .notAllowed
    case .busy: .busy
    case .notALibrary: .archiveUnusable
    case .noSuchPhoto, .noSuchJob: .notFound
    case .component: .componentMissing
    }
  }
}

extension EventErrorCode: TimeWalkErrorCodeConvertible {
  package var publicCode: TimeWalkError.Code {
    switch self {
    case .noSuchEvent, .noSuchGuest, .noSuchPicture: .notFound
    case .notAllowed, .consentMissing, .wrongPassphrase, .locked: .notAllowed
    case .limitReached: .limitExceeded
    case .invalidValue: .invalidValue
    case .policyIncomplete, .notADatabase: .archiveUnusable
    case .cannotCreate: .cannotCreate
    case .inputOutput: .inputOutput
    case .noSpace: .noSpace
    case .busy: .busy
    }
  }
}

extension MetadataErrorCode: TimeWalkErrorCodeConvertible {
  package var publicCode: TimeWalkError.Code {
    switch self {
    case .positionMissing: .positionMissing
    case .valueOutOfRange: .invalidValue
    case .notJPEG: .unsupportedFormat
    case .invalidSize: .internalFault
    }
  }
}

extension ReadingErrorCode: TimeWalkErrorCodeConvertible {
  package var publicCode: TimeWalkError.Code {
    switch self {
    case .unsupportedFormat: .unsupportedFormat
    case .imageDamaged: .imageDamaged
    case .limitExceeded: .limitExceeded
    case .componentMissing: .componentMissing
    case .busy: .busy
    case .internalFault: .internalFault
    }
  }
}

extension ImagingErrorCode: TimeWalkErrorCodeConvertible {
  package var publicCode: TimeWalkError.Code { ReadingErrorCode(self).publicCode }
}
