import Testing

@testable import TimeWalkCore

@Suite("Confidence")
struct ConfidenceTests {
  @Test("a view from the photo's own pose is as good as certain")
  func samePose() throws {
    let scene = try Scene()
    #expect(scene.confidence(scene.photo(), try scene.item(field: 65)) >= 0.9)
    #expect(scene.confidence(scene.photo(heading: 359.5), try scene.item(heading: 0.5)) >= 0.9)
  }

  @Test("directions are compared round the circle", arguments: [0.0, 1, 90, 180, 270, 359])
  func wrap(photo: Double) throws {
    let scene = try Scene()
    let first = scene.confidence(scene.photo(heading: 0), try scene.item(heading: 20))
    let turned = scene.confidence(
      scene.photo(heading: photo), try scene.item(heading: photo + 20))
    #expect(abs(first - turned) < 0.01)
  }

  @Test("views of one spot in opposite directions are distinguished")
  func opposite() throws {
    let scene = try Scene()
    let query = MatchQuery(viewpoint: scene.photo(heading: 90))
    let judgement = Matcher().judge(
      query,
      candidates: [try scene.item(1, heading: 270), try scene.item(2, heading: 90)])
    #expect(judgement.verdicts.first?.key == 2)
    #expect(try #require(judgement.verdicts.first).confidence > 0.8)
    let other = judgement.verdicts.first { $0.key == 1 }?.confidence ?? 0
    #expect(other < 0.05)
  }

  @Test("an item without a heading is kept, below one with the same known direction")
  func unknownHeading() throws {
    let scene = try Scene()
    let unknown = scene.confidence(scene.photo(), try scene.item(heading: nil))
    #expect(unknown > 0.2)
    #expect(unknown < scene.confidence(scene.photo(), try scene.item()))
    #expect(unknown > scene.confidence(scene.photo(), try scene.item(heading: 180)))
    let photo = scene.photo(heading: nil)
    #expect(scene.confidence(photo, try scene.item()) > 0.2)
  }

  @Test("an item that is known to a block is kept, with less confidence")
  func block() throws {
    let scene = try Scene()
    let vague = scene.confidence(
      scene.photo(), try scene.item(east: 40, heading: nil, accuracy: 110))
    #expect((0.02..<0.6).contains(vague))
  }

  @Test("a subject in the frame is seen, one behind the camera is not")
  func subject() throws {
    let scene = try Scene()
    let ahead = try scene.item(1, north: 30, heading: nil, of: .subject)
    let behind = try scene.item(2, north: -30, heading: nil, of: .subject)
    let beside = try scene.item(3, east: 60, heading: nil, of: .subject)
    #expect(scene.confidence(scene.photo(), ahead) > 0.4)
    #expect(scene.confidence(scene.photo(), behind) < 0.25)
    #expect(scene.confidence(scene.photo(), beside) < scene.confidence(scene.photo(), ahead) / 2)
  }

  @Test("a vaguer item is never the surer one, and confidence falls without a jump")
  func accuracy() throws {
    let scene = try Scene()
    let photo = scene.photo()
    var last = 1.0
    for accuracy in stride(from: 2.0, through: 300, by: 2) {
      let now = scene.confidence(photo, try scene.item(accuracy: accuracy))
      #expect(now <= last + 0.01)
      #expect(last - now < 0.06 || last == 1)
      last = now
    }
    #expect(last < 0.6)
  }

  @Test(
    "a farther item is not the more probable one",
    arguments: [0.0, 45, 90, 135, 180, 225, 270, 315])
  func distance(bearing: Double) throws {
    let scene = try Scene()
    let direction = bearing * .pi / 180
    var last = 1.0
    for metres in stride(from: 0.0, through: 400, by: 4) {
      let item = try scene.item(east: metres * sine(direction), north: metres * cosine(direction))
      let now = scene.confidence(scene.photo(), item)
      // The simulated poses are few, so a step may rise by the weight of one.
      #expect(now <= last + 0.03, "\(metres) m at \(bearing)")
      last = min(last, now)
    }
    #expect(last < 0.01)
  }

  @Test("turning away lowers confidence")
  func turning() throws {
    let scene = try Scene()
    var last = 1.0
    for turn in stride(from: 0.0, through: 180, by: 5) {
      let left = scene.confidence(scene.photo(), try scene.item(heading: -turn))
      let right = scene.confidence(scene.photo(), try scene.item(heading: turn))
      #expect(max(left, right) <= last + 0.03)
      #expect(abs(left - right) < 0.15)
      last = max(left, right)
    }
    #expect(last < 0.2)
  }

