import Foundation
import Testing
import TimeWalkTestSupport

/// Coordinate systems beside pictures, whose text strangers wrote.
@Suite("Coordinate systems of strangers", .waitsForProcesses, .isOfFiles)
struct ForeignSystemTests {
  /// A picture of 400 x 300 pixels in a folder, with files beside it, and its import.
  private struct Map {
    let place: Workplace
    private let folder: String

    init(_ files: [String: String], in place: Workplace) throws {
      self.place = place
      folder = place.folder.path("maps")
      let picture = TIFFBuilder.geoTIFF(400, 300, tags: [:], keys: [])
      _ = try place.write(picture, to: "maps/a.tif")
      for (name, text) in files { _ = try place.write(Array(text.utf8), to: "maps/\(name)") }
    }

    func imported(_ flags: [String] = []) throws -> TimeWalkCommand.Result {
      try place.run(["archive", "import", folder, "--archive", place.archive] + flags)
    }

    /// The corners of its outline.
    var corners: [SIMD2<Double>] {
      get throws {
        let shown = try place.run(["archive", "show", "maps:a.tif", "--json"])
        let outline = try #require(try shown.json().first?["outline"] as? String, "\(shown.errors)")
        let numbers = outline.split { !"-.0123456789".contains($0) }.compactMap { Double($0) }
        return stride(from: 0, to: numbers.count - 1, by: 2).map {
          SIMD2(numbers[$0], numbers[$0 + 1])
        }
      }
    }
  }

  private static let world = "10\n0\n0\n-10\n-74\n40\n"

  /// GDAL's notes about a picture, as GDAL 3.6.2 writes them.
  private static func notes(_ system: String, _ axes: String, _ x: Int, _ y: Int) -> String {
    """
    <PAMDataset>
      <SRS dataAxisToSRSAxisMapping="\(axes)">\(system)</SRS>
      <GeoTransform>  \(x).0,  1.0000000000000000e+01,  0.0000000000000000e+00,  \(y).0,  \
    0.0000000000000000e+00, -1.0000000000000000e+01</GeoTransform>
    </PAMDataset>
    """
  }

  private static let greenwich = """
    PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],\
    UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]]
    """
  private static let metre = "UNIT[\"metre\",1,AUTHORITY[\"EPSG\",\"9001\"]]"

  /// Web Mercator, whose text names no grid.
  private static let mercator = """
    PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS 84",DATUM["WGS_1984",\
    SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],\
    \(greenwich),AUTHORITY["EPSG","4326"]],PROJECTION["Mercator_1SP"],\
    PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],PARAMETER["false_easting",0],\
    PARAMETER["false_northing",0],\(metre),AXIS["Easting",EAST],AXIS["Northing",NORTH],\
    EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 \
    +units=m +nadgrids=@null +wktext +no_defs"],AUTHORITY["EPSG","3857"]]
    """

  /// Gauss-Krüger's second zone.
  private static let zone2 = """
    PROJCS["DHDN / 3-degree Gauss-Kruger zone 2",GEOGCS["DHDN",DATUM["Deutsches_Hauptdreiecksnetz",\
    SPHEROID["Bessel 1841",6377397.155,299.1528128,AUTHORITY["EPSG","7004"]],\
    AUTHORITY["EPSG","6314"]],\(greenwich),AUTHORITY["EPSG","4314"]],\
    PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],\
    PARAMETER["central_meridian",6],PARAMETER["scale_factor",1],\
    PARAMETER["false_easting",2500000],PARAMETER["false_northing",0],\(metre),\
    AXIS["Northing",NORTH],AXIS["Easting",EAST],AUTHORITY["EPSG","31466"]]
    """

  /// Notes, and the upper left and lower right corner by `gdaltransform`, without PROJ's grids.
  static let written: [(String, SIMD2<Double>, SIMD2<Double>)] = [
    (
      notes(mercator, "1,2", -8_238_000, 4_970_000), SIMD2(-74.0032131057662, 40.712312606689),
      SIMD2(-73.9672804944014, 40.6918819403959)
    ),
    (
      notes(zone2, "2,1", 2_530_000, 5_700_000), SIMD2(6.43080275065996, 51.4338352860812),
      SIMD2(6.48803310074142, 51.4066457302584)
    ),
  ]

