/// The source of a field's values, for a report.
package struct FieldSource: Hashable, Sendable {
  /// TimeWalk's name of the field.
  package var field: String
  /// The source's name or path, or its components.
  package var source: String
  /// `own` for TimeWalk's own name, `given`, `preset`, or `guessed`.
  package var basis: String

  /// Makes one.
  package init(field: String, source: String, basis: String) {
    self.field = field
    self.source = source
    self.basis = basis
  }
}
