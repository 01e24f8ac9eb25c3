import Testing

@testable import TimeWalkCore

@Suite("Views that look far")
struct LongViewTests {
  private let scene: Scene

  init() throws { scene = try Scene() }

  /// A skyline seen across a river, to the west.
  private func skyline(_ key: Int64 = 1, north: Double = 0, east: Double = 0) throws -> Candidate {
    var item = try scene.item(key, east: east, north: north, heading: 270)
    item.pose.viewDistance = Distance(meters: 1500)
    return item
  }

  /// An oblique aerial from 500 m above the ground.
  private func aerial(_ key: Int64 = 1, east: Double = 0, north: Double) throws -> Candidate {
    var item = try scene.item(key, east: east, north: north, heading: 0)
    item.pose.altitude = Altitude(meters: 500, reference: .ground)
    item.pose.pitch = Angle(degrees: -20)
    return item
  }

  private var drone: Viewpoint {
    var photo = scene.photo(heading: 0)
    photo.altitude = Altitude(meters: 450, reference: .ground)
    photo.pitch = Angle(degrees: -20)
    return photo
  }

  @Test("A skyline is found from 600 m along the bank, and not from there the other way")
  func skylineAlongTheBank() throws {
    for north in [-600.0, 600] {
      let item = try skyline(north: north)
      let found = scene.confidence(scene.photo(heading: 270), item)
      #expect(found >= 0.1, "\(found)")
      #expect(scene.confidence(scene.photo(heading: 90), item) < 0.01)
      #expect(scene.confidence(scene.photo(heading: 180), item) < found / 2)
    }
    // A street view of that place is not.
    #expect(
      scene.confidence(scene.photo(heading: 270), try scene.item(north: 600, heading: 270)) == 0)
  }

  @Test("A skyline is the less probable the farther along the bank")
  func decay() throws {
    var last = 1.0
    for north in stride(from: 0.0, through: 2000, by: 50) {
      let now = scene.confidence(scene.photo(heading: 270), try skyline(north: north))
      #expect(now <= last + 0.02, "\(north) m")
      last = min(last, now)
    }
    #expect(last < MatchQuery.leastConfidence)
  }

  @Test("An aerial is found by a drone 1 km away, and hardly from the ground")
  func aerialFromTheAir() throws {
    for north in [-1000.0, 1000] {
      let item = try aerial(north: north)
      let fromAir = scene.confidence(drone, item)
      // 0.084 and 0.126.
      #expect(fromAir >= 0.06, "\(north): \(fromAir)")
      let fromGround = scene.confidence(scene.photo(heading: 0), item)
      #expect(fromGround < 0.1, "\(north): \(fromGround)")
    }
    let above = scene.confidence(scene.photo(heading: 0), try aerial(north: -200))
    #expect((MatchQuery.leastConfidence..<0.1).contains(above), "\(above)")
  }

  @Test("Far views don't hide or outrank the street views near a photo")
  func streetViews() throws {
    let photo = scene.photo(heading: 270)
    let street = try (0..<5).map {
      try scene.item(
        Int64($0), east: Double($0) * 4 - 8, north: Double($0) * 3, heading: 262 + Double($0) * 4)
    }
    // Skylines and aerials within a long walk, among them some that look the same way.
    let far = try (0..<300).map { index -> Candidate in
      let (east, north) = (Double(index * 37 % 1800) - 900, Double(index * 53 % 1800) - 900)
      let item =
        index.isMultiple(of: 2)
        ? try skyline(Int64(1000 + index), north: north, east: east)
        : try aerial(Int64(1000 + index), east: east, north: north)
      return item
    }
    let alone = Matcher().judge(MatchQuery(viewpoint: photo), candidates: street)
    let among = Matcher().judge(MatchQuery(viewpoint: photo), candidates: far + street)
    #expect(alone.verdicts.count == 5)
    // The best street views come first, and none is lost.
    #expect(among.verdicts.prefix(3).allSatisfy { $0.key < 1000 }, "\(among.verdicts.map(\.key))")
    #expect(among.verdicts.first?.key == alone.verdicts.first?.key)
    let all = Matcher().judge(MatchQuery(viewpoint: photo, limit: 400), candidates: far + street)
    let confidences = Dictionary(uniqueKeysWithValues: all.verdicts.map { ($0.key, $0.confidence) })
    for verdict in alone.verdicts {
      // More is photographed here than the street views alone told.
      #expect(
        abs((confidences[verdict.key] ?? 0) - verdict.confidence) < 0.15,
        "\(verdict.key): \(confidences[verdict.key] ?? 0) for \(verdict.confidence)")
    }
  }
}