  @Test("GDAL's notes of EPSG:3857 and EPSG:31466 give GDAL's places", arguments: written)
  func gdal(notes: String, first: SIMD2<Double>, last: SIMD2<Double>) throws {
    let map = try Map(["a.tif.aux.xml": notes], in: Workplace())
    let imported = try map.imported()
    #expect(imported.status == 0 && !imported.errors.contains("warning"), "\(imported.errors)")
    let corners = try map.corners
    for corner in [first, last] {
      let near = corners.map { hypot($0.x - corner.x, $0.y - corner.y) }.min() ?? 1
      // A fifth of a pixel.
      #expect(near < 2e-5, "\(corner): \(near)")
    }
  }

  /// A conversion by a grid's file.
  private static func bound(_ file: String) -> String {
    """
    BOUNDCRS[SOURCECRS[GEOGCRS["x",DATUM["x",ELLIPSOID["Clarke 1866",6378206.4,294.9786982]],\
    CS[ellipsoidal,2],AXIS["longitude",east],AXIS["latitude",north],\
    ANGLEUNIT["degree",0.0174532925199433]]],TARGETCRS[GEOGCRS["WGS 84",\
    DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563]],\
    CS[ellipsoidal,2],AXIS["latitude",north],AXIS["longitude",east],\
    ANGLEUNIT["degree",0.0174532925199433],ID["EPSG",4326]]],ABRIDGEDTRANSFORMATION["x to WGS84",\
    METHOD["NTv2",ID["EPSG",9615]],PARAMETERFILE["Latitude and longitude difference file",\
    "\(file)"]]]
    """
  }

  /// A text in a `.prj` or in GDAL's notes names a file: it is reported, and the file isn't opened.
  private static func expectUnopened(
    _ text: String, named name: String, grid: [UInt8] = [UInt8](repeating: 0, count: 65_792)
  ) throws {
    let place = try Workplace()
    let path = try place.write(grid, to: "grid.gsb")
    let text = text.replacingOccurrences(of: "/etc/hostname", with: path)
      .replacingOccurrences(of: "/dev/stdin", with: path)
    let map = try Map(["a.tfw": world, name: text], in: place)
    let watch = try OpenWatch(path)
    let imported = try map.imported()
    #expect(imported.status == 0 && imported.output.contains("1 item without a place"))
    #expect(imported.errors.contains("it names a file or an operation of PROJ, which isn't read"))
    #expect(!watch.hasOpened)
  }

  @Test("A text that names a file is reported, and the file isn't opened")
  func named() throws {
    try Self.expectUnopened(Self.bound("/etc/hostname"), named: "a.prj")
    try Self.expectUnopened(
      "<PAMDataset><SRS>\(Self.bound("/etc/hostname"))</SRS></PAMDataset>", named: "a.tif.aux.xml")
  }

  @Test("The texts that were found open no file, and no import waits", TestData.isPresent)
  func found() throws {
    let names = TestData.files(in: "found/server").filter {
      $0.hasSuffix(".prj") || $0.hasSuffix(".aux.xml")
    }
    #expect(names.count == 4)
    let grid = try TestData.bytes("found/server/proj-grid-evil.tif")
    for name in names {
      try Self.expectUnopened(
        String(decoding: TestData.bytes("found/server/\(name)"), as: UTF8.self),
        named: name.hasSuffix(".prj") ? "a.prj" : "a.tif.aux.xml", grid: grid)
    }
  }

  @Test("PROJ asks no server, whatever its variables and a text name")
  func network() throws {
    let server = try LocalServer { _ in LocalServer.Reply("404 Not Found") }
    func imported(_ files: [String: String], _ flags: [String] = []) throws
      -> TimeWalkCommand.Result
    {
      var place = try Workplace()
      place.environment = ["PROJ_NETWORK": "ON", "PROJ_NETWORK_ENDPOINT": server.address("")]
      return try Map(files, in: place).imported(flags)
    }
    let grid = Self.bound(server.address("/grid.tif"))
    let named = try imported(["a.tfw": Self.world, "a.prj": grid])
    #expect(named.errors.contains("it names a file"), "\(named.errors)")
    // Its best conversion needs a grid that isn't installed.
    let british = try imported(
      ["a.tfw": "1\n0\n0\n-1\n530000\n180000\n"], ["--crs", "EPSG:27700"])
    #expect(british.output.contains("maps: 1 added"), "\(british.errors)")
    #expect(!british.errors.contains("warning"), "\(british.errors)")
    #expect(server.connections == 0)
  }
}
