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

  /// The column for a foreign name: one that we need ourselves gets `_`.
  static func column(for name: String) -> String { isReserved(name) ? name + "_" : name }

  /// The name that `column(for:)` made a column of.
  static func name(of column: String) -> String {
    isReserved(column) && column.hasSuffix("_") ? String(column.dropLast()) : column
  }

  private static func isReserved(_ name: String) -> Bool {
    let plain = name.reversed().drop { $0 == "_" }.reversed()
    return reserved.contains(String(plain).lowercased())
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
