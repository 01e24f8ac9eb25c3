internal import Foundation
internal import TimeWalkBase
internal import TimeWalkCatalogue
internal import TimeWalkLibrary
internal import TimeWalkMetadata
internal import TimeWalkReading

/// The files of metadata beside a photo.
extension Pipeline {
  /// The longest file that is read, bytes.
  private static let mostSidecarBytes = 4 << 20

  /// A photo's data about its capture, with those of its sidecar files where it has none.
  ///
  /// XMP comes before Google Takeout's JSON. The warnings name the file that values are from.
  func capture(of photo: Photo) -> (metadata: CaptureMetadata, warnings: [String]) {
    var (capture, warnings) = (photo.head.capture, photo.head.warnings.map(\.message))
    guard let path = photo.original.path else { return (capture, warnings) }
    for kind in [Sidecar.metadata, .takeout] {
      for file in kind.names(of: path) {
        guard let bytes = sidecar(at: file) else { continue }
        let name = RawPath.names(of: file).last ?? file
        let found: SidecarMetadata
        do throws(ReadingError) {
          guard let read = try readers.sidecar(bytes, name: name) else { continue }
          found = read
        } catch {
          warnings.append("Can't read the file \(name) beside the photo: \(error.message).")
          continue
        }
        let (filled, taken) = capture.filled(from: found.capture)
        capture = filled
        warnings += found.warnings.map { "\(name): \($0.message)" }
        if !taken.isEmpty { warnings.append(Pipeline.sentence(taken, name)) }
        break
      }
    }
    return (capture, warnings)
  }

  private static func sentence(_ taken: [String], _ name: String) -> String {
    let things = taken.map { "the \($0)" }
    let list = [things.dropLast().joined(separator: ", "), things.last ?? ""].filter { !$0.isEmpty }
      .joined(separator: " and ")
    return "The file \(name) beside the photo gives \(list)."
  }

  /// The content of a sidecar file; `nil` without one of a usual length.
  private func sidecar(at path: String) -> [UInt8]? {
    if let allowed {
      return try? allowed.read(path, most: Pipeline.mostSidecarBytes, hold: nil).0
    }
    guard let status = RawPath.status(path), status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Pipeline.mostSidecarBytes
    else { return nil }
    let descriptor = RawPath.open(path, O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    return (try? file.read(upToCount: Pipeline.mostSidecarBytes)).map { [UInt8]($0) }
  }
}
