package import TimeWalkCore

extension ItemID {
  /// Reads an item's name, `collection:identifier`.
  ///
  /// - Throws: `invalidValue` for an invalid name, with `field`.
  package static func named(_ name: String, field: String = "id") throws(TimeWalkError) -> ItemID {
    guard let id = ItemID(name) else {
      throw TimeWalkError(
        .invalidValue,
        "\"\(name)\" isn't an item's name; use COLLECTION:ID, such as new-york:flatiron-1902",
        field: field)
    }
    return id
  }
}
