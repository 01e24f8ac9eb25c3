import Testing
import TimeWalkTestSupport

@testable import TimeWalkCore

@Suite("A page of packed candidates")
struct CandidatePageTests {
  /// Candidates whose columns have the numbers that a way of making them gives.
  enum Make: String, CaseIterable {
    case anything, alike, near, close, few, mostlyUnknown

    func word(_ random: inout SeededGenerator) -> UInt64 {
      switch self {
      case .anything: random.next()
      case .alike: 0x7FC0_0000_7FC0_0000
      case .near: UInt64(bitPattern: Int64.random(in: -9...70_000, using: &random)) &+ 5
      case .close: UInt64.random(in: 300...500, using: &random) &* 0x1_0000_0001
      case .few: UInt64.random(in: 0...5, using: &random) &* 0x0101_0101_0101_0101
      case .mostlyUnknown:
        Int.random(in: 0..<40, using: &random) == 0 ? random.next() : 0x7FC0_0000_7FC0_0000
      }
    }
  }

  private func candidates(_ count: Int, _ make: Make, _ random: inout SeededGenerator) -> Candidates
  {
    var bytes: [UInt8] = []
    withUnsafeBytes(of: (UInt32(1), UInt32(count))) { bytes += $0 }
    for width in [8] + Array(repeating: 4, count: 14) + [1] {
      for _ in 0..<count {
        withUnsafeBytes(of: make.word(&random)) { bytes += $0.prefix(width) }
      }
    }
    var candidates = Candidates()
    let isRead = bytes.withUnsafeBytes { candidates.append(bytes: $0) }
    #expect(isRead)
    return candidates
  }

  private func groups(_ range: Range<Int>, _ random: inout SeededGenerator) -> [(
    number: Int64, start: Int
  )] {
    var number = Int64.random(in: -9...1 << 40, using: &random)
    return range.filter { $0 == range.lowerBound || Int.random(in: 0..<3, using: &random) == 0 }
      .map { start in
        defer { number += Int64.random(in: 1...1 << 20, using: &random) }
        return (number, start)
      }
  }

  /// Some of the candidates, by their bits.
  private func part(_ all: Candidates, _ ranges: [Range<Int>]) -> [UInt8] {
    func take<T>(_ column: ContiguousArray<T>) -> ContiguousArray<T> {
      ContiguousArray(ranges.flatMap { column[$0] })
    }
    var part = Candidates()
    part.keys = take(all.keys)
    part.latitudes = take(all.latitudes)
    part.longitudes = take(all.longitudes)
    part.accuracies = take(all.accuracies)
    part.headings = take(all.headings)
    part.headingAccuracies = take(all.headingAccuracies)
    part.fieldsOfView = take(all.fieldsOfView)
    part.pitches = take(all.pitches)
    part.altitudes = take(all.altitudes)
    part.altitudeAccuracies = take(all.altitudeAccuracies)
    part.viewDistances = take(all.viewDistances)
    part.earliest = take(all.earliest)
    part.latest = take(all.latest)
    part.earliestFuzzy = take(all.earliestFuzzy)
    part.latestFuzzy = take(all.latestFuzzy)
    part.traits = take(all.traits)
    return part.bytes
  }

