internal import Foundation
internal import TimeWalkImaging

extension ImagingLimits {
  /// The bytes of a picture's file, links followed.
  ///
  /// Anything but a regular file, and a too large one, is never opened: a pipe would wait for its
  /// writer.
  /// - Throws: `ImagingError` for these, and Foundation's error for an unreadable file.
  func contents(ofFileAt path: String) throws -> [UInt8] {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let values = try url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
    guard values.isRegularFile == true, let size = values.fileSize, size <= bytes else {
      throw ImagingError(.overLimit, "it isn't a file of at most \(bytes >> 20) MB")
    }
    return try [UInt8](Data(contentsOf: url))
  }
}
