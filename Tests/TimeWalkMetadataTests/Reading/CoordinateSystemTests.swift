import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkReading

@Suite("Coordinate systems that PROJ reads")
struct CoordinateSystemTests {
  /// As Esri writes Gauss-Krüger's fourth zone into a `.prj`.
  static let esri = """
    PROJCS["DHDN_3_Degree_Gauss_Zone_4",GEOGCS["GCS_Deutsches_Hauptdreiecksnetz",\
    DATUM["D_Deutsches_Hauptdreiecksnetz",SPHEROID["Bessel_1841",6377397.155,299.1528128]],\
    PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],\
    PARAMETER["False_Easting",4500000.0],PARAMETER["False_Northing",0.0],\
    PARAMETER["Central_Meridian",12.0],PARAMETER["Scale_Factor",1.0],\
    PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]
    """

  /// A plane by a method, in text of 2019, without the last bracket.
  static func plane(_ method: String = "\"Mercator\"") -> String {
    """
    PROJCRS["x",BASEGEOGCRS["x",DATUM["x",ELLIPSOID["Bessel 1841",6377397.155,299.1528128]]],\
    CONVERSION["x",METHOD[\(method)]],CS[Cartesian,2],AXIS["e",east],AXIS["n",north],\
    LENGTHUNIT["metre",1]
    """
  }

  /// A plane with a text of PROJ in its remark.
  static func remarked(_ text: String) -> String {
    plane() + ",REMARK[\"PROJ CRS string: \(text)\"]]"
  }

  /// Longitude and latitude on an ellipsoid, in text of 2019, without the last bracket.
  static let degrees = """
    GEOGCRS["x",DATUM["x",ELLIPSOID["Bessel 1841",6377397.155,299.1528128]],CS[ellipsoidal,2],\
    AXIS["longitude",east],AXIS["latitude",north],ANGLEUNIT["degree",0.0174532925199433]
    """

  /// Gauss-Krüger's second zone in text of 2001, with `more` in its datum.
  static func zone2(_ more: String = "") -> String {
    """
    PROJCS["x",GEOGCS["x",DATUM["x",SPHEROID["Bessel 1841",6377397.155,299.1528128]\(more)],\
    PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],\
    PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",6],PARAMETER["scale_factor",1],\
    PARAMETER["false_easting",2500000],PARAMETER["false_northing",0],UNIT["metre",1]]
    """
  }

  /// A system with its conversion to WGS 84.
  static func bound(_ system: String, _ conversion: String) -> String {
    """
    BOUNDCRS[SOURCECRS[\(system)],TARGETCRS[GEOGCRS["WGS 84",DATUM["World Geodetic System 1984",\
    ELLIPSOID["WGS 84",6378137,298.257223563]],CS[ellipsoidal,2],AXIS["latitude",north],\
    AXIS["longitude",east],ANGLEUNIT["degree",0.0174532925199433],ID["EPSG",4326]]],\
    ABRIDGEDTRANSFORMATION["x to WGS 84",\(conversion)]]
    """
  }

  /// A conversion by a grid.
  static func grid(_ file: String) -> String {
    "METHOD[\"NTv2\",ID[\"EPSG\",9615]],"
      + "PARAMETERFILE[\"Latitude and longitude difference file\",\"\(file)\",ID[\"EPSG\",8656]]"
  }

  /// Seven parameters of the second zone.
  private static let shift = "598.1,73.7,418.2,0.202,0.045,-2.455,6.7"
  private static let helmert = """
    METHOD["Position Vector transformation (geog2D domain)",ID["EPSG",9606]],\
    PARAMETER["X-axis translation",598.1],PARAMETER["Y-axis translation",73.7],\
    PARAMETER["Z-axis translation",418.2],PARAMETER["X-axis rotation",0.202],\
    PARAMETER["Y-axis rotation",0.045],PARAMETER["Z-axis rotation",-2.455],\
    PARAMETER["Scale difference",1.0000067]
    """

  /// Points and their results in `gdaltransform -output_xy` of GDAL 3.6.2, without PROJ's grids.
  static let known: [(String, Double, Double, latitude: Double, longitude: Double)] = [
    ("EPSG:2263", 988_000, 212_000, 40.7485667575935, -73.9864659454417),
    (esri, 4_468_000, 5_333_000, 48.1342243518053, 11.5686273705527),
    // As long as a definition may be.
    (
      esri + String(repeating: " ", count: CoordinateSystems.longestDefinition - esri.utf8.count),
      4_468_000, 5_333_000, 48.1342243518053, 11.5686273705527
    ),
    ("EPSG:31468", 4_468_000, 5_333_000, 48.1342243518053, 11.5686273705527),
    ("EPSG:27700", 530_000, 180_000, 51.5039908276338, -0.128353940479469),
    ("EPSG:3857", -8_236_000, 4_975_000, 40.746349790011, -73.9852468000838),
    ("EPSG:4326", -74, 40, 40, -74),
  ]

  /// Texts that name no file, with their place of a point in zone 2.
  static let harmless: [(String, latitude: Double, longitude: Double)] = [
    (zone2(",TOWGS84[\(shift)]"), 51.4338352860812, 6.43080275065996),
    (bound(zone2(), helmert), 51.4338352860812, 6.43080275065996),
    (bound(zone2(), grid("@null")), 51.4351512696275, 6.43146606021729),
    (zone2(",EXTENSION[\"PROJ4_GRIDS\",\"@null\"]"), 51.4351512696275, 6.43146606021729),
    (
      remarked("+proj=tmerc +lon_0=6 +x_0=2500000 +ellps=bessel +nadgrids=@null +no_defs"),
      51.4351512696275, 6.43146606021729
    ),
  ]

