import Foundation
import Testing
import TimeWalkImaging
import TimeWalkTestSupport

/// The historical picture in the photo's frame.
@Suite(
  "Then, in the photo's frame", .waitsForProcesses, .onEachEngine, .serialized, TestData.isPresent)
struct ThenTests {
  static let pair = "tallinn-gate"
  static let place = ["--latitude", "59.4365", "--longitude", "24.7405"]

  /// An archive with one old picture, whose pose is a draw of the pair's.
  static func archive(license: String = "CC0-1.0", pose: String? = nil) throws -> (
    Workplace, AlignCommandTests.Pair
  ) {
    let pair = try AlignCommandTests.Pair(pair, prior: 1)
    let place = try Workplace()
    _ = try place.write([UInt8](Data(contentsOf: URL(fileURLWithPath: pair.then))), to: "old.jpg")
    let numbers = pair.thenPose.split(separator: ",")
    let heading = (try #require(Double(numbers[0])) + 360).truncatingRemainder(dividingBy: 360)
    let width = pose ?? String(numbers[3])
    let csv = """
      id,title,date,latitude,longitude,heading,field_of_view,pitch,license,media
      gate,The gate,1910,59.4365,24.7405,\(heading),\(width),\(numbers[1]),\(license),old.jpg

      """
    let imported = try place.importCatalogue(csv)
    #expect(imported.status == 0, "\(imported.errors)")
    return (place, pair)
  }

  static func submit(
    _ place: Workplace, _ pair: AlignCommandTests.Pair, _ flags: [String]
  ) throws -> [String: Any] {
    let result = try place.submit(
      [pair.now], Self.place + ["--heading", "0", "--pitch", "0", "--json"] + flags)
    #expect(result.status == 0, "\(result.errors)")
    return try #require(try result.json().first)
  }

  static func roles(_ answer: [String: Any]) throws -> [String: [String: Any]] {
    let renditions = try #require(answer["renditions"] as? [[String: Any]])
    return Dictionary(uniqueKeysWithValues: renditions.map { ($0["role"] as? String ?? "", $0) })
  }

  @Test("On request, it has the clean picture's size and the answer has its alignment")
  func then() throws {
    let (place, pair) = try Self.archive()
    let answer = try Self.submit(place, pair, ["--field-of-view", "49", "--compose", "then"])
    let roles = try Self.roles(answer)
    let (then, clean) = (try #require(roles["then"]), try #require(roles["clean"]))
    let path = try #require(then["path"] as? String)
    #expect(path.hasSuffix("/TW-000001-then.jpg"))
    #expect(then["width"] as? Int == clean["width"] as? Int)
    #expect(then["height"] as? Int == clean["height"] as? Int)
    #expect(then["kind"] as? String == "aligned" && then["item"] as? String == "views:gate")
    let info = try JPEGInfo.read(Workplace.bytes(path))
    #expect(info.size.width == then["width"] as? Int)
    let alignment = try #require(answer["alignment"] as? [String: Any])
    #expect(alignment["item"] as? String == "views:gate")
    #expect(alignment["grade"] as? String == "fits" && alignment["offered"] == nil)
    let way = try #require(alignment["way"] as? [String: Any])
    #expect(way["accepted"] as? Bool == true && way["method"] as? String == "pictures")
    // Both renditions have the sizes of the files, which are small.
    let rows = try #require(way["H"] as? [[Double]])
    #expect(pair.error(AlignCommandTests.place(rows)) < 0.02)
    // The library keeps it, returns it, and takes it away with the photo.
    let again = try Self.submit(place, pair, ["--field-of-view", "49", "--compose", "then"])
    #expect((again["photo"] as? [String: Any])?["earlier"] as? Bool == true)
    #expect(try Self.roles(again)["then"] != nil && again["alignment"] != nil)
    #expect(try place.run(["library", "remove", "1", "--yes"]).status == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("By default, there is none, and no time is spent on it")
  func absent() throws {
    let (place, pair) = try Self.archive()
    let answer = try Self.submit(place, pair, ["--field-of-view", "49"])
    #expect(try Set(Self.roles(answer).keys) == ["clean", "overlaid", "historical"])
    #expect(answer["alignment"] == nil)
  }

  @Test("On the endpoint the field is compose")
  func endpoint() throws {
    let (place, pair) = try Self.archive()
    let session = try EndpointSession(place)
    let answer = try session.ask(
      """
      {"jsonrpc":"2.0","id":1,"method":"submit","params":{"path":"\(pair.now)","latitude":59.4365,\
      "longitude":24.7405,"heading":0,"pitch":0,"fieldOfView":49,"compose":"then"}}
      """)
    let result = try #require(answer["result"] as? [String: Any], "\(answer)")
    #expect(try Self.roles(result)["then"] != nil)
    #expect(result["alignment"] != nil)
    let refused = try session.ask(
      """
      {"jsonrpc":"2.0","id":2,"method":"submit","params":{"path":"\(pair.now)","latitude":59.4365,\
      "longitude":24.7405,"compose":"then,film"}}
      """)
    let data = (refused["error"] as? [String: Any])?["data"] as? [String: Any]
    #expect(data?["field"] as? String == "compose")
  }

  @Test(
    "Rights that forbid derivatives are respected, and the answer explains it",
    arguments: ["CC-BY-ND-4.0", "https://creativecommons.org/licenses/by-nc-nd/3.0/"])
  func rights(license: String) throws {
    let (place, pair) = try Self.archive(license: license)
    let answer = try Self.submit(place, pair, ["--field-of-view", "49", "--compose", "then"])
    #expect(try Self.roles(answer)["then"] == nil)
    #expect(try Self.roles(answer)["historical"] != nil)
    let warnings = try #require(answer["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("views:gate forbid") })
  }

  @Test("A word that names no composition is refused")
  func words() throws {
    let (place, pair) = try Self.archive()
    let result = try place.submit([pair.now], ["--compose", "then,film"])
    #expect(result.status == 64)
    #expect(result.errors.contains("film"))
  }
}
