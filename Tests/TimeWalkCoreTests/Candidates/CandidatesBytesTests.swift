import Testing
import TimeWalkTestSupport

@testable import TimeWalkCore

@Suite("Candidates as bytes")
struct CandidatesBytesTests {
  @Test("Bytes are read at any alignment in memory", arguments: 0..<9)
  func bytes(offset: Int) throws {
    let columns = Candidates(SampleCandidates.some(37))
    let padded = [UInt8](repeating: 0, count: offset) + columns.bytes
    var read = Candidates(SampleCandidates.some(3, seed: 1))
    let isRead = padded.withUnsafeBytes {
      read.append(bytes: UnsafeRawBufferPointer(rebasing: $0[offset...]))
    }
    #expect(isRead)
    #expect(read.count == 40)
    let alone = Candidates(Array(read)[3...])
    #expect(alone.bytes == Candidates(Array(columns)).bytes)
  }

  /// Ways to spoil bytes.
  enum Damage: CaseIterable {
    case nothing, headerCut, endCut, endLonger, otherFormat, hugeCount

    func apply(to bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .nothing: []
      case .headerCut: Array(bytes.prefix(7))
      case .endCut: Array(bytes.dropLast())
      case .endLonger: bytes + [0]
      case .otherFormat: [2] + Array(bytes.dropFirst())
      case .hugeCount:
        Array(bytes.prefix(4)) + [0xFF, 0xFF, 0xFF, 0xFF] + Array(bytes.dropFirst(8))
      }
    }
  }

  @Test("Bytes of another format or length are refused", arguments: Damage.allCases)
  func damaged(_ damage: Damage) throws {
    let bytes = damage.apply(to: Candidates(SampleCandidates.some(5)).bytes)
    var read = Candidates()
    let isRead = bytes.withUnsafeBytes { read.append(bytes: $0) }
    #expect(!isRead)
    #expect(read.isEmpty)
  }

  @Test("Any bits in the columns can be read")
  func anyBits() throws {
    var random = SeededGenerator(seed: 3)
    var bytes = Candidates(SampleCandidates.some(200)).bytes
    for index in bytes.indices.dropFirst(8) {
      bytes[index] = UInt8.random(in: 0...255, using: &random)
    }
    var read = Candidates()
    let isRead = bytes.withUnsafeBytes { read.append(bytes: $0) }
    #expect(isRead)
    for candidate in read {
      #expect(candidate.pose.reach.meters >= 0)
      #expect(abs(candidate.pose.coordinate.latitude) <= 90)
    }
  }
}
