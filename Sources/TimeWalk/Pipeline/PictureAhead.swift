internal import TimeWalkImaging
internal import TimeWalkMetadata

/// A photo's picture, upright and small, that is being made by a thread of its own.
///
/// What is asked of the archive and the library meanwhile costs no time then. Whoever lets go of it without asking
/// for the picture ends the work.
final class PictureAhead: Sendable {
  /// How the picture was asked for; another one isn't of use.
  struct Asked: Hashable {
    var orientation: Orientation
    var keepsProfile: Bool
  }

  private let asked: Asked
  private let work: Side<DecodedPicture, ImagingError>
  private let sign = StopSign()

  /// Begins where a core is idle; `nil` where none is.
  init?(
    of bytes: [UInt8], _ info: PictureInfo, name: String, limits: ImagingLimits, keepsProfile: Bool
  ) {
    guard Cores.isOneIdle else { return nil }
    let metadata = CaptureMetadata.read(bytes, info).metadata
    let asked = Asked(
      orientation: Orientation(rawValue: metadata.orientation) ?? .upright,
      keepsProfile: keepsProfile)
    self.asked = asked
    let sign = sign
    work = Side { () throws(ImagingError) in
      try DecodedPicture.fitted(
        bytes, within: Walker.greatestSide, orientation: asked.orientation, name: name,
        limits: limits, keepingProfile: asked.keepsProfile, stop: sign)
    }
  }

  deinit { sign.raise() }

  /// Waits for the picture; `nil` where it was asked for otherwise.
  func picture(_ asked: Asked) throws(ImagingError) -> DecodedPicture? {
    asked == self.asked ? try work.value() : nil
  }
}

/// The first photo of a program, whose reading begins before archive and library are open.
public final class PhotoAhead: Sendable {
  let path: String
  private let work: Side<Photo, WalkError>

  /// Begins to read a file.
  ///
  /// - Parameters:
  ///   - path: as it will be submitted.
  ///   - keepsProfile: whether it will be asked for with its own colours.
  public init(_ path: String, keepsProfile: Bool) {
    self.path = path
    work = Side { () throws(WalkError) in
      try Photo.read(path: path, limits: ImagingLimits(), aheadKeepingProfile: keepsProfile)
    }
  }

  func photo() throws(WalkError) -> Photo { try work.value() }
}
