/// The parameters of `archive.item`.
package struct ItemRequest: DescribedRequest {
  /// The item's name.
  package var id: String?

  /// The one field.
  package static let fields = [
    RequestField<ItemRequest>("id", \.id, "The item's name, collection:identifier.").required
      .matching(TextPattern.item)
  ]

  /// Makes a request without an item.
  package init() {}
}
