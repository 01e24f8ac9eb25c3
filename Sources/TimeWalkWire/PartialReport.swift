package import TimeWalkArchive

/// An answer that may be of a part of the archive alone.
package protocol PartialReport {
  /// `true` where a part of the archive couldn't be asked; else `nil`.
  var partial: Bool? { get set }
  /// What is missing, in plain sentences.
  var warnings: [String]? { get set }
}

extension PartialReport {
  /// Says what is missing.
  package mutating func say(_ gaps: ArchiveGaps) {
    guard gaps.isPartial else { return }
    partial = true
    warnings = (warnings ?? []) + gaps.sentences
  }
}

extension ItemsReport: PartialReport {}
extension CollectionsReport: PartialReport {}
extension ErasReport: PartialReport {}
extension ArchiveStatsReport: PartialReport {}
extension MapReport: PartialReport {}