  @Test(
    "Values are read back exactly", arguments: Make.allCases, [1, 2, 7, 100, 512])
  func roundTrip(make: Make, count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let all = candidates(count + 20, make, &random)
    let range = 9..<9 + count
    let groups = groups(range, &random)
    let page = all.page(of: range, groups: groups)
    #expect(page.count % 8 == 0)
    try page.withUnsafeBytes { bytes in
      let page = try #require(CandidatePage(bytes))
      let whole = try #require(page.slice(ofGroups: .min ... .max))
      var read = Candidates()
      read.append([whole])
      #expect(read.bytes == part(all, [range]))
      read.append([whole, whole])
      #expect(read.bytes == part(all, [range, range, range]))
      let slices = try #require(page.slices)
      #expect(slices.map(\.group) == groups.map(\.number))
      var parts = Candidates()
      parts.append(slices.map(\.slice))
      #expect(parts.bytes == part(all, [range]))
      for _ in 0..<50 {
        let ends = (0..<2).map { _ in
          groups[Int.random(in: groups.indices, using: &random)].number
            + Int64.random(in: -1...1, using: &random)
        }.sorted()
        let right = groups.indices.filter { (ends[0]...ends[1]).contains(groups[$0].number) }
          .map { index in
            let isLast = index + 1 == groups.count
            return groups[index].start..<(isLast ? range.upperBound : groups[index + 1].start)
          }
        var found = Candidates()
        found.append([try #require(page.slice(ofGroups: ends[0]...ends[1]))])
        #expect(found.bytes == part(all, right))
        #expect(
          page.firstGroup(from: ends[0]) == groups.map(\.number).first { $0 >= ends[0] })
      }
    }
  }

  @Test(
    "A column read in place equals the unpacked one", arguments: Make.allCases,
    [1, 7, 8, 100, 512])
  func packedColumns(make: Make, count: Int) throws {
    var random = SeededGenerator(seed: UInt64(100 + count))
    let all = candidates(count, make, &random)
    let scratch = PackedColumn.Scratch(columns: 2)
    try all.page(of: 0..<count, groups: groups(0..<count, &random)).withUnsafeBytes { bytes in
      let page = try #require(CandidatePage(bytes))
      for column in CandidatePage.Column.allCases.filter({ $0 != .keys && $0 != .traits }) {
        for _ in 0..<20 {
          let first = Int.random(in: 0..<count, using: &random)
          let range = first..<Int.random(in: first + 1...count, using: &random)
          var unpacked = [UInt32](repeating: 0, count: range.count)
          unpacked.withUnsafeMutableBufferPointer {
            if let start = $0.baseAddress { page.unpack(column, range, to: start) }
          }
          let packed = PackedColumn(page, column, range, scratch, 1)
          let read = stride(from: 0, to: range.count, by: 8).flatMap { start in
            let eight = packed.eight(start)
            return eight.indices.map { UInt32(bitPattern: eight[$0]) }
          }
          #expect(Array(read.prefix(range.count)) == unpacked)
        }
      }
    }
  }

  @Test("Reading never leaves the page, for any bytes")
  func hostileBytes() throws {
    var random = SeededGenerator(seed: 5)
    let all = candidates(200, .mostlyUnknown, &random)
    let page = all.page(of: 0..<200, groups: groups(0..<200, &random))
    let query = Coordinate(latitude: 0, longitude: 0).flatMap { place in
      Distance(meters: 3e7).flatMap { anywhere in
        Heading(degrees: 0).flatMap { heading in
          FieldOfView(degrees: 90).flatMap { field in
            DateSpan(earliest: nil, latest: nil).map {
              SectorQuery(
                place: place, heading: heading, fieldOfView: field, distance: anywhere,
                radius: anywhere, dates: $0, limit: 600)
            }
          }
        }
      }
    }
    #expect(query != nil)
    var (refused, read) = (0, 0)
    for round in 0..<4000 {
      var bytes =
        round % 2 == 0 ? page : Array(page.prefix(Int.random(in: 0...page.count, using: &random)))
      // Most of them where the places and lengths are.
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let end = Bool.random(using: &random) ? min(96, bytes.count) : bytes.count
        bytes[Int.random(in: 0..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      // A copy of its own length: a memory checker then detects reads beyond it.
      bytes.withUnsafeBytes { bytes in
        guard let page = CandidatePage(bytes), let slice = page.slice(ofGroups: .min ... .max)
        else {
          refused += 1
          return
        }
        var candidates = Candidates()
        candidates.append([slice])
        candidates.append((page.slices ?? []).map(\.slice))
        if let query {
          var search = SectorSearch(query)
          search.look(at: [slice])
          #expect(search.hits.count <= CandidatePage.mostCandidates)
        }
        #expect(candidates.count <= 2 * CandidatePage.mostCandidates)
        read += 1
      }
    }
    #expect(refused > 100 && read > 100)
  }

  @Test("Other bytes than a page of these candidates are refused")
  func refusals() {
    var random = SeededGenerator(seed: 6)
    let all = candidates(600, .near, &random)
    #expect(all.page(of: 0..<10, groups: []).isEmpty)
    #expect(all.page(of: 0..<0, groups: [(1, 0)]).isEmpty)
    #expect(all.page(of: 0..<513, groups: [(1, 0)]).isEmpty)
    #expect(all.page(of: 595..<601, groups: [(1, 595)]).isEmpty)
    #expect(all.page(of: 5..<10, groups: [(1, 4)]).isEmpty)
    #expect(all.page(of: 5..<10, groups: [(1, 5), (1, 6)]).isEmpty)
    #expect(all.page(of: 5..<10, groups: [(1, 5), (1 << 33, 6)]).isEmpty)
    #expect(CandidatePage(UnsafeRawBufferPointer(start: nil, count: 0)) == nil)
  }
}
