import Testing

@testable import TimeWalkCore

@Suite("Reason")
struct ReasonTests {
  struct Case: Sendable, CustomStringConvertible {
    var east = 0.0
    var north = 0.0
    var heading: Double? = 0
    var accuracy: Double? = 8
    var location = LocationOf.camera
    var date: String? = "1911"
    var photo: Double? = 0
    let says: String
    var description: String { says }
  }

  @Test(
    "a verdict is plain English",
    arguments: [
      Case(says: "taken where you stand, looking the same way, in 1911"),
      Case(
        north: 12, heading: 352, date: "1911~",
        says: "taken 12 m north of you, looking 8 degrees to your left, about 1911"),
      Case(
        east: -47, heading: 91, date: "1905/1911", photo: 90,
        says: "taken 45 m west of you, looking the same way, between 1905 and 1911"),
      Case(
        heading: 180, date: nil, says: "taken where you stand, looking the other way, undated"),
      Case(
        north: 30, heading: nil, date: "1911/..",
        says: "taken 30 m north of you, direction not recorded, in 1911 or later"),
      Case(
        north: 30, accuracy: 110, date: "../1911",
        says: "taken within about 110 m of you, looking the same way, in 1911 or earlier"),
      Case(
        north: 40, heading: nil, location: .subject,
        says: "shows a place 40 m straight ahead, in 1911"),
      Case(
        east: 20, north: 20, heading: nil, location: .subject,
        says: "shows a place 30 m away, 45 degrees to your right, in 1911"),
      Case(
        north: 20, heading: 90, photo: nil,
        says: "taken 20 m north of you, looking east, in 1911"),
      Case(
        east: 0, north: 1, heading: nil, location: .subject, date: "-0043",
        says: "shows the very place where you stand, in 44 BCE"),
    ])
  func sentence(example: Case) throws {
    let scene = try Scene()
    let candidate = try scene.item(
      east: example.east, north: example.north, heading: example.heading,
      accuracy: example.accuracy, of: example.location)
    let item = Item(
      id: ItemID(collection: "c", identifier: "1"),
      date: try example.date.map { try CaptureDate(edtf: $0) }, pose: candidate.pose)
    let photo = scene.photo(heading: example.photo)
    let verdict = try #require(
      Matcher().judge(
        MatchQuery(viewpoint: photo, minimumConfidence: 0), candidates: [candidate]
      ).verdicts.first)
    let match = Match(item: item, verdict: verdict, viewpoint: photo)
    let share = Int((verdict.sharedView * 100).rounded())
    #expect(match.reason == "\(example.says); shows \(share) % of your view")
  }
}
