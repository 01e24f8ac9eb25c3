import Testing

@testable import TimeWalkCore

@Suite("From how far an item may concern a photo")
struct ReachTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var accuracy: Double?
    var altitude: Double?
    var reference = Altitude.Reference.unknown
    var pitch: Double?
    var view: Double?
    var reach: Double
  }

  @Test(arguments: [
    Case(testDescription: "a street view of stated accuracy", accuracy: 10, reach: 30),
    Case(testDescription: "one of unstated accuracy", reach: 120),
    Case(
      testDescription: "a skyline that declares its distance", accuracy: 10, view: 3000, reach: 3030
    ),
    Case(
      testDescription: "a street in a high city", accuracy: 10, altitude: 1600, pitch: -2, reach: 30
    ),
    Case(
      testDescription: "a height of unknown reference without a pitch", accuracy: 10,
      altitude: 1600,
      reach: 30),
    Case(
      testDescription: "an aerial that looks down at 45 degrees", accuracy: 10, altitude: 500,
      pitch: -45, reach: 530),
    Case(
      testDescription: "a roof that looks level", accuracy: 10, altitude: 100, reference: .ground,
      pitch: 0, reach: 330),
    Case(
      testDescription: "a roof of unknown pitch", accuracy: 10, altitude: 100, reference: .ground,
      reach: 330),
    Case(
      testDescription: "a roof below the height of aerials", accuracy: 10, altitude: 59,
      reference: .ground, reach: 30),
    Case(
      testDescription: "a balloon that looks nearly level", accuracy: 10, altitude: 5000,
      reference: .ground, pitch: -1, reach: 20_030),
    Case(
      testDescription: "an aerial straight down", accuracy: 10, altitude: 5000,
      reference: .seaLevel,
      pitch: -90, reach: 30),
    Case(
      testDescription: "a declared distance wins over a height", accuracy: 0, altitude: 5000,
      reference: .ground, pitch: -45, view: 200, reach: 200),
  ])
  func reach(of item: Case) throws {
    let coordinate = try #require(
      Coordinate(
        latitude: 1, longitude: 2, horizontalAccuracy: item.accuracy.flatMap(Distance.init(meters:))
      ))
    let pose = RecordedPose(
      coordinate: coordinate, pitch: item.pitch.flatMap(Angle.init(degrees:)),
      altitude: item.altitude.flatMap { Altitude(meters: $0, reference: item.reference) },
      viewDistance: item.view.flatMap(Distance.init(meters:)))
    #expect(abs(pose.reach.meters - item.reach) < 1e-6)
  }

  @Test("The judge assumes the accuracy that archives do")
  func sameAssumption() {
    #expect(MatchWeights().itemAccuracy == RecordedPose.assumedAccuracy.meters)
  }
}
