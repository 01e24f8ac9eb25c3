import Foundation
import Testing
import TimeWalkTestSupport

/// A picture's determined view is stored with its item, for the next photo.
@Suite(
  "A view kept with an item", .waitsForProcesses, .onEachEngine, .serialized, TestData.isPresent)
struct KeptViewTests {
  /// The gate, whose catalogue looks elsewhere and narrower than the picture does.
  private static func place() throws -> (Workplace, AlignCommandTests.Pair) {
    let (place, pair) = try ThenTests.archive()
    let wrong = ["heading=31", "field_of_view=30", "pitch=12"]
    try done(place.run(["archive", "set", "views:gate"] + wrong))
    return (place, pair)
  }

  private static func done(_ result: TimeWalkCommand.Result) throws {
    try #require(result.status == 0, "\(result.errors)")
  }

  /// The error of the picture's position in a new photo's frame, as a share of its width.
  private static func error(_ place: Workplace, _ pair: AlignCommandTests.Pair) throws -> Double {
    let answer = try ThenTests.submit(
      place, pair, ["--field-of-view", "49", "--compose", "then", "--again"])
    let alignment = try #require(answer["alignment"] as? [String: Any])
    let way = try #require(alignment["way"] as? [String: Any])
    return pair.error(AlignCommandTests.place(try #require(way["H"] as? [[Double]])))
  }

  @Test("archive set --view stores the alignment from points, and undo removes it")
  func points() throws {
    let (place, pair) = try Self.place()
    let before = try Self.error(place, pair)
    let points = pair.points.map { $0.map { "\($0)" }.joined(separator: ",") }
    let file = try place.write(Array(points.joined(separator: "\n").utf8), to: "points.csv")
    // The photo's pose as it will be submitted.
    let aligned = try AlignCommandTests.answer(
      [
        "align", pair.then, pair.now, "--then-pose", "20,5,0,40", "--now-pose", "0,0,0,49",
        "--points", file, "--json",
      ])
    let pose = try #require(aligned["thenPose"] as? [Double], "\(aligned)")
    let text = pose.map { "\($0)" }.joined(separator: ",")
    let set = try place.run(["archive", "set", "views:gate", "--view", text, "--json"])
    let entry = try #require(set.json().first?["entry"] as? Int, "\(set.errors)")
    let shown = try #require(
      try place.run(["archive", "show", "views:gate", "--json"]).json().first)
    #expect(shown["viewPose"] as? String == text)
    let after = try Self.error(place, pair)
    #expect(after < 0.02 && before > 0.05, "\(before) before, \(after) after")
    try Self.done(place.run(["archive", "undo", "\(entry)"]))
    #expect(try abs(Self.error(place, pair) - before) < 0.001)
  }

  @Test("It is exported and imported with the item, and an invalid view is refused")
  func catalogue() throws {
    let (place, _) = try Self.place()
    try Self.done(place.run(["archive", "set", "views:gate", "--view", "359.5,-2,1.5,61.25"]))
    let folder = place.folder.path("exported") + "/"
    try Self.done(place.run(["archive", "export", folder, "--collection", "views"]))
    let other = place.folder.path("other.sqlite")
    try Self.done(
      place.run([
        "archive", "import", folder, "--archive", other, "--media-folder", place.folder.url.path,
      ]))
    let shown = try place.run(["archive", "show", "views:gate", "--json", "--archive", other])
    #expect(try shown.json().first?["viewPose"] as? String == "359.5,-2.0,1.5,61.25")
    for text in ["1,2,3", "1,2,3,400", "1,99,0,60", "north,0,0,60"] {
      let refused = try place.run(["archive", "set", "views:gate", "--view", text])
      #expect(refused.status == 65 || refused.status == 64, "\(text): \(refused.status)")
      #expect(refused.errors.contains("view_pose"), "\(refused.errors)")
    }
    let many = try place.run(["archive", "set", "--collection", "views", "--view", "1,2,3,60"])
    #expect(many.status == 64 && many.errors.contains("--view"))
    try Self.done(place.run(["archive", "set", "views:gate", "--view", ""]))
    let unknown = try place.run(["archive", "show", "views:gate", "--json"])
    #expect(try unknown.json().first?["viewPose"] == nil)
  }
}
