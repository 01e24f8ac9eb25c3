import TimeWalkArchive

/// The rows of a CSV whose columns are taken as they are, as nearly all large catalogues are.
///
/// A type of its own for the compiler, which makes code for just these records where it sees them
/// named: the code for any records asks at run time, for each value, what kind they are.
struct PlainCSVSource: ItemSource {
  private var source: CatalogueSource<PlainCSVRecords>

  init(_ source: CatalogueSource<PlainCSVRecords>) { self.source = source }

  var statement: CollectionStatement { source.statement }
  var isNamed: Bool { source.isNamed }
  var eras: [NamedEra] { source.eras }
  var findings: [ImportFinding] { source.findings }
  var mapping: [FieldSource] { source.mapping }
  var closingFindings: [ImportFinding] { source.closingFindings }
  var granted: AssumedValues { source.granted }

  mutating func next() throws(ArchiveError) -> SourceRow? { try source.next() }
}
