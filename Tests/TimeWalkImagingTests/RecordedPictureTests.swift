import Foundation
import Testing

@testable import TimeWalkImaging

/// Pictures compared with how they once looked, as 48 luma values across.
///
/// Versions of FreeType differ in a few pixels, so that a shrunken picture is compared, within a tolerance.
/// `TIMEWALK_RECORD_PICTURES=1 swift test --filter RecordedPictureTests` records them anew, and prints where the
/// full pictures are to be looked at first.
@Suite struct RecordedPictureTests {
  @Test func `an overlay looks as it did`() throws {
    let scene = try Pictures.scene(640, 480)
    try check(
      scene.overlaid(fields: Pictures.fields, font: Pictures.fonts().regular).image, "overlay")
  }

  @Test func `a plate looks as it did`() throws {
    try check(PlateTests.usual.draw(fonts: Pictures.fonts()).image, "plate")
  }

  private func check(_ image: PlanarImage, _ name: String) throws {
    let small = try image.fitted(within: 48).planes[0].samples.map(Int.init)
    if ProcessInfo.processInfo.environment["TIMEWALK_RECORD_PICTURES"] == "1" {
      try record(small, name)
      print("recorded \(name); look at", try save(image, name))
      return
    }
    let text = try #require(recordedPictures[name], "nothing recorded for \(name)")
    let known = text.split(separator: " ").compactMap { Int($0) }
    try #require(known.count == small.count, "\(name) has another size")
    let differences = zip(known, small).map { abs($0 - $1) }
    let mean = Double(differences.reduce(0, +)) / Double(known.count)
    if mean > 1.5 || (differences.max() ?? 0) > 40 {
      let place = try save(image, name)
      Issue.record("\(name) looks different (mean \(mean)); look at \(place)")
    }
  }

  /// Writes the picture where a person can look at it.
  private func save(_ image: PlanarImage, _ name: String) throws -> String {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent(
      "timewalk-\(name).jpg")
    try Data(image.encode(quality: 95)).write(to: place)
    return place.path
  }

  private func record(_ values: [Int], _ name: String) throws {
    var all = recordedPictures
    all[name] = values.map(String.init).joined(separator: " ")
    var source =
      "// Written by RecordedPictureTests.\n// swift-format-ignore-file\nlet recordedPictures: [String: String] = [\n"
    for (key, value) in all.sorted(by: { $0.key < $1.key }) {
      source += "  \"\(key)\": \"\(value)\",\n"
    }
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "RecordedPictures.swift")
    try Data((source + "]\n").utf8).write(to: file)
  }
}
