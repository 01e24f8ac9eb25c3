import Testing

@testable import TimeWalkCore

@Suite("Views of more than half the horizon")
struct WideViewTests {
  @Test(
    "A panorama sees what lies within its field, in front, beside and behind",
    arguments: [181.0, 200, 235, 270, 359, 360], [0.0, 90, 179.5, 359.5])
  func within(field: Double, heading: Double) {
    let wide = ViewSector(
      east: 0, north: 0, axis: heading * .pi / 180, fan: Fan(degrees: field))
    for turn in stride(from: -field / 2 + 21, through: field / 2 - 21, by: 5) {
      let item = ViewSector(
        east: 0, north: 0, axis: (heading + turn) * .pi / 180, fan: Fan(degrees: 40))
      #expect(item.share(seenBy: wide, depth: 45, cosineOfSameSide: 0.5) == 1, "\(turn)°")
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
    // Back to back they still share what both see at the sides: 2 f - 360 of f degrees.
    #expect(try confidence(181, turn: 180) < 0.2)
    #expect(try confidence(300, turn: 180) > confidence(181, turn: 180))
  }

  @Test("A full circle looks everywhere alike, whatever its heading")
  func circle() throws {
    let wide = Fan(degrees: 360)
    for step in 0..<24 {
      let radians = Double(step) * 15 * .pi / 180
      let all = ViewSector(east: 0, north: 0, axis: radians, fan: wide)
      let one = ViewSector(east: 0, north: 0, axis: 0, fan: Fan(degrees: 40))
      #expect(one.share(seenBy: all, depth: 45, cosineOfSameSide: 0.5) == 1)
    }
  }

  @Test("What lies in a panorama's gap is not seen", arguments: [200.0, 270, 330])
  func gap(field: Double) {
    let wide = ViewSector(east: 0, north: 0, axis: 0, fan: Fan(degrees: field))
    let behind = ViewSector(east: 0, north: 0, axis: .pi, fan: Fan(degrees: (360 - field) * 0.9))
    #expect(behind.share(seenBy: wide, depth: 45, cosineOfSameSide: 0.5) == 0)
  }
}
