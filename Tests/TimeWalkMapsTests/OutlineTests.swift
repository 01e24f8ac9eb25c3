import Foundation
import Testing
import TimeWalkCore
@testable import TimeWalkMaps
import TimeWalkTestSupport

@Suite("Outlines")
struct OutlineTests {
  /// A box as a ring.
  static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [PlanePoint]
  {
    [(west, south), (east, south), (east, north), (west, north)].map {
      PlanePoint(x: $0.0, y: $0.1)
    }
  }

  @Test("WKT is written as it was read, and contains its points")
  func roundTrip() throws {
    let text =
      "POLYGON ((-74.02 40.69, -73.97 40.69, -73.97 40.76, -74.02 40.76, -74.02 40.69), (-74 40.7, -73.99 40.7, -73.99 40.71, -74 40.7))"
    let outline = try Outline(wkt: text)
    #expect(outline.wkt == text)
    #expect(try Outline(wkt: outline.wkt) == outline)
    #expect(outline.contains(try place(40.75, -74.01)))
    // In the hole.
    #expect(!outline.contains(try place(40.702, -73.9915)))
    #expect(!outline.contains(try place(40.8, -74.01)))
    #expect(!outline.contains(try place(-40.75, 106)))
    let several = try Outline(
      wkt: " multipolygon(((0 0,1 0,1 1,0 0)),((5 5 , 6 5, 6 6.25e0, 5 5)))\n")
    #expect(several.polygons.count == 2)
    #expect(several.wkt == "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6.25, 5 5)))")
    #expect(several.contains(try place(5.5, 5.9)))
  }

  static let wrong: [(String, OutlineFault.Reason, Int)] = [
    ("", .syntax("POLYGON or MULTIPOLYGON"), 0),
    ("POINT (1 2)", .syntax("POLYGON or MULTIPOLYGON"), 0),
    ("POLYGON EMPTY", .syntax("an opening bracket"), 8),
    ("POLYGON Z ((0 0 1, 1 0 1, 1 1 1, 0 0 1))", .syntax("an opening bracket"), 8),
    ("POLYGON ((0 0, 1 0, 1 1, 0 0)", .syntax("a comma or a closing bracket"), 29),
    ("POLYGON ((0 0, 1 0, 1 1, 0 0)) x", .syntax("the end of the text"), 31),
    ("POLYGON ((0 0, 1 0, 1 nan, 0 0))", .syntax("a latitude"), 22),
    ("POLYGON ((0 0, 1 0, 0x1 1, 0 0))", .syntax("a longitude"), 20),
    ("POLYGON ((0 0, 1 0, 1 1, 0 1e999))", .syntax("a latitude"), 27),
    ("POLYGON ((0 0 7, 1 0, 1 1, 0 0))", .syntax("a comma or a closing bracket"), 14),
    ("POLYGON ((0 0, 1 0, 0 0))", .tooFewCorners, 9),
    ("POLYGON ((0 0, 1 0, 1 1, 0 1))", .open, 9),
    ("POLYGON ((0 0, 1 0, 1 0, 0 0, 0 0))", .tooFewCorners, 9),
    ("POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))", .crosses, 9),
    ("POLYGON ((0 0, 2 0, 2 2, 1 0, 0 2, 0 0))", .crosses, 9),
    ("POLYGON ((0 0, 5 0, 3 0, 3 3, 0 0))", .crosses, 9),
    ("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 10 1, 2 2, 1 1))", .crosses, 36),
    ("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (11 1, 12 1, 12 2, 11 1))", .holeOutside, 36),
    ("POLYGON ((0 0, 1 0, 1 91, 0 0))", .outsideWorld, 9),
    ("POLYGON ((0 0, 541 0, 1 1, 0 0))", .outsideWorld, 9),
    ("POLYGON ((179 0, -179 0, -179 1, 179 1, 179 0))", .longEdge, 9),
  ]

  @Test("An invalid outline is reported, with the position", arguments: wrong)
  func faults(text: String, reason: OutlineFault.Reason, offset: Int) {
    let fault = #expect(throws: OutlineFault.self) { try Outline(wkt: text) }
    #expect(fault?.reason == reason)
    #expect(fault?.offset == offset)
    #expect(fault?.words.contains("byte \(offset)") == true)
  }

  @Test("The maximum number of corners is accepted")
  func largest() throws {
    let corners = (0..<Outline.mostCorners).map { index in
      let turn = 2 * Double.pi * Double(index) / Double(Outline.mostCorners)
      return "\(10 + cos(turn)) \(20 + sin(turn))"
    }
    let ring = (corners + corners.prefix(1)).joined(separator: ", ")
    let outline = try Outline(wkt: "POLYGON ((\(ring)))")
    #expect(outline.polygons.map(\.outer.count) == [Outline.mostCorners])
  }

