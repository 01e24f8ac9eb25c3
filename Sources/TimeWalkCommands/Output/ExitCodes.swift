internal import ArgumentParser
internal import TimeWalk

extension TimeWalkError {
  /// The exit code after sysexits.h.
  var exitCode: ExitCode {
    switch code {
    case .invalidValue: ExitCode(64)
    case .unsupportedFormat, .imageDamaged, .limitExceeded, .positionMissing, .dataRefused,
      .notAllowed,
      .unconfirmed:
      ExitCode(65)
    case .inputMissing, .notFound: ExitCode(66)
    case .componentMissing: ExitCode(69)
    case .internalFault: ExitCode(70)
    case .cannotCreate: ExitCode(73)
    case .inputOutput, .noSpace: ExitCode(74)
    case .busy, .cancelled: ExitCode(75)
    case .archiveUnusable: ExitCode(78)
    }
  }
}
