import Foundation
import Testing
import TimeWalkMetadata
import TimeWalkTestSupport

@Suite("A location that is stripped is nowhere", .waitsForProcesses, .onEachEngine)
struct StripLocationTests {
  /// Everything that lies in a folder, byte for byte.
  static func contents(of folder: String) -> [(path: String, bytes: [UInt8])] {
    let url = URL(fileURLWithPath: folder)
    let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).compactMap { file in
      (try? Data(contentsOf: file)).map { (file.path, [UInt8]($0)) }
    }
  }

  @Test("No output, answer or row of a real photo holds its position", TestData.isPresent)
  func realPhotos() throws {
    let place = try Workplace()
    var positions: [(file: String, written: WrittenPosition)] = []
    var photos: [String] = []
    for file in TestData.files(in: "photos") {
      let bytes = try TestData.bytes("photos/" + file)
      guard bytes.count < 1_500_000, let container = PhotoContainer(content: bytes) else {
        continue
      }
      let embedded = EmbeddedMetadata(bytes, in: container)
      let metadata = CaptureMetadata.read(embedded).metadata
      guard let latitude = metadata.latitude, let longitude = metadata.longitude else { continue }
      // The file's name contains the place, as some programs name photos.
      photos.append(
        try place.write(bytes, to: "photos/\(latitude)_\(longitude)_\(photos.count).img"))
      positions += [latitude, longitude].map {
        (file, WrittenPosition(angle: $0, block: embedded.exif))
      }
    }
    #expect(photos.count > 40)
    // One item near the first photo, which gives matches.
    let first = CaptureMetadata.read(jpeg: SamplePhone.photo()).metadata
    let title =
      "id,title,latitude,longitude\na,A view,\(first.latitude ?? 0),\(first.longitude ?? 0)\n"
    _ = try place.importCatalogue(title)
    let sample = try place.write(SamplePhone.photo(), to: "photos/40.7484_-73.9857.jpg")
    let result = try place.submit(photos + [sample], ["--json", "--strip-location"])
    let answers = result.output.split(separator: "\n").filter { $0.contains("\"renditions\"") }
    #expect(answers.count > 40)
    #expect(answers.contains { $0.contains("A view") })
    // A photo that failed stays in the queue with its path, to be tried again, until it is
    // discarded.
    #expect(try place.run(["library", "discard"]).status == 0)
    let everything =
      Self.contents(of: place.output) + Self.contents(of: place.library)
      + [("the answers", Array(answers.joined(separator: "\n").utf8))]
    for (path, bytes) in everything {
      for (file, written) in positions {
        let found = written.found(in: bytes)
        #expect(found.isEmpty, "\(path) tells where \(file) was taken: \(found)")
      }
      for word in ["\"distance\"", "\"bearing\"", "40.748", "73.985"] {
        #expect(!bytes.holds(Array(word.utf8)), "\(path) holds \(word)")
      }
    }
  }

  @Test("The given values and the original's location are in the pictures", Exiftool.isInstalled)
  func origin() throws {
    let place = try Workplace()
    let photo = try place.write(SamplePhone.photo(), to: "photo & more.jpg")
    let result = try place.submit(
      [photo], ["--json", "--latitude", "40.7", "--longitude", "-73.9", "--heading", "12"])
    let answer = try #require(Answer.all(of: result).first)
    let hash = try #require((answer.object["photo"] as? [String: Any])?["sha256"] as? String)
    for role in ["clean", "overlaid"] {
      let path = try answer.path(role)
      let tags = try #require(try Exiftool.listing(of: [path])[path])
      #expect(tags["XMP-xmpMM:DerivedFromInstanceID"] == ["urn:sha256:\(hash)"])
      #expect(tags["XMP-xmpMM:DerivedFromFilePath"] == [photo])
      #expect(tags["GPS:GPSLatitude"] == ["40.7"] && tags["GPS:GPSImgDirection"] == ["12"])
      #expect(tags["GPS:GPSProcessingMethod"] == ["MANUAL"])
      #expect(tags["ExifTool:Warning"] == nil && tags["ExifTool:Error"] == nil)
    }
    let viewpoint = try #require(answer.object["viewpoint"] as? [String: Any])
    #expect(viewpoint["utcOffsetFrom"] as? String == "photo")
    #expect((viewpoint["localTime"] as? String)?.count == 19)
  }

  @Test("A given height above the ellipsoid is written above the sea", Exiftool.isInstalled)
  func height() throws {
    let place = try Workplace()
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let result = try place.submit(
      [photo],
      [
        "--json", "--latitude", "40.7", "--longitude", "-73.9", "--altitude", "-14",
        "--altitude-reference", "ellipsoid",
      ])
    let answer = try #require(Answer.all(of: result).first)
    let viewpoint = try #require(answer.object["viewpoint"] as? [String: Any])
    // Without a geoid the height stays as it is.
    let isConverted = viewpoint["altitudeReference"] as? String == "seaLevel"
    let altitude = try #require(viewpoint["altitude"] as? Double)
    #expect(isConverted ? (15...25).contains(altitude) : altitude == -14)
    for role in ["clean", "overlaid"] {
      let path = try answer.path(role)
      let tags = try #require(try Exiftool.listing(of: [path])[path])
      #expect(tags["GPS:GPSAltitudeRef"] == [isConverted ? "0" : "3"], "\(role)")
      let written = try #require(tags["GPS:GPSAltitude"]?.first.flatMap(Double.init))
      // The answer has tenths of a metre.
      #expect(abs(written - abs(altitude)) < 0.06, "\(role)")
    }
  }

  @Test("--strip-metadata leaves nothing but the profile", Exiftool.isInstalled)
  func metadata() throws {
    let place = try Workplace()
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let result = try place.submit([photo], ["--json", "--strip-metadata"])
    let answer = try #require(Answer.all(of: result).first)
    for role in ["clean", "overlaid"] {
      let path = try answer.path(role)
      let tags = try #require(try Exiftool.listing(of: [path])[path])
      let groups = Set(tags.keys.compactMap { $0.split(separator: ":").first.map(String.init) })
      #expect(
        groups.isSubset(of: [
          "SourceFile", "ExifTool", "System", "File", "JFIF", "Composite", "ICC_Profile",
          "ICC-header", "ICC-chrm", "ICC-view", "ICC-meas",
        ]), "\(groups)")
    }
  }
}
