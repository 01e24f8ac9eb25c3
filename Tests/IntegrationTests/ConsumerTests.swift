import Foundation
import Testing
import TimeWalkTestSupport

/// The example of the documentation, as a package of others has it.
@Suite("A program that depends on TimeWalk", .waitsForProcesses, .isOfFiles)
struct ConsumerTests {
  private static let source = "Examples/Consumer/Sources/Consumer/main.swift"

  @Test("It is the documentation's example, word by word")
  func isTheExample() throws {
    let article = try String(
      contentsOf: Project.root.appendingPathComponent("Sources/TimeWalk/TimeWalk.docc/TimeWalk.md"),
      encoding: .utf8)
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    let program = try String(
      contentsOf: Project.root.appendingPathComponent(Self.source), encoding: .utf8)
    #expect(blocks.count == 2)
    #expect(program == blocks.joined(separator: "\n"))
  }

  /// Built beside the tests.
  private static let program = TimeWalkCommand.binary.deletingLastPathComponent()
    .appendingPathComponent("Consumer")

  @Test("It submits a photo and matches a pose")
  func runs() throws {
    let place = try Workplace()
    try #require(place.importCatalogue(SampleCatalogue.corner).status == 0)
    _ = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let result = try TimeWalkCommand.run(
      ConsumerTests.program, [], environment: ["TIMEWALK_ARCHIVE": "", "TIMEWALK_LIBRARY": ""],
      directory: place.folder.url)
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n")
    // Confidence, title and reason of the match; then the timeline and the probability that nothing
    // matches.
    try #require(lines.count == 2, "\(result.output)")
    #expect(lines[0].contains("corner"))
    #expect(lines[1].hasPrefix("["))
    #expect(Workplace.names(in: place.folder.url.path).contains("library"))
  }
}
