import Foundation
import Testing
import TimeWalk
import TimeWalkEndpoint
import TimeWalkTestSupport

/// An endpoint over a small archive.
struct Corner {
  let folder: TemporaryFolder
  let pipeline: Pipeline
  let endpoint: Endpoint

  static let version = "1.2.3"

  static let catalogue = """
    id,title,date,latitude,longitude,accuracy,heading,creator,license,source,media
    510d47dc,Broadway,1911,40.7581,-73.9855,5,193,A. Person,CC0-1.0,https://example.org/1,https://example.org/1.jpg

    """

  init() throws {
    folder = try TemporaryFolder()
    let places = StorePaths(
      archive: folder.path("archive.sqlite"), library: folder.path("library"), environment: [:])
    let csv = folder.path("nypl.csv")
    try Data(Corner.catalogue.utf8).write(to: URL(fileURLWithPath: csv))
    _ = try Curator(writing: places)
      .importCatalogue(ImportRequest(source: csv, collection: "nypl"))
    pipeline = try Pipeline(places: places, forPhotos: true)
    endpoint = Endpoint(pipeline: pipeline, version: Corner.version)
  }

  /// The answer as JSON; `nil` if there is none.
  func answer(_ line: String) throws -> Any? { try answer(Array(line.utf8)) }

  func answer(_ line: [UInt8]) throws -> Any? {
    guard let text = endpoint.answer(line) else { return nil }
    #expect(!text.contains("\n"), "an answer is one line")
    return try JSONSerialization.jsonObject(with: Data(text.utf8))
  }

  /// The answer as one object, checked for the common parts of every answer.
  func object(_ line: String) throws -> [String: Any] {
    let object = try #require(try answer(line) as? [String: Any])
    try Corner.check(object)
    return object
  }

  /// The error's number of an answer.
  func code(_ line: String) throws -> Int? { try Corner.code(try object(line)) }

  static func code(_ object: [String: Any]) throws -> Int? {
    (object["error"] as? [String: Any])?["code"] as? Int
  }

  /// The rules of the specification's section 5 for a response.
  static func check(_ object: [String: Any]) throws {
    #expect(object["jsonrpc"] as? String == "2.0")
    #expect(object["id"] != nil)
    #expect((object["result"] == nil) != (object["error"] == nil))
    guard let error = object["error"] as? [String: Any] else { return }
    #expect(error["code"] is Int)
    #expect((error["message"] as? String)?.isEmpty == false)
    let data = try #require(error["data"] as? [String: Any])
    #expect((data["code"] as? String)?.isEmpty == false)
  }
}
