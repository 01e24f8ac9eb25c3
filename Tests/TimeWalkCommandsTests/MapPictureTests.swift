import Foundation
import Testing
import TimeWalkTestSupport

/// Pictures that are maps: GeoTIFFs, and pictures with a world file beside them.
@Suite("Pictures that are maps", .waitsForProcesses, .onEachEngine, .serialized)
struct MapPictureTests {
  private static let size = (width: 400, height: 300)

  private static func tiff(_ tags: [Int: [Double]] = [:], keys: [Int] = []) -> [UInt8] {
    TIFFBuilder.geoTIFF(size.width, size.height, tags: tags, keys: keys)
  }

  /// The tags for the start of a picture with pixels of some units.
  private static func tags(_ x: Double, _ y: Double, _ width: Double) -> [Int: [Double]] {
    [33550: [width, width, 0], 33922: [0, 0, 0, x, y, 0]]
  }

  /// Writes a world file of the same place.
  private static func world(_ x: Double, _ y: Double, _ width: Double) -> String {
    [width, 0, 0, -width, x + width / 2, y - width / 2].map { "\($0)\n" }.joined()
  }

  private static func item(_ place: Workplace, _ name: String) throws -> [String: Any] {
    let shown = try place.run(["archive", "show", name, "--json"])
    return try #require(try shown.json().first, "\(shown.errors)")
  }

  /// The corners of an outline, from the first on.
  private static func corners(_ item: [String: Any]) throws -> [(x: Double, y: Double)] {
    let outline = try #require(item["outline"] as? String)
    let numbers = outline.split { !"-.0123456789".contains($0) }.compactMap { Double($0) }
    return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  }

  private static func expect(
    _ item: [String: Any], holds corner: (x: Double, y: Double),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let near = try corners(item).map { hypot($0.x - corner.x, $0.y - corner.y) }.min() ?? 1
    // Two millionths of a degree: a fifth of a metre.
    #expect(near < 2e-6, "\(corner): \(near)", sourceLocation: sourceLocation)
  }

  @Test("A folder of them is imported, each with its own kind of georeference")
  func folder() throws {
    let place = try Workplace()
    func write(_ bytes: [UInt8], _ name: String) throws {
      _ = try place.write(bytes, to: "maps/\(name)")
    }
    try write(
      Self.tiff(Self.tags(583_000, 4_508_000, 2), keys: TIFFBuilder.geoKeys(32618)), "utm.tif")
    try write(
      Self.tiff(
        Self.tags(-74.02, 40.72, 1e-4), keys: TIFFBuilder.geoKeys(projected: false, 4326)),
      "sub/degrees.tif")
    // Feet of New York State.
    try write(
      Self.tiff(Self.tags(980_000, 200_000, 5), keys: TIFFBuilder.geoKeys(2263)), "feet.tif")
    try write(Self.tiff(), "beside.tif")
    try write(Array(Self.world(4_468_000, 5_333_000, 1).utf8), "beside.tfw")
    let esri = """
      PROJCS["DHDN_3_Degree_Gauss_Zone_4",GEOGCS["GCS_Deutsches_Hauptdreiecksnetz",\
      DATUM["D_Deutsches_Hauptdreiecksnetz",SPHEROID["Bessel_1841",6377397.155,299.1528128]],\
      PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],\
      PARAMETER["False_Easting",4500000.0],PARAMETER["False_Northing",0.0],\
      PARAMETER["Central_Meridian",12.0],PARAMETER["Scale_Factor",1.0],\
      PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]
      """
    try write(Array(esri.utf8), "beside.prj")
    // A photograph of a map, with the reading room's position in it.
    try write([UInt8](Data(contentsOf: URL(fileURLWithPath: ComposeTests.sample))), "photo.jpg")
    try write(Array(Self.world(-8_238_000, 4_970_000, 1).utf8), "photo.JGW")
    try write(
      Array(
        "<PAMDataset><SRS dataAxisToSRSAxisMapping=\"1,2\">EPSG:3857</SRS></PAMDataset>".utf8),
      "photo.jpg.aux.xml")
    let imported = try place.run([
      "archive", "import", place.folder.path("maps"), "--archive", place.archive,
    ])
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(imported.output.contains("maps: 5 added, 0 updated, 0 unchanged, 0 refused"))
    #expect(!imported.errors.contains("isn't a picture"), "\(imported.errors)")

    let utm = try Self.item(place, "maps:utm.tif")
    #expect(utm["kind"] as? String == "map")
    #expect((utm["media"] as? [String: Any])?["path"] as? String != nil)
    // The corners in `gdaltransform -output_xy` of GDAL 3.6.2.
    try Self.expect(utm, holds: (-74.0172705042957, 40.7187430267147))
    try Self.expect(utm, holds: (-74.0078799968423, 40.7132576056904))
    try Self.expect(try Self.item(place, "maps:sub/degrees.tif"), holds: (-73.98, 40.69))
    try Self.expect(
      try Self.item(place, "maps:feet.tif"), holds: (-74.0153310153193, 40.7156294772437))
    try Self.expect(
      try Self.item(place, "maps:beside.tif"), holds: (11.5686273705527, 48.1342243518053))
    let photo = try Self.item(place, "maps:photo.jpg")
    #expect(photo["kind"] as? String == "map" && photo["heading"] == nil && photo["date"] == nil)
    try Self.expect(photo, holds: (-74.0032131057662, 40.712312606689))

    // It covers the place, with unknown accuracy.
    let here = ["--latitude", "40.715", "--longitude", "-74.012", "--heading", "0", "--places"]
    let found = try place.run(["match", "--json"] + here)
    let places = try #require(try found.json().first?["places"] as? [[String: Any]])
    let covering = Set(places.map { $0["id"] as? String ?? "" })
    #expect(covering.isSuperset(of: ["maps:utm.tif", "maps:sub/degrees.tif"]))
    #expect(places.allSatisfy { $0["placedTo"] == nil })
  }

