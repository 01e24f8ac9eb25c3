internal import Foundation
internal import TimeWalkImaging
internal import TimeWalkLibrary
internal import TimeWalkMetadata

/// A photo that was read, with the record of where it came from.
struct Photo {
  let name: String
  let bytes: [UInt8]
  var original: Original
}

extension Walker {
  /// Reads a photo's bytes; only JPEG goes on.
  ///
  /// What the file and its decoding need is held first, before either is in memory.
  func read(_ source: SubmitRequest.Photo, hold: MemoryBudget.Hold? = nil) throws(WalkError)
    -> Photo
  {
    switch source {
    case .bytes(let bytes):
      return Photo(
        name: "the photo", bytes: try checked(bytes, name: "the photo", hold: hold),
        original: Original(content: bytes, path: nil))
    case .file(let path):
      let url = URL(fileURLWithPath: path).standardizedFileURL
      let (content, modified) = try contents(of: url, hold: hold)
      let bytes = try checked(content, name: url.lastPathComponent, hold: hold)
      return Photo(
        name: url.lastPathComponent, bytes: bytes,
        original: Original(content: bytes, path: url.path, modified: modified))
    }
  }

  /// What the photo says of its capture, with given values in place of its own.
  func describe(_ photo: Photo, given: GivenPose) throws(WalkError) -> (
    metadata: CaptureMetadata, warnings: [String]
  ) {
    let own = CaptureMetadata.read(jpeg: photo.bytes)
    return (own.metadata.overridden(by: try given.metadata()), own.warnings.map(\.message))
  }

  private func contents(of url: URL, hold: MemoryBudget.Hold?) throws(WalkError) -> (
    bytes: [UInt8], modified: String?
  ) {
    do {
      // A folder, a device or an endless pipe is no photo; asking first keeps them from being read.
      let values = try url.resolvingSymlinksInPath()
        .resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey, .contentModificationDateKey])
      guard values.isRegularFile == true else {
        throw WalkError(.inputMissing, "\(url.path) is not a file")
      }
      guard let size = values.fileSize, size <= limits.bytes else {
        throw WalkError(
          .limitExceeded,
          "\(url.lastPathComponent) is larger than \(limits.bytes >> 20) MB, the limit for a photo")
      }
      hold?.resize(to: size)
      return (
        try [UInt8](Data(contentsOf: url)), values.contentModificationDate?.formatted(.iso8601)
      )
    } catch let error as WalkError {
      throw error
    } catch {
      let reason =
        FileManager.default.fileExists(atPath: url.path) ? "cannot be read" : "does not exist"
      throw WalkError(.inputMissing, "\(url.path) \(reason)", cause: error)
    }
  }

  private func checked(_ bytes: [UInt8], name: String, hold: MemoryBudget.Hold?)
    throws(WalkError) -> [UInt8]
  {
    do throws(ImagingError) {
      let info = try JPEGInfo.read(bytes, name: name, limits: limits)
      hold?.resize(to: MemoryEstimate.bytes(info, fileBytes: bytes.count))
      return bytes
    } catch { throw WalkError(error) }
  }
}
