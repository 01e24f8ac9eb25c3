import Foundation
import TimeWalkImaging

/// The time of a photo by stages, in one process and warm.
struct PictureStages {
  private var rows = [["stage", "median ms", "from, to"]]

  static func table(of bytes: [UInt8], orientation: Orientation, repeats: Int) throws -> [[String]]
  {
    var stages = PictureStages()
    let picture = try JPEGPicture.decode(bytes).image
    try stages.measure("decode the whole picture", repeats) { _ = try JPEGPicture.decode(bytes) }
    try stages.measure("fit and turn the whole picture", repeats) {
      _ = try picture.fitted(within: 2048, orientation: orientation)
    }
    try stages.measure("decode, fit and turn in one go", repeats) {
      _ = try DecodedPicture.fitted(bytes, within: 2048, orientation: orientation)
    }
    let small = try DecodedPicture.fitted(bytes, within: 2048, orientation: orientation).image
    try stages.measure("encode the clean picture", repeats) { _ = try small.encode() }
    let font = try FontSet().regular
    let texts = [
      "40.75800° N  73.98550° W", "Heading 123° SE", "2024-05-06 07:08:09", "26 mm",
      "Altitude 12 m",
    ]
    let encoded = try small.encode()
    try stages.measure("second variant: write on it, encode its rows, splice", repeats) {
      _ = try small.overlaid(fields: texts, font: font).encode(reusing: encoded)
    }
    let overlaid = try small.overlaid(fields: texts, font: font)
    guard try overlaid.encode(reusing: encoded) == overlaid.image.encode() else {
      throw MeasuredRun.Failure(
        description: "the second variant isn't what encoding it whole gives")
    }
    return stages.rows
  }

  private mutating func measure(_ name: String, _ repeats: Int, _ body: () throws -> Void) throws {
    var timings = Timings()
    try body()
    for _ in 0..<repeats { try timings.measure(body) }
    let sorted = timings.milliseconds.sorted()
    rows.append([
      name, Report.number(timings.percentile(0.5), 2),
      "\(Report.number(sorted.first ?? 0, 2)), \(Report.number(sorted.last ?? 0, 2))",
    ])
  }
}
