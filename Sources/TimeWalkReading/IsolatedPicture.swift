internal import Foundation
internal import Synchronization
internal import TimeWalkBase
internal import TimeWalkImaging

/// Reads a picture in a process of ``PictureReaders``.
///
/// The process belongs to this file from the first question until the last one is answered.
package final class IsolatedPicture: PictureContent {
  /// The memory for a question without decoding, besides the file: metadata, decompressed and
  /// parsed.
  private static let metadataMemory = 256 << 20
  /// The number of bytes from which shared memory isn't kept for the next file.
  private static let mostKept = 64 << 20

  private struct State {
    /// The file, until a process has it.
    var bytes: [UInt8]
    var reader: PictureReader?
    var head: PictureHead?
    /// A question that the process is busy with, and the cores that it may use.
    var begun: (question: PictureQuestion, cores: CoreReservation)?
    /// The reason for refusing this file, for all questions.
    var fault: ReadingError?
  }

  private let count: Int
  private let name: String
  private let library: ReaderLibrary?
  private let memory: Int
  private let readers: PictureReaders
  private let state: Mutex<State>

  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - name: the file's name in messages.
  ///   - library: the library that reads it; `nil` if the program itself does.
  ///   - memory: bytes that reading it may take.
  ///   - readers: the owner of the process.
  init(
    _ bytes: [UInt8], name: String, library: ReaderLibrary?, memory: Int, readers: PictureReaders
  ) {
    count = bytes.count
    state = Mutex(State(bytes: bytes))
    self.name = name
    self.library = library
    self.memory = memory
    self.readers = readers
  }

  deinit {
    state.withLock { state in
      // A busy process without a waiting caller is killed when it is released.
      guard let reader = state.reader, state.begun == nil else { return }
      readers.giveBack(reader)
    }
  }

  /// The memory for reading a file of this size before its header is known, bytes.
  package static func memoryForHead(_ count: Int) -> Int { metadataMemory + 3 * count }

  /// The memory for decoding a picture, bytes, estimated from its header.
  package static func memoryForDecoding(_ head: PictureHead, most: Int) -> Int {
    min(most, head.memory + PictureMemory.fixed(head.info.format))
  }

  /// The memory for measuring a picture that is held whole, bytes.
  private static func memoryForInspection(_ head: PictureHead) -> Int {
    memoryForDecoding(head, most: .max) + bytesPerPixel * head.info.size.width
      * head.info.size.height
  }

  /// The longest side at which a picture is measured, pixels; `nil` if the whole fits into the
  /// memory.
  ///
  /// A picture that is made small while it is decoded needs no more memory than `submit` takes.
  package static func inspectionSide(_ head: PictureHead, most: Int) -> Int? {
    guard memoryForInspection(head) > most else { return nil }
    let size = head.info.size
    let free = max(0, most - memoryForDecoding(head, most: .max)) / bytesPerPixel
    let share = (Double(free) / Double(size.width * size.height)).squareRoot()
    return max(leastSide, Int(share * Double(max(size.width, size.height))))
  }

  /// Bytes of a pixel's planes, at full colour, with the rows and columns beyond the edges.
  private static let bytesPerPixel = 4
  /// The longest side of renditions, pixels, which every picture can be made small to.
  private static let leastSide = 2048

  package func begin(_ question: PictureQuestion) {
    state.withLock { state in
      guard state.fault == nil, state.begun == nil else { return }
      // Errors are reported when the answer is requested.
      try? send(question, &state)
    }
  }

  package func answer(_ question: PictureQuestion) throws(ReadingError) -> PictureAnswer {
    try state.withLock { state throws(ReadingError) in
      if let fault = state.fault { throw fault }
      if let begun = state.begun?.question {
        let answer = Result { () throws(ReadingError) in try receive(&state) }
        if begun == question { return try answer.get() }
        if let fault = state.fault { throw fault }
      }
      if case .head = question, let head = state.head { return .head(head) }
      try send(question, &state)
      return try receive(&state)
    }
  }

  private func send(_ question: PictureQuestion, _ state: inout State) throws(ReadingError) {
    do throws(SandboxError) {
      var message = ReaderMessage(question: question)
      if state.reader == nil {
        state.reader = try open(state.bytes)
        // The process has the bytes from now on; this avoids two copies of a large file.
        state.bytes = []
        message.opening = ReaderMessage.Opening(
          count: count, name: name, limits: readers.limits)
      }
      guard let process = state.reader?.process else { return }
      try process.allowMemory(allowance(question, state.head))
      let cores = CoreReservation(upTo: question.threads)
      message.threads = cores.count
      try process.send(ReaderCoding.bytes(message))
      state.begun = (question, cores)
    } catch { throw refuse(error, &state) }
  }

  private func open(_ bytes: [UInt8]) throws(SandboxError) -> PictureReader {
    let reader = try readers.borrow(with: library)
    try reader.prepare(for: library)
    try reader.process.allowTime(readers.budget.processorTime)
    try bytes.withUnsafeBufferPointer { bytes throws(SandboxError) in
      try reader.process.store(UnsafeRawBufferPointer(bytes))
    }
    return reader
  }

  private func receive(_ state: inout State) throws(ReadingError) -> PictureAnswer {
    let answer: PictureAnswer
    do throws(SandboxError) {
      guard let process = state.reader?.process else { throw SandboxError(.crashed) }
      answer = try Self.answer(from: process)
      try process.releaseMemory(above: Self.mostKept)
    } catch { throw refuse(error, &state) }
    state.begun = nil
    switch answer {
    case .refused(let code, let message):
      // Decoders without memory only report that they failed.
      guard code == .imageDamaged, needsMoreThanAllowed(state.head) else {
        throw ReadingError(code, message)
      }
      throw ReadingError(.limitExceeded, "\(message), or \(tooMuchMemory)")
    case .head(let head): state.head = head
    default: break
    }
    return answer
  }

  private static func answer(from process: SandboxedProcess) throws(SandboxError) -> PictureAnswer {
    let message = try process.receive()
    guard let answer = ReaderCoding.read(PictureAnswer.self, message) else {
      throw SandboxError(.crashed)
    }
    guard let shown = answer.picture else { return answer }
    guard let image = try? PlanarImage(shown.shape) else { throw SandboxError(.crashed) }
    var offset = 0
    for plane in 0..<shown.shape.planes {
      try image.withMemory(ofPlane: plane) { memory throws(SandboxError) in
        try process.load(into: memory, at: offset)
        offset += memory.count
      }
    }
    return answer.holding(image)
  }

  /// Address space for a question, bytes.
  private func allowance(_ question: PictureQuestion, _ head: PictureHead?) -> Int {
    switch question {
    case .head, .description, .sidecar, .carried, .bare, .places, .confinement:
      return min(memory, Self.memoryForHead(count))
    case .inspection(let question) where question.within == nil:
      return head.map { min(memory, Self.memoryForInspection($0)) } ?? memory
    // The planes of a smaller picture aren't in the estimate.
    case .inspection: return memory
    case .shown, .fingerprint:
      // Without a head the memory was not estimated.
      return head.map { Self.memoryForDecoding($0, most: memory) } ?? memory
    // The additional memory of reading a part depends on the format; a part has a separate limit.
    case .part: return memory
    }
  }

  /// Returns true if decoding may exceed the available memory, by the header's estimate.
  private func needsMoreThanAllowed(_ head: PictureHead?) -> Bool {
    (head?.memory ?? 0) > memory
  }

  private var tooMuchMemory: String {
    let option = memory < readers.budget.memory ? "--memory" : "--photo-memory"
    return "needs more memory than \(memory / 1_000_000) MB, the limit for a photo (\(option))"
  }

  /// Refuses the file from now on, and returns the reason why a process gave no answer.
  private func refuse(_ error: SandboxError, _ state: inout State) -> ReadingError {
    (state.reader, state.begun) = (nil, nil)
    let fault =
      switch error.code {
      case .notStarted:
        ReadingError(
          .busy,
          "\(name) waits: can't start a process to read it (\(String(cString: strerror(error.number))))"
        )
      case .outOfTime:
        ReadingError(
          .limitExceeded,
          "\(name) takes more than \(readers.budget.processorTime) s of processor time, the limit for a photo "
            + "(--photo-time)")
      case .killed:
        ReadingError(
          .limitExceeded, "\(name) needed too much: the system stopped the process that read it")
      case .crashed:
        ReadingError(
          needsMoreThanAllowed(state.head) ? .limitExceeded : .imageDamaged,
          "the decoder failed on \(name): it is damaged, or \(tooMuchMemory)")
      }
    // A process may be had later.
    if error.code != .notStarted { state.fault = fault }
    return fault
  }
}

/// Cores that another process uses for this one.
private final class CoreReservation: Sendable {
  private let cores: Cores

  init(upTo most: Int) { cores = Cores.take(upTo: most) }

  var count: Int { cores.count }
}