  @Test("Too many corners are refused before they are compared")
  func tooMany() {
    let corners = (0...Outline.mostCorners).map { "\(Double($0) / 1000) 0" }.joined(separator: ", ")
    let fault = #expect(throws: OutlineFault.self) {
      try Outline(wkt: "POLYGON ((\(corners), 5 5, 0 0))")
    }
    #expect(fault?.reason == .tooManyCorners)
    let brackets = String(repeating: "(", count: 200_000)
    #expect(throws: OutlineFault.self) { try Outline(wkt: "POLYGON \(brackets)") }
  }

  @Test("An outline across the antimeridian, however it is written")
  func antimeridian() throws {
    for text in [
      "POLYGON ((177 -19, 182 -19, 182 -16, 177 -16, 177 -19))",
      "POLYGON ((-183 -19, -178 -19, -178 -16, -183 -16, -183 -19))",
      "MULTIPOLYGON (((177 -19, 180 -19, 180 -16, 177 -16, 177 -19)), ((-180 -19, -178 -19, -178 -16, -180 -16, -180 -19)))",
    ] {
      let outline = try Outline(wkt: text)
      #expect(outline.contains(try place(-17, 179)))
      #expect(outline.contains(try place(-17, -179)))
      #expect(!outline.contains(try place(-17, 176)))
      #expect(!outline.contains(try place(-17, 0)))
      let box = outline.boundingBox
      #expect(box.south == -19 && box.north == -16)
      #expect(abs(box.west - 177) < 1e-9 && abs(box.east + 178) < 1e-9)
      // The line at 180 degrees is a seam: the nearest edge is in the south or north.
      let middle = try place(-17.5, 180)
      let edge = outline.distanceToEdge(from: middle).meters
      #expect(abs(edge - meters(middle, try place(-19, 180))) < 100 || edge < 166_000)
      #expect(edge > 160_000, "\(text): \(edge)")
    }
  }

  @Test("Boxes that touch the antimeridian don't cross it")
  func boxes() throws {
    let west = try Outline([.init(outer: Self.box(170, 0, 180, 1))]).boundingBox
    #expect(west.west == 170 && west.east == 180)
    let east = try Outline([.init(outer: Self.box(180, 0, 190, 1))]).boundingBox
    #expect(east.west == -180 && east.east == -170)
    // The rest beyond the widest gap, not the sum of all.
    let both = try Outline([
      .init(outer: Self.box(-170, 0, -160, 1)), .init(outer: Self.box(100, 0, 170, 1)),
    ]).boundingBox
    #expect(both.west == 100 && both.east == -160)
  }

  @Test("A ring around a pole holds the pole, and has no edge there", arguments: [1.0, -1.0])
  func pole(side: Double) throws {
    let corners = stride(from: -180.0, to: 180, by: 30).map { "\($0) \(70 * side)" }
    let outline = try Outline(
      wkt:
        "POLYGON ((\(corners.joined(separator: ", ")), 180 \(70 * side), 180 \(90 * side), -180 \(90 * side), \(corners[0])))"
    )
    let pole = try place(90 * side, 0)
    #expect(outline.contains(pole))
    #expect(outline.contains(try place(80 * side, 180)))
    #expect(outline.contains(try place(80 * side, -77)))
    #expect(!outline.contains(try place(60 * side, 12)))
    #expect(!outline.contains(try place(-80 * side, 12)))
    let reach = meters(pole, try place(70 * side, 0))
    #expect(abs(outline.distanceToEdge(from: pole).meters - reach) < 1)
    let seam = outline.distanceToEdge(from: try place(80 * side, 180)).meters
    let south = meters(try place(80 * side, 0), try place(70 * side, 0))
    #expect(abs(seam / south - 1) < 2e-5)
    #expect(
      outline.boundingBox
        == (try Outline([.init(outer: Self.box(-180, 70, 180, 90))]))
        .boundingBox || side < 0)
    #expect(outline.boundingBox.west == -180 && outline.boundingBox.east == 180)
    let center = try #require(outline.center)
    #expect(meters(center, pole) < 5000)
    // Snyder's equation 3-12 for a zone of the ellipsoid, from the parallel to the pole, by Python.
    #expect(abs(outline.squareMeters / 15_506_340_665_455 - 1) < 1e-9)
  }

  @Test("All the world has no edge, and the area of the ellipsoid")
  func world() throws {
    let outline = try Outline(
      wkt: "POLYGON ((-180 -90, 180 -90, 180 90, -180 90, -180 -90))")
    for (latitude, longitude) in [(90, 0), (-90, 50), (0, 180), (0, -180), (12, 34)] {
      #expect(outline.contains(try place(Double(latitude), Double(longitude))))
    }
    // The surface of WGS 84 (NIMA TR8350.2, table 3.3): 510,065,621.724 km².
    #expect(abs(outline.squareMeters / 510_065_621_724_000 - 1) < 1e-9)
    #expect(outline.distanceToEdge(from: try place(0, 0)).meters > 20_000_000)
    let box = outline.boundingBox
    #expect(box.south == -90 && box.north == 90 && box.west == -180 && box.east == 180)
  }

  @Test("Areas are those of the ellipsoid; holes are taken away")
  func areas() throws {
    let whole = try Outline([.init(outer: Self.box(-74, 40, -73, 41))])
    // Snyder's equation 3-12, by Python.
    #expect(abs(whole.squareMeters / 9412851604.210169 - 1) < 1e-9)
    let sides =
      meters(try place(40.5, -74), try place(40.5, -73))
      * meters(try place(40, -74), try place(41, -74))
    #expect(abs(whole.squareMeters / sides - 1) < 2e-4)
    let holed = try Outline([
      .init(outer: Self.box(-74, 40, -73, 41), holes: [Self.box(-73.8, 40.2, -73.2, 40.8)])
    ])
    let hole = try Outline([.init(outer: Self.box(-73.8, 40.2, -73.2, 40.8))])
    #expect(abs(holed.squareMeters + hole.squareMeters - whole.squareMeters) < 1)
    let center = try #require(whole.center)
    #expect(meters(center, try place(40.5, -73.5)) < 500)
  }

  @Test(
    "The distance to an edge is that of the nearest of many points on it",
    arguments: 0..<40 as Range<UInt64>)
  func distances(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let middle = PlanePoint(
      x: .random(in: -180...180, using: &numbers), y: .random(in: -75...75, using: &numbers))
    let size = Double.random(in: 0.001...12, using: &numbers)
    let ring = (0..<7).map { index in
      let angle = Double(index) / 7 * 2 * .pi
      let reach = size * Double.random(in: 0.4...1, using: &numbers)
      return PlanePoint(x: middle.x + reach * cos(angle), y: middle.y + reach * sin(angle))
    }
    let outline = try Outline([.init(outer: ring)])
    for _ in 0..<5 {
      let spot = PlanePoint(
        x: middle.x + .random(in: -2 * size...2 * size, using: &numbers),
        y: middle.y + .random(in: -2 * size...2 * size, using: &numbers))
      let here = try place(max(-90, min(90, spot.y)), spot.x.remainder(dividingBy: 360))
      var nearest = Double.infinity
      for (a, b) in zip(ring, ring.dropFirst() + [ring[0]]) {
        for step in 0..<500 {
          let share = Double(step) / 500
          let point = try place(
            a.y + share * (b.y - a.y), (a.x + share * (b.x - a.x)).remainder(dividingBy: 360))
          nearest = min(nearest, meters(here, point))
        }
      }
      let own = outline.distanceToEdge(from: here).meters
      // Steps are up to a two-hundredth of the ring's size long.
      #expect(own <= nearest * (1 + 2e-5) + 1e-6)
      #expect(own > nearest - size * 111_000 / 150, "\(own), \(nearest)")
    }
  }

  @Test("A turned, shifted outline holds the same", arguments: 0..<20 as Range<UInt64>)
  func shifted(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let ring = Self.box(-3, 10, 5, 14)
    let shift = Double.random(in: -300...300, using: &numbers)
    let (plain, moved) = (
      try Outline([.init(outer: ring)]),
      try Outline([.init(outer: ring.map { PlanePoint(x: $0.x + shift, y: $0.y) }.reversed())])
    )
    for _ in 0..<50 {
      let (longitude, latitude) = (
        Double.random(in: -6...8, using: &numbers), Double.random(in: 8...16, using: &numbers)
      )
      let there = (longitude + shift).remainder(dividingBy: 360)
      let (a, b) = (try place(latitude, longitude), try place(latitude, there))
      #expect(plain.contains(a) == moved.contains(b))
      #expect(
        abs(plain.distanceToEdge(from: a).meters - moved.distanceToEdge(from: b).meters) < 1e-3)
    }
    #expect(abs(plain.squareMeters / moved.squareMeters - 1) < 1e-9)
  }

  @Test(
    "Changed WKT that is accepted is written and read equal", arguments: 0..<20 as Range<UInt64>)
  func mutations(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let bytes = Array(
      "MULTIPOLYGON (((0 0, 9.5 0, 9 9, 0 9, 0 0), (1 1, 2 1, 2 2, 1 1)), ((20 5, 26 5, 26 6.25, 20 5)))"
        .utf8)
    let alphabet = Array("0123456789 .,-()eE".utf8)
    for _ in 0..<200 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &numbers) {
        let place = Int.random(in: 0..<changed.count, using: &numbers)
        let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &numbers)]
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0: changed[place] = byte
        case 1: changed.remove(at: place)
        default: changed.insert(byte, at: place)
        }
      }
      let text = String(decoding: changed, as: UTF8.self)
      do throws(OutlineFault) {
        let outline = try Outline(wkt: text)
        let again = try Outline(wkt: outline.wkt)
        #expect(again == outline)
        #expect(outline.squareMeters >= 0)
        let box = outline.boundingBox
        #expect(box.south <= box.north && (-180..<180).contains(box.west))
      } catch {
        #expect(error.offset.map { (0...changed.count).contains($0) } == true)
      }
    }
  }
}
