/// The reason why a file can't be used.
package struct MediaRefusal: Error {
  package var reason: String
  /// The remedy; `nil` when there is none.
  package var hint: String?
  /// True if the archive's own store failed, and not the file.
  package var isOfStore = false
  /// True if the picture is only missing: the rest of the row is then still imported.
  package var isMissing = false
  /// The archive's error if its own store failed: `.busy` if a retry may help.
  package var code = ArchiveErrorCode.storage

  /// Makes one.
  package init(
    reason: String, hint: String? = nil, isOfStore: Bool = false, isMissing: Bool = false,
    code: ArchiveErrorCode = .storage
  ) {
    self.reason = reason
    self.hint = hint
    self.isOfStore = isOfStore
    self.isMissing = isMissing
    self.code = code
  }
}
