/// A field of a collection's own statement that an import makes different.
package struct StatementChange: Hashable, Sendable {
  /// The collection's name.
  package var collection: String
  /// The field, as `collection.json` calls it.
  package var field: String
  /// What it said; `nil` for nothing.
  package var before: String?
  /// What it says now; `nil` for nothing.
  package var after: String?

  /// Makes one.
  package init(collection: String, field: String, before: String? = nil, after: String? = nil) {
    self.collection = collection
    self.field = field
    self.before = before
    self.after = after
  }
}
