import TimeWalkCore

/// A catalogue that can be read row by row, in any format.
///
/// A source reads and judges; it never touches the archive. `CuratedArchive.apply` does that.
package protocol ItemSource: SendableMetatype {
  /// The source's statement about its collection.
  var statement: CollectionStatement { get }

  /// True if the source itself names its collection; otherwise the file does.
  var isNamed: Bool { get }

  /// The eras that it defines, for the archive.
  var eras: [NamedEra] { get }

  /// The findings before the first row.
  var findings: [ImportFinding] { get }

  /// The source of each field's values.
  var mapping: [FieldSource] { get }

  /// The findings after the last row.
  var closingFindings: [ImportFinding] { get }

  /// The values that the rows so far leave open.
  var assumed: AssumedValues { get }

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
  package var assumed: AssumedValues { AssumedValues() }
}
