import Foundation
import TimeWalkArchive
import TimeWalkFormats

extension SourceOpening {
  /// Opens a GeoPackage: one source; for an export of ours one for each of its collections, or for
  /// the requested one.
  ///
  /// Throws `.inputUnreadable` if the layer is ambiguous, and `.noSuchCollection`.
  static func openGeoPackage(
    _ url: URL, options: ImportOptions
  ) throws(ArchiveError) -> [any ItemSource] {
    let file = try GeoPackageFile.open(url.path)
    let layer = try Self.layer(of: file, options)
    let folder = url.deletingLastPathComponent()
    let name = url.deletingPathExtension().lastPathComponent
    var context = try Self.context(in: folder, name: name, options)
    let opening = MappingChoice(options: options, folder: folder.path, context: context)
    guard layer.isOwn, options.preset == nil, let column = layer.column("collection") else {
      return [
        try opening.source(
          GeoPackageRecords(file, layer: layer))
      ]
    }
    let known = try collections(of: file, layer: layer, column: column)
    let asked = options.collection
    // Only a single one may get another name.
    let wanted = known.count > 1 && asked != nil ? known.filter { $0.name == asked } : known
    guard !wanted.isEmpty || known.isEmpty else {
      throw ArchiveError(
        .noSuchCollection,
        "\(url.path) has no collection \(asked ?? ""); it has "
          + known.map(\.name).joined(separator: ", ") + ".")
    }
    guard !known.isEmpty else {
      return [try opening.source(GeoPackageRecords(file, layer: layer))]
    }
    let eras = try Self.eras(of: file)
    var sources: [any ItemSource] = []
    for (index, statement) in wanted.enumerated() {
      let rows = GeoPackageRecords.Collection(
        name: statement.name, hasNameless: index == 0 && (known.count == 1 || asked == nil),
        refusesNameless: known.count > 1)
      context.statement = statement
      if known.count == 1, let asked { context.statement.name = asked }
      if let fault = CollectionStatement.fault(inName: context.statement.name) {
        throw ArchiveError(.invalidName, "\"\(context.statement.name)\": \(fault).")
      }
      context.isNamed = true
      context.eras = eras
      let choice = MappingChoice(options: options, folder: folder.path, context: context)
      sources.append(
        try choice.source(
          GeoPackageRecords(file, layer: layer, collection: rows)))
    }
    return sources
  }

  /// The layer: the requested one, one of ours, or the only possible one.
  private static func layer(
    of file: GeoPackageFile, _ options: ImportOptions
  ) throws(ArchiveError) -> GeoPackageFile.Layer {
    let names = file.layers.map(\.name).joined(separator: ", ")
    if let table = options.table {
      if let layer = file.layers.first(where: { $0.name == table }) { return layer }
      throw ArchiveError(
        .inputUnreadable, "The GeoPackage has no layer \"\(table)\"; it has \(names).")
    }
    if let own = file.layers.first(where: \.isOwn) { return own }
    let wanted =
      (options.map[.id].map { FieldRule(given: $0) } ?? options.preset?.fields[.id])?
      .names ?? []
    let drawn = file.layers.filter { $0.geometry != nil }
    for layers in [drawn, file.layers] {
      let candidates = layers.filter { layer in
        layers.count == 1 || wanted.contains { layer.column(PlainName.of($0)) != nil }
          || FieldGuess.mapping(of: layer.names).entries[.id] != nil
      }
      if candidates.count == 1 { return candidates[0] }
    }
    throw ArchiveError(
      .inputUnreadable,
      file.layers.isEmpty
        ? "The GeoPackage has no layer with rows."
        : "The GeoPackage has several layers: \(names). Choose one with --table NAME.")
  }

  /// The collections of a layer's rows, with their data from the file's own table.
  private static func collections(
    of file: GeoPackageFile, layer: GeoPackageFile.Layer, column: String
  ) throws(ArchiveError) -> [CollectionStatement] {
    let names = try file.typed { (file) throws(GeoPackageFault) in
      try file.distinctTexts(in: column, of: layer)
    }
    let fields = ["name", "title", "description", "license", "credit", "homepage", "area"]
    var rows: [[String?]] = []
    if let table = file.layers.first(where: { $0.name == "collections" }),
      table.column("name") != nil
    {
      rows = try file.typed { (file) throws(GeoPackageFault) in
        try file.texts(fields.map { table.column($0) }, of: table)
      }
    }
    return names.map { name in
      guard let row = rows.first(where: { $0[0] == name }) else {
        return CollectionStatement(name: name)
      }
      let texts = row.map { text in text.flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed } }
      return CollectionStatement(
        name: name, title: texts[1], description: texts[2],
        license: texts[3].map(RightsWords.known), credit: texts[4], homepage: texts[5],
        area: CollectionArea(text: texts[6]))
    }
  }

  /// The eras that a file of ours names.
  private static func eras(of file: GeoPackageFile) throws(ArchiveError) -> [NamedEra] {
    guard let table = file.layers.first(where: { $0.name == "eras" }),
      let name = table.column("name"), let date = table.column("date")
    else { return [] }
    let rows = try file.typed { (file) throws(GeoPackageFault) in
      try file.texts([name, date, table.column("description")], of: table)
    }
    return rows.compactMap { row in
      guard let name = row[0], let date = row[1] else { return nil }
      return try? NamedEra(name: name, date: date, description: row[2])
    }
  }
}
