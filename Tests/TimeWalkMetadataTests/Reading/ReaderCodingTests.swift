import Testing
import TimeWalkImaging
import TimeWalkMetadata
import TimeWalkTestSupport

@testable import TimeWalkReading

@Suite("Messages between a program and its readers")
struct ReaderCodingTests {
  private static let questions: [PictureQuestion] = [
    .head, .sidecar, .fingerprint, .bare, .description(sidecar: nil),
    .description(sidecar: WireBytes(Array(0...255))), .description(sidecar: WireBytes([])),
    .shown(ShowQuestion(side: 2048, orientation: .upright, acceptsDamage: true)),
    .inspection(InspectQuestion(histogram: true, focusPeaking: false, side: -1)),
    .inspection(InspectQuestion(histogram: false, focusPeaking: true, side: .max, within: 9)),
    .places([]), .places([SIMD2(-.infinity, 0.1), SIMD2(-0.0, .leastNonzeroMagnitude)]),
    .confinement(nil), .confinement(.proj),
  ]

  private static func message(_ question: PictureQuestion, isFirst: Bool) -> [UInt8] {
    var message = ReaderMessage(question: question, threads: 2)
    if isFirst {
      message.opening = ReaderMessage.Opening(
        count: 7, name: "café \u{10F7E9}.jpg", limits: ImagingLimits())
    }
    return ReaderCoding.bytes(message)
  }

  @Test("A question is read as it was written", arguments: questions, [true, false])
  func question(question: PictureQuestion, isFirst: Bool) throws {
    let message = Self.message(question, isFirst: isFirst)
    let read = try #require(ReaderCoding.read(ReaderMessage.self, message))
    #expect(read.question == question && read.threads == 2)
    #expect(read.opening?.name == (isFirst ? "café \u{10F7E9}.jpg" : nil))
    #expect(read.opening?.limits == (isFirst ? ImagingLimits() : nil))
  }

  @Test("The head of a picture is read as it was written")
  func head() throws {
    let picture = PictureReaders().content(SamplePhone.photo(), name: "a.jpg")
    guard case .head(let head) = try picture.answer(.head),
      case .head(let read) = try #require(
        ReaderCoding.read(PictureAnswer.self, ReaderCoding.bytes(PictureAnswer.head(head))))
    else { throw ReadingError(.internalFault, "it has no head") }
    #expect(read.capture == head.capture && read.capture.latitude != nil)
    #expect(read.info == head.info)
    #expect(read.warnings == head.warnings)
    #expect(read.memory == head.memory)
  }

  @Test("Values without content are read as such")
  func empty() throws {
    for answer in [PictureAnswer.sidecar(nil), .fingerprint(nil), .bare(nil), .places([])] {
      let bytes = ReaderCoding.bytes(answer)
      let read = try #require(ReaderCoding.read(PictureAnswer.self, bytes))
      #expect(ReaderCoding.bytes(read) == bytes)
    }
  }

  @Test("A message that is cut, continued or changed is refused or read, and never a crash")
  func hostile() {
    for question in Self.questions {
      let message = Self.message(question, isFirst: true)
      for length in 0..<message.count {
        #expect(ReaderCoding.read(ReaderMessage.self, Array(message[..<length])) == nil)
      }
      #expect(ReaderCoding.read(ReaderMessage.self, message + [0]) == nil)
      for place in message.indices {
        for byte in [0, 1, 0x7F, 0xFF] as [UInt8] {
          var changed = message
          changed[place] = byte
          _ = ReaderCoding.read(ReaderMessage.self, changed)
        }
      }
    }
  }
}
