import Testing

@testable import TimeWalkCore

@Suite("Views of more than half the horizon")
struct WideViewTests {
  @Test(
    "A panorama shows everything within its field, in front, at the sides and behind",
    arguments: [181.0, 200, 235, 270, 359, 360], [0.0, 90, 179.5, 359.5])
  func within(field: Double, heading: Double) {
    for turn in stride(from: -field / 2 + 21, through: field / 2 - 21, by: 5) {
      let share = share(of: 40, heading: heading + turn, seenBy: field, heading: heading)
      #expect(abs(share - 1) < 1e-5, "\(turn)°")
    }
  }

  @Test("Two panoramas of one spot share more the wider they are", arguments: [0.0, 90, 359.5])
  func panoramas(heading: Double) throws {
    let scene = try Scene()
    func confidence(_ field: Double, turn: Double) throws -> Double {
      scene.confidence(
        scene.photo(heading: heading, field: field),
        try scene.item(heading: heading + turn, field: field))
    }
    for field in [181.0, 235, 300, 360] {
      #expect(try confidence(field, turn: 0) > 0.8, "\(field)°")
    }
    // Back to back they still share their sides: 2 f - 360 of f degrees. As their places are
    // inaccurate, one may be in front of the other.
    #expect(try confidence(181, turn: 180) < 0.3)
    #expect(try confidence(300, turn: 180) > confidence(181, turn: 180))
  }

  @Test("A full circle is the same in all directions, for any heading")
  func circle() {
    for step in 0..<24 {
      let share = share(of: 40, heading: 0, seenBy: 360, heading: Double(step) * 15)
      #expect(abs(share - 1) < 1e-5)
    }
  }

  @Test("Objects in a panorama's gap are not visible", arguments: [200.0, 270, 330])
  func gap(field: Double) {
    #expect(share(of: (360 - field) * 0.9, heading: 180, seenBy: field, heading: 0) < 1e-5)
  }

  /// The overlap of two fields at the same spot, degrees.
  private func share(
    of field: Double, heading: Double, seenBy other: Double, heading turned: Double
  )
    -> Float
  {
    func poses(_ heading: Double) -> PoseLanes {
      PoseLanes(east: .zero, north: .zero, headings: Lanes(repeating: Float(heading)))
    }
    return RelativePose(poses(heading), poses(turned)).share(
      RayFan(degrees: field), seenBy: RayFan(degrees: other),
      scale: Lanes(repeating: 1 / (45 * SightLengths.scale)))[0]
  }
}
