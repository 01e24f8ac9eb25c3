internal import Foundation
internal import TimeWalkImaging
internal import TimeWalkLibrary
internal import TimeWalkMetadata

/// A photo that was read, with the record of where it came from.
struct Photo {
  let name: String
  let bytes: [UInt8]
  let original: Original
}

extension Walker {
  /// Reads a photo's bytes; only JPEG goes on.
  func read(_ source: SubmitRequest.Photo) throws(WalkError) -> Photo {
    switch source {
    case .bytes(let bytes):
      return Photo(
        name: "the photo", bytes: try checked(bytes, name: "the photo"),
        original: Original(content: bytes, path: nil))
    case .read(let bytes, let path):
      let name = URL(fileURLWithPath: path).lastPathComponent
      return Photo(
        name: name, bytes: try checked(bytes, name: name),
        original: Original(content: bytes, path: path))
    case .file(let path):
      let url = URL(fileURLWithPath: path).standardizedFileURL
      let bytes = try checked(try contents(of: url), name: url.lastPathComponent)
      return Photo(
        name: url.lastPathComponent, bytes: bytes,
        original: Original(content: bytes, path: url.path))
    }
  }

  /// What the photo says of its capture, with given values in place of its own.
  func describe(_ photo: Photo, given: GivenPose) throws(WalkError) -> (
    metadata: CaptureMetadata, warnings: [String]
  ) {
    let own = CaptureMetadata.read(jpeg: photo.bytes)
    return (own.metadata.overridden(by: try given.metadata()), own.warnings.map(\.message))
  }

  private func contents(of url: URL) throws(WalkError) -> [UInt8] {
    do {
      // A folder, a device or an endless pipe is no photo; asking first keeps them from being read.
      let values = try url.resolvingSymlinksInPath()
        .resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
      guard values.isRegularFile == true else {
        throw WalkError(.inputMissing, "\(url.path) is not a file")
      }
      guard let size = values.fileSize, size <= limits.bytes else {
        throw WalkError(
          .limitExceeded,
          "\(url.lastPathComponent) is larger than \(limits.bytes >> 20) MB, the limit for a photo")
      }
      return try [UInt8](Data(contentsOf: url))
    } catch let error as WalkError {
      throw error
    } catch {
      let reason =
        FileManager.default.fileExists(atPath: url.path) ? "cannot be read" : "does not exist"
      throw WalkError(.inputMissing, "\(url.path) \(reason)", cause: error)
    }
  }

  private func checked(_ bytes: [UInt8], name: String) throws(WalkError) -> [UInt8] {
    do throws(ImagingError) {
      _ = try JPEGInfo.read(bytes, name: name, limits: limits)
      return bytes
    } catch { throw WalkError(error) }
  }
}
