package import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension SQLArchive {
  /// The entries for review, without dismissed ones.
  ///
  /// Reads all items once, or with a limit the first ones, with kept numbers of all. Similar and
  /// missing pictures are looked for among all.
  /// Throws `.noSuchCollection`.
  package func review(_ query: ReviewQuery) throws(ArchiveError) -> Review {
    try look { db in
      if let name = query.collection { try CollectionTable.require(name, db) }
      var search = try ReviewSearch(query, store: mediaStore, db)
      let kinds = ReviewKind.allCases.filter { query.kinds.isEmpty || query.kinds.contains($0) }
      try search.find(kinds, db)
      return search.review
    }
  }

  /// See `CuratedArchive.decide(_:folder:terms:)`.
  package func decide(
    _ decisions: [ReviewDecision], folder: String?, terms: ChangeTerms
  ) throws(ArchiveError) -> DecisionReport {
    try change(isDryRun: terms.isDryRun) { db in
      var run = DecisionRun(terms.provenance, folder: folder)
      // Dismissals refer to the final state, after all values are set.
      let numbered = Array(decisions.enumerated())
      let ordered =
        numbered.filter { $0.element.verdict != .dismiss }
        + numbered.filter { $0.element.verdict == .dismiss }
      for (index, decision) in ordered {
        do { try run.follow(decision, in: db) } catch let error as ArchiveError
          where [.noSuchItem, .invalidField].contains(error.code)
        {
          run.report.faults.append(DecisionReport.Fault(index: index, reason: error.message))
        }
      }
      run.report.faults.sort { $0.index < $1.index }
      try run.close(in: db)
      if terms.isDryRun { run.report.entry = nil }
      return run.report
    }
  }
}
