import Foundation
import Testing
import TimeWalkTestSupport

/// Exports that other programs change, as QGIS does.
@Suite("A GeoPackage that comes back", .waitsForProcesses, .onEachEngine)
struct GeoPackageTests {
  private static let catalogue = """
    id,title,date,latitude,longitude,accuracy,heading,Keywords,fid,license
    a,"Town hall, looking north",c. 1905,1,2,25,,"tram; night",9,CC0-1.0
    007,Church,1911-05-26,40.758,-73.9855,,10.5,,,
    c,Nowhere,,,,,,mill,,

    """
  private static let statement = """
    {"name": "t", "title": "Views", "license": "CC0-1.0", "area": [-180, -90, 180, 90],
     "eras": [{"name": "Gilded Age", "date": "1870/1900"}]}
    """

  /// A place with an archive and its export `out.gpkg`.
  private func place() throws -> Workplace {
    let place = try Workplace()
    _ = try place.write(Array(Self.statement.utf8), to: "collection.json")
    let csv = try place.write(Array(Self.catalogue.utf8), to: "t.csv")
    #expect(try place.run(["archive", "import", csv, "--archive", place.archive]).status == 0)
    // The caption's heading is removed by hand, and must not be guessed again.
    #expect(try place.run(["archive", "set", "t:a", "heading=", "heading_accuracy="]).status == 0)
    let exported = try place.run(["archive", "export", place.folder.path("out.gpkg")])
    #expect(exported.status == 0, "\(exported.errors)")
    return place
  }

  /// All that a person could see of an archive.
  private func contents(_ archive: String, in place: Workplace) throws -> [String] {
    try [
      ["list", "--json"], ["list", "--unplaced", "--json"], ["collections", "--json"],
      ["era", "list"],
    ].map { try place.run(["archive"] + $0 + ["--archive", archive]).output }
  }

  /// Imports a file into an archive of its own.
  private func bring(_ file: String, in place: Workplace, _ flags: [String] = []) throws -> (
    archive: String, result: TimeWalkCommand.Result
  ) {
    let archive = place.folder.path("other-\(UUID().uuidString).sqlite")
    return (
      archive,
      try place.run(["archive", "import", place.folder.path(file), "--archive", archive] + flags)
    )
  }

