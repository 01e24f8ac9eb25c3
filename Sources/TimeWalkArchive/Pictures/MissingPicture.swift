/// The address of a picture to fetch from the web, with its items.
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
