import TimeWalkArchive
import TimeWalkBase

extension MappingChoice {
  /// The sources of records: of an export of ours one for each collection that it names, or the
  /// requested one.
  ///
  /// Throws `.noSuchCollection` if it names others, `.invalidName`, and `.inputUnreadable` for very
  /// many.
  func sources(_ records: some RawRecords) throws(ArchiveError) -> [any ItemSource] {
    guard preset == nil, records.isOwnExport else { return [try source(records)] }
    let known = records.collections
    let column = records.madeNames.first { PlainName.of($0).hasSuffix(CatalogueColumn.collection) }
    var names =
      try column.map { (column) throws(ArchiveError) in
        try OwnCollection.names(in: records, column)
      } ?? []
    // One collection alone needs no column.
    if names.isEmpty, known.count == 1 { names = known.map(\.statement.name) }
    let asked = options.collection
    let wanted = names.count > 1 && asked != nil ? names.filter { $0 == asked } : names
    guard !names.isEmpty else { return [try source(records)] }
    guard !wanted.isEmpty else {
      throw ArchiveError(
        .noSuchCollection,
        "The source has no collection \(asked ?? ""); it has \(names.joined(separator: ", ")).")
    }
    try Self.check(number: wanted.count)
    var sources: [any ItemSource] = []
    for name in wanted {
      var choice = self
      let target = names.count == 1 ? asked ?? name : name
      if let file = known.first(where: { $0.statement.name == name }) {
        choice.context.statement = file.statement
        choice.context.statement.name = target
        choice.context.statement.license = file.statement.license.map(RightsWords.known)
        choice.context.eras = file.eras
      } else if choice.context.statement.name != target {
        choice.context.statement = CollectionStatement(name: target)
      }
      if let fault = CollectionStatement.fault(inName: choice.context.statement.name) {
        throw ArchiveError(.invalidName, "\"\(choice.context.statement.name)\": \(fault).")
      }
      choice.context.isNamed = true
      guard let column, names.count > 1, let own = records.rest else {
        return [try choice.source(records)]
      }
      sources.append(
        try choice.source(
          OwnCollection(
            own, column: column, name: name, isFirst: name == wanted.first,
            takesNameless: asked == nil && name == names.first)))
    }
    return sources
  }

  /// The greatest number of collections in one import: each is an entry in the journal, and most
  /// formats are read once for each.
  private static let mostCollections = 1_000

  /// Throws `.inputUnreadable` for more collections than one import may have.
  static func check(number: Int) throws(ArchiveError) {
    guard number > mostCollections else { return }
    throw ArchiveError(
      .inputUnreadable,
      "The source has \(number) collections; an import may have \(mostCollections). "
        + "Import each alone with --collection NAME, or split the source.")
  }
}

/// The records of one of several collections in an export of ours.
struct OwnCollection<Base: RawRecords>: RawRecords {
  private var base: Base
  private let column: String
  private let name: String
  /// True if it reports the findings before the first record.
  private let isFirst: Bool
  /// True if it has the records without a collection, which are refused.
  private let takesNameless: Bool

  init(_ base: Base, column: String, name: String, isFirst: Bool, takesNameless: Bool) {
    self.base = base
    self.column = column
    self.name = name
    self.isFirst = isFirst
    self.takesNameless = takesNameless
  }

  /// The names of the collections, in the order of their first records.
  ///
  /// None for a source that can be read only once.
  static func names(in records: Base, _ column: String) throws(ArchiveError) -> [String] {
    guard var rest = records.rest else { return [] }
    var names: [String] = []
    var seen: Set<String> = []
    while try rest.next() {
      guard let name = rest.text(column)?.trimmed, !name.isEmpty, seen.insert(name).inserted
      else { continue }
      names.append(name)
    }
    return names
  }

  mutating func next() throws(ArchiveError) -> Bool {
    while try base.next() {
      let own = base.text(column)?.trimmed ?? ""
      if own == name || own.isEmpty && takesNameless { return true }
    }
    return false
  }

  var problem: String? {
    if let problem = base.problem { return problem }
    guard (base.text(column) ?? "").trimmed.isEmpty else { return nil }
    return "has no collection, but the source has several: fill \(column)"
  }

  var rest: OwnCollection? {
    guard let rest = base.rest else { return nil }
    var copy = self
    copy.base = rest
    return copy
  }

  var names: [String] { base.names }
  var findings: [ImportFinding] { isFirst ? base.findings : [] }
  var place: SourceLine { base.place }
  var fault: (severity: ImportFinding.Severity, reason: String)? { base.fault }
  var repeatedNames: [String] { base.repeatedNames }
  var otherEncoding: SingleByteEncoding? { base.otherEncoding }
  var isOwnExport: Bool { base.isOwnExport }
  var madeNames: Set<String> { base.madeNames }
  var collections: [CollectionFile] { base.collections }
  var untold: Set<CatalogueColumn> { base.untold }
  var decimalCommas: DecimalCommas { base.decimalCommas }
  func text(_ name: String) -> String? { base.text(name) }
  func address(_ name: String) -> String? { base.address(name) }
  func list(_ name: String) -> String? { base.list(name) }
  func reached(among paths: Set<String>) -> Set<String> { base.reached(among: paths) }
}
