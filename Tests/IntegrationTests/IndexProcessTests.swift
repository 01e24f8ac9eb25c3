import Foundation
import Testing
import TimeWalkTestSupport

/// One program reads the index beside an archive while others change both.
@Suite("The index between programs", .waitsForProcesses, .isOfFiles)
struct IndexProcessTests {
  private let header = "id,title,latitude,longitude,accuracy,heading,field_of_view,date"

  /// Rows far from the place that is asked for.
  private func rows(_ count: Int, from first: Int) -> String {
    (first..<first + count).map {
      "f\($0),Far,\(41 + Double($0 % 100) / 1000),\(-74 - Double($0 / 100) / 1000),8,90,60,1911\n"
    }.joined()
  }

  private func found(_ endpoint: EndpointSession) throws -> [String] {
    let answer = try endpoint.ask(
      #"{"jsonrpc":"2.0","id":1,"method":"match","params":{"latitude":40,"longitude":-74,"horizontalAccuracy":5,"heading":90,"limit":50}}"#
    )
    let result = try #require(answer["result"] as? [String: Any])
    let matches = try #require(result["matches"] as? [[String: Any]])
    return matches.compactMap { $0["id"] as? String }.sorted()
  }

  @Test("A reader finds another program's imports, and no longer finds its removals")
  func readerAndWriter() throws {
    let place = try Workplace()
    _ = try place.importCatalogue("\(header)\n" + rows(10_000, from: 0), collection: "far")
    let index = place.archive + "-index"
    #expect(FileManager.default.fileExists(atPath: index))
    let endpoint = try EndpointSession(place)
    #expect(try found(endpoint) == [])
    var near: [String] = []
    for round in 0..<4 {
      // Little leaves the index as it is, much replaces it.
      let more = round % 2 == 0 ? "" : rows(5000, from: 20_000 + round * 10_000)
      _ = try place.importCatalogue(
        "\(header)\nn\(round),Near,40,-74,\(5 + round),90,60,1911\n" + more, collection: "near")
      near.append("near:n\(round)")
      #expect(try found(endpoint) == near)
    }
    #expect(try place.run(["archive", "remove", "near:n0", "--yes"]).status == 0)
    #expect(try found(endpoint) == Array(near.dropFirst()))
    try FileManager.default.removeItem(atPath: index)
    #expect(try found(endpoint) == Array(near.dropFirst()))
    #expect(try endpoint.close() == 0)
  }

  @Test("verify reports a damaged index, and repair rebuilds it")
  func repair() throws {
    let place = try Workplace()
    _ = try place.importCatalogue("\(header)\n" + rows(10_000, from: 0), collection: "far")
    let index = URL(fileURLWithPath: place.archive + "-index")
    #expect(try place.run(["archive", "verify"]).status == 0)
    var bytes = try Data(contentsOf: index)
    bytes[bytes.count / 2] ^= 4
    try bytes.write(to: index)
    let told = try place.run(["archive", "verify"])
    #expect((told.output + told.errors).contains("index"))
    #expect(try place.run(["archive", "repair"]).status == 0)
    let mended = try place.run(["archive", "verify"])
    #expect(!(mended.output + mended.errors).contains("index"))
    #expect(FileManager.default.fileExists(atPath: index.path))
    // A backup has none, and is as good.
    #expect(try place.run(["archive", "backup", place.folder.path("b.sqlite")]).status == 0)
    #expect(!FileManager.default.fileExists(atPath: place.folder.path("b.sqlite-index")))
  }
}
