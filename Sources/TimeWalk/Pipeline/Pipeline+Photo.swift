internal import TimeWalkBase
internal import Foundation
internal import TimeWalkImaging
internal import TimeWalkLibrary
internal import TimeWalkMetadata
import TimeWalkReading
internal import TimeWalkStorage

/// A photo that was read, with the record of where it came from.
struct Photo: Sendable {
  let name: String
  /// Bytes of the file.
  let count: Int
  /// The file as a picture.
  let content: any PictureContent
  let head: PictureHead
  var original: Original
  /// True if it is a picture that TimeWalk made.
  let isOwnOutput: Bool
}

extension Photo {
  /// Reads a photo's file; the memory for the file and its decoding is reserved first.
  ///
  /// Decoding begins when it is known whether the picture keeps its own colours.
  static func read(
    path: String, by readers: PictureReaders, aheadKeepingProfile: Bool? = nil,
    hold: MemoryBudget.Hold? = nil
  ) throws(TimeWalkError) -> Photo {
    let url = URL(fileURLWithPath: RawPath.absolute(path))
    var bytes: [UInt8]
    let modified: String?
    (bytes, modified) = try contents(of: path, url, limits: readers.limits, hold: hold)
    return try Photo(
      &bytes, name: url.lastPathComponent, path: url.path, modified: modified, by: readers,
      aheadKeepingProfile: aheadKeepingProfile, hold: hold)
  }

  /// The length in bytes from which a file is hashed first, which saves holding it for that.
  private static let large = 64 << 20

  /// A photo from bytes in memory, which are freed if they are many; `besides` is the number of
  /// further bytes that the request holds.
  init(
    _ bytes: inout [UInt8], name: String, path: String?, modified: String? = nil,
    by readers: PictureReaders, aheadKeepingProfile: Bool?, hold: MemoryBudget.Hold?,
    besides: Int = 0
  ) throws(TimeWalkError) {
    let count = bytes.count
    let isOwnOutput = PictureCredits.isMadeHere(bytes)
    hold?.resize(to: MemoryEstimate.bytes(ofFile: count) + besides)
    var original: Original?
    if count > Photo.large {
      original = Original(content: bytes, path: path, modified: modified)
    }
    let content = readers.content(bytes, name: name, most: hold?.most)
    if original != nil { bytes = [] }
    let head = try content.head()
    hold?.resize(to: MemoryEstimate.bytes(head, ofFile: count, within: readers.budget) + besides)
    // Before the file's sum is taken, which needs a while.
    if let aheadKeepingProfile, Cores.isOneIdle {
      content.begin(
        .shown(
          ShowQuestion(
            side: Pipeline.greatestSide,
            orientation: Orientation(rawValue: head.capture.orientation) ?? .upright,
            keepsProfile: aheadKeepingProfile)))
    }
    self.init(
      name: name, count: count, content: content, head: head,
      original: original ?? Original(content: bytes, path: path, modified: modified),
      isOwnOutput: isOwnOutput)
  }

  /// Reads a file that came over a wire: it has no place of its own, and no time of change.
  static func read(
    received path: String, by readers: PictureReaders, aheadKeepingProfile: Bool?,
    hold: MemoryBudget.Hold?
  ) throws(TimeWalkError) -> Photo {
    let url = URL(fileURLWithPath: path)
    var (bytes, _) = try contents(of: path, url, limits: readers.limits, hold: hold, name: received)
    return try Photo(
      &bytes, name: received, path: nil, by: readers, aheadKeepingProfile: aheadKeepingProfile,
      hold: hold)
  }

  /// The name in messages of a photo without one.
  private static let received = "the photo"

