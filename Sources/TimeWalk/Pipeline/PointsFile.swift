internal import Foundation
internal import TimeWalkImaging

/// Points that a person set: a text of one pair a line, the old picture's x and y, then the new
/// one's.
///
/// Numbers are separated by commas, semicolons, tabs or spaces. Empty lines, lines that begin with
/// `#` and a line of names at the top are skipped. Pixels count from the middle of the top left
/// one, in the stored files.
enum PointsFile {
  private static let mostBytes = 1 << 20
  private static let mostPoints = 1000

  /// Reads a file, or standard input where the path is `-`.
  static func read(_ path: String) throws(TimeWalkError) -> [PointPair] {
    let data: Data
    do {
      let file =
        path == "-"
        ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      data = try file.read(upToCount: mostBytes + 1) ?? Data()
    } catch {
      throw TimeWalkError(
        .inputMissing, "can't read the points \(path)", field: "points", cause: error)
    }
    guard data.count <= mostBytes else {
      throw TimeWalkError(
        .limitExceeded, "\(path) has more than \(mostBytes >> 20) MB, the limit for points",
        field: "points")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw TimeWalkError(.invalidValue, "\(path) isn't UTF-8 text", field: "points")
    }
    return try points(in: text, name: path)
  }

  private static func points(in text: String, name: String) throws(TimeWalkError) -> [PointPair] {
    var points: [PointPair] = []
    var isFirst = true
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = line.split { ",; \t\u{FEFF}".contains($0) }
      guard let head = words.first, !head.hasPrefix("#") else { continue }
      let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
      defer { isFirst = false }
      if isFirst, numbers.isEmpty { continue }
      guard words.count == 4, numbers.count == 4 else {
        throw TimeWalkError(
          .invalidValue,
          "line \(index + 1) of \(name) must have four numbers: x and y in the old picture, then x and y in the new one",
          field: "points")
      }
      points.append(
        PointPair(then: SIMD2(numbers[0], numbers[1]), now: SIMD2(numbers[2], numbers[3])))
      guard points.count <= mostPoints else {
        throw TimeWalkError(
          .limitExceeded, "\(name) has more than \(mostPoints) points, the limit", field: "points")
      }
    }
    return points
  }
}
