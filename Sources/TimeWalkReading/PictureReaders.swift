internal import Synchronization
internal import TimeWalkBase
package import TimeWalkImaging

/// The reader of strangers' pictures: in processes of this program that can do nothing else.
///
/// A process reads one file at a time. It can open no file and no connection; memory and time are
/// limited for each file. If it crashes or exceeds a limit, that file is refused, and the next gets
/// a new process.
///
/// The program must call ``serveIfAsked()`` first of all. A program that doesn't, such as a
/// third-party one that uses this library, reads pictures in its own process.
package final class PictureReaders: Sendable {
  /// The limits for a file's header.
  package let limits: ImagingLimits
  /// The limits for reading a file.
  package let budget: PhotoBudget

  /// The argument that a process of readers is started with.
  private static let word = "picture-reader"
  /// This program, even if its file was moved or deleted.
  ///
  /// A reader starts this program again. A fork could inherit locks that other threads hold.
  private static let program = "/proc/self/exe"
  /// Processes that may wait for work.
  private static let mostIdle = 4
  private static let canServe = Atomic(false)
  /// The process for the program's first file, if it was started before its readers were made.
  private static let first = Mutex<PictureReader?>(nil)

  private let idle = Mutex<[PictureReader]>([])
  private let starts = Atomic(0)

  /// The number of started processes; more than a few for many pictures means that they end.
  package var started: Int { starts.load(ordering: .relaxed) }

  /// Makes readers; no process is started until there is something to read.
  package init(limits: ImagingLimits = ImagingLimits(), budget: PhotoBudget = PhotoBudget()) {
    self.limits = limits
    self.budget = budget
  }

  /// The same with a budget; strict ones refuse a JPEG that ends early.
  package convenience init(budget: PhotoBudget, isStrict: Bool) {
    var limits = ImagingLimits()
    if isStrict { limits.leastRows = 1 }
    self.init(limits: limits, budget: budget)
  }

  /// Does the work of a reader and exits, in a process that was started as one; in other processes,
  /// enables readers.
  package static func serveIfAsked() {
    guard let service = SandboxService(word: word) else {
      canServe.store(true, ordering: .relaxed)
      return
    }
    PictureService.serve(service)
  }

  /// Starts a process for the program's first file while the program reads its arguments.
  package static func prepareFirst() {
    guard areApart, let reader = try? newReader() else { return }
    first.withLock { $0 = reader }
  }

  /// True if pictures are read in processes of their own.
  package static var areApart: Bool { canServe.load(ordering: .relaxed) }

  /// The kernel's restrictions on a reader process, for users; `nil` if pictures are read in this
  /// process, or none can be started.
  package func confinement() -> SandboxService.Confinement? {
    guard PictureReaders.areApart, let reader = try? start() else { return nil }
    return try? reader.confine(with: nil)
  }

  /// Starts a process for the first file beforehand, unless there is one.
  package func prepare() {
    guard PictureReaders.areApart, idle.withLock({ $0.isEmpty }),
      let reader = try? start()
    else { return }
    giveBack(reader)
  }

  /// A file's bytes, for questions about it.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - name: the file's name in messages.
  ///   - most: the available memory; the budget's when `nil`.
  /// - Returns: the answers about the file.
  package func content(
    _ bytes: [UInt8], name: String, most: Int? = nil
  ) -> any PictureContent {
    let bytes = ImageFormat.withoutBlanks(bytes)
    return content(
      bytes, name: name, library: ImageFormat.recognise(bytes)?.library.map { .decoder($0) },
      most: most)
  }

  private func content(
    _ bytes: [UInt8], name: String, library: ReaderLibrary?, most: Int? = nil
  ) -> any PictureContent {
    guard PictureReaders.areApart else {
      return InProcessPicture(bytes, name: name, limits: limits)
    }
    return IsolatedPicture(
      bytes, name: name, library: library, memory: min(budget.memory, most ?? .max), readers: self)
  }

  /// The metadata in a file beside a picture.
  ///
  /// Its reader is not the picture's: a fault costs only these metadata, and the picture may be
  /// decoded meanwhile.
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - name: the file's name in messages.
  /// - Returns: the metadata; `nil` if the file has none.
  /// - Throws: those of ``PictureContent/answer(_:)``.
  package func sidecar(_ bytes: [UInt8], name: String) throws(ReadingError) -> SidecarMetadata? {
    guard case .sidecar(let found) = try content(bytes, name: name, library: nil).answer(.sidecar)
    else { throw ReadingError(.internalFault, "\(name) has no metadata") }
    return found
  }

  /// The places of points in a coordinate system, which a stranger may have defined.
  ///
  /// - Parameters:
  ///   - points: in the system's units, x to the east and y to the north whatever the order of its
  ///     own axes.
  ///   - system: `EPSG:` with a code, or well-known text, also Esri's.
  ///   - name: the system's name in messages about a limit.
  /// - Returns: the longitude (x) and latitude (y) of each point, degrees; NaN for a point outside
  ///   the system, which doesn't return to itself.
  /// - Throws: `unsupportedFormat` for a system that isn't known or whose text names files,
  ///   `componentMissing` without PROJ, and those of ``PictureContent/answer(_:)``.
  package func places(
    of points: [SIMD2<Double>], in system: String, name: String
  ) throws(ReadingError) -> [SIMD2<Double>] {
    let content = content(Array(system.utf8), name: name, library: .proj)
    guard case .places(let places) = try content.answer(.places(points)) else {
      throw ReadingError(.internalFault, "\(name) has no places")
    }
    return places
  }

  /// A process that has a library.
  func borrow(with library: ReaderLibrary?) throws(SandboxError) -> PictureReader {
    while let found = takeIdle(with: library) {
      // The system may have ended it meanwhile.
      if found.process.isAlive { return found }
    }
    return try start()
  }

  private func takeIdle(with library: ReaderLibrary?) -> PictureReader? {
    idle.withLock { idle in
      idle.lastIndex { $0.has(library) }.map { idle.remove(at: $0) }
    }
  }

  /// Takes back a process that waits for work.
  func giveBack(_ reader: PictureReader) {
    idle.withLock { idle in
      idle.append(reader)
      if idle.count > Self.mostIdle { idle.removeFirst() }
    }
  }

  private func start() throws(SandboxError) -> PictureReader {
    starts.add(1, ordering: .relaxed)
    if let first = Self.first.withLock({ $0.take() }) { return first }
    return try Self.newReader()
  }

  private static func newReader() throws(SandboxError) -> PictureReader {
    PictureReader(try SandboxedProcess(program: program, word: word))
  }
}
