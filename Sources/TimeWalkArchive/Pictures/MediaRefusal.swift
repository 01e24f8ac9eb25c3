/// Why a file can't be used.
package struct MediaRefusal: Error {
  package var reason: String
  /// What may be done about it; `nil` when nothing comes to mind.
  package var hint: String?
  /// Whether it is the archive's own store that failed, and not the file.
  package var isOfStore = false
  /// Whether the picture is just not there, which is no reason to lose the rest of the row.
  package var isMissing = false

  /// Makes one.
  package init(
    reason: String, hint: String? = nil, isOfStore: Bool = false, isMissing: Bool = false
  ) {
    self.reason = reason
    self.hint = hint
    self.isOfStore = isOfStore
    self.isMissing = isMissing
  }
}
