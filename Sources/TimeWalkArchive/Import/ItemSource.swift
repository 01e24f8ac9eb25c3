import TimeWalkCore

/// A catalogue that can be read one row after another, in whatever format.
///
/// A source reads and judges; it never touches the archive. `CuratedArchive.apply` does that.
package protocol ItemSource: SendableMetatype {
  /// What the source says of its collection.
  var statement: CollectionStatement { get }

  /// Whether the source itself says its collection's name, which is else that of its file.
  var isNamed: Bool { get }

  /// The eras that it names, to be known in the archive.
  var eras: [NamedEra] { get }

  /// What is to be said before the first row.
  var findings: [ImportFinding] { get }

  /// Where its fields' values come from.
  var mapping: [FieldSource] { get }

  /// What is to be said after the last row.
  var closingFindings: [ImportFinding] { get }

  /// What the rows so far leave open.
  var granted: AssumedValues { get }

  /// The next row, or `nil` at the end; throws when the source can't be read on.
  mutating func next() throws(ArchiveError) -> SourceRow?
}

extension ItemSource {
  /// No.
  package var isNamed: Bool { false }
  /// None.
  package var eras: [NamedEra] { [] }
  /// None.
  package var mapping: [FieldSource] { [] }
  /// None.
  package var closingFindings: [ImportFinding] { [] }
  /// Nothing.
  package var granted: AssumedValues { AssumedValues() }
}
