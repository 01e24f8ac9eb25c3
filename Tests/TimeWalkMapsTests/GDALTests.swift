import Foundation
import Testing
import TimeWalkMaps

@Suite("Transformations agree with GDAL's")
struct GDALTests {
  struct Question: Sendable, CustomStringConvertible {
    let set: ControlPointSet
    let name: String
    let method: TransformationMethod
    let options: [String]

    var description: String { "\(set.name), \(name)" }
  }

  /// Each set with each method that it has enough points for.
  static let questions = ControlPointSet.all.flatMap { set in
    GDALTransform.methods.filter { $0.method.leastPoints <= set.count }
      .map { Question(set: set, name: $0.name, method: $0.method, options: $0.options) }
  }

  /// Compares both directions with GDAL, to a centimetre on the ground.
  private func compare(
    _ question: Question, forth: [PlanePoint], back: [PlanePoint]
  ) throws {
    let set = question.set
    let (pixels, ground) = set.pairs
    let toGround = try PlaneTransformation(question.method, from: pixels, to: ground)
    let toPixels = try PlaneTransformation(question.method, from: ground, to: pixels)
    let probes = set.probes
    try #require(forth.count == probes.pixels.count && back.count == probes.ground.count)
    for (probe, expected) in zip(probes.pixels, forth) {
      let own = toGround(probe)
      let gap = hypot(own.x - expected.x, own.y - expected.y)
      #expect(gap < set.centimeter, "\(probe): \(own), and GDAL says \(expected)")
    }
    for (probe, expected) in zip(probes.ground, back) {
      let own = toPixels(probe)
      let gap = hypot(own.x - expected.x, own.y - expected.y) * set.unit
      #expect(gap < set.centimeter, "\(probe): \(own), and GDAL says \(expected)")
    }
  }

  @Test("As recorded from GDAL 3.6.2", arguments: questions)
  func recorded(question: Question) throws {
    func line(_ way: String) throws -> [PlanePoint] {
      let start = "\(question.set.name)|\(question.name)|\(way)|"
      let line = try #require(
        RecordedGDAL.results.split(separator: "\n").first { $0.hasPrefix(start) })
      return GDALTransform.numbers(line.dropFirst(start.count).split(separator: " "))
    }
    try compare(question, forth: line("forth"), back: line("back"))
  }

  @Test("Equal to gdaltransform's current results", GDALTransform.isInstalled, arguments: questions)
  func live(question: Question) throws {
    let (pairs, probes) = (question.set.pairs, question.set.probes)
    let forth = try GDALTransform.points(
      probes.pixels, by: pairs, options: question.options, isBack: false)
    let back = try GDALTransform.points(
      probes.ground, by: pairs, options: question.options, isBack: true)
    // Recorded before the comparison; a difference can then be inspected.
    if let path = ProcessInfo.processInfo.environment["TIMEWALK_RECORD_GDAL"] {
      try GDALTests.record(question, forth: forth, back: back, in: path)
    }
    try compare(question, forth: forth, back: back)
  }

  private static func record(
    _ question: Question, forth: [PlanePoint], back: [PlanePoint], in path: String
  ) throws {
    var text = ""
    for (way, points) in [("forth", forth), ("back", back)] {
      let numbers = points.map { "\($0.x) \($0.y)" }.joined(separator: " ")
      text += "\(question.set.name)|\(question.name)|\(way)|\(numbers)\n"
    }
    let name = question.description.replacing(" ", with: "-")
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name).txt"))
  }

  @Test("There are twenty sets, of 3 to 400 points")
  func sets() {
    #expect(ControlPointSet.all.count == 20)
    #expect(Set(ControlPointSet.all.map(\.name)).count == 20)
    #expect(ControlPointSet.all.map(\.count).min() == 3)
    #expect(ControlPointSet.all.map(\.count).max() == 400)
    for set in ControlPointSet.all { #expect(set.pairs.pixels.count == set.count) }
  }
}
