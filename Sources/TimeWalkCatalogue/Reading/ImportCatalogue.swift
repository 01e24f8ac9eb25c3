import Foundation
package import TimeWalkArchive

extension CuratedArchive {
  /// Imports a catalogue: the path of a file in any `SourceFormat`, of a folder with one, or `-`
  /// for standard input.
  ///
  /// Every faulty row is refused, with all its faults in the report; the others are imported by
  /// `apply(_:policy:from:)`.
  @discardableResult
  package func importCatalogue(
    at path: String, options: ImportOptions = ImportOptions()
  ) throws(ArchiveError) -> ImportReport {
    var options = options
    if options.policy.progress != nil { options.meter = ReadMeter() }
    for statement in try statements() { options.areas[statement.name] = statement.area }
    let other = options.otherArchive
    let sources = try SourceOpening.openAll(path: path, options: options) {
      (path) throws(ArchiveError) in
      if let archive = try archive(at: path) { return archive }
      return try other?(path)
    }
    options.mapped?(sources.first?.mapping ?? [])
    return try apply(
      sources.map { ReadAhead.of($0) }, policy: options.completePolicy,
      from: options.origin ?? SourceOpening.name(of: path))
  }
}
