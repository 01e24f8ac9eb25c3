internal import ArgumentParser
import Foundation
internal import TimeWalk
internal import TimeWalkArchive
internal import TimeWalkCore
import TimeWalkSpatiaLite

/// `benchmark match`: the time of a match call in a large archive, and PostGIS's time for the same
/// retrieval.
struct MatchBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match", abstract: "Measure match calls in a large synthetic archive.")

  @Option(help: "The number of items in the archive.") var items = 1_000_000
  @Option(
    parsing: .upToNextOption,
    help: "Archives of these sizes, to show what calls cost by size, and nothing else.")
  var sizes: [Int] = []
  @Option(
    parsing: .upToNextOption,
    help: "Folders whose archives are read, and not written, instead of making such.")
  var archives: [String] = []
  @Option(help: "The number of calls measured in each place.") var calls = 1000
  @Option(help: "The folder for the archives, which are kept for the next run.") var folder: String
  @Option(
    parsing: .upToNextOption,
    help: "The places to measure: dense, cities, desert; all of them unless named.")
  var place: [QueryPlace] = QueryPlace.allCases
  @Option(help: "The number of measured calls of the retrieval; 0 for none.") var retrievals = 2000
  @Option(help: "The number of concurrent calls.") var threads = 2
  @Option(
    parsing: .upToNextOption,
    help: "Programs that do the retrieval, given items and queries as files of NumPy's.")
  var peer: [String] = []
  @Flag(help: "Leave the index beside the archive out.") var withoutIndex = false
  @Option(help: "The folder of the PostgreSQL server's socket; left out, there is no peer.")
  var postgres: String?
  @Option(help: "The engine that is measured; postgis measures both, in turns.")
  var engine = Engine.spatialite

  /// The engines that an archive may be kept by.
  enum Engine: String, CaseIterable, ExpressibleByArgument {
    case spatialite
    case postgis
  }

  func validate() throws {
    guard engine == .spatialite || postgres != nil else {
      throw ValidationError("--engine postgis needs the server of --postgres.")
    }
  }

  func run() throws {
    let folder = URL(fileURLWithPath: folder)
    guard sizes.isEmpty else { return try compareSizes(folder) }
    let synthetic = SyntheticArchive(count: items)
    let file = try synthetic.file(in: folder)
    var index: IndexResult?
    if withoutIndex {
      try? FileManager.default.removeItem(atPath: file.path + "-index")
    } else if let middle = Coordinate(
      latitude: SyntheticArchive.denseCity.latitude, longitude: SyntheticArchive.denseCity.longitude
    ) {
      let reach = Matcher().reach(of: Viewpoint(coordinate: middle))
      index = try IndexResult(file, items: items, place: middle, within: reach)
    }
    let archive = try SpatiaLiteArchive(path: file.path, mode: .readOnly)
    let pipeline = Pipeline(archive: archive, archivePath: file.path)

    var results: [PlaceResult] = []
    for place in place {
      let queries = MatchCall.some(calls, in: place, of: synthetic)
      results.append(try PlaceResult(place, queries, archive: archive, pipeline: pipeline))
    }
    var besides: [SideBySide] = []
    for place in place where threads > 1 {
      besides.append(
        try SideBySide(
          place, MatchCall.some(2 * calls, in: place, of: synthetic), pipeline: pipeline,
          threads: threads))
    }
    print("\(items) items; \(calls) calls in each place; \(Report.machine)\n")
    Report.table(PlaceResult.header + results.map(\.row))
    print()
    Report.table([SideBySide.header] + besides.map(\.row))
    let stages = try place.map { place in
      try StageResult(
        place, MatchCall.some(calls, in: place, of: synthetic), archive: archive, pipeline: pipeline
      )
    }
    print()
    Report.table(StageResult.rows(stages))
    if let index {
      print()
      Report.table([IndexResult.header, index.row])
    }
    if retrievals > 0 {
      let sectors = try SectorResult(retrievals, of: synthetic, archive: archive)
      print()
      Report.table([SectorResult.header, sectors.row])
      for (program, lines) in try sectors.peers(peer, synthetic, folder: folder) {
        print("\n\((program as NSString).lastPathComponent):")
        for line in lines { print("    \(line)") }
      }
    }
    if engine == .postgis, let postgres {
      let server = try ServerResult(
        synthetic, socket: postgres, folder: folder, calls: calls, places: place, beside: results)
      print()
      server.tables.forEach {
        Report.table($0)
        print()
      }
      results = server.results
    }
    if let postgres {
      let peer = try PostGISPeer(socket: postgres, folder: folder)
      let times = try peer.run(synthetic, calls: calls)
      print()
      Report.table(PostGISPeer.rows(times, beside: results))
    }
  }

  private func compareSizes(_ folder: URL) throws {
    let others = archives.map { URL(fileURLWithPath: $0) }
    var rows = [SizeResult.header]
    for size in sizes {
      let synthetic = SyntheticArchive(count: size)
      let file = try synthetic.file(in: folder, orIn: others)
      let archive = try SpatiaLiteArchive(path: file.path, mode: .readOnly)
      if file.deletingLastPathComponent().path == folder.path { archive.prepare() }
      let result = try SizeResult(
        synthetic, archive, places: place, calls: calls, retrievals: max(1, retrievals))
      rows += result.rows
    }
    print(
      "\(calls) calls and \(retrievals) retrievals in each place; \(Report.machine)\n")
    Report.table(rows)
  }
}

