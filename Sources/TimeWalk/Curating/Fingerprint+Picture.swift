internal import Foundation
internal import TimeWalkCore
import TimeWalkReading

extension Fingerprint {
  /// Computes the fingerprint of a picture's file; `nil` for one without structure.
  ///
  /// A damaged picture is refused, because the lost part may be the one that distinguishes it.
  /// - Throws: `TimeWalkError` for a file that isn't a readable picture or exceeds a limit, and
  ///   Foundation's error for a file that can't be opened.
  init?(ofPictureAt path: String, readers: PictureReaders) throws {
    let bytes = try readers.limits.contents(ofFileAt: path)
    let name = URL(fileURLWithPath: path).resolvingSymlinksInPath().lastPathComponent
    guard let words = try readers.content(bytes, name: name).fingerprint() else { return nil }
    self.init(words: words)
  }
}
