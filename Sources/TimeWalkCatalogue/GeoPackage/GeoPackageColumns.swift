import TimeWalkArchive
import TimeWalkFormats

/// The columns of our layers in a GeoPackage.
enum GeoPackageColumns {
  /// The columns of the layer `footprints`.
  static let footprints: [GeoPackageOutput.Column] = [
    ("id", "TEXT"), ("title", "TEXT"), ("date", "TEXT"), ("heading", "DOUBLE"),
    ("field_of_view", "DOUBLE"), ("view_distance", "DOUBLE"), ("assumed", "TEXT"),
    ("earliest", "DATE"), ("latest", "DATE"),
  ]

  /// The columns that identify a layer as one of ours, regardless of other changes.
  static let marks =
    [
      CatalogueColumn.id, .locationOf, .heading, .headingAccuracy,
    ].map(\.name) + ["collection"]
  /// Columns of the layer `items` that are for maps only, and derived from the others.
  static let made: Set<String> = ["collection", "earliest", "latest"]
  private static let reserved = made.union(["fid", "geom"])

  /// The columns for foreign names, in their order.
  ///
  /// A name that we need ourselves gets `_`, and so does one that differs from another only in the
  /// case of its letters, which SQLite ignores, or in such marks.
  static func columns(for names: [String], besides own: [String]) -> [String] {
    let all = Set(names.map { $0.lowercased() })
    var taken = Set(own)
    return names.map { name in
      let plain = plain(name)
      let isMarked = name.hasSuffix("_") && all.contains(plain)
      var column = reserved.contains(plain) || isMarked ? name + "_" : name
      while !taken.insert(column.lowercased()).inserted { column += "_" }
      return column
    }
  }

  /// The name that `columns(for:besides:)` made a column of, among other columns.
  static func name(of column: String, among columns: [String]) -> String {
    guard column.hasSuffix("_") else { return column }
    let plain = plain(column)
    let isTwin =
      CatalogueColumn(named: plain) == nil
      && columns.contains { $0.lowercased() == plain }
    return reserved.contains(plain) || isTwin ? String(column.dropLast()) : column
  }

  /// A name in small letters without marks at its end.
  private static func plain(_ name: String) -> String {
    String(name.reversed().drop { $0 == "_" }.reversed()).lowercased()
  }
}

extension GeoPackageFile {
  /// Works with the file; its errors become errors of the source.
  func typed<Result>(
    _ body: (GeoPackageFile) throws(GeoPackageFault) -> Result
  ) throws(ArchiveError) -> Result {
    do throws(GeoPackageFault) { return try body(self) } catch {
      throw GeoPackageFile.refusal(path, error)
    }
  }

  /// Opens one for a catalogue; throws `.inputUnreadable`.
  static func open(_ path: String) throws(ArchiveError) -> GeoPackageFile {
    do throws(GeoPackageFault) { return try GeoPackageFile(path: path) } catch {
      throw refusal(path, error)
    }
  }

  private static func refusal(_ path: String, _ fault: GeoPackageFault) -> ArchiveError {
    ArchiveError(.inputUnreadable, "Can't read the GeoPackage \(path): \(fault).", cause: fault)
  }
}

extension GeoPackageFile.Layer {
  /// True if an export of ours wrote it, even if columns were added, removed or reordered since.
  var isOwn: Bool {
    let plain = Set(names.map(PlainName.of))
    return GeoPackageColumns.marks.allSatisfy(plain.contains)
  }

  /// The column of one of our own names, in any case of letters.
  func column(_ name: String) -> String? { names.first { PlainName.of($0) == name } }
}
