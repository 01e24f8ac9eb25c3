import TimeWalkArchive
import TimeWalkCore

extension ImportReport {
  /// The model's prediction for it.
  var plain: String {
    let conflicts = conflicts.map { conflict in
      guard let column = conflict.column else { return "\(conflict.id)" }
      let texts = [conflict.kept, conflict.source, conflict.before].map { $0 ?? "nothing" }
      return "\(conflict.id) \(column) \(texts)"
    }
    let counts = [
      added, updated, unchanged, refused, removed, unplaced, keptCorrections, keptRemovals,
      conflictCount,
    ]
    return "\(counts) \(conflicts)"
  }
}

extension SearchResults {
  var plain: String {
    let texts = hits.map { hit in
      // Two formulas agree to a millimetre.
      "\(hit.item) \(hit.distance.map { ($0.meters * 1_000).rounded() } ?? -1)"
    }
    return "\(total ?? -1) \(texts)"
  }
}

extension UnplacedItem {
  var plain: String { "\(id) \(ItemFields.text(of: fields))" }
}
