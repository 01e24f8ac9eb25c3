package import TimeWalkArchive

/// Compares a source's rows with the items of one collection, many in one statement.
///
/// It takes no lock: most rows of a catalogue that is imported again are as they were.
package protocol ItemComparer: AnyObject {
  /// The rows whose items the archive has with all their values, by their places in the list.
  ///
  /// No identifier may be there twice, and no row may be a refused one.
  func unchanged(_ rows: [SourceRow]) throws -> Set<Int>
}
