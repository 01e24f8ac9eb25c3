import Foundation
import Testing
import TimeWalkTestSupport

@Suite("Folders, bags and archives from the command line", .waitsForProcesses, .onEachEngine)
struct IntakeTests {
  @Test("The test data's photos are imported as a folder of images", TestData.isPresent)
  func photos() throws {
    let place = try Workplace()
    let folder = try #require(TestData.folder).appendingPathComponent("photos").path
    let result = try place.run([
      "archive", "import", folder, "--format", "images", "--no-fingerprints", "--archive",
      place.archive,
    ])
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output.contains(
        "photos: 192 added, 0 updated, 0 unchanged, 0 refused; 132 items without a place"))
    #expect(result.errors.contains("inventory.csv: isn't a picture; skipped"))
    let shown = try place.run([
      "archive", "show", "photos:exifr__test__fixtures__iptc-agency-photographer-example.jpg",
      "--json",
    ])
    #expect(shown.output.contains("Julie Doe"))
    let again = try place.run([
      "archive", "import", folder, "--format", "images", "--no-fingerprints", "--archive",
      place.archive,
    ])
    #expect(again.output.contains("192 unchanged"))
  }

  @Test("A guessed mapping is shown before the first row") func mapping() throws {
    let place = try Workplace()
    let result = try place.importCatalogue("photo_id,name,lat,lng\na,A,1,2\nb,B,x,3\n")
    let lines = result.errors.split(separator: "\n")
    let shown = try #require(lines.lastIndex { $0.hasPrefix("mapping: ") })
    let judged = try #require(lines.firstIndex { $0.contains("isn't a number") })
    #expect(shown < judged)
    #expect(lines.contains("mapping: latitude <- lat [guessed]"))
    #expect(result.status == 65)
  }

  @Test("Another archive's collections are imported, and a damaged bag isn't") func others() throws
  {
    let place = try Workplace()
    _ = try place.importCatalogue("id,latitude,longitude\na,1,2\n", collection: "one")
    _ = try place.importCatalogue("id,latitude,longitude\nb,3,4\n", collection: "two")
    let other = place.folder.path("other.sqlite")
    let all = try place.run(["archive", "import", place.archive, "--archive", other])
    #expect(all.status == 0)
    #expect(all.output.contains("one, two: 2 added"))
    _ = try place.write(Array("id,latitude,longitude\na,1,2\n".utf8), to: "bag/data/items.csv")
    _ = try place.write(
      Array("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n".utf8), to: "bag/bagit.txt")
    _ = try place.write(Array("00 data/items.csv\n".utf8), to: "bag/manifest-sha256.txt")
    let bag = try place.run(["archive", "import", place.folder.path("bag"), "--archive", other])
    #expect(bag.status == 65)
    #expect(bag.errors.contains("data/items.csv is damaged"))
  }

  @Test("A sidecar file adds missing metadata, and hidden characters stay escaped")
  func sidecar()
    throws
  {
    let place = try Workplace()
    let xmp = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
      exif:GPSLatitude="40,45.0N" exif:GPSLongitude="73,59.4W"><dc:title><rdf:Alt>
      <rdf:li xml:lang="x-default">By hand\u{1B}[31m</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
      """.replacing("\u{1B}", with: "")
    let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
    _ = try place.write(picture, to: "views/a.jpg")
    _ = try place.write(Array(xmp.utf8), to: "views/a.xmp")
    _ = try place.write([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], to: "views/b\nc.png")
    _ = try place.write(Array(xmp.utf8), to: "views/b\nc.png.xmp")
    let result = try place.run([
      "archive", "import", place.folder.path("views"), "--no-fingerprints", "--archive",
      place.archive,
    ])
    #expect(result.output.contains("views: 2 added"), "\(result.errors)")
    #expect(!result.errors.contains("skipped"))
    let shown = try place.run(["archive", "list", "--archive", place.archive])
    #expect(
      shown.output.contains("views:a.jpg\tundated\tBy hand"), "\(shown.output) \(result.errors)")
    #expect(shown.output.contains("views:b\\nc.png\t"))
    #expect(shown.output.split(separator: "\n").count == 2)
  }
}
