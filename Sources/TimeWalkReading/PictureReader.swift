internal import TimeWalkBase
internal import TimeWalkImaging

/// One process that reads pictures.
///
/// Unchecked, because only its current borrower uses it.
package final class PictureReader: @unchecked Sendable {
  let process: SandboxedProcess
  private var hasRead = false
  private var library: ImageFormat.Library?

  init(_ process: SandboxedProcess) { self.process = process }

  /// Returns true if it can read a format: with the first file it was locked in, and loads no
  /// further library.
  func reads(_ format: ImageFormat?) -> Bool {
    guard hasRead, let wanted = format?.library else { return true }
    return library == wanted
  }

  /// Makes it ready for a file of a format.
  ///
  /// A library is loaded before memory is limited: it doesn't count for the file.
  func prepare(for format: ImageFormat?) throws(SandboxError) {
    guard !hasRead else { return }
    hasRead = true
    library = format?.library
    if library != nil { _ = try confine(with: library) }
  }

  /// Makes the process load a library and restrict itself.
  func confine(
    with library: ImageFormat.Library?
  ) throws(SandboxError) -> SandboxService.Confinement {
    try process.send(ReaderCoding.bytes(ReaderMessage(question: .confinement(library))))
    guard
      case .confinement(let found) = ReaderCoding.read(
        PictureAnswer.self, try process.receive())
    else { throw SandboxError(.crashed) }
    return found
  }
}
