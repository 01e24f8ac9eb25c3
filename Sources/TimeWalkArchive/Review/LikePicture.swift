package import TimeWalkCore

/// An item whose picture looks like another's, as something for a person to decide.
package struct LikePicture: Hashable, Sendable {
  /// The item that may be a copy.
  package var item: ItemID
  /// The item that it may be a copy of: of those that look alike the one with the largest picture,
  /// else the eldest.
  package var original: ItemID
  /// How many of 256 bits of what they look like differ; 0 is the same picture, perhaps of another
  /// size.
  package var distance: Int
  /// How far their places lie apart, metres.
  package var metersApart: Double
  /// Whether their dates leave no day that both can be of.
  package var datesDiffer: Bool

  /// Makes one.
  package init(
    item: ItemID, original: ItemID, distance: Int, metersApart: Double, datesDiffer: Bool
  ) {
    self.item = item
    self.original = original
    self.distance = distance
    self.metersApart = metersApart
    self.datesDiffer = datesDiffer
  }
}

/// What looks alike in an archive.
package struct LikePictures: Hashable, Sendable {
  /// The items, in the order of the originals.
  package var suggestions: [LikePicture]
  /// How many pictures were compared.
  package var compared: Int
  /// How many pictures show too little to be told from others.
  package var blank: Int
  /// Whether there is more than was gathered.
  package var isCut: Bool

  /// Makes one.
  package init(suggestions: [LikePicture], compared: Int, blank: Int, isCut: Bool) {
    self.suggestions = suggestions
    self.compared = compared
    self.blank = blank
    self.isCut = isCut
  }
}
