internal import TimeWalkBase
internal import TimeWalkImaging

/// One process that reads pictures.
///
/// Unchecked, because only its current borrower uses it.
package final class PictureReader: @unchecked Sendable {
  let process: SandboxedProcess
  private var hasRead = false
  private var library: ReaderLibrary?

  init(_ process: SandboxedProcess) { self.process = process }

  /// Returns true if it has a library, or can load it: with the first file it was locked in, and
  /// loads no further one.
  func has(_ wanted: ReaderLibrary?) -> Bool {
    !hasRead || wanted == nil || library == wanted
  }

  /// Makes it ready for a file that needs a library.
  ///
  /// A library is loaded before memory is limited: it doesn't count for the file.
  func prepare(for wanted: ReaderLibrary?) throws(SandboxError) {
    guard !hasRead else { return }
    hasRead = true
    library = wanted
    if library != nil { _ = try confine(with: library) }
  }

  /// Makes the process load a library and restrict itself.
  func confine(
    with library: ReaderLibrary?
  ) throws(SandboxError) -> SandboxService.Confinement {
    try process.send(ReaderCoding.bytes(ReaderMessage(question: .confinement(library))))
    guard
      case .confinement(let found) = ReaderCoding.read(
        PictureAnswer.self, try process.receive())
    else { throw SandboxError(.crashed) }
    return found
  }
}
