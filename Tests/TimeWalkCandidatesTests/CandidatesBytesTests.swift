import Testing
import TimeWalkTestSupport

@testable import TimeWalkCore
@testable import TimeWalkCandidates

@Suite("Candidates as bytes")
struct CandidatesBytesTests {
  /// Candidates of all kinds, at all ends of what a file may hold.
  static func some(_ count: Int, seed: UInt64 = 7) throws -> [Candidate] {
    var random = SeededGenerator(seed: seed)
    func maybe<T>(_ make: (Double) -> T?) -> T? {
      Bool.random(using: &random) ? make(Double.random(in: 0...1, using: &random)) : nil
    }
    return try (0..<count).map { index in
      let latitude = [-90, 90, 0, Double.random(in: -90...90, using: &random)]
      let longitude = [
        -180, 179.999_999_999, 0, Double.random(in: -180..<180, using: &random),
      ]
      let coordinate = try #require(
        Coordinate(
          latitude: latitude.randomElement(using: &random) ?? 0,
          longitude: longitude.randomElement(using: &random) ?? 0,
          horizontalAccuracy: maybe { Distance(meters: [0, 1e-60, 1e300, $0 * 100][index % 4]) }))
      let far = Int.random(in: -2_000_000...40_000, using: &random)
      let dates = maybe { _ in
        DateSpan(
          earliest: maybe { _ in Day(number: far) },
          latest: maybe { Day(number: far + Int($0 * 4000)) })
      }
      return Candidate(
        key: Int64(index) - 3,
        pose: RecordedPose(
          coordinate: coordinate, locationOf: Bool.random(using: &random) ? .camera : .subject,
          heading: maybe { Heading(degrees: $0 * 360) },
          headingAccuracy: maybe { Angle(degrees: $0 * 180) },
          fieldOfView: maybe { FieldOfView(degrees: 1e-50 + $0 * 360) },
          pitch: maybe { Angle(degrees: $0 * 180 - 90) },
          altitude: maybe {
            Altitude(
              meters: $0 * 9000 - 400,
              reference: Altitude.Reference.allCases[index % Altitude.Reference.allCases.count],
              accuracy: index % 3 == 0 ? Distance(meters: $0) : nil)
          }, viewDistance: maybe { Distance(meters: 1 + $0 * 1000) }),
        dates: dates, fuzzyDates: dates)
    }
  }

  @Test("Bytes are read back wherever they lie in memory", arguments: 0..<9)
  func bytes(offset: Int) throws {
    let columns = Candidates(try Self.some(37))
    let padded = [UInt8](repeating: 0, count: offset) + columns.bytes
    var read = Candidates(try Self.some(3, seed: 1))
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
    let bytes = damage.apply(to: Candidates(try Self.some(5)).bytes)
    var read = Candidates()
    let isRead = bytes.withUnsafeBytes { read.append(bytes: $0) }
    #expect(!isRead)
    #expect(read.isEmpty)
  }

  @Test("Any bits in the columns can be looked at")
  func anyBits() throws {
    var random = SeededGenerator(seed: 3)
    var bytes = Candidates(try Self.some(200)).bytes
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
