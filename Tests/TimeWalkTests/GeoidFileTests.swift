import Foundation
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalk

@Suite("The geoid's grid")
struct GeoidFileTests {
  static let installed = GeoidFile.installed(environment: ProcessInfo.processInfo.environment)

  static var isInstalled: ConditionTrait {
    .enabled(if: installed != nil, "no egm96_15.gtx is installed (Debian: proj-data)")
  }

  /// Published EGM96 undulations at NGA's test points, and the values that PROJ's `vgridshift`
  /// interpolates from the same grid.
  static let points: [(latitude: Double, longitude: Double, published: Double, proj: Double)] = [
    (38.6281550, 269.7791550, -31.628, -31.608983), (-14.6212170, 305.0211140, -2.969, -2.965771),
    (46.8743190, 102.4487290, -43.575, -43.616627), (-23.6174460, 133.8747120, 15.871, 15.926871),
    (38.6254730, 359.9995000, 50.066, 50.035957), (-0.4667440, 0.0023000, 17.329, 17.336138),
  ]

  @Test(
    "Undulations are the published ones to a decimetre, and PROJ's to a millimetre", isInstalled,
    arguments: points)
  func undulations(latitude: Double, longitude: Double, published: Double, proj: Double) throws {
    let path = try #require(Self.installed)
    let geoid = try GeoidFile.read(path)
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let found = try #require(geoid.undulation(at: place))
    #expect(abs(found - published) < 0.1)
    #expect(abs(found - proj) < 0.001)
  }

  @Test(
    "Poles and antimeridian are ordinary places", isInstalled,
    arguments: [
      (90.0, 0.0, 13.606245), (-90, 77, -29.533850), (0, 180, 21.153330), (12.3, 179.95, 10.390025),
      (12.3, -179.95, 10.366429), (40.758, -73.9855, -32.641773), (89.9, 10, 13.706689),
    ])
  func hardPlaces(latitude: Double, longitude: Double, proj: Double) throws {
    let path = try #require(Self.installed)
    let geoid = try GeoidFile.read(path)
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    #expect(abs(try #require(geoid.undulation(at: place)) - proj) < 0.001)
  }

  @Test("Every place on Earth has an undulation", isInstalled)
  func whole() throws {
    let path = try #require(Self.installed)
    let geoid = try GeoidFile.read(path)
    var range = (lowest: 0.0, highest: 0.0)
    for latitude in stride(from: -90.0, through: 90, by: 2.5) {
      for longitude in stride(from: -180.0, to: 180, by: 2.5) {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let meters = try #require(geoid.undulation(at: place))
        range = (min(range.lowest, meters), max(range.highest, meters))
      }
    }
    #expect(range.lowest < -100 && range.highest > 70)
  }

  /// A grid of 90 degrees, one undulation everywhere.
  static func grid(
    south: Double = -90, step: Double = 90, rows: Int32 = 3, columns: Int32 = 4, meters: Float = 21,
    values: Int = 12
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }
    for number in [south, -180, step, step] { add(number.bitPattern) }
    add(rows)
    add(columns)
    for _ in 0..<values { add(meters.bitPattern) }
    return bytes
  }

  @Test("A height above the ellipsoid is answered above the sea, with the correction")
  func answer() throws {
    let folder = try TemporaryFolder()
    try Data(Self.grid()).write(to: URL(fileURLWithPath: folder.path(GeoidFile.name)))
    var pose = Town.pose
    pose.altitude = 33.5
    pose.altitudeReference = "ellipsoid"
    let pipeline = Pipeline(
      archive: nil, archivePath: "nowhere", geoidPath: folder.path(GeoidFile.name))
    let viewpoint = try pipeline.match(MatchRequest(pose: pose)).viewpoint
    #expect(viewpoint.altitude == 12.5 && viewpoint.altitudeReference == "seaLevel")
    let report = try #require(viewpoint.geoid)
    #expect(report.ellipsoidalAltitude == 33.5 && report.undulation == 21)
    #expect(report.uncertainty == 1 && report.model == "EGM96")
  }

  @Test("Without a grid a height above the ellipsoid stays so, with a warning")
  func absent() throws {
    var pose = Town.pose
    pose.altitude = 33.5
    pose.altitudeReference = "ellipsoid"
    let answer = try Pipeline(archive: nil, archivePath: "nowhere").match(MatchRequest(pose: pose))
    #expect(answer.viewpoint.altitude == 33.5 && answer.viewpoint.geoid == nil)
    #expect(answer.viewpoint.altitudeReference == "ellipsoid")
    #expect(answer.warnings.contains { $0.contains("ellipsoid") })
  }

  static let broken: [(name: String, bytes: [UInt8])] = [
    ("empty", []), ("a header alone", Array(grid().prefix(40))),
    ("cut off", Array(grid().dropLast())),
    ("text", Array("no grid, but longer than its header".utf8)),
    ("half the Earth", grid(south: 0)), ("steps that don't fit", grid(step: 80)),
    ("more rows than bytes", grid(rows: .max)), ("no columns", grid(columns: 0)),
    ("negative rows", grid(rows: -3)), ("no numbers", grid(step: .nan)),
  ]

  @Test("Other files than a grid of the whole globe are refused", arguments: broken.indices)
  func refused(index: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(GeoidFile.name)
    try Data(Self.broken[index].bytes).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: TimeWalkError.self) { try GeoidFile.read(path) }
    #expect(error?.code == .componentMissing)
    // Doctor names it, and the rest works.
    var places = StorePaths(environment: ["HOME": folder.url.path])
    places.geoid = path
    let finding = Checkup(places: places).findings.first { $0.name == "geoid" }
    #expect(finding?.isFine == false && finding?.detail.contains(path) == true)
    _ = try Pipeline(archive: nil, archivePath: "nowhere", geoidPath: path)
      .match(MatchRequest(pose: Town.pose))
  }

  @Test("The value for missing data is a gap")
  func gap() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(GeoidFile.name)
    try Data(Self.grid(meters: -88.8888)).write(to: URL(fileURLWithPath: path))
    let place = try #require(Coordinate(latitude: 0, longitude: 0))
    #expect(try GeoidFile.read(path).undulation(at: place) == nil)
  }

  @Test("PROJ's own variables give the grid's folder", arguments: ["PROJ_DATA", "PROJ_LIB"])
  func variables(name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(GeoidFile.name)
    try Data(Self.grid()).write(to: URL(fileURLWithPath: path))
    let environment = [name: "/nowhere:" + folder.url.path, "HOME": "/h"]
    #expect(StorePaths(environment: environment).geoid == path)
    #expect(StorePaths(environment: ["HOME": "/h"]).geoid != path)
  }
}
