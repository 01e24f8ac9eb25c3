import Foundation
import TimeWalkArchive
import TimeWalkCore

/// Chooses a source's mapping: the given one, then the preset, then one guessed from its names.
struct MappingChoice {
  let options: ImportOptions
  let folder: String?
  var context: SourceContext
  var preset: Preset?

  init(options: ImportOptions, folder: String?, context: SourceContext) {
    self.options = options
    self.folder = folder
    self.context = context
    preset = options.preset
  }

  /// The rows of separated values, without rules if every column is taken unchanged.
  func source(_ records: CSVRecords) throws(ArchiveError) -> any ItemSource {
    let (mapping, findings) = try choose(records, line: records.headerLine)
    if let columns = CSVColumns(mapping, in: records) {
      return PlainCSVSource(
        CatalogueSource(
          PlainCSVRecords(records, columns: columns, findings: findings), mapping: mapping,
          context: context))
    }
    return CatalogueSource(
      RuledRecords(
        records, mapping: mapping, join: try join(), decimalCommas: records.decimalCommas,
        findings: findings), mapping: mapping, context: context)
  }

  /// The rows of any other records.
  func source(_ records: some RawRecords) throws(ArchiveError) -> any ItemSource {
    let (mapping, findings) = try choose(records, line: nil)
    return CatalogueSource(
      RuledRecords(
        records, mapping: mapping, join: try join(), decimalCommas: records.decimalCommas,
        findings: findings),
      mapping: mapping, context: context)
  }

  private func choose(_ records: some RawRecords, line: Int?) throws(ArchiveError) -> (
    FieldMapping, [ImportFinding]
  ) {
    var mapping = FieldMapping()
    for (column, rule) in preset?.fields ?? [:] { mapping.set(column, rule, .preset) }
    if let preset {
      mapping.captions = preset.captions
      mapping.ignored = preset.ignore
      mapping.comment = preset.comment
      mapping.keepsUnreadableDates = true
      if preset == Preset.bundled[SourceFormat.iiif.rawValue] {
        mapping = FieldGuess.labels(of: records.names, into: mapping)
      }
    }
    for (column, name) in options.map { mapping.set(column, FieldRule(given: name), .given) }
    // The id of a feature may begin with its collection.
    if preset == nil, records.isOwnExport, options.map[.id] == nil,
      records.names.contains("properties.id")
    {
      mapping.set(.id, .name("properties.id"), .own)
      mapping.ignored.insert("id")
    }
    // A preset is complete; names that it lacks are listed, not guessed.
    if preset == nil {
      mapping = FieldGuess.mapping(
        of: records.names, starting: mapping, isOwn: records.isOwnExport)
    }
    // An empty heading there was unknown, or was deliberately emptied, regardless of the caption.
    if records.isOwnExport { mapping.captions = [] }
    guard mapping.entries[.id] != nil || options.makesIdentifiers else {
      throw ArchiveError(
        .inputUnreadable,
        "No name in the source matches id, which every item needs; it has "
          + (records.names.isEmpty
            ? "no names"
            : records.names.filter { !$0.isEmpty }.prefix(30).map { String($0.prefix(60)) }
              .joined(separator: ", "))
          + ". " + advice(for: records)
      )
    }
    let reached = records.reached(among: paths(of: mapping, outside: records.names))
    for (column, name) in options.map where !isThere(name, in: records, reached) {
      throw ArchiveError(
        .inputUnreadable,
        "The source has no \"\(name)\" for \(column.name); it has "
          + records.names.filter { !$0.isEmpty }.prefix(30).map { String($0.prefix(60)) }.joined(
            separator: ", ") + ".")
    }
    mapping.others = mapping.kept(of: records.names, repeated: records.repeatedNames)
    let made = records.madeNames
    mapping.others.removeAll { made.contains($0.name) }
    if made.count > 1 {
      // The names of a copy of our GeoPackage are those of its columns.
      let columns = mapping.others.map(\.key)
      for index in columns.indices {
        mapping.others[index].key = GeoPackageColumns.name(of: columns[index], among: columns)
      }
    }
    let isJoined = preset?.join != nil
    mapping.given = mapping.fields { name in
      isJoined || name == "@number" || records.names.contains(name)
        || !name.hasPrefix("@") && isThere(name, in: records, reached)
    }
    return (
      mapping,
      records.findings + (try absent(in: records, reached))
        + coordinates(mapping, in: records, reached)
        + repeated(in: records, line: line)
        + told(mapping, unused: mapping.unused(of: records.names), line: line)
    )
  }

  /// The names of a curator's own preset that the source lacks; throws if that is the id.
  ///
  /// The presets that come with the program also name columns that their projects have only
  /// sometimes.
  private func absent(
    in records: some RawRecords, _ reached: Set<String>
  ) throws(ArchiveError) -> [ImportFinding] {
    guard let preset, Preset.bundled[preset.name] != preset else { return [] }
    var findings: [ImportFinding] = []
    for (column, rule) in preset.fields.sorted(by: { $0.key.position < $1.key.position })
    where options.map[column] == nil && !rule.names.isEmpty {
      guard !rule.names.contains(where: { isThere($0, in: records, reached) }) else { continue }
      let names = rule.names.joined(separator: ", ")
      if column == .id, !options.makesIdentifiers {
        throw ArchiveError(
          .inputUnreadable,
          "The source has no \"\(names)\", which the preset \(preset.name) uses as id; it has "
            + records.names.filter { !$0.isEmpty }.prefix(30).map { String($0.prefix(60)) }.joined(
              separator: ", ") + ".")
      }
      findings.append(
        ImportFinding(
          .warning, line: nil, column: column.name,
          reason:
            "has no source: the preset \(preset.name) uses \(names), which the source doesn't have"
        ))
    }
    return findings
  }

