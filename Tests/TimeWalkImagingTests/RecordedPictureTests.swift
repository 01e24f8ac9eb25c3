import Foundation
import Synchronization
import Testing

@testable import TimeWalkImaging

/// Pictures compared with how they once looked, as some luma values across.
///
/// Versions of FreeType differ in a few pixels; a reduced picture is therefore compared, within a
/// tolerance. `TIMEWALK_RECORD_PICTURES=1 swift test --filter RecordedPictureTests` records them
/// again, and prints the paths of the full pictures, which must be checked first.
@Suite struct RecordedPictureTests {
  @Test func `an overlay looks as it did`() throws {
    let scene = try Pictures.scene(640, 480)
    try check(
      scene.overlaid(fields: Pictures.fields, font: Pictures.fonts().regular).image, "overlay")
  }

  @Test(.enabled(if: QRCode.libraryVersion != nil, "libqrencode is not installed"))
  func `a plate looks as it did`() throws {
    try check(PlateTests.usual.draw(fonts: Pictures.fonts()).image, "plate")
  }

  @Test(arguments: DrawnMaps.all)
  func `a map around a place looks as it did`(map: DrawnMaps.Map) throws {
    try check(map.crop.draw(map.part(), fonts: Pictures.fonts()).image, map.name, across: 96)
  }

  @Test(
    .enabled(
      if: ScriptTitles.areInstalled, "fonts-noto-core and fonts-noto-cjk are not all there"),
    arguments: ScriptTitles.all)
  func `a title in another script looks as it did`(title: ScriptTitles.Title) throws {
    let drawn = try ScriptTitles.plate(title).draw(
      size: PixelSize(width: 480, height: 360), fonts: ScriptTitles.fonts())
    #expect(drawn.gaps == TextGaps())
    // A fifth of the size, and of that the title's rows.
    try check(drawn.image, "title-\(title.language)", across: 96, rows: 14..<36)
  }

  @Test(
    .enabled(
      if: ScriptTitles.areInstalled, "fonts-noto-core and fonts-noto-cjk are not all there"))
  func `an overlay of several scripts looks as it did`() throws {
    let fields = ScriptTitles.all.map(\.text)
    let drawn = try Pictures.tone(90, 480, 640).overlaid(
      fields: fields, font: ScriptTitles.fonts().regular)
    #expect(drawn.dropped.isEmpty && drawn.gaps == TextGaps())
    try check(drawn.image, "overlay-scripts", across: 96, rows: 48..<96)
  }

  /// Compares the picture, made `across` pixels wide or high, with the recorded one, or some rows
  /// of it.
  private func check(
    _ image: PlanarImage, _ name: String, across: Int = 48, rows: Range<Int>? = nil
  ) throws {
    let plane = try image.fitted(within: across).planes[0]
    let small = (rows ?? 0..<plane.height).flatMap { y in
      (0..<plane.width).map { Int(plane[$0, y]) }
    }
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

  /// Compares the recorded values with those of this run.
  private static let recorded = Mutex(recordedPictures)

  private func record(_ values: [Int], _ name: String) throws {
    try Self.recorded.withLock { all in
      all[name] = values.map(String.init).joined(separator: " ")
      try write(all)
    }
  }

  private func write(_ all: [String: String]) throws {
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
