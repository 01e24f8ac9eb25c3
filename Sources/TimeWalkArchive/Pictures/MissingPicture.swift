/// Where a picture of the web is to be fetched from, and for which items.
package struct MissingPicture: Hashable, Sendable {
  /// The address.
  package var address: String
  /// One of the items that name it, `collection:identifier`.
  package var item: String

  /// Makes one.
  package init(address: String, item: String) {
    self.address = address
    self.item = item
  }
}
