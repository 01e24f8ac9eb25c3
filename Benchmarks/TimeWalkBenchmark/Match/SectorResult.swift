import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
import TimeWalkSpatiaLite

/// The time of the retrieval alone: sector and era exactly compared, the best twenty.
///
/// The peers answer the same questions of the same items, each by its own program; an unknown
/// heading is any for them.
struct SectorResult {
  private(set) var times = Timings()
  private var processor = Timings()
  private var hits = 0
  private let calls: [MatchCall]

  /// The viewing distance of a photo, and the greatest distance of the views' places, in metres.
  fileprivate static let view = 300.0
  fileprivate static let radius = 500.0

  static let header = [
    "retrieval, cities at large", "hits", "p50 ms", "p99 ms", "most ms", "of the processor: p50",
    "p99",
  ]

  var row: [String] {
    let summary = times.summary
    return [
      "TimeWalk, from the index", Report.number(Double(hits) / Double(calls.count), 1),
      Report.milliseconds(summary.median), Report.milliseconds(summary.high),
      Report.milliseconds(summary.most), Report.milliseconds(processor.percentile(0.5)),
      Report.milliseconds(processor.percentile(0.99)),
    ]
  }

  init(
    _ count: Int, in place: QueryPlace = .cities, of synthetic: SyntheticArchive,
    archive: SpatiaLiteArchive
  ) throws {
    calls = MatchCall.some(count, in: place, of: synthetic)
    let queries = calls.compactMap(\.sectorQuery)
    for query in queries { _ = try archive.views(meeting: query) }
    for query in queries {
      _ = try processor.measureProcessor { try archive.views(meeting: query) }
    }
    for query in queries { hits += try times.measure { try archive.views(meeting: query) }.count }
  }

  /// Runs peers that read NumPy's files, with the items and the calls as arguments, and gives what
  /// each printed.
  func peers(
    _ programs: [String], _ synthetic: SyntheticArchive, folder: URL
  ) throws -> [(program: String, lines: [String])] {
    guard !programs.isEmpty else { return [] }
    let items = folder.appendingPathComponent("items-\(synthetic.count).npy")
    let queries = folder.appendingPathComponent("queries-\(synthetic.count).npy")
    defer {
      try? FileManager.default.removeItem(at: items)
      try? FileManager.default.removeItem(at: queries)
    }
    var chance = Chance(seed: 3)
    var records = NumPyFile(count: synthetic.count)
    synthetic.forEach { _, item in
      records.add(
        latitude: item.latitude, longitude: item.longitude,
        heading: item.heading ?? chance.even(0...359.9), field: item.field,
        view: item.view >= 1000 ? item.view : SectorQuery.usualDistance, years: item.years)
    }
    try records.data.write(to: items)
    var asked = NumPyFile(count: calls.count)
    for call in calls {
      asked.add(
        latitude: call.latitude, longitude: call.longitude, heading: call.heading,
        field: MatchCall.field, view: SectorResult.view, years: call.years)
    }
    try asked.data.write(to: queries)
    return try programs.compactMap { program in
      guard FileManager.default.isExecutableFile(atPath: program) else {
        Report.talk("\(program) is no program, and left out.")
        return nil
      }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = [items.path, queries.path]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        Report.talk("\(program) ended with \(process.terminationStatus), and is left out.")
        return nil
      }
      return (
        program, String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
      )
    }
  }
}

extension MatchCall {
  /// The call as a question for the retrieval.
  fileprivate var sectorQuery: SectorQuery? {
    guard let place = Coordinate(latitude: latitude, longitude: longitude),
      let heading = Heading(degrees: heading), let field = FieldOfView(degrees: MatchCall.field),
      let distance = Distance(meters: SectorResult.view),
      let radius = Distance(meters: SectorResult.radius),
      let first = Day(year: years.lowerBound, month: 1, day: 1),
      let last = Day(year: years.upperBound, month: 12, day: 31),
      let dates = DateSpan(earliest: first, latest: last)
    else { return nil }
    return SectorQuery(
      place: place, heading: heading, fieldOfView: field, distance: distance, radius: radius,
      dates: dates)
  }
}

/// An array of views as NumPy keeps it in a file (NumPy Enhancement Proposal 1).
private struct NumPyFile {
  private(set) var data = Data()

  init(count: Int) {
    var header =
      "{'descr': [('lat', '<f8'), ('lon', '<f8'), ('hdg', '<f4'), ('fov', '<f4'), ('dist', '<f4'), "
      + "('y0', '<i2'), ('y1', '<i2')], 'fortran_order': False, 'shape': (\(count),), }"
    header += String(repeating: " ", count: 63 - (10 + header.utf8.count) % 64) + "\n"
    data.reserveCapacity(10 + header.utf8.count + 32 * count)
    data.append(contentsOf: [0x93] + Array("NUMPY".utf8) + [1, 0])
    put(UInt16(header.utf8.count))
    data.append(contentsOf: header.utf8)
  }

  mutating func add(
    latitude: Double, longitude: Double, heading: Double, field: Double, view: Double,
    years: ClosedRange<Int>
  ) {
    put(latitude)
    put(longitude)
    put(Float(heading))
    put(Float(field))
    put(Float(view))
    put(Int16(years.lowerBound))
    put(Int16(years.upperBound))
  }

  private mutating func put<T: BitwiseCopyable>(_ value: T) {
    withUnsafeBytes(of: value) { data.append(contentsOf: $0) }
  }
}
