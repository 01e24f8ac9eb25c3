/// Why a file can't be used.
package struct MediaRefusal: Error {
  package var reason: String
  /// What may be done about it; `nil` when nothing comes to mind.
  package var hint: String?
  /// Whether it is the archive's own store that failed, and not the file.
  package var isOfStore = false
  /// Whether the picture is just not there, which is no reason to lose the rest of the row.
  package var isMissing = false
  /// Which error of the archive it is where its own store failed: `.busy` where that is to be tried
  /// again.
  package var code = ArchiveError.Code.storage

  /// Makes one.
  package init(
    reason: String, hint: String? = nil, isOfStore: Bool = false, isMissing: Bool = false,
    code: ArchiveError.Code = .storage
  ) {
    self.reason = reason
    self.hint = hint
    self.isOfStore = isOfStore
    self.isMissing = isMissing
    self.code = code
  }
}