  /// The message if no name in the source is a coordinate.
  private func coordinates(
    _ mapping: FieldMapping, in records: some RawRecords, _ reached: Set<String>
  ) -> [ImportFinding] {
    // Maps have an outline instead.
    guard mapping.entries[.outline] == nil, mapping.entries[.georeference] == nil else { return [] }
    let missing = [CatalogueColumn.latitude, .longitude].filter { column in
      guard let rule = mapping.entries[column]?.rule else { return true }
      return preset?.join == nil && !rule.names.isEmpty
        && !rule.names.contains { isThere($0, in: records, reached) || reached.contains($0) }
    }
    guard !missing.isEmpty else { return [] }
    let fields = missing.map(\.name)
    let names = records.names.filter { !$0.isEmpty && !$0.hasPrefix("@") }
    let has =
      names.prefix(30).map { String($0.prefix(60)) }.joined(separator: ", ")
      + (names.count > 30 ? " …" : "")
    return [
      ImportFinding(
        .warning, line: nil,
        reason: "no name in the source matches \(fields.joined(separator: " or ")): "
          + "new items have no place",
        hint: "use " + fields.map { "--map \($0)=NAME" }.joined(separator: " ")
          + "; the source has \(has)")
    ]
  }

  /// The remedy if no name is that of an id.
  private func advice(for records: some RawRecords) -> String {
    // A sheet often begins with its title.
    var rows = records
    if let line = rows.lineOfHeader() {
      return "Line \(line) looks like the header: remove the lines above it."
    }
    return
      "Set it with --map id=NAME. --make-ids generates ids from row contents, and --map id=@number "
      + "numbers the records, if their order stays."
  }

  /// The paths of a mapping that must be looked for in the records themselves: into lists, and
  /// those of a place that no name is.
  private func paths(of mapping: FieldMapping, outside names: [String]) -> Set<String> {
    let names = Set(names)
    return mapping.entries.reduce(into: []) { paths, entry in
      let own = entry.value.rule.names
      let isPlace = [.latitude, .longitude].contains(entry.key) && names.isDisjoint(with: own)
      paths.formUnion(own.filter { (isPlace || $0.contains(".")) && !names.contains($0) })
    }
  }

  private func isThere(
    _ name: String, in records: some RawRecords, _ reached: Set<String>
  ) -> Bool {
    let rule = FieldRule(given: name)
    return rule.names.allSatisfy { name in
      name.hasPrefix("@") || records.names.contains(name)
        || records.names.contains { PlainName.of($0) == PlainName.of(name) }
        || records.names.contains("properties.\(name)")
        // A path into a list or into a joined file is not a name of its own.
        || (name.contains(".") && (reached.contains(name) || preset?.join != nil))
    }
  }

  /// The note on each name that several columns have.
  private func repeated(in records: some RawRecords, line: Int?) -> [ImportFinding] {
    records.repeatedNames.map { name in
      ImportFinding(
        .note, line: line, column: String(name.prefix(60)),
        reason: "is the name of several columns; their values are kept as a list")
    }
  }

  /// Lists the names that are kept unchanged, if they may have been meant for a field.
  private func told(_ mapping: FieldMapping, unused: [String], line: Int?) -> [ImportFinding] {
    let kept = Set(mapping.others.map(\.name))
    let names = unused.filter(kept.contains)
    guard let first = names.first else { return [] }
    return [
      ImportFinding(
        .note, line: line, column: names.count == 1 ? String(first.prefix(60)) : nil,
        reason: names.count == 1
          ? "isn't a TimeWalk column; kept unchanged"
          : "\(names.count) columns aren't TimeWalk columns; kept unchanged: "
            + names.prefix(60).map { String($0.prefix(60)) }.joined(separator: ", ")
            + (names.count > 60 ? " …" : ""),
        hint: "use --map FIELD=\(names.count == 1 ? first : "NAME") to read one as a field")
    ]
  }

  private func join() throws(ArchiveError) -> JoinedRecords? {
    guard let join = preset?.join else { return nil }
    guard let folder else {
      throw ArchiveError(
        .inputMissing,
        "The preset joins \(join.file), which isn't possible with standard input; name a file.")
    }
    let path = URL(fileURLWithPath: folder).appendingPathComponent(join.file).path
    return try JoinedRecords(path: path, on: join.on)
  }
}

extension FieldRule {
  /// The rule of `--map FIELD=NAME`; a text behind a colon is the same for every record.
  init(given text: String) {
    self.init(
      origins: [text.hasPrefix(":") ? .constant(String(text.dropFirst())) : Origin(given: text)])
  }
}

extension FieldRule.Origin {
  /// A name or path, or a template when it holds braces.
  init(given text: String) { self = text.contains("{") ? .template(text) : .name(text) }
}
