/// The entries of a journal that are in force, and those that have been undone.
///
/// An undo can be undone, which makes the first entry effective again, and so on.
package struct Reversals {
  /// The undone entry of each undo.
  package let undoes: [Int64: Int64]
  /// The undo in force of each entry that is not in force.
  package let undoneBy: [Int64: Int64]

  /// Follows the undos of a journal.
  ///
  /// - Parameter undoes: the entry that each undo undid.
  package init(_ undoes: [Int64: Int64]) {
    var undoneBy: [Int64: Int64] = [:]
    // An undo is younger than its target: going backwards, each entry is settled before it is read.
    for (entry, undone) in undoes.sorted(by: { $0.key > $1.key }) where undoneBy[entry] == nil {
      undoneBy[undone] = entry
    }
    self.undoes = undoes
    self.undoneBy = undoneBy
  }

  /// Returns true if a later entry's effect still applies, as seen from an earlier one.
  ///
  /// An entry that was undone and the undo of an entry that is later, too, cancel each other.
  package func shows(_ later: Int64, since earlier: Int64) -> Bool {
    if undoneBy[later] != nil { return false }
    guard let undone = undoes[later] else { return true }
    return undone < earlier
  }
}
