import Foundation
import Testing
import TimeWalkImaging
import TimeWalkTestSupport

@Suite(
  "A historical picture's own metadata", .waitsForProcesses, .onEachEngine,
  Exiftool.isInstalled)
struct PictureCreditTests {
  @Test(
    "XMP and IPTC have title, maker, credit, rights and source, for a picture and for a card")
  func credits() throws {
    let place = try Workplace()
    _ = try place.write(CornerPicture.plain, to: "corner.jpg")
    for media in ["corner.jpg", "https://example.org/corner.jpg"] {
      let csv = """
        id,title,date,latitude,longitude,accuracy,heading,field_of_view,creator,license,credit,source,media
        corner,"Église <& ""marché""> 東京",1911,40.758,-73.9855,5,205,60,Irma Éclair,http://rightsstatements.org/vocab/NoC-US/1.0/,"Public Library, Room 3",https://example.org/items/corner?a=1&b=2,\(media)

        """
      try #require(place.importCatalogue(csv).status == 0)
      let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
      let result = try place.submit([photo], ["--again", "--json"])
      let answer = try #require(Answer.all(of: result).first)
      let path = try answer.path("historical")
      let kind = answer.rendition("historical")?["kind"] as? String
      #expect(kind == (media == "corner.jpg" ? "picture" : "plate"))
      let tags = try #require(Exiftool.listing(of: [path])[path])
      let title = "Église <& \"marché\"> 東京"
      let source = "https://example.org/items/corner?a=1&b=2"
      let statement = "http://rightsstatements.org/vocab/NoC-US/1.0/"
      let expected = [
        "XMP-dc:Title": title, "IPTC:ObjectName": title, "XMP-dc:Creator": "Irma Éclair",
        "IPTC:By-line": "Irma Éclair", "XMP-photoshop:Credit": "Public Library, Room 3",
        "IPTC:Credit": "Public Library, Room 3", "XMP-dc:Rights": "No copyright – US",
        "XMP-xmpRights:WebStatement": statement,
        // The listing takes a name that begins with Copy for a copy.
        "IPTC": "No copyright – US, \(statement)", "XMP-dc:Source": source,
        "XMP-photoshop:Source": source, "IPTC:Source": source,
        "XMP-dc:Identifier": "views:corner",
      ]
      for (tag, value) in expected { #expect(tags[tag] == [value], "\(media), \(tag)") }
      // IIM's short lengths are of the age of telex; readers take more.
      let faults = try Exiftool.run(["-validate", "-warning", "-a", "-s3", path])
        .split(separator: "\n").filter { !$0.contains("too long") && !$0.contains("Warning") }
      #expect(faults == [] || faults == ["OK"], "\(faults)")
    }
  }

  @Test("A title of any length leaves a picture that can be read")
  func long() throws {
    let place = try Workplace()
    _ = try place.write(CornerPicture.plain, to: "corner.jpg")
    let title = String(repeating: "Très & long ", count: 1200)
    let csv = """
      id,title,latitude,longitude,accuracy,heading,field_of_view,creator,credit,media
      corner,\(title),40.758,-73.9855,5,205,60,\(title),\(title),corner.jpg

      """
    try #require(place.importCatalogue(csv).status == 0)
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let answer = try #require(Answer.all(of: place.submit([photo], ["--json"])).first)
    let path = try answer.path("historical")
    let tags = try #require(Exiftool.listing(of: [path])[path])
    #expect(tags["XMP-dc:Title"]?.first?.hasPrefix("Très & long Très") == true)
    #expect(tags["IPTC:By-line"]?.first?.hasPrefix("Très & long Très") == true)
    #expect(try DrawnPhoto.decode(path).size.width > 0)
  }
}

/// A historical picture to import.
enum CornerPicture {
  static var plain: [UInt8] { JPEGBuilder(width: 640, height: 480).bytes }
}
