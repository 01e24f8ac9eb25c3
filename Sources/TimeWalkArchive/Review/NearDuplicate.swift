package import TimeWalkCore

/// An item whose picture resembles another's, for a user's decision.
package struct NearDuplicate: Hashable, Sendable {
  /// The item that may be a copy.
  package var item: ItemID
  /// The possible original: of the similar items the one with the largest picture, else the oldest.
  package var original: ItemID
  /// The number of different bits of 256 in the fingerprints; 0 is the same picture, perhaps of
  /// another size.
  package var distance: Int
  /// The distance of their places, metres.
  package var metersApart: Double
  /// True if their dates leave no day that both can be of.
  package var datesDiffer: Bool
}

/// The similar pictures of an archive.
package struct NearDuplicates: Hashable, Sendable {
  /// The items, in the order of the originals.
  package var suggestions: [NearDuplicate]
  /// The number of compared pictures.
  package var compared: Int
  /// The number of pictures with too little structure for a comparison.
  package var blank: Int
  /// True if there is more than was gathered.
  package var isCut: Bool
}
