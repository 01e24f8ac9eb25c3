import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkSpatiaLite

@Suite("Reference systems that PROJ knows")
struct ReferenceSystemTests {
  /// As Esri writes Gauss-Krüger's fourth zone into a `.prj`.
  static let esri = """
    PROJCS["DHDN_3_Degree_Gauss_Zone_4",GEOGCS["GCS_Deutsches_Hauptdreiecksnetz",\
    DATUM["D_Deutsches_Hauptdreiecksnetz",SPHEROID["Bessel_1841",6377397.155,299.1528128]],\
    PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],\
    PARAMETER["False_Easting",4500000.0],PARAMETER["False_Northing",0.0],\
    PARAMETER["Central_Meridian",12.0],PARAMETER["Scale_Factor",1.0],\
    PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]
    """

  /// Points and their results in `gdaltransform -output_xy` of GDAL 3.6.2.
  static let known: [(String, Double, Double, latitude: Double, longitude: Double)] = [
    ("EPSG:2263", 988_000, 212_000, 40.7485667575935, -73.9864659454417),
    (esri, 4_468_000, 5_333_000, 48.1342313309368, 11.568634763771),
    // As long as a definition may be.
    (
      esri + String(repeating: " ", count: ReferenceSystems.longestDefinition - esri.utf8.count),
      4_468_000, 5_333_000, 48.1342313309368, 11.568634763771
    ),
    ("EPSG:31468", 4_468_000, 5_333_000, 48.1342313309368, 11.568634763771),
    ("EPSG:27700", 530_000, 180_000, 51.5039908276338, -0.128353940479469),
    ("EPSG:3857", -8_236_000, 4_975_000, 40.746349790011, -73.9852468000838),
    ("EPSG:4326", -74, 40, 40, -74),
  ]

  @Test("Places are GDAL's", arguments: known)
  func places(
    system: String, x: Double, y: Double, latitude: Double, longitude: Double
  ) throws {
    let place = try #require(try ReferenceSystems.places(of: [(x, y)], in: system)[0])
    #expect(abs(place.latitude - latitude) < 1e-9 && abs(place.longitude - longitude) < 1e-9)
  }

  @Test("Points outside a system have no place")
  func outside() throws {
    let points = [(583_960.0, 4_507_523.0), (1e12, 1e12), (.infinity, 0)]
    let places = try ReferenceSystems.places(of: points, in: "EPSG:32618")
    #expect(places.map { $0 != nil } == [true, false, false])
    #expect(try ReferenceSystems.places(of: [(1e300, 0)], in: "EPSG:2263") == [nil])
  }

  @Test(
    "Other texts than reference systems are refused",
    arguments: [
      "EPSG:999999", "EPSG:x", "EPSG:5703", "/etc/passwd", "+proj=utm +zone=18", "",
      "LOCAL_CS[\"x\"]", String(esri.prefix(200)),
      "PROJCS[" + String(repeating: "x", count: 1 << 16),
    ])
  func refused(system: String) {
    let error = #expect(throws: ArchiveError.self) {
      try ReferenceSystems.places(of: [(1, 1)], in: system)
    }
    #expect(error?.code == .inputUnreadable)
    #expect(error?.message.contains("Can't use the coordinate system") == true)
  }
}
