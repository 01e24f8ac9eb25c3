package import TimeWalkArchive
internal import TimeWalkCore
package import TimeWalkImaging
package import TimeWalkLibrary
package import TimeWalkMetadata
package import TimeWalkReading
package import TimeWalkEvents

/// The errors of other targets, as a `TimeWalkError`.
extension TimeWalkError {
  /// From the archive; `field` is the value at fault, as the wire names it.
  package init(_ error: ArchiveError, field: String? = nil) {
    let code: Code =
      switch error.code {
      case .missing, .inputMissing: .inputMissing
      case .notAnArchive, .newerVersion, .damaged, .pictureStore: .archiveUnusable
      case .busy: .busy
      case .readOnly, .outputFailed: .cannotCreate
      case .inputUnreadable, .conflict, .otherSource: .dataRefused
      case .unconfirmed: .unconfirmed
      case .invalidName, .invalidEra, .eraExists, .invalidField, .invalidExport: .invalidValue
      case .noSuchCollection, .noSuchEra, .noSuchItem, .noSuchEntry: .notFound
      case .component: .componentMissing
      case .overLimit: .limitExceeded
      case .storage: .inputOutput
      }
    self.init(code, error.message, field: field, cause: error)
  }

  /// From `TimeWalkImaging`.
  package init(_ error: ImagingError) {
    let code: Code =
      switch error.code {
      case .notAnImage, .unsupportedFormat: .unsupportedFormat
      case .malformed, .damaged: .imageDamaged
      case .overLimit, .outOfMemory: .limitExceeded
      case .fontMissing, .fontUnusable, .libraryMissing: .componentMissing
      case .invalidArgument, .failed: .internalFault
      }
    self.init(code, error.message, cause: error)
  }

  /// From the library.
  package init(_ error: LibraryError) {
    let code: Code =
      switch error.code {
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      case .noSpace: .noSpace
      case .notAllowed: .notAllowed
      case .busy: .busy
      case .notALibrary: .archiveUnusable
      case .noSuchPhoto, .noSuchJob: .notFound
      case .component: .componentMissing
      }
    self.init(code, error.message, cause: error)
  }

  /// From the events.
  package init(_ fault: EventFault) {
    let code: Code =
      switch fault.code {
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
    self.init(code, fault.message, field: fault.field, cause: fault)
  }

  /// From `TimeWalkMetadata`.
  package init(_ error: MetadataError) {
    let code: Code =
      switch error.code {
      case .positionMissing: .positionMissing
      case .valueOutOfRange: .invalidValue
      case .notJPEG: .unsupportedFormat
      case .invalidSize: .internalFault
      }
    self.init(code, error.message, field: error.field?.rawValue, cause: error)
  }

  /// Makes the error for a failure of the picture readers.
  package init(_ error: ReadingError) {
    let code: Code =
      switch error.code {
      case .unsupportedFormat: .unsupportedFormat
      case .imageDamaged: .imageDamaged
      case .limitExceeded: .limitExceeded
      case .componentMissing: .componentMissing
      case .busy: .busy
      case .internalFault: .internalFault
      }
    self.init(code, error.message, cause: error.cause)
  }
}

/// The value of an archive's call; its error becomes a `TimeWalkError`.
package func rethrowing<T>(
  archive value: @autoclosure () throws(ArchiveError) -> T
) throws(TimeWalkError) -> T {
  do { return try value() } catch { throw TimeWalkError(error) }
}

/// The same for the library.
package func rethrowing<T>(
  library value: @autoclosure () throws(LibraryError) -> T
) throws(TimeWalkError) -> T {
  do { return try value() } catch { throw TimeWalkError(error) }
}

/// The same for `TimeWalkImaging`.
package func rethrowing<T>(
  imaging value: @autoclosure () throws(ImagingError) -> T
) throws(TimeWalkError) -> T {
  do { return try value() } catch { throw TimeWalkError(error) }
}

/// The same for `TimeWalkMetadata`.
package func rethrowing<T>(
  metadata value: @autoclosure () throws(MetadataError) -> T
) throws(TimeWalkError) -> T {
  do { return try value() } catch { throw TimeWalkError(error) }
}

/// The same for the events.
package func rethrowing<T>(
  events value: @autoclosure () throws(EventFault) -> T
) throws(TimeWalkError) -> T {
  do { return try value() } catch { throw TimeWalkError(error) }
}
