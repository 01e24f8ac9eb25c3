/// Which entries of a journal are in force, and which have been undone.
///
/// An undo can be undone, which brings the first entry back into force, and so on.
package struct Reversals {
  /// What each undo undid.
  package let undoes: [Int64: Int64]
  /// The undo in force of each entry that is not in force.
  package let undoneBy: [Int64: Int64]

  /// Follows the undos of a journal.
  ///
  /// - Parameter undoes: the entry that each undo undid.
  package init(_ undoes: [Int64: Int64]) {
    var undoneBy: [Int64: Int64] = [:]
    // An undo is younger than what it undoes, so that going back each is settled before it is
    // looked at.
    for (entry, undone) in undoes.sorted(by: { $0.key > $1.key }) where undoneBy[entry] == nil {
      undoneBy[undone] = entry
    }
    self.undoes = undoes
    self.undoneBy = undoneBy
  }

  /// Whether what a later entry did still shows, as seen from an earlier one.
  ///
  /// An entry that was undone and the undo of an entry that is later, too, cancel each other.
  package func shows(_ later: Int64, since earlier: Int64) -> Bool {
    if undoneBy[later] != nil { return false }
    guard let undone = undoes[later] else { return true }
    return undone < earlier
  }
}
