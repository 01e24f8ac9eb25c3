package import TimeWalkArchive
package import TimeWalkCore
import TimeWalkTables

/// A step of finding candidates in an index.
package enum SearchStep: CaseIterable, Sendable {
  /// To see which index is of this state of the archive.
  case state
  /// To determine the near cells of each level, and their pages in the file.
  case cells
  /// To find the cells on the pages.
  case pages
  /// To copy the columns.
  case columns
}

extension SpatiaLiteArchive {
  /// Finds candidates like `candidates(near:within:)` from an index, and reports the end of each
  /// step.
  ///
  /// - Returns: `nil` if the index doesn't answer.
  package func candidates(
    near place: Coordinate, within distance: Distance, done: (SearchStep) -> Void
  ) throws(ArchiveError) -> Candidates? {
    try ArchiveError.typed {
      var candidates = spare.take()
      let isRead = try withIndex(besides: { $0.blocks(around: place, meters: distance.meters) }) {
        done(.state)
        return $0.append(
          around: place, meters: distance.meters, to: &candidates, done: done)
      }
      guard isRead else { return nil }
      spare.remember(candidates)
      return candidates
    }
  }
}