/// The places of photos.
enum QueryPlace: String, CaseIterable, ExpressibleByArgument {
  case dense
  case cities
  case desert

  var title: String {
    switch self {
    case .dense: "dense city"
    case .cities: "cities at large"
    case .desert: "desert"
    }
  }
}

/// One call: the pose of a photo, and an era.
struct MatchCall {
  var latitude: Double
  var longitude: Double
  var heading: Double
  var years: ClosedRange<Int>

  /// The 68 % radius of a photo's place, metres.
  static let accuracy = 8.0
  static let headingAccuracy = 10.0
  static let field = 65.0
  /// The viewing distance of a photo for the peer's sector, in metres.
  static let view = 150.0

  /// The same calls every time.
  static func some(_ count: Int, in place: QueryPlace, of archive: SyntheticArchive) -> [MatchCall]
  {
    var chance = Chance(seed: 11)
    return (0..<count).map { _ in
      let found =
        switch place {
        case .dense: archive.denseplace(&chance, within: 50)
        case .cities: archive.place(&chance)
        // The middle of the South Pacific, where no city is.
        case .desert: (latitude: chance.even(-50...(-40)), longitude: chance.even(-170...(-130)))
        }
      let first = Int(chance.even(1850...1960))
      return MatchCall(
        latitude: found.latitude, longitude: found.longitude, heading: chance.even(0...359.9),
        years: first...first + Int(chance.even(10...70)))
    }
  }

  var request: MatchRequest {
    var pose = GivenPose()
    pose.latitude = latitude
    pose.longitude = longitude
    pose.horizontalAccuracy = MatchCall.accuracy
    pose.heading = heading
    pose.headingReference = "true"
    pose.headingAccuracy = MatchCall.headingAccuracy
    pose.fieldOfView = MatchCall.field
    return MatchRequest(pose: pose, era: "\(years.lowerBound)/\(years.upperBound)")
  }

  func query() throws -> MatchQuery? {
    guard
      let coordinate = Coordinate(
        latitude: latitude, longitude: longitude,
        horizontalAccuracy: Distance(meters: MatchCall.accuracy))
    else { return nil }
    return MatchQuery(
      viewpoint: Viewpoint(
        coordinate: coordinate, heading: Heading(degrees: heading),
        headingAccuracy: Angle(degrees: MatchCall.headingAccuracy),
        fieldOfView: FieldOfView(degrees: MatchCall.field)),
      era: try Era(edtf: "\(years.lowerBound)/\(years.upperBound)"))
  }
}
