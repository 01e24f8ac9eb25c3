import Foundation
import Testing
import TimeWalkTestSupport

@Suite("Outputs keep the photo's metadata", .waitsForProcesses)
struct MetadataTests {
  @Test("A phone's photo loses no tag, and its outputs are valid", Exiftool.isInstalled)
  func phone() throws {
    let place = try Workplace()
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let answer = try #require(place.submit([photo], ["--json"]).json().map(Answer.init).first)
    let paths = try ["clean", "overlaid"].map(answer.path)
    let listing = try Exiftool.listing(of: [photo] + paths)
    let original = try #require(listing[photo])
    #expect(original["GPS:GPSLatitude"] != nil)
    for path in paths {
      let output = try #require(listing[path])
      #expect(Exiftool.lost(from: original, in: output) == [])
      #expect(output["ExifTool:Error"] == nil && output["ExifTool:Warning"] == nil)
      // Outdated values have their new values.
      #expect(output["IFD0:Orientation"] == ["1"])
      #expect(output["ExifIFD:ExifImageWidth"] == ["1536"])
      #expect(output["ExifIFD:ExifImageHeight"] == ["2048"])
      #expect(output["XMP-tiff:Orientation"] == ["1"])
    }
  }

  @Test("A stripped location is in no output and in no answer")
  func stripLocation() throws {
    let place = try Workplace()
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let result = try place.submit([photo], ["--json", "--strip-location"])
    #expect(result.status == 0, "\(result.errors)")
    let answer = try #require(Answer.all(of: result).first)
    let viewpoint = try #require(answer.object["viewpoint"] as? [String: Any])
    #expect(
      Set(viewpoint.keys).isDisjoint(with: [
        "latitude", "longitude", "horizontalAccuracy", "altitude", "declination",
      ]))
    let file = String(
      decoding: try Workplace.bytes(place.output + "/TW-000001.json"), as: UTF8.self)
    for text in [result.output, result.errors, file] {
      for word in ["latitude", "longitude", "40.75", "73.98"] {
        #expect(!text.contains(word), "\(word) in \(text)")
      }
    }
    let kept = try #require(place.run(["library", "show", "1", "--json"]).json().first)
    #expect(kept["latitude"] == nil && kept["longitude"] == nil)
  }

  @Test("exiftool finds no place in a stripped output", Exiftool.isInstalled)
  func strippedTags() throws {
    let place = try Workplace()
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let result = try place.submit([photo], ["--json", "--strip-location"])
    let answer = try #require(Answer.all(of: result).first)
    let paths = try ["clean", "overlaid"].map(answer.path)
    for (path, tags) in try Exiftool.listing(of: paths) {
      let places = tags.keys.filter { $0.contains("GPS") }
      #expect(places.isEmpty, "\(path): \(places.sorted())")
      #expect(tags["IFD0:Model"] == ["Phone 5"])
    }
  }
}
