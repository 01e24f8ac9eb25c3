import Foundation
import TimeWalkArchive
import TimeWalkFormats

extension SourceOpening {
  /// Opens a GeoPackage: one source; for an export of ours one for each of its collections, or for
  /// the requested one.
  ///
  /// Throws `.inputUnreadable` if the layer is ambiguous or names very many collections, and
  /// `.noSuchCollection`.
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
    var stretches = try file.typed { (file) throws(GeoPackageFault) in
      try file.stretches(of: column, in: layer)
    }
    let nameless = stretches.first?.text == "" ? stretches.removeFirst().rows : []
    let known = try zip(statements(of: file, named: stretches.map(\.text)), stretches.map(\.rows))
      .map { (statement: $0, rows: $1) }
    let asked = options.collection
    // Only a single one may get another name.
    let wanted =
      known.count > 1 && asked != nil ? known.filter { $0.statement.name == asked } : known
    guard !wanted.isEmpty || known.isEmpty else {
      throw ArchiveError(
        .noSuchCollection,
        "\(url.path) has no collection \(asked ?? ""); it has "
          + known.map(\.statement.name).joined(separator: ", ") + ".")
    }
    guard !known.isEmpty else {
      return [try opening.source(GeoPackageRecords(file, layer: layer))]
    }
    try MappingChoice.check(number: wanted.count)
    let eras = try Self.eras(of: file)
    var sources: [any ItemSource] = []
    for (index, collection) in wanted.enumerated() {
      // The first one also has the rows without a collection, which are refused.
      let rows =
        index == 0 && asked == nil
        ? (collection.rows + nameless).sorted { $0.lowerBound < $1.lowerBound } : collection.rows
      context.statement = collection.statement
      if known.count == 1, let asked { context.statement.name = asked }
      if let fault = CollectionStatement.fault(inName: context.statement.name) {
        throw ArchiveError(.invalidName, "\"\(context.statement.name)\": \(fault).")
      }
      context.isNamed = true
      context.eras = eras
      let choice = MappingChoice(options: options, folder: folder.path, context: context)
      sources.append(
        try choice.source(
          GeoPackageRecords(file, layer: layer, rows: known.count > 1 ? rows : nil)))
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

  /// Collections with their data from the file's own table.
  private static func statements(
    of file: GeoPackageFile, named names: [String]
  ) throws(ArchiveError) -> [CollectionStatement] {
    let fields = ["name", "title", "description", "license", "credit", "homepage", "area"]
    var rows: [[String?]] = []
    if let table = file.layers.first(where: { $0.name == "collections" }),
      table.column("name") != nil
    {
      rows = try file.typed { (file) throws(GeoPackageFault) in
        try file.texts(fields.map { table.column($0) }, of: table)
      }
    }
    let known = Dictionary(rows.map { ($0[0], $0) }) { first, _ in first }
    return names.map { name in
      guard let row = known[name] else {
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
