internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkBase
internal import TimeWalkImaging
import TimeWalkReading

extension MediaKind {
  /// Determines a regular file's type by its content and never by its name.
  ///
  /// Pictures of kinds that this build doesn't read are kept all the same.
  /// - Throws: Foundation's error for an unreadable file.
  init(ofFileAt path: String, readers: PictureReaders) throws {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let head = try file.read(upToCount: ImageFormat.headLength) ?? Data()
    guard !head.isEmpty else {
      self.init(type: nil, isPicture: false, doubt: "is an empty file")
      return
    }
    guard let format = ImageFormat.recognise([UInt8](head)) else {
      self.init(type: nil, isPicture: false, doubt: "isn't a picture of a known kind")
      return
    }
    guard ![.pdf, .video, .svg].contains(format) else {
      self.init(
        type: format.mediaType, isPicture: false, doubt: "is \(format.rawValue), not a picture")
      return
    }
    guard format.isReadable else {
      self.init(
        type: format.mediaType, isPicture: true,
        doubt: "is \(format.rawValue); it is stored, but can't be shown")
      return
    }
    try file.seek(toOffset: 0)
    let bytes = try [UInt8](file.read(upToCount: readers.limits.bytes + 1) ?? Data())
    do throws(TimeWalkError) {
      let info = try readers.content(bytes, name: "the picture").head().info
      self.init(
        type: format.mediaType, width: info.size.width, height: info.size.height, isPicture: true)
    } catch {
      self.init(
        type: format.mediaType, isPicture: error.code != .limitExceeded,
        doubt: "can't be shown: \(error.message)")
    }
  }
}
