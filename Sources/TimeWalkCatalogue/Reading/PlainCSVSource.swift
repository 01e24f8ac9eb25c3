import TimeWalkArchive

/// The rows of a CSV whose columns are taken unchanged, as in nearly all large catalogues.
///
/// A separate type lets the compiler specialize the code for these records. The generic code checks
/// the type of each value at run time.
struct PlainCSVSource: ItemSource {
  private var source: CatalogueSource<PlainCSVRecords>

  init(_ source: CatalogueSource<PlainCSVRecords>) { self.source = source }

  var statement: CollectionStatement { source.statement }
  var isNamed: Bool { source.isNamed }
  var eras: [NamedEra] { source.eras }
  var findings: [ImportFinding] { source.findings }
  var mapping: [FieldSource] { source.mapping }
  var closingFindings: [ImportFinding] { source.closingFindings }
  var assumed: AssumedValues { source.assumed }

  mutating func next() throws(ArchiveError) -> SourceRow? { try source.next() }
}
