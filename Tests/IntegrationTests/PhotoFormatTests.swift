import Foundation
import Testing
import TimeWalkBase
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// Photos of other formats than JPEG, and operations on pixels, through the binary.
@Suite("Photos as people have them", .waitsForProcesses)
struct PhotoFormatTests {
  /// A PNG of noise on slopes, which doesn't compress well.
  static func noisy(_ width: Int, _ height: Int) throws -> [UInt8] {
    var random = SeededGenerator(seed: 5)
    let planes = [
      (0..<width * height).map {
        UInt8(
          truncatingIfNeeded: 60 + $0 % width * 100 / width + Int.random(in: 0..<60, using: &random)
        )
      },
      [UInt8](repeating: 120, count: width * height),
      [UInt8](repeating: 140, count: width * height),
    ]
    return try PlanarImage(
      size: PixelSize(width: width, height: height), sampling: .full, planes: planes
    ).encode(quality: 95)
  }

  static let pose = ["--latitude", "40.7484", "--longitude", "-73.9857", "--json"]

  @Test(
    "Every rendition meets --max-bytes and keeps its shape",
    arguments: [(1600, 900), (900, 1600), (3000, 200), (640, 640)])
  func maxBytes(width: Int, height: Int) throws {
    let place = try Workplace()
    let photo = try place.write(Self.noisy(width, height), to: "noise.jpg")
    for budget in [5_000_000, 60_000, 12_000] {
      let result = try place.submit([photo], Self.pose + ["--max-bytes", "\(budget)"])
      #expect(result.status == 0, "\(result.errors)")
      let renditions = try #require(try result.json().first?["renditions"] as? [[String: Any]])
      var sizes: Set<[Int]> = []
      for rendition in renditions {
        let bytes = try Workplace.bytes(#require(rendition["path"] as? String))
        #expect(bytes.count <= budget && bytes.count == rendition["bytes"] as? Int)
        let size = try JPEGInfo.read(bytes).size
        sizes.insert([size.width, size.height])
        // Whole pixels of the short side.
        #expect(abs(size.height * width - size.width * height) <= max(width, height))
        #expect(try #require(rendition["quality"] as? Int) >= 60)
      }
      #expect(sizes.count == 1)
    }
    let result = try place.submit([photo], Self.pose + ["--max-bytes", "500"])
    #expect(result.status == 65 && result.errors.contains("500 bytes"))
    #expect(try place.submit([photo], Self.pose + ["--max-bytes", "0"]).status == 64)
  }

  @Test("A film is refused by its content, with any extension, and the batch continues")
  func film() throws {
    let place = try Workplace()
    let film = try place.write([0, 0, 0, 16] + Array("ftypqt  \0\0\0\0moov".utf8), to: "IMG_1.JPG")
    let text = try place.write(Array("hello".utf8), to: "notes.heic")
    let photo = try place.write(Self.noisy(64, 48), to: "photo.mov")
    let result = try place.submit([film, text, photo], Self.pose)
    #expect(result.status == 65)
    let answers = try result.json()
    let messages = answers.compactMap { ($0["error"] as? [String: Any])?["message"] as? String }
    #expect(messages.count == 2 && answers.count == 3)
    #expect(messages.allSatisfy { $0.contains("only images are supported: JPEG") })
    #expect(messages.first?.hasPrefix("IMG_1.JPG is a video") == true)
  }

  @Test("Outputs carry the small sRGB profile, or the photo's own with --keep-profile")
  func profiles() throws {
    let profile = try #require(ColourProfile.sRGB(isGray: false))
    let place = try Workplace()
    let plain = try place.write(Self.noisy(64, 48), to: "plain.jpg")
    // Any profile that isn't sRGB: ours with other primaries.
    var other = profile
    let tag = try #require(
      other.indices.dropLast(4).first { other[$0..<$0 + 4].elementsEqual("rXYZ".utf8) })
    let at = other[(tag + 4)..<(tag + 8)].reduce(0) { $0 << 8 | Int($1) }
    other[at + 9] ^= 0x20
    let noisy = try Self.noisy(64, 48)
    let payload = Array("ICC_PROFILE\0".utf8) + [1, 1] + other
    let wide = try place.write(
      Array(noisy[..<2])
        + [0xFF, 0xE2, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 255)] + payload
        + Array(noisy[2...]), to: "wide.jpg")
    func profiles(_ photo: String, _ flags: [String]) throws -> [[UInt8]?] {
      let result = try place.submit([photo], Self.pose + flags)
      let renditions = try #require(try result.json().first?["renditions"] as? [[String: Any]])
      return try renditions.map { rendition in
        let bytes = try Workplace.bytes(#require(rendition["path"] as? String))
        return try DecodedPicture.decode(bytes).profile?.iccBytes(isGray: false)
      }
    }
    #expect(try profiles(plain, []) == [profile, profile])
    #expect(try profiles(wide, []) == [profile, profile])
    #expect(try profiles(wide, ["--keep-profile"]) == [other, other])
    #expect(try profiles(plain, ["--keep-profile"]) == [profile, profile])
  }

  @Test("inspect prints the photo's data, and draws the requested pictures")
  func inspect() throws {
    let place = try Workplace()
    let sample = Project.root.appendingPathComponent("Archive/sample/fifth-avenue.jpg").path
    let histogram = place.folder.path("h.png"), peaking = place.folder.path("f.png")
    let result = try place.run([
      "inspect", sample, "--json", "--histogram", histogram, "--focus-peaking", peaking,
    ])
    #expect(result.status == 0, "\(result.errors)")
    let report = try #require(try result.json().first)
    let size = try JPEGInfo.read(Workplace.bytes(sample)).size
    #expect(report["format"] as? String == "JPEG")
    #expect(Set([report["width"] as? Int, report["height"] as? Int]) == [size.width, size.height])
    let picture = try #require(report["picture"] as? [String: Double])
    #expect(try #require(picture["sharpness"]) > 0)
    #expect(try PictureInfo.read(Workplace.bytes(histogram)).format == .png)
    #expect(
      try max(PictureInfo.read(Workplace.bytes(peaking)).size.width, 1) <= 2048)
    let text = try place.run(["inspect", sample])
    #expect(text.output.contains("sharpness") && text.output.contains("highlights"))
    #expect(try place.run(["inspect", place.folder.path("none.jpg")]).status == 66)
    #expect(try place.run(["inspect", sample, "--histogram", "/nowhere/h.png"]).status == 73)
  }

  @Test("doctor reports each library")
  func doctor() throws {
    let result = try Workplace().run(["doctor", "--json"])
    let findings = try #require(try result.json().first?["findings"] as? [[String: Any]])
    for library in ImagingLibrary.all {
      let detail = findings.first { $0["name"] as? String == library.name }?["detail"] as? String
      #expect(detail?.contains(library.version ?? "isn't installed") == true, "\(library.name)")
    }
  }
}
