import Foundation
import Testing
import TimeWalkBase
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// Programs of others that decode photos and turn their colours into sRGB.
enum ColourPeer {
  private static func program(_ name: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(fileURLWithPath: $0 + "/" + name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// ImageMagick, with Little CMS inside.
  static let convert = program("convert")
  /// libheif's own example, since ImageMagick leaves out alpha there.
  static let heifConvert = program("heif-convert")

  /// The pixels of a picture of any size, composed over white, in sRGB, and reduced to `side` x
  /// `side`; empty if the peer doesn't read it.
  static func pixels(
    _ path: String, side: Int, isTurned: Bool, profile: String, folder: TemporaryFolder
  ) throws -> [UInt8] {
    let output = folder.path("pixels-\(UUID().uuidString).rgb")
    defer { try? FileManager.default.removeItem(atPath: output) }
    _ = try TimeWalkCommand.run(
      try #require(convert),
      ["-define", "jpeg:size=512x512", path + "[0]"] + (isTurned ? ["-auto-orient"] : [])
        + ["-background", "white", "-alpha", "remove", "-intent", "relative"]
        + ["-black-point-compensation", "-profile", profile, "-colorspace", "sRGB"]
        // Plain means of areas: a comparison of single pixels would measure JPEG's noise.
        + ["-scale", "\(side)x\(side)!", "-depth", "8", "rgb:" + output])
    let bytes = (try? Workplace.bytes(output)) ?? []
    return bytes.count == side * side * 3 ? bytes : []
  }

  /// A HEIC's or AVIF's picture as a PNG; `nil` if the peer reads none, or several and doesn't say
  /// which is shown.
  static func png(of path: String, folder: TemporaryFolder) throws -> String? {
    let name = UUID().uuidString
    _ = try TimeWalkCommand.run(
      try #require(heifConvert), [path, folder.path("\(name).png")])
    let made = Workplace.names(in: folder.url.path).filter { $0.hasPrefix(name) }
    return made.count == 1 ? folder.path(made[0]) : nil
  }
}

/// The clean pictures of all photos beside what other programs make of the originals.
@Suite("Colours compared with a peer", .longCheckOnly, .waitsForProcesses, TestData.isPresent)
struct ColourPeerTests {
  /// The cases in which a peer differs, with the reason why ours is right.
  static let disputed = [
    "pillow__Tests__images__xmp_tags_orientation.png": "turned by XMP alone, which convert ignores",
    "pillow__Tests__images__xmp_tags_orientation_exiftool.png":
      "the same; and JPEG's rounding is off by 2.7 at 10 x 10 pixels of full colours, whoever writes it",
    "pillow_heif__tests__images__heif_other__invalid_id.heic":
      "its primary picture calls itself a thumbnail of another one, which libheif's tool then shows",
  ]
  /// The permitted difference of a channel's mean, of 255.
  static let bias = 1.2
  /// The permitted mean difference of a reduced picture's samples, of 255.
  static let difference = 3.0

  @Test(
    "Each clean picture stands and looks as ImageMagick's conversion of the original does",
    .enabled(
      if: ColourPeer.convert != nil && ColourPeer.heifConvert != nil,
      "ImageMagick's convert or heif-convert is missing (Debian: imagemagick, libheif-examples)"),
    .enabled(if: ImageFormat.heic.isReadable, "libheif is not installed"))
  func colours() throws {
    let place = try Workplace()
    let folder = place.folder
    let profile = try place.write(try #require(ColourProfile.sRGB(isGray: false)), to: "srgb.icc")
    let photos = try #require(TestData.folder).appendingPathComponent("photos").path
    let result = try place.submit(
      [photos], ["--json", "--latitude", "40.7", "--longitude=-74", "--strip-metadata"])
    var compared = 0
    for answer in try Answer.all(of: result) where answer.errorCode == nil {
      let original = try #require(answer.original)
      let name = URL(fileURLWithPath: original).lastPathComponent
      guard Self.disputed[name] == nil else { continue }
      let isHEIF = ImageFormat.recognise(try Workplace.bytes(original)).map {
        [.heic, .avif].contains($0)
      }
      let source =
        isHEIF == true ? try ColourPeer.png(of: original, folder: folder) : original
      guard let source else { continue }
      let theirs = try ColourPeer.pixels(
        source, side: 32, isTurned: isHEIF != true, profile: profile, folder: folder)
      let ours = try ColourPeer.pixels(
        answer.path("clean"), side: 32, isTurned: false, profile: profile, folder: folder)
      guard !theirs.isEmpty else { continue }
      try #require(theirs.count == ours.count, "\(name)")
      let differences = zip(ours, theirs).map { Int($0) - Int($1) }
      let mean = Double(differences.reduce(0) { $0 + abs($1) }) / Double(differences.count)
      let bias = (0..<3).map { channel in
        let all = stride(from: channel, to: differences.count, by: 3).map { differences[$0] }
        return abs(Double(all.reduce(0, +)) / Double(all.count))
      }.max()
      #expect(mean <= Self.difference, "\(name) differs by \(mean) of 255")
      #expect(try #require(bias) <= Self.bias, "\(name) is off by \(bias ?? 0) of 255")
      compared += 1
    }
    #expect(compared > 140, "only \(compared) were compared")
  }
}
