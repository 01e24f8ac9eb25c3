/// The rights of one collection.
package struct CollectionRights: Hashable, Sendable {
  /// Its name.
  package var collection: String
  /// Its statement; `nil` when it has none.
  package var license: String?
  /// What is doubtful about it, continuing the statement; `nil` when nothing is.
  package var doubt: String?
  /// How many items, with a place, have no rights, neither of their own nor the collection's.
  package var without: Int

  /// Makes one.
  package init(collection: String, license: String? = nil, doubt: String? = nil, without: Int) {
    self.collection = collection
    self.license = license
    self.doubt = doubt
    self.without = without
  }
}
