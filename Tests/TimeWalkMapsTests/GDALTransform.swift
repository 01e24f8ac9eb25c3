import Foundation
import Testing
import TimeWalkMaps

/// GDAL's `gdaltransform`, if installed, and its recorded results.
enum GDALTransform {
  /// The methods that both have, with GDAL's options.
  static let methods: [(name: String, method: TransformationMethod, options: [String])] = [
    ("order1", .polynomial(order: 1), ["-order", "1"]),
    ("order2", .polynomial(order: 2), ["-order", "2"]),
    ("order3", .polynomial(order: 3), ["-order", "3"]), ("tps", .thinPlateSpline, ["-tps"]),
  ]

  static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/gdaltransform" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Makes a test skip, with a notice, where it is not installed.
  static var isInstalled: ConditionTrait {
    .enabled(if: path != nil, "gdaltransform is not installed")
  }

  /// Asks it where points come to lie; `isBack` for the way from the ground to pixels.
  static func points(
    _ points: [PlanePoint], by pairs: (pixels: [PlanePoint], ground: [PlanePoint]),
    options: [String], isBack: Bool
  ) throws -> [PlanePoint] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path))
    process.arguments =
      ["-output_xy"] + options + (isBack ? ["-i"] : [])
      + zip(pairs.pixels, pairs.ground).flatMap { pixel, ground in
        ["-gcp"] + [pixel.x, pixel.y, ground.x, ground.y].map { "\($0)" }
      }
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let asked = points.map { "\($0.x) \($0.y)\n" }.joined()
    try input.fileHandleForWriting.write(contentsOf: Data(asked.utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let results = text.split(separator: "\n").map { numbers($0.split(separator: " ")) }
    try #require(results.count == points.count)
    return try results.map { try #require($0.first) }
  }

  /// Points from the texts of their numbers.
  static func numbers(_ texts: [Substring]) -> [PlanePoint] {
    let numbers = texts.compactMap { Double($0) }
    return stride(from: 0, to: numbers.count - 1, by: 2).map {
      PlanePoint(x: numbers[$0], y: numbers[$0 + 1])
    }
  }
}
