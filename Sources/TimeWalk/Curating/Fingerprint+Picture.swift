internal import Foundation
internal import TimeWalkCore
import TimeWalkReading

extension Fingerprint {
  /// Looks at a picture's file; `nil` for one that shows nothing.
  ///
  /// A damaged picture is refused, since what is lost of it may be what tells it from others.
  /// - Throws: `TimeWalkError` for a file that is no readable picture or exceeds a limit, and
  ///   Foundation's error for a file that can't be opened.
  init?(ofPictureAt path: String, readers: PictureReaders) throws {
    let bytes = try readers.limits.contents(ofFileAt: path)
    let name = URL(fileURLWithPath: path).resolvingSymlinksInPath().lastPathComponent
    guard let words = try readers.content(bytes, name: name).fingerprint() else { return nil }
    self.init(words: words)
  }
}
