import Foundation
import Testing
import TimeWalkImaging
import TimeWalkTestSupport

/// The address on a card, as a phone reads it (zbarimg), through the built program.
@Suite("Where a picture is to be seen", .waitsForProcesses, .onEachEngine)
struct CardCodeTests {
  /// The decoder's place; `nil` if zbar-tools isn't installed.
  private static let decoder = ["/usr/bin/zbarimg", "/usr/local/bin/zbarimg"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  private static let hasCodes = ImagingLibrary.all.contains {
    $0.name == "libqrencode" && $0.version != nil
  }

  /// The content of the codes on a picture, a line each.
  private static func codes(on picture: String) throws -> [String] {
    let decoder = URL(fileURLWithPath: try #require(Self.decoder))
    let run = try TimeWalkCommand.run(
      decoder, ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", picture])
    return run.output.split(separator: "\n").map(String.init)
  }

  /// The card of an item whose picture is elsewhere.
  private static func card(
    media: String, source: String, environment: [String: String] = [:]
  ) throws -> String {
    let place = try Workplace()
    let csv = """
      id,title,date,latitude,longitude,accuracy,heading,field_of_view,source,media
      corner,The corner,1911,40.758,-73.9855,5,205,60,"\(source)","\(media)"

      """
    try #require(place.importCatalogue(csv).status == 0)
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let result = try TimeWalkCommand.run(
      ["submit", photo, "--output", place.output, "--json"],
      environment: environment.merging([
        "TIMEWALK_ARCHIVE": place.archive, "TIMEWALK_LIBRARY": place.library,
      ]) { $1 })
    let answer = try #require(Answer.all(of: result).first)
    #expect(answer.rendition("historical")?["kind"] as? String == "plate")
    let kept = FileManager.default.temporaryDirectory.appendingPathComponent(
      "timewalk-card-\(UUID().uuidString).jpg")
    try Data(Workplace.bytes(answer.path("historical"))).write(to: kept)
    return kept.path
  }

  @Test(
    "A phone reads the address off the card: the picture's, else the item's page",
    .enabled(if: decoder != nil && hasCodes, "zbar-tools or libqrencode is not installed"),
    arguments: [
      (
        "https://holder.example/pictures/1911/corner.jpg?size=1024&q=a%20b",
        "https://holder.example/page"
      ),
      ("", "http://holder.example/items/510d47dc-9a8b-a3d9-e040-e00a18064a99"),
      ("https://holder.example/" + String(repeating: "long-", count: 50) + "end.jpg", ""),
    ])
  func decoded(media: String, source: String) throws {
    let card = try Self.card(media: media, source: source)
    defer { try? FileManager.default.removeItem(atPath: card) }
    #expect(try Self.codes(on: card) == [media.isEmpty ? source : media])
  }

  @Test(
    "Only web addresses have a code",
    .enabled(if: decoder != nil, "zbar-tools is not installed"))
  func none() throws {
    let card = try Self.card(media: "", source: "Shelf 12, box 3")
    defer { try? FileManager.default.removeItem(atPath: card) }
    #expect(try Self.codes(on: card) == [])
  }

  @Test(
    "Without libqrencode the card has only the address, and doctor reports it",
    .enabled(if: hasCodes)
  )
  func withoutLibrary() throws {
    let place = try Workplace()
    _ = try place.write(Array("no library".utf8), to: "broken/libqrencode.so.4")
    let lacking = ["LD_LIBRARY_PATH": place.folder.path("broken")]
    let address = "https://holder.example/corner.jpg"
    let with = try Self.card(media: address, source: "")
    let without = try Self.card(media: address, source: "", environment: lacking)
    defer { for card in [with, without] { try? FileManager.default.removeItem(atPath: card) } }
    #expect(try Workplace.bytes(with) != Workplace.bytes(without))
    if Self.decoder != nil { #expect(try Self.codes(on: without) == []) }
    let doctor = try TimeWalkCommand.run(["doctor"], environment: lacking)
    #expect(
      doctor.output.contains(
        "libqrencode: not installed, so it can't read any format for QR codes on cards"))
  }

  @Test("The starter archive's pictures have the addresses that their holders publish")
  func starterArchive() throws {
    let file = Project.root.appendingPathComponent("Archive/new-york/items.csv")
    let rows = CommaSeparated.rows(try String(contentsOf: file, encoding: .utf8))
    var holders: [String: Int] = [:]
    for row in rows {
      guard let media = row["media"], !media.isEmpty, let source = row["source"] else { continue }
      let url = try #require(URL(string: media))
      holders[url.host ?? "", default: 0] += 1
      guard url.host == "tile.loc.gov" else {
        #expect(
          media.wholeMatch(of: #/http://images\.nypl\.org/index\.php\?id=\d+&t=w/#) != nil)
        continue
      }
      // The Library of Congress's folders are the digital id's, rounded down step by step.
      let handle = try #require(
        source.wholeMatch(of: #/http://hdl\.loc\.gov/loc\.pnp/(\w+)\.(\w+)/#))
      let (collection, id) = (String(handle.1), String(handle.2))
      let steps = collection == "det" ? [4, 3, 2] : [3, 2]
      let folders = steps.map { id.dropLast($0) + String(repeating: "0", count: $0) }
      #expect(
        url.path
          == "/storage-services/service/pnp/\(collection)/\(folders.joined(separator: "/"))/\(id)v.jpg"
      )
    }
    #expect(holders == ["tile.loc.gov": 2, "images.nypl.org": 5])
  }
}
