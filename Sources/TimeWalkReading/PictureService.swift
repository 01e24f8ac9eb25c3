internal import TimeWalkImaging

/// The work of a reader process.
enum PictureService {
  static func serve(_ service: consuming SandboxService) -> Never {
    var picture: InProcessPicture?
    service.serve { message, service in
      guard let message = ReaderCoding.read(ReaderMessage.self, message) else { return [] }
      if let opening = message.opening {
        picture = nil
        guard let bytes = service.load(count: opening.count) else { return [] }
        if opening.count > mostKept { service.releaseMemory() }
        service.confine()
        picture = InProcessPicture(bytes, name: opening.name, limits: opening.limits)
      }
      if case .confinement(let library) = message.question {
        // It must be loaded before the sandbox closes.
        library?.load()
        return ReaderCoding.bytes(PictureAnswer.confinement(service.confine()))
      }
      guard let picture else { return [] }
      picture.threads = message.threads
      let answer: PictureAnswer
      do throws(ReadingError) {
        answer = try picture.answer(message.question)
      } catch {
        answer = .refused(code: error.code, message: error.message)
      }
      if let image = answer.picture?.image {
        var offset = 0
        for plane in 0..<image.shape.planes {
          let isStored = image.withMemory(ofPlane: plane) { memory in
            defer { offset += memory.count }
            return service.store(UnsafeRawBufferPointer(memory), at: offset)
          }
          guard isStored else { return [] }
        }
      }
      service.trim(above: mostKept)
      return ReaderCoding.bytes(answer)
    }
  }

  /// Bytes of freed memory that are kept for the next photo; one of usual size takes less.
  private static let mostKept = 24 << 20
}