  @Test("A single picture is imported, and --crs gives its missing coordinate system")
  func alone() throws {
    let place = try Workplace()
    let path = try place.write(Self.tiff(), to: "plan.tif")
    _ = try place.write(Array(Self.world(980_000, 200_000, 5).utf8), to: "plan.wld")
    let silent = try place.run([
      "archive", "import", path, "--dry-run", "--archive", place.archive,
    ])
    #expect(silent.status == 0 && silent.output.contains("1 item without a place"))
    #expect(silent.errors.contains("its coordinate system is unknown"))
    #expect(silent.errors.contains("--crs EPSG:CODE") && silent.errors.contains("gdal-bin"))
    let told = try place.run([
      "archive", "import", path, "--crs", "EPSG:2263", "--archive", place.archive,
    ])
    #expect(told.status == 0, "\(told.errors)")
    try Self.expect(
      try Self.item(place, "plan:plan.tif"), holds: (-74.0153310153193, 40.7156294772437))
    // The georeference is exported, and imported again as the same place.
    let file = place.folder.path("georef.json")
    #expect(try place.run(["archive", "export", file, "--format", "georef"]).status == 0)
    let other = try Workplace()
    let back = try other.run(["archive", "import", file, "--archive", other.archive])
    #expect(back.status == 0, "\(back.errors)")
    #expect(
      try Self.corners(Self.item(other, "georef:plan.tif")).map { [$0.x, $0.y] }
        == Self.corners(Self.item(place, "plan:plan.tif")).map { [$0.x, $0.y] })
    let wrong = try place.run(["archive", "import", path, "--crs", "2263"])
    #expect(wrong.status == 64 && wrong.errors.contains("use EPSG: and a code"))
  }

  /// A picture's tags and sidecar files, and the messages.
  static let faults:
    [(String, tags: [Int: [Double]], keys: [Int], files: [String: String], String)] =
      [
        (
          "singular", [:], [], ["a.tfw": "1\n1\n1\n1\n5\n6\n"],
          "Ignored a.tfw: its numbers put the whole picture on a line"
        ),
        ("words", [:], [], ["a.tfw": "1\n0\n0\nx\n5\n6\n"], "line 4 isn't a number"),
        (
          "tags on a line", [34264: [1, 1, 0, 0, 1, 1, 0, 0]], TIFFBuilder.geoKeys(4326), [:],
          "its numbers put the whole picture on a line"
        ),
        (
          "outside", tags(583_000, 4_508_000, 2), TIFFBuilder.geoKeys(projected: false, 4326), [:],
          "outside its coordinate system"
        ),
        (
          "no such code", tags(5, 6, 1), TIFFBuilder.geoKeys(9999), [:],
          "EPSG:9999: EPSG has no such code"
        ),
        (
          "a projection of its own", tags(5, 6, 1), TIFFBuilder.geoKeys(32767), [:],
          "its coordinate system is unknown"
        ),
        (
          "no system", [:], [], ["a.tfw": "1\n0\n0\n-1\n5\n6\n", "a.prj": "nonsense"],
          "nonsense: it isn't a system of places on the ground"
        ),
      ]

  @Test(
    "An unusable georeference is reported, and the row is imported without a place",
    arguments: faults)
  func broken(
    name: String, tags: [Int: [Double]], keys: [Int], files: [String: String], reason: String
  ) throws {
    let place = try Workplace()
    _ = try place.write(Self.tiff(tags, keys: keys), to: "m/a.tif")
    for (name, text) in files { _ = try place.write(Array(text.utf8), to: "m/\(name)") }
    let imported = try place.run([
      "archive", "import", place.folder.path("m"), "--archive", place.archive,
    ])
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(imported.errors.contains(reason), "\(imported.errors)")
    #expect(imported.output.contains("1 item without a place"), "\(imported.output)")
  }

  @Test("A world file of a mebibyte is read, and a longer one is reported")
  func longestFile() throws {
    let world = Self.world(-8_238_000, 4_970_000, 1)
    for (size, isRead) in [(1 << 20, true), ((1 << 20) + 1, false)] {
      let place = try Workplace()
      _ = try place.write(Self.tiff(), to: "m/a.tif")
      let blanks = String(repeating: "\n", count: size - world.utf8.count)
      _ = try place.write(Array((world + blanks).utf8), to: "m/a.tfw")
      let imported = try place.run([
        "archive", "import", place.folder.path("m"), "--crs", "EPSG:3857", "--archive",
        place.archive,
      ])
      #expect(imported.status == 0 && imported.output.contains("m: 1 added"))
      #expect(imported.output.contains("1 item without a place") == !isRead)
      let warning = "Ignored a.tfw: it is longer than 1 MiB"
      #expect(imported.errors.contains(warning) == !isRead, "\(imported.errors)")
    }
  }

  @Test("A mirrored map is placed, and reported")
  func mirrored() throws {
    let place = try Workplace()
    _ = try place.write(Self.tiff(), to: "m/a.tif")
    _ = try place.write(Array("0.0001\n0\n0\n0.0001\n-74\n40.7\n".utf8), to: "m/a.tifw")
    let imported = try place.run([
      "archive", "import", place.folder.path("m"), "--crs", "EPSG:4326", "--archive",
      place.archive,
    ])
    #expect(imported.status == 0 && imported.output.contains("m: 1 added"))
    #expect(imported.errors.contains("mirror the map"), "\(imported.errors)")
  }

  private static let translate = "/usr/bin/gdal_translate"

  @Test(
    "GDAL's files give GDAL's positions",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: translate), "gdal-bin is not installed"),
    arguments: [("EPSG:2263", 5.0), ("EPSG:3857", 2), ("EPSG:27700", 30), ("EPSG:3035", 3000)])
  func gdal(system: String, width: Double) throws {
    let place = try Workplace()
    let plain = try place.write(Self.tiff(), to: "plain.tif")
    let (x, y) = system == "EPSG:3035" ? (4_000_000.0, 3_500_000.0) : (530_000, 180_000)
    func run(_ program: String, _ arguments: [String], input: String = "") throws -> String {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/\(program)")
      process.arguments = arguments
      let (asked, answered) = (Pipe(), Pipe())
      process.standardInput = asked
      process.standardOutput = answered
      process.standardError = FileHandle.nullDevice
      try process.run()
      try asked.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try asked.fileHandleForWriting.close()
      let text = String(
        decoding: answered.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      return text
    }
    try FileManager.default.createDirectory(
      atPath: place.folder.path("maps"), withIntermediateDirectories: true)
    let box = [x, y, x + width * 400, y - width * 300].map { "\($0)" }
    // Tags; notes beside a PNG; a world file and notes beside a JPEG.
    for (format, name, more) in [
      ("GTiff", "t.tif", []), ("PNG", "p.png", []), ("JPEG", "j.jpg", ["-co", "WORLDFILE=YES"]),
    ] {
      _ = try run(
        "gdal_translate",
        ["-q", "-of", format, "-a_srs", system, "-a_ullr"] + box + more
          + [plain, place.folder.path("maps/\(name)")])
    }
    let imported = try place.run([
      "archive", "import", place.folder.path("maps"), "--archive", place.archive,
    ])
    #expect(imported.status == 0 && imported.output.contains("maps: 3 added"))
    #expect(!imported.errors.contains("warning"), "\(imported.errors)")
    let input = "\(box[0]) \(box[1])\n\(box[2]) \(box[3])\n"
    let said = try run(
      "gdaltransform", ["-s_srs", system, "-t_srs", "EPSG:4326", "-output_xy"], input: input)
    let numbers = said.split { $0.isWhitespace }.compactMap { Double($0) }
    try #require(numbers.count == 4)
    for name in ["t.tif", "p.png", "j.jpg"] {
      let corners = try Self.corners(Self.item(place, "maps:\(name)"))
      for (longitude, latitude) in [(numbers[0], numbers[1]), (numbers[2], numbers[3])] {
        let near =
          corners.map { hypot($0.x - longitude, $0.y - latitude) * 111_000 }.min() ?? .infinity
        // A fifth of a pixel, whose width is in metres or feet.
        #expect(near < 0.2 * width, "\(name): \(near) m")
      }
    }
  }
}