  /// Runs SQL on a file with Python's SQLite, where R-trees' triggers are not in the way.
  private func change(_ file: String, _ statements: [String], in place: Workplace) throws {
    let script = """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      for (name,) in c.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
          c.execute(f'DROP TRIGGER "{name}"')
      for statement in sys.argv[2:]: c.execute(statement)
      """
    let result = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["python3", "-c", script, place.folder.path(file)] + statements)
    try #require(result.status == 0, "\(result.errors)")
  }

  @Test("An unchanged export is the same archive, and changes nothing in its own")
  func plain() throws {
    let place = try place()
    let (other, result) = try bring("out.gpkg", in: place)
    #expect(result.status == 0 && result.output.contains("3 added"), "\(result.errors)")
    #expect(try contents(other, in: place) == contents(place.archive, in: place))
    let again = try place.run(["archive", "import", place.folder.path("out.gpkg")])
    #expect(again.output.contains("3 unchanged"), "\(again.output)\(again.errors)")
  }

  private static let hasTool = FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr")

  @Test(
    "Written anew by ogr2ogr with other names of layer, key and geometry, it is the same",
    .enabled(if: hasTool, "ogr2ogr (gdal-bin) is not installed"),
    arguments: [
      ["-nlt", "PROMOTE_TO_MULTI"], ["-dim", "XYZ"], ["-mapFieldType", "Real=String,Date=String"],
      ["-unsetFid", "-lco", "SPATIAL_INDEX=NO"],
    ])
  func ogr(flags: [String]) throws {
    let place = try place()
    let (from, to) = (place.folder.path("out.gpkg"), place.folder.path("new.gpkg"))
    let tool = URL(fileURLWithPath: "/usr/bin/ogr2ogr")
    let names = ["-nln", "photos", "-lco", "GEOMETRY_NAME=the_geom", "-lco", "FID=ogc_fid"]
    for words in [
      ["-f", "GPKG", to, from, "items"] + names + flags,
      ["-f", "GPKG", "-update", to, from, "footprints", "collections", "eras"],
    ] {
      let result = try TimeWalkCommand.run(tool, words)
      try #require(result.status == 0, "\(result.errors)")
    }
    let (other, result) = try bring("new.gpkg", in: place)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try contents(other, in: place) == contents(place.archive, in: place))
  }

  @Test("Edited values, columns, rows and places are imported")
  func changed() throws {
    let place = try place()
    try change(
      "out.gpkg",
      [
        "UPDATE items SET title = 'Minster', heading = 197, date = '1912' WHERE id = '007'",
        "ALTER TABLE items ADD COLUMN checked BOOLEAN",
        "UPDATE items SET checked = 1 WHERE id = 'a'",
        "ALTER TABLE items DROP COLUMN pitch", "ALTER TABLE items DROP COLUMN credit",
        // The point is moved: 3 degrees north, 4 east.
        """
        UPDATE items SET geom = x'47500001e610000001010000000000000000001040\
        0000000000000840' WHERE id = 'a'
        """,
        "INSERT INTO items (id, title, latitude, longitude, collection) VALUES ('d', 'New', 5, 6, 't')",
        "INSERT INTO items (id, title) VALUES ('e', 'Without a collection')",
        "DELETE FROM items WHERE id = 'c'",
      ], in: place)
    let result = try place.run(["archive", "import", place.folder.path("out.gpkg")])
    #expect(result.output.contains("2 added, 2 updated"), "\(result.output)\(result.errors)")
    #expect(result.errors.contains("the point differs from latitude and longitude"))
    let moved = try place.run(["archive", "show", "t:a"]).output
    #expect(moved.contains("3, 4") || moved.contains("3.0"), "\(moved)")
    #expect(moved.contains("checked") && moved.contains("true") && !moved.contains("Heading"))
    let church = try place.run(["archive", "show", "t:007"]).output
    #expect(church.contains("Minster") && church.contains("197") && church.contains("1912"))
    #expect(try place.run(["archive", "show", "t:d"]).output.contains("5"))
    #expect(try place.run(["archive", "list", "--unplaced"]).output.contains("t:e"))
  }

  @Test("Several collections come back as several")
  func collections() throws {
    let place = try place()
    #expect(try place.importCatalogue("id,title\nx,Elsewhere\n", collection: "v").status == 0)
    #expect(try place.run(["archive", "export", place.folder.path("out.gpkg")]).status == 0)
    let (other, result) = try bring("out.gpkg", in: place)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try contents(other, in: place) == contents(place.archive, in: place))
    let (one, _) = try bring("out.gpkg", in: place, ["--collection", "v"])
    #expect(
      try place.run(["archive", "list", "--unplaced", "--archive", one]).output.contains("v:x"))
    #expect(try !place.run(["archive", "list", "--archive", one]).output.contains("t:a"))
    let (_, unknown) = try bring("out.gpkg", in: place, ["--collection", "nope"])
    #expect(unknown.status == 66 && unknown.errors.contains("it has t, v"), "\(unknown.errors)")
    try change("out.gpkg", ["UPDATE items SET collection = NULL WHERE id = 'a'"], in: place)
    let (_, lost) = try bring("out.gpkg", in: place)
    #expect(
      lost.status == 65 && lost.errors.contains("fill its column collection"), "\(lost.errors)")
  }

  @Test("A foreign layer is read by its names and geometry; an ambiguous one is refused")
  func foreign() throws {
    let place = try place()
    try change(
      "out.gpkg",
      [
        "ALTER TABLE items DROP COLUMN location_of", "ALTER TABLE items DROP COLUMN fid_",
        "ALTER TABLE items RENAME COLUMN id TO signatur",
        "ALTER TABLE items DROP COLUMN latitude", "ALTER TABLE items DROP COLUMN longitude",
      ], in: place)
    let (other, result) = try bring("out.gpkg", in: place, ["--table", "items"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.errors.contains("id <- signatur") && result.errors.contains("latitude <- @latitude"))
    #expect(
      try place.run(["archive", "show", "t:007", "--archive", other]).output.contains("40.758"))
    let (_, unclear) = try bring("out.gpkg", in: place)
    #expect(unclear.status == 65, "\(unclear.errors)")
    #expect(unclear.errors.contains("several layers: items, footprints"), "\(unclear.errors)")
    let (_, wrong) = try bring("out.gpkg", in: place, ["--table", "nope"])
    #expect(wrong.status == 65 && wrong.errors.contains("has no layer \"nope\""))
    try change(
      "out.gpkg",
      [
        "UPDATE gpkg_spatial_ref_sys SET organization_coordsys_id = 3857 WHERE srs_id = 4326"
      ], in: place)
    let (_, flat) = try bring("out.gpkg", in: place, ["--table", "items"])
    #expect(flat.status == 65 && flat.errors.contains("ogr2ogr -t_srs EPSG:4326"), "\(flat.errors)")
  }

  @Test("A hostile file runs nothing and is read within bounds")
  func hostile() throws {
    let place = try place()
    try change(
      "out.gpkg",
      [
        // A view in a layer's place, which would never end.
        "ALTER TABLE footprints RENAME TO gone",
        """
        CREATE VIEW footprints AS WITH RECURSIVE r(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM r)
        SELECT id FROM r
        """,
        "UPDATE items SET geom = x'4750000100000000' || geom WHERE id = 'a'",
        "UPDATE items SET geom = zeroblob(2000000) WHERE id = '007'",
        "UPDATE gpkg_contents SET identifier = 7, description = x'00' WHERE table_name = 'items'",
        "INSERT INTO collections (name, title, license) VALUES (x'74', 3, x'00')",
        "INSERT INTO eras (name, date) VALUES (5, x'00')",
      ], in: place)
    let (_, result) = try bring("out.gpkg", in: place)
    #expect(result.status == 65, "\(result.errors)")
    #expect(result.output.contains("1 added") && result.output.contains("2 refused"))
    #expect(result.errors.contains("the geometry is larger than 1 MB"), "\(result.errors)")
    let cut = try Array(Workplace.bytes(place.folder.path("out.gpkg")).prefix(5000))
    _ = try place.write(cut, to: "cut.gpkg")
    let (_, broken) = try bring("cut.gpkg", in: place)
    #expect(
      broken.status == 65 && broken.errors.contains("Can't read the GeoPackage"), "\(broken.errors)"
    )
  }

  @Test("A table of contents with very many rows is refused before it is joined")
  func contents() throws {
    let place = try place()
    try change(
      "out.gpkg",
      [
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
        INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id)
        SELECT 't' || i, 'attributes', 't' || i, 0 FROM n
        """
      ], in: place)
    let (_, result) = try bring("out.gpkg", in: place)
    #expect(result.status == 65 && result.errors.contains("gpkg_contents has more than 1000 rows"))
  }
}
