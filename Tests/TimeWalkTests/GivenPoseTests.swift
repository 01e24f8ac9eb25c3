import Testing
import TimeWalkTestSupport

@testable import TimeWalk

@Suite("A given pose")
struct GivenPoseTests {
  typealias Change = @Sendable (inout GivenPose) -> Void

  static let wrong: [(field: String, Change)] = [
    ("latitude", { $0.latitude = 90.1 }), ("latitude", { $0.latitude = -91 }),
    ("latitude", { $0.latitude = .nan }), ("latitude", { $0.latitude = .infinity }),
    ("longitude", { $0.longitude = 361 }), ("longitude", { $0.longitude = -180.5 }),
    ("longitude", { $0.longitude = .nan }),
    ("horizontalAccuracy", { $0.horizontalAccuracy = -1 }),
    ("horizontalAccuracy", { $0.horizontalAccuracy = .infinity }),
    ("altitude", { $0.altitude = 1e9 }), ("altitude", { $0.altitude = .nan }),
    ("altitudeReference", { $0.altitudeReference = "moon" }),
    ("altitudeReference", { $0.altitudeReference = "" }),
    ("heading", { $0.heading = 361 }), ("heading", { $0.heading = .nan }),
    ("headingReference", { $0.headingReference = "north" }),
    ("headingReference", { $0.headingReference = "True" }),
    ("headingAccuracy", { $0.headingAccuracy = -1 }),
    ("headingAccuracy", { $0.headingAccuracy = .nan }),
    ("pitch", { $0.pitch = 91 }), ("pitch", { $0.pitch = -.infinity }),
    ("zoom", { $0.zoom = 0 }), ("zoom", { $0.zoom = -1 }), ("zoom", { $0.zoom = .nan }),
    ("fieldOfView", { $0.fieldOfView = 0 }), ("fieldOfView", { $0.fieldOfView = 361 }),
    ("timestamp", { $0.timestamp = "yesterday" }),
    ("timestamp", { $0.timestamp = "2026-02-30T12:00:00Z" }),
  ]

  @Test(
    "A value that can't be is an error that names its field as the wire does",
    arguments: wrong.indices)
  func refused(index: Int) throws {
    let (field, change) = Self.wrong[index]
    var pose = Town.pose
    change(&pose)
    let pipeline = Pipeline(archive: nil, archivePath: "nowhere")
    let error = try #require(throws: TimeWalkError.self) {
      try pipeline.match(MatchRequest(pose: pose))
    }
    #expect(error.code == .invalidValue, "\(error)")
    #expect(error.field == field, "\(error)")
  }

  static let right: [Change] = [
    { $0.heading = 360 }, { $0.heading = 0 }, { $0.longitude = 180 }, { $0.latitude = 90 },
    { $0.latitude = -90 }, { $0.pitch = -90 }, { $0.horizontalAccuracy = 0 },
    { $0.fieldOfView = 360 }, { $0.altitude = -430 }, { $0.headingReference = nil },
    { $0.zoom = 0.5 }, { $0.timestamp = "2026-11-21T12:00:00Z" },
    {
      // Given on purpose, this is a place in the Gulf of Guinea.
      $0.latitude = 0
      $0.longitude = 0
    },
  ]

  @Test("The ends of the ranges are values", arguments: right.indices)
  func accepted(index: Int) throws {
    var pose = Town.pose
    Self.right[index](&pose)
    let answer = try Pipeline(archive: nil, archivePath: "nowhere").match(MatchRequest(pose: pose))
    #expect(answer.viewpoint.latitude == pose.latitude)
  }

  @Test("Without a position there is an error of its own, with the flags that give it")
  func missing() throws {
    let error = try #require(throws: TimeWalkError.self) {
      try Pipeline(archive: nil, archivePath: "nowhere").match(MatchRequest(pose: GivenPose()))
    }
    #expect(error.code == .positionMissing)
    for word in ["latitude", "longitude", "--latitude", "--longitude"] {
      #expect(error.message.contains(word), "\(error)")
    }
  }

  @Test("A limit or era that can't be names its field", arguments: [0, -1, 1001])
  func limit(limit: Int) throws {
    let pipeline = try Town().pipeline()
    let error = try #require(throws: TimeWalkError.self) {
      try pipeline.match(MatchRequest(pose: Town.pose, limit: limit))
    }
    #expect((error.code, error.field) == (.invalidValue, "limit"))
    let era = try #require(throws: TimeWalkError.self) {
      try pipeline.match(MatchRequest(pose: Town.pose, era: "long ago"))
    }
    #expect((era.code, era.field) == (.invalidValue, "era"))
  }
}
