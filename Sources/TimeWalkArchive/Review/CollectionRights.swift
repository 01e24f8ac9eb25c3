/// The rights of one collection.
package struct CollectionRights: Hashable, Sendable {
  /// Its name.
  package var collection: String
  /// Its statement; `nil` when it has none.
  package var license: String?
  /// A doubt about it, continuing the statement; `nil` when there is none.
  package var doubt: String?
  /// The number of items with a place that have neither their own rights nor the collection's.
  package var without: Int

  /// Makes one.
  package init(collection: String, license: String? = nil, doubt: String? = nil, without: Int) {
    self.collection = collection
    self.license = license
    self.doubt = doubt
    self.without = without
  }
}