  private static func places(
    _ points: [SIMD2<Double>], _ system: String
  ) throws(ReadingError) -> [SIMD2<Double>] {
    try PictureReaders().places(of: points, in: system, name: "it")
  }

  @Test("Places are GDAL's", arguments: known)
  func places(
    system: String, x: Double, y: Double, latitude: Double, longitude: Double
  ) throws {
    let place = try Self.places([SIMD2(x, y)], system)[0]
    #expect(abs(place.y - latitude) < 1e-9 && abs(place.x - longitude) < 1e-9, "\(place)")
  }

  @Test("A text passes that names no file", arguments: harmless)
  func passed(system: String, latitude: Double, longitude: Double) throws {
    try places(
      system: system, x: 2_530_000, y: 5_700_000, latitude: latitude, longitude: longitude)
  }

  @Test("Points outside a system have no place")
  func outside() throws {
    let points = [SIMD2(583_960.0, 4_507_523.0), SIMD2(1e12, 1e12), SIMD2(.infinity, 0)]
    let places = try Self.places(points, "EPSG:32618")
    #expect(places.map { $0.x.isFinite && $0.y.isFinite } == [true, false, false])
    #expect(try Self.places([SIMD2(1e300, 0)], "EPSG:2263")[0].x.isNaN)
  }

  @Test(
    "Other texts than coordinate systems are refused",
    arguments: [
      "EPSG:999999", "EPSG:x", "EPSG:5703", "/etc/passwd", "+proj=utm +zone=18", "",
      "LOCAL_CS[\"x\"]", String(esri.prefix(200)),
      "PROJCS[" + String(repeating: "x", count: 1 << 16),
    ])
  func refused(system: String) {
    let error = #expect(throws: ReadingError.self) { try Self.places([SIMD2(1, 1)], system) }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.message.contains("Can't use the coordinate system") == true)
  }

  @Test("A definition that is longer than the limit is refused, though it is one")
  func longest() {
    let blanks = CoordinateSystems.longestDefinition + 1 - Self.esri.utf8.count
    let text = Self.esri + String(repeating: " ", count: blanks)
    let error = #expect(throws: ReadingError.self) {
      try Self.places([SIMD2(4_468_000, 5_333_000)], text)
    }
    #expect(error?.message.contains("it is longer than 65536 bytes") == true)
  }

  /// Texts that name a file, each in another way.
  static func texts(naming file: String) -> [String] {
    let null = grid("@null")
    return [
      grid(file), grid("@\(file)"), grid("@null,\(file)"),
      grid(file).replacingOccurrences(of: "PARAMETERFILE[", with: "ParameterFile\t ("),
      grid(file).replacingOccurrences(of: "\"\(file)\"", with: "\u{201C}\(file)\u{201D}"),
      // A combining accent hides the quotation mark from a comparison of letters.
      grid(file).replacingOccurrences(of: "FILE[\"", with: "FILE[\"\u{301}"),
      // A doubled quotation mark is one of the name.
      null.replacingOccurrences(
        of: "FILE[", with: "FILE[\"x\"\",\"\"@null\"\",\"\"\",\"\(file)\","),
    ].map { bound(degrees + "]", $0) }
      + [
        "+proj=merc +nadgrids=\(file)", "+proj=merc +geoidgrids=@null,\(file)",
        "+proj=merc +init=\(file):x", "+proj=merc +nadgrids + = \(file)",
        "+proj=merc +nadgrids=@null + ,\(file)", "+proj=merc +nadgrids=@null;,\(file)",
        "+proj=hgridshift +grids=\(file)",
      ].flatMap { [plane() + ",EXTENSION[\"PROJ4\",\"\($0)\"]]", remarked($0)] } + [
        plane("\"PROJ hgridshift grids=\(file)\"") + "]",
        plane("\u{201C}PROJ hgridshift\u{201D}],PARAMETER[\"grids\",5") + "]",
        plane("\"PROJ-based operation method: +proj=hgridshift +grids=\(file)\"") + "]",
        zone2(",EXTENSION[\"PROJ4_GRIDS\",\"\(file)\"]"),
        "COMPOUNDCRS[\"x\",\(degrees)],VERTCRS[\"x\",VDATUM[\"x\"],CS[vertical,1],AXIS[\"up\",up],"
          + "LENGTHUNIT[\"metre\",1],GEOIDMODEL[\"PROJ \(file)\"]]]",
      ]
  }

  @Test("A text that names a file is refused", arguments: texts(naming: "/etc/hostname"))
  func named(text: String) {
    let error = #expect(throws: ReadingError.self) { try Self.places([SIMD2(6, 51)], text) }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.message.contains("it names a file or an operation of PROJ") == true)
  }

  @Test("PROJ opens no file, even if it gets such a text")
  func opened() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("grid.gsb")
    try Data(repeating: 0, count: 65_792).write(to: URL(fileURLWithPath: path))
    let watch = try OpenWatch(path)
    for text in Self.texts(naming: path) {
      _ = try? CoordinateSystems.convert([SIMD2(6, 51)], in: text)
    }
    #expect(!watch.hasOpened)
    _ = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(watch.hasOpened)
  }
}
