import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
import TimeWalkSpatiaLite

/// The cost of the archive's index: making it, its space, and opening it.
struct IndexResult {
  private var making = Timings()
  private var opening = Timings()
  private var first = Timings()
  private let items: Int
  private let bytes: Int

  static let header = [
    "index of", "made, items/s", "bytes an item", "archive opened ms", "first candidates ms",
  ]

  var row: [String] {
    [
      "\(items) items", "\(Int(Double(items) / making.percentile(0.5) * 1000))",
      Report.number(Double(bytes) / Double(max(1, items)), 1),
      Report.milliseconds(opening.percentile(0.5)), Report.milliseconds(first.percentile(0.5)),
    ]
  }

  /// Brings the archive up to date, and makes its index three times.
  init(_ file: URL, items: Int, place: Coordinate, within reach: Distance) throws {
    let index = file.path + "-index"
    self.items = items
    do {
      let archive = try SpatiaLiteArchive(path: file.path, mode: .readWrite)
      for _ in 0..<3 {
        try? FileManager.default.removeItem(atPath: index)
        let isMade = try making.measure { try archive.makeIndex(leastItems: 1) }
        guard isMade else { throw CocoaError(.fileWriteUnknown) }
      }
    }
    bytes = try FileManager.default.attributesOfItem(atPath: index)[.size] as? Int ?? 0
    for _ in 0..<20 {
      let archive = try opening.measure {
        try SpatiaLiteArchive(path: file.path, mode: .readOnly)
      }
      _ = try first.measure { try archive.candidates(near: place, within: reach) }
    }
  }
}