  @Test("a telephoto view of a wide scene shows too little of it")
  func scale() throws {
    let scene = try Scene()
    let wide = scene.photo(field: 100)
    #expect(scene.confidence(wide, try scene.item(field: 10)) < 0.2)
    #expect(scene.confidence(wide, try scene.item(field: 90)) > 0.8)
  }

  @Test("a full panorama shows everything visible from its place", arguments: [0.0, 120, 359])
  func panorama(heading: Double) throws {
    let scene = try Scene()
    let photo = scene.photo(heading: heading, field: 360)
    #expect(scene.confidence(photo, try scene.item(heading: 77, field: 300)) > 0.7)
    #expect(scene.confidence(photo, try scene.item(heading: 77, field: 20)) < 0.3)
  }

  @Test("a camera that looks down or flies shows something else")
  func framing() throws {
    let scene = try Scene()
    var photo = scene.photo()
    photo.pitch = .zero
    photo.altitude = Altitude(meters: 10, reference: .seaLevel)
    var item = try scene.item()
    item.pose.pitch = Angle(degrees: 3)
    item.pose.altitude = Altitude(meters: 14, reference: .seaLevel)
    let level = scene.confidence(photo, item)
    #expect(level == scene.confidence(photo, try scene.item()))
    item.pose.pitch = Angle(degrees: -85)
    #expect(scene.confidence(photo, item) < 0.05)
    item.pose.pitch = nil
    item.pose.altitude = Altitude(meters: 400, reference: .seaLevel)
    #expect(scene.confidence(photo, item) < 0.1)
    item.pose.altitude = Altitude(meters: 400, reference: .ellipsoid)
    #expect(scene.confidence(photo, item) == level)
  }

  @Test(
    "a scene has the same rating at any place",
    arguments: [(0.0, 0.0), (40.75, 179.9999), (40.75, -180), (-78, 12), (89.9995, 30), (-90, 0)])
  func anywhere(latitude: Double, longitude: Double) throws {
    let home = try Scene()
    let away = try Scene(latitude: latitude, longitude: longitude)
    for (east, north, heading) in [(0.0, 0.0, 0.0), (12, 5, 15), (-20, 10, 350), (0, -25, 30)] {
      let here = home.confidence(
        home.photo(), try home.item(east: east, north: north, heading: heading))
      // The same direction as seen from the photo, told from the north of the item's own place.
      let place = try away.place(east: east, north: north, accuracy: nil)
      let way = Geodesic(from: away.origin, to: place)
      let turn = way.finalBearing.turn(from: way.initialBearing).degrees
      let there = away.confidence(
        away.photo(), try away.item(east: east, north: north, heading: heading + turn))
      #expect(abs(here - there) < 0.02, "\(east) \(north)")
      #expect(here > 0.2)
    }
  }

  @Test("a compass point means its sector, and nothing beyond")
  func compassPoint() throws {
    let scene = try Scene()
    let octant = try scene.item(heading: 45, headingAccuracy: 22.5)
    #expect(octant.pose.compassSector == 22.5)
    #expect(try scene.item(heading: 67.5, headingAccuracy: 11.25).pose.compassSector == 11.25)
    #expect(try scene.item(heading: 44, headingAccuracy: 22.5).pose.compassSector == nil)
    #expect(try scene.item(heading: 45, headingAccuracy: 5).pose.compassSector == nil)
    #expect(try scene.item(heading: 45, headingAccuracy: nil).pose.compassSector == nil)
  }

  @Test("strange numbers give numbers")
  func strange() throws {
    let scene = try Scene()
    for accuracy in [0, 1e-9, 1e7, 1e300] {
      for field in [1e-6, 360.0] {
        let photo = scene.photo(accuracy: accuracy, headingAccuracy: accuracy, field: field)
        let item = try scene.item(accuracy: accuracy, headingAccuracy: accuracy, field: field)
        let judgement = Matcher().judge(
          MatchQuery(viewpoint: photo, minimumConfidence: 0), candidates: [item])
        #expect((0...1).contains(judgement.noMatch))
        for verdict in judgement.verdicts {
          #expect((0...1).contains(verdict.confidence))
          #expect((0...1).contains(verdict.sharedView))
          #expect((0...1).contains(verdict.score))
        }
      }
    }
  }
}
