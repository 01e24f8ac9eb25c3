internal import Foundation
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkMetadata

extension Fingerprint {
  /// Looks at a picture's file; `nil` for one that shows nothing.
  ///
  /// A damaged picture is refused, since what is lost of it may be what tells it from others.
  /// - Throws: `ImagingError` for what is no picture that can be read, or exceeds a limit, and what Foundation throws
  ///   for a file that can't be.
  init?(ofPictureAt path: String, limits: ImagingLimits = ImagingLimits()) throws {
    let bytes = try limits.contents(ofFileAt: path)
    let name = URL(fileURLWithPath: path).resolvingSymlinksInPath().lastPathComponent
    let info = try PictureInfo.read(bytes, name: name, limits: limits)
    let picture = try DecodedPicture.decode(
      bytes, name: name, limits: limits, enough: PlanarImage.thumbnailSide)
    let stored = CaptureMetadata.read(bytes, info).metadata.orientation
    guard
      let print = PictureFingerprint(
        of: picture.image,
        orientation: picture.orientation ?? Orientation(rawValue: stored) ?? .upright)
    else { return nil }
    self.init(words: print.words)
  }
}
