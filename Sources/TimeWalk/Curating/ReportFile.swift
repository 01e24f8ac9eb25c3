/// A text that a command writes for people, for instance the findings of an import.
package enum ReportFile {
  /// Writes a file that appears complete or not at all, and is on the disk then; one of the name is
  /// replaced.
  ///
  /// - Throws: `cannotCreate`, `noSpace`, `inputOutput`.
  package static func write(_ text: String, to path: String) throws(TimeWalkError) {
    let target = try ExportTarget(path, isPrivate: false)
    try target.write(Array(text.utf8))
    try target.finish()
  }
}
