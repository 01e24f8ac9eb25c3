package import TimeWalkCore

/// Compares a source's rows with the items of one collection, many in one statement.
///
/// It takes no lock: most rows of a catalogue that is imported again are as they were.
package protocol ItemComparer: AnyObject {
  /// The rows whose items the archive has with all their values, by their places in the list.
  ///
  /// No identifier may be there twice.
  func unchanged(_ rows: [(item: Item, copyOf: String?)]) throws -> Set<Int>
}
