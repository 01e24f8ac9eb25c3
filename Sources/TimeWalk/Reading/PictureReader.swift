internal import TimeWalkImaging
internal import TimeWalkSandbox

/// One process that reads pictures.
///
/// Unchecked, since whoever borrowed it is the only one to use it.
final class PictureReader: @unchecked Sendable {
  let process: SandboxedProcess
  private var hasRead = false
  private var library: ImageFormat.Library?

  init(_ process: SandboxedProcess) { self.process = process }

  /// Whether it can read a format: with the first file it was locked in, and loads no further library.
  func reads(_ format: ImageFormat?) -> Bool {
    guard hasRead, let wanted = format?.library else { return true }
    return library == wanted
  }

  /// Says that it is given a file of a format.
  func begins(_ format: ImageFormat?) {
    guard !hasRead else { return }
    hasRead = true
    library = format?.library
  }
}
