internal import TimeWalkBase
package import TimeWalkAPI

/// The parameters of an item's picture.
package struct ItemPictureRequest: DescribedRequest {
  /// The item's name.
  package var id: String?
  /// The length of its longest side, in pixels.
  package var side = Pipeline.greatestSide

  /// The fields.
  package static let fields: [RequestField<ItemPictureRequest>] = [
    RequestField(
      WireField("id", .text(most: WireField.usualText), "The item's name, collection:identifier."),
      read: { (value, request) throws(TimeWalkError) in request.id = value.string },
      write: { $0.id.map(JSONValue.string) }
    ).required.matching(TextPattern.item),
    RequestField(
      WireField(
        "side", .integer(Pipeline.itemPictureSides), "The length of its longest side, in pixels.",
        unit: "pixels", fallback: .number(String(Pipeline.greatestSide))),
      read: { (value, request) throws(TimeWalkError) in
        if let side = WireField.whole(value) { request.side = side }
      }, write: { .number(String($0.side)) }),
  ]

  /// Makes a request without an item.
  package init() {}
}
