internal import Foundation
internal import TimeWalkImaging
internal import TimeWalkLibrary
internal import TimeWalkMetadata

/// A photo that was read, with the record of where it came from.
struct Photo {
  let name: String
  let bytes: [UInt8]
  let info: PictureInfo
  var original: Original
  /// What it holds of the memory that photos share; `nil` for those that aren't submitted.
  let hold: MemoryBudget.Hold?
}

extension Walker {
  /// Reads a photo's bytes; only pictures that this build reads go on.
  ///
  /// What the file and its decoding need is held first, before either is in memory.
  func read(_ source: SubmitRequest.Photo, hold: MemoryBudget.Hold? = nil) throws(WalkError)
    -> Photo
  {
    switch source {
    case .bytes(let bytes):
      return Photo(
        name: "the photo", bytes: bytes,
        info: try info(of: bytes, name: "the photo", hold: hold),
        original: Original(content: bytes, path: nil), hold: hold)
    case .base64(let text):
      let length = text.utf8.count
      // The text, what it is decoded to, and a copy of that.
      hold?.resize(to: length * 5 / 2)
      guard let data = Data(base64Encoded: text) else {
        throw WalkError(.invalidValue, "base64 is not valid", field: "base64")
      }
      let bytes = [UInt8](data)
      return Photo(
        name: "the photo", bytes: bytes,
        info: try info(of: bytes, name: "the photo", hold: hold, besides: length),
        original: Original(content: bytes, path: nil), hold: hold)
    case .read(let bytes, let path):
      let name = URL(fileURLWithPath: path).lastPathComponent
      return Photo(
        name: name, bytes: bytes, info: try info(of: bytes, name: name, hold: hold),
        original: Original(content: bytes, path: path), hold: hold)
    case .file(let path):
      let url = URL(fileURLWithPath: path).standardizedFileURL
      let (bytes, modified) = try contents(of: url, hold: hold)
      return Photo(
        name: url.lastPathComponent, bytes: bytes,
        info: try info(of: bytes, name: url.lastPathComponent, hold: hold),
        original: Original(content: bytes, path: url.path, modified: modified), hold: hold)
    }
  }

  /// What the photo says of its capture, with given values in place of its own.
  func describe(_ photo: Photo, given: GivenPose) throws(WalkError) -> (
    metadata: CaptureMetadata, warnings: [String]
  ) {
    let own = CaptureMetadata.read(photo.bytes, photo.info)
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
      // A film says what it is before it is too large.
      let file = try FileHandle(forReadingFrom: url)
      defer { try? file.close() }
      let head = [UInt8](try file.read(upToCount: ImageFormat.headLength) ?? Data())
      do throws(ImagingError) {
        try ImageFormat.readable(head, name: url.lastPathComponent)
      } catch { throw WalkError(error) }
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

  /// What the header says; `besides` are bytes that the request holds besides the photo's.
  private func info(
    of bytes: [UInt8], name: String, hold: MemoryBudget.Hold?, besides: Int = 0
  ) throws(WalkError) -> PictureInfo {
    do throws(ImagingError) {
      let info = try PictureInfo.read(bytes, name: name, limits: limits)
      hold?.resize(to: MemoryEstimate.bytes(info, of: bytes) + besides)
      return info
    } catch { throw WalkError(error) }
  }
}
