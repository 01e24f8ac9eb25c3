import Testing

@testable import TimeWalkCore

@Suite struct CopyGroupsTests {
  /// A fingerprint with so many bits set, from a bit on.
  static func print(_ bits: Int, from start: Int = 0) -> Fingerprint {
    var words = SIMD4<UInt64>()
    for bit in start..<(start + bits) { words[bit / 64] |= 1 << UInt64(bit % 64) }
    return Fingerprint(words: words)
  }

  static func member(
    _ name: String, score: Double = 0.5, hasPicture: Bool = false, north: Double = 0,
    accuracy: Double? = 10, date: String? = nil, print: Fingerprint? = nil,
    copyOf originals: [String] = []
  ) throws -> CopyGroups.Member {
    CopyGroups.Member(
      id: ItemID(collection: "a", identifier: name), score: score, hasPicture: hasPicture,
      pose: RecordedPose(
        coordinate: try Scene().place(east: 0, north: north, accuracy: accuracy)),
      dates: try date.map { try CaptureDate(edtf: $0).fuzzy }, fingerprint: print,
      originals: originals.map { ItemID(collection: "a", identifier: $0) })
  }

  /// The groups by name, each led by its leader.
  static func names(_ ranked: [CopyGroups.Member]) -> [[String]] {
    CopyGroups(ranked: ranked).groups.map { group in
      ([group.leader] + group.copies).map { ranked[$0].id.identifier }
    }
  }

  @Test func `the distance of two fingerprints is the number of bits that differ`() {
    #expect(Self.print(56).distance(to: Self.print(0)) == 56)
    #expect(Self.print(256).distance(to: Self.print(0)) == 256)
    #expect(Self.print(100).distance(to: Self.print(60, from: 40)) == 40)
  }

  @Test(arguments: [(0, true), (56, true), (57, false), (200, false)])
  func `pictures are copies up to the limit`(bits: Int, areCopies: Bool) throws {
    let ranked = [
      try Self.member("one", print: Self.print(0)), try Self.member("two", print: Self.print(bits)),
    ]
    #expect(Self.names(ranked) == (areCopies ? [["one", "two"]] : [["one"], ["two"]]))
  }

  @Test(
    "Places and dates can contradict it",
    arguments: [
      // (metres, accuracy of both, date of one, date of the other, whether they are one group)
      (0.0, 10.0, "1905", "1905", true), (159, 10, nil, nil, true), (161, 10, nil, nil, false),
      (390, 50, "1905", nil, true), (410, 50, nil, nil, false), (330, nil, nil, nil, true),
      (350, nil, nil, nil, false), (0, 10, "1905", "1907", false), (0, 10, "1905~", "1906", true),
      (0, 10, "190X", "1907", true), (0, 10, "1905", nil, true),
    ] as [(Double, Double?, String?, String?, Bool)])
  func excluded(
    north: Double, accuracy: Double?, date: String?, other: String?, isOne: Bool
  ) throws {
    let ranked = [
      try Self.member("one", accuracy: accuracy, date: date, print: Self.print(3)),
      try Self.member("two", north: north, accuracy: accuracy, date: other, print: Self.print(4)),
    ]
    #expect((Self.names(ranked).count == 1) == isOne)
    #expect((Self.names(ranked.reversed()).count == 1) == isOne)
  }

  @Test func `a declared copy needs no picture, and no place or date contradicts it`() throws {
    let ranked = [
      try Self.member("one", date: "1905"),
      try Self.member("two", north: 5000, date: "1950", copyOf: ["one"]), try Self.member("three"),
    ]
    #expect(Self.names(ranked) == [["one", "two"], ["three"]])
  }

  @Test func `declarations reach through items that are not in the answer, and may go in circles`()
    throws
  {
    #expect(
      try Self.names([
        Self.member("a", copyOf: ["x", "y"]), Self.member("b"), Self.member("c", copyOf: ["y"]),
      ]) == [["a", "c"], ["b"]])
    #expect(
      try Self.names([
        Self.member("a", copyOf: ["b", "c"]), Self.member("b", copyOf: ["c", "a"]),
        Self.member("c", copyOf: ["a", "b"]),
      ]) == [["a", "b", "c"]])
  }

  @Test func `a declared copy brings its own copies along`() throws {
    let ranked = [
      try Self.member("one"), try Self.member("like two", print: Self.print(12)),
      try Self.member("two", print: Self.print(10), copyOf: ["one"]),
    ]
    #expect(Self.names(ranked) == [["one", "like two", "two"]])
  }

  @Test func `a chain of similar views never joins views of different times`() throws {
    let ranked = [
      try Self.member("first", date: "1900", print: Self.print(0)),
      try Self.member("undated", print: Self.print(5)),
      try Self.member("last", date: "1950", print: Self.print(10)),
    ]
    #expect(Self.names(ranked) == [["first", "undated"], ["last"]])
  }

  @Test func `the best leads, but for one with a picture within a hair`() throws {
    let best = try Self.member("best", score: 0.5, print: Self.print(0))
    let near = try Self.member("near", score: 0.495, hasPicture: true, print: Self.print(0))
    let far = try Self.member("far", score: 0.48, hasPicture: true, print: Self.print(0))
    #expect(Self.names([best, near, far]) == [["near", "best", "far"]])
    #expect(Self.names([best, far]) == [["best", "far"]])
  }

  @Test func `groups rank by their best member, and have each item once`() throws {
    let ranked = try (0..<60).map { index in
      try Self.member(
        "\(index)", score: 1 - Double(index) / 100, print: Self.print(60, from: 64 * (index % 3)))
    }
    let groups = CopyGroups(ranked: ranked).groups
    #expect(groups.map { ([$0.leader] + $0.copies).min() } == [0, 1, 2])
    #expect(groups.flatMap { [$0.leader] + $0.copies }.sorted() == Array(0..<60))
    #expect(CopyGroups(ranked: ranked).groups == groups)
    #expect(CopyGroups(ranked: []).groups == [])
  }
}
