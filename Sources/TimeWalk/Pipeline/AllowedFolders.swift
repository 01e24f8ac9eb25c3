internal import TimeWalkBase
internal import Foundation
internal import TimeWalkImaging
internal import TimeWalkStorage

/// The folders that photos may be read from and outputs written to, when others than the machine's
/// owner ask.
///
/// Symbolic links and `..` are resolved before the comparison, and a photo is read from the very
/// file that was compared. A link that changes meanwhile has therefore no effect.
package struct AllowedFolders: Hashable, Sendable {
  /// Their real paths.
  package let paths: [String]

  /// Takes folders.
  ///
  /// - Throws: `inputMissing` for a missing folder.
  package init(_ folders: [String]) throws(TimeWalkError) {
    var paths: [String] = []
    for folder in folders {
      guard let real = AllowedFolders.real(folder), AllowedFolders.isFolder(real) else {
        throw TimeWalkError(.inputMissing, "\(folder) isn't a folder", field: "root")
      }
      paths.append(real)
    }
    self.paths = paths
  }

  /// Reads a request's photo from, and finds its output folder, within the folders.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - limits: the limits of a photo.
  ///   - hold: counts the photo's bytes before they are read.
  /// - Returns: the request with the photo's bytes and the folder's real path.
  /// - Throws: `notAllowed` for files elsewhere, `inputMissing`, `limitExceeded`.
  func admit(
    _ request: SubmitRequest, limits: ImagingLimits, hold: MemoryBudget.Hold
  ) throws(TimeWalkError) -> SubmitRequest {
    var request = request
    if case .file(let path) = request.photo {
      let (bytes, real) = try read(path, most: limits.bytes, hold: hold)
      request.photo = .read(bytes, path: real)
    }
    if let output = request.output { request.output = try folder(output) }
    return request
  }

  /// The real path of an output folder, which need not be there yet.
  func folder(_ path: String) throws(TimeWalkError) -> String {
    var rest: [String] = []
    var head = URL(fileURLWithPath: path).path
    // A new folder has no links in it; `..` after a missing folder can't be resolved.
    while AllowedFolders.real(head) == nil {
      let url = URL(fileURLWithPath: head)
      rest.insert(url.lastPathComponent, at: 0)
      head = url.deletingLastPathComponent().path
      guard head != "/", rest[0] != ".." else { throw refusal(path, "output") }
    }
    guard !rest.contains(".."), let real = AllowedFolders.real(head), contains(real) else {
      throw refusal(path, "output")
    }
    return ([real] + rest).joined(separator: "/")
  }

  /// Reads a file that lies within the folders; returns its bytes and its real path.
  ///
  /// - Throws: `notAllowed`, `inputMissing`, `limitExceeded`.
  func read(
    _ path: String, most: Int, hold: MemoryBudget.Hold?
  ) throws(TimeWalkError) -> ([UInt8], String) {
    guard let real = AllowedFolders.real(path) else {
      // A missing file gives the same error as a forbidden one.
      throw refusal(path, "path")
    }
    guard contains(real) else { throw refusal(path, "path") }
    // A pipe would wait for its writer.
    let descriptor = open(real, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw TimeWalkError(.inputMissing, "can't read \(path)", field: "path")
    }
    defer { close(descriptor) }
    // A folder of the path may have become a link since: the system reports the actual file.
    guard let opened = AllowedFolders.real("/proc/self/fd/\(descriptor)"), contains(opened) else {
      throw refusal(path, "path")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw TimeWalkError(.inputMissing, "\(path) isn't a file", field: "path")
    }
    guard status.st_size <= most else {
      throw TimeWalkError(
        .limitExceeded, "\(path) is larger than \(most >> 20) MB, the limit for a photo",
        field: "path")
    }
    hold?.resize(to: 2 * Int(status.st_size))
    do {
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      // One byte more would show a file that has grown meanwhile.
      let bytes = try handle.read(upToCount: Int(status.st_size) + 1) ?? Data()
      return ([UInt8](bytes.prefix(most)), opened)
    } catch {
      throw TimeWalkError(.inputMissing, "can't read \(path)", field: "path", cause: error)
    }
  }

  /// Returns true if a path without links lies in one of the folders.
  func contains(_ real: String) -> Bool {
    paths.contains { RawPath.lies(real, in: $0) }
  }

  private func refusal(_ path: String, _ field: String) -> TimeWalkError {
    TimeWalkError(
      .notAllowed, "\(path) isn't in an allowed folder", field: field)
  }

  /// The path without links and dots; `nil` if it doesn't exist.
  private static func real(_ path: String) -> String? {
    guard let buffer = realpath(path, nil) else { return nil }
    defer { free(buffer) }
    return String(cString: buffer)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
