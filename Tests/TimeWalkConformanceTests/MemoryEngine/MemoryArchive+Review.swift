import Foundation
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension MemoryArchive {
  func review(_ query: ReviewQuery) throws(ArchiveError) -> Review {
    let state = state
    if let collection = query.collection { try state.require(collection) }
    let rules = ReviewRules(query, journal: history(limit: nil, of: state))
    var review = Review(entries: [], totals: [:])
    for kind in ReviewKind.allCases where query.kinds.isEmpty || query.kinds.contains(kind) {
      let entries: [ReviewEntry] =
        switch kind {
        case .unplaced:
          state.unplaced.map(\.item.id).filter {
            $0.collection == query.collection ?? $0.collection
          }
          .map(ReviewEntry.init(unplaced:))
        case .duplicate:
          state.likePictures(collection: query.collection).suggestions.map { ReviewEntry($0) }
        case .doubtfulDate, .undated, .lowAccuracy, .noRights, .missingMedia:
          state.items.map(\.row).compactMap { row in
            let id = row.item.id
            guard id.collection == query.collection ?? id.collection else { return nil }
            return rules.entry(
              kind, of: id, ItemFields.of(row.item, copyOf: row.copyOf),
              license: state.statement(row.collection)?.license, hasCopy: hasCopy)
          }
        }
      let open = entries.filter { !state.isDismissed($0) }
      review.totals[kind] = open.count
      review.entries += open.prefix(max(0, (query.limit ?? .max) - review.entries.count))
    }
    return review
  }

  func likePictures(collection: String?) throws(ArchiveError) -> LikePictures {
    try require(collection: collection)
    return state.likePictures(collection: collection)
  }

  func decide(
    _ decisions: [ReviewDecision], folder: String?, terms: ChangeTerms
  ) throws(ArchiveError) -> DecisionReport {
    try change(isDryRun: terms.isDryRun) { state in
      var run = MemoryDecisions(folder: folder, provenance: terms.provenance)
      // What is dismissed is dismissed as it is in the end, after all that is set.
      let numbered = Array(decisions.enumerated())
      let ordered =
        numbered.filter { $0.element.verdict != .dismiss }
        + numbered.filter { $0.element.verdict == .dismiss }
      for (index, decision) in ordered {
        do throws(ArchiveError) { try run.follow(decision, in: &state) } catch {
          guard error.code == .noSuchItem || error.code == .invalidField else { throw error }
          run.report.faults.append(DecisionReport.Fault(index: index, reason: error.message))
        }
      }
      run.report.faults.sort { $0.index < $1.index }
      if run.report.changed + run.report.dismissed == 0 { state.discard() }
      var counts = ChangeCounts()
      counts.updated = run.report.changed
      let entry = state.close(counts, of: Set(run.changed.map(\.collection)))
      run.report.entry = terms.isDryRun ? nil : entry
      return run.report
    }
  }
}

/// The decisions of one review.
private struct MemoryDecisions {
  var folder: String?
  var provenance: Provenance
  var changed: Set<ItemID> = []
  var report = DecisionReport()

  mutating func follow(
    _ decision: ReviewDecision, in state: inout MemoryState
  ) throws(ArchiveError) {
    var decision = decision
    if decision.kind == .duplicate, decision.other == nil {
      decision.other = try suggestion(for: decision.item, state)
    }
    switch (decision.verdict, decision.kind, decision.other) {
    case (.dismiss, _, _):
      _ = try state.current(decision.item)
      open(&state)
      if state.dismiss(decision) { report.dismissed += 1 } else { report.unchanged += 1 }
    case (.set(let fields), _, _): try set(fields, on: decision.item, in: &state)
    case (.accept, .duplicate, let original?):
      guard original != decision.item else {
        throw ArchiveError(.invalidField, "An item is no copy of itself.")
      }
      _ = try state.current(original)
      let name = original.name(within: decision.item.collection)
      try set([.copyOf: name], on: decision.item, in: &state)
    case (.accept, .missingMedia, _): try set([.media: ""], on: decision.item, in: &state)
    case (.accept, _, _): throw ReviewDecision.nothingSuggested(decision)
    }
  }

  private func suggestion(
    for item: ItemID, _ state: MemoryState
  ) throws(ArchiveError) -> ItemID {
    let likes = state.likePictures(collection: nil).suggestions
    guard let like = likes.first(where: { $0.item == item }) else {
      throw ReviewDecision.nothingAlike(item)
    }
    return like.original
  }

  private mutating func set(
    _ fields: [CatalogueColumn: String], on id: ItemID, in state: inout MemoryState
  ) throws(ArchiveError) {
    let current = try state.current(id)
    let row = try ItemEdit(id, FieldEdit(fields, folder: folder)).row(after: current)
    guard !FieldChange.between(current.fields, row.fields).isEmpty else {
      return report.unchanged += 1
    }
    open(&state)
    state.keepByHand(row, of: id, insteadOf: current)
    if changed.insert(id).inserted { report.changed += 1 }
  }

  private func open(_ state: inout MemoryState) {
    if !state.isOpen { state.begin(.review, by: provenance) }
  }
}

extension MemoryState {
  /// The items whose pictures look alike.
  func likePictures(collection: String?) -> LikePictures {
    var search = LikeSearch()
    for (_, row) in items {
      guard let fingerprint = row.fingerprint else { continue }
      let file = row.item.media.flatMap { self.record($0.origin) }
      search.add(
        LikeSearch.Member(
          row.item.id, fingerprint, pixels: (file?.width ?? 0) * (file?.height ?? 0),
          copyOf: row.copyOf, place: row.item.pose.coordinate, dates: row.item.date?.fuzzy))
    }
    return search.pictures(collection: collection)
  }

  /// Whether an entry was dismissed, and its items say what they said then.
  func isDismissed(_ entry: ReviewEntry) -> Bool {
    let name = MemoryName.dismissal(entry.item, entry.kind, entry.other)
    guard let key = self.key(name), case .dismissal(let row)? = rows[key] else { return false }
    return row.state == said(by: entry.item, entry.other)
  }

  /// Dismisses an entry, and says whether that is news.
  mutating func dismiss(_ decision: ReviewDecision) -> Bool {
    var row = MemoryDismissal(
      item: decision.item, kind: decision.kind, other: decision.other,
      state: said(by: decision.item, decision.other), note: decision.note)
    let name = MemoryRow.dismissal(row).name
    guard let key = self.key(name), case .dismissal(let known)? = rows[key] else {
      add(.dismissal(row))
      return true
    }
    if known.state == row.state {
      row.note = row.note ?? known.note
      guard row != known else { return false }
    }
    set(key, .dismissal(row))
    return true
  }

  private func said(by item: ItemID, _ other: ItemID?) -> [[CatalogueColumn: String]] {
    [item, other].compactMap(\.self).map { find($0)?.fields ?? [:] }
  }
}
