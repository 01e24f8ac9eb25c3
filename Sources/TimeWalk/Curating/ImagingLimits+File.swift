internal import Foundation
internal import TimeWalkImaging

extension ImagingLimits {
  /// The bytes of a picture's file, links followed.
  ///
  /// What is no file, and what is too large, is never opened: a pipe would wait for its writer.
  /// - Throws: `ImagingError` for these, and what Foundation throws for a file that can't be read.
  func contents(ofFileAt path: String) throws -> [UInt8] {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let values = try url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
    guard values.isRegularFile == true, let size = values.fileSize, size <= bytes else {
      throw ImagingError(.overLimit, "it isn't a file of at most \(bytes >> 20) MB")
    }
    return try [UInt8](Data(contentsOf: url))
  }
}