  private static func contents(
    of path: String, _ url: URL, limits: ImagingLimits, hold: MemoryBudget.Hold?,
    name: String? = nil
  ) throws(TimeWalkError) -> (bytes: [UInt8], modified: String?) {
    let name = name ?? url.lastPathComponent
    do {
      // A folder, a device or an endless pipe isn't a photo; asking first keeps them from being
      // opened.
      guard let status = RawPath.status(path) else {
        throw TimeWalkError(
          .inputMissing,
          RawPath.isLink(path)
            ? "\(url.path) is a link to a file that does not exist" : "\(url.path) does not exist")
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw TimeWalkError(.inputMissing, "\(url.path) isn't a file")
      }
      let descriptor = RawPath.open(path, O_NONBLOCK)
      guard descriptor >= 0 else {
        throw TimeWalkError(.inputMissing, "can't read \(url.path)")
      }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      // A film is reported as such before its size is.
      let head = [UInt8](try file.read(upToCount: ImageFormat.headLength) ?? Data())
      _ = try ImagingError.rethrowing(ImageFormat.readable(head, name: name))
      let size = Int(status.st_size)
      guard size <= limits.bytes else {
        throw TimeWalkError(
          .limitExceeded,
          "\(name) is larger than \(limits.bytes >> 20) MB, the limit for a photo")
      }
      hold?.resize(to: size)
      return (
        try rest(of: file, after: head, count: size),
        Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec)).formatted(.iso8601)
      )
    } catch let error as TimeWalkError {
      throw error
    } catch {
      throw TimeWalkError(.inputMissing, "can't read \(url.path)", cause: error)
    }
  }

  /// The whole of a file whose header was read; a file that changes meanwhile is read to its
  /// current end.
  private static func rest(of file: FileHandle, after head: [UInt8], count: Int) throws -> [UInt8] {
    var fault: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: max(count, head.count)) { buffer, filled in
      _ = buffer.update(fromContentsOf: head)
      filled = head.count
      while filled < count {
        let got = pread(
          file.fileDescriptor, buffer.baseAddress.map { $0 + filled }, count - filled,
          off_t(filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { fault = errno }
        guard got > 0 else { break }
        filled += got
      }
    }
    guard fault == 0 else { throw POSIXError(POSIXErrorCode(rawValue: fault) ?? .EIO) }
    return bytes
  }

}

extension Pipeline {
  /// Reads a photo's bytes; only pictures that this build reads are processed.
  ///
  /// The memory for the file and its decoding is reserved first.
  func read(
    _ source: SubmitRequest.Photo, hold: MemoryBudget.Hold? = nil, aheadKeepingProfile: Bool? = nil
  ) throws(TimeWalkError) -> Photo {
    switch source {
    case .bytes(var bytes):
      return try Photo(
        &bytes, name: "the photo", path: nil, by: readers,
        aheadKeepingProfile: aheadKeepingProfile, hold: hold)
    case .base64(let text):
      let length = text.utf8.count
      // The text, the decoded bytes, and a copy of those.
      hold?.resize(to: length * 5 / 2)
      guard let data = Data(base64Encoded: text) else {
        throw TimeWalkError(.invalidValue, "base64 isn't valid", field: "base64")
      }
      var bytes = [UInt8](data)
      return try Photo(
        &bytes, name: "the photo", path: nil, by: readers,
        aheadKeepingProfile: aheadKeepingProfile, hold: hold, besides: length)
    case .read(var bytes, let path):
      return try Photo(
        &bytes, name: URL(fileURLWithPath: path).lastPathComponent, path: path, by: readers,
        aheadKeepingProfile: aheadKeepingProfile, hold: hold)
    case .received(let path):
      return try Photo.read(
        received: path, by: readers, aheadKeepingProfile: aheadKeepingProfile, hold: hold)
    case .file(let path):
      if aheadKeepingProfile != nil, let first = takeFirst(path) {
        let photo = try first.photo()
        hold?.resize(
          to: MemoryEstimate.bytes(
            photo.head, ofFile: photo.count, within: readers.budget))
        return photo
      }
      return try Photo.read(
        path: path, by: readers, aheadKeepingProfile: aheadKeepingProfile, hold: hold)
    }
  }

  /// The photo's data about its capture, with given values in place of its own.
  func describe(_ photo: Photo, given: GivenPose) throws(TimeWalkError) -> (
    metadata: CaptureMetadata, warnings: [String]
  ) {
    let (metadata, warnings) = capture(of: photo)
    return (metadata.overridden(by: try given.metadata()), warnings)
  }
}
