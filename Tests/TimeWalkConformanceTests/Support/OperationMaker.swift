import Foundation
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTestSupport

/// Random operations and questions on few items, the same for the same seed.
struct OperationMaker {
  var random: SeededGenerator
  /// True to leave out parts that the model doesn't have.
  var isPlain = false
  static let collections = ["a", "b", "Ärger"]
  static let names = (0..<7).map { "i\($0)" } + ["b:i1"]
  /// Few places; across the antimeridian, near a pole, and far from all.
  static let places = [
    (40.0, -74.0), (40.0003, -74.0002), (40.002, -74.001), (-16.8, 179.9999), (-16.8, -179.9999),
    (89.9995, 10), (89.9995, -170), (0, 0),
  ]
  static let dates = [
    "1905", "1905?", "190X", "1911-05-03", "1905~/1910", "{1905,1924}", "1800/1900", "../1880",
    "1928/..", "../..", "2051", "1910-30",
  ]

  init(seed: UInt64, isPlain: Bool = false) {
    random = SeededGenerator(seed: seed)
    self.isPlain = isPlain
  }

  mutating func pick<T>(_ values: [T]) -> T {
    values[Int.random(in: values.indices, using: &random)]
  }

  mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

  mutating func maybe<T>(_ values: [T]) -> T? { chance(0.6) ? nil : pick(values) }

  mutating func id() -> ItemID {
    ItemID(collection: pick(Self.collections), identifier: pick(Self.names))
  }

  /// An author, at some second; sometimes a dry run.
  mutating func terms(isAgreed: Bool = false) -> ChangeTerms {
    ChangeTerms(isDryRun: chance(0.1), isAgreed: isAgreed, by: provenance())
  }

  mutating func provenance() -> Provenance {
    Provenance(
      author: maybe(["Ada", "Grace"]),
      when: Date(timeIntervalSince1970: Double(Int.random(in: 0..<2_000_000_000, using: &random))),
      tool: maybe(["suite 1"]))
  }

  // MARK: Operations

  mutating func next() -> Operation {
    let kind = Int.random(in: 0..<16, using: &random)
    return switch kind {
    case 0..<5: importing()
    case 9..<13 where isPlain: importing()
    case 5, 6: editing()
    case 7: editingMany()
    case 8: removing()
    case 9: eras()
    case 10: rights()
    case 11, 12: deciding()
    default: undoing()
    }
  }
}
