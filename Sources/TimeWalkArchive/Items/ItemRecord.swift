package import TimeWalkCore

/// The archive's data about an item's copies.
package struct CopyRecord: Hashable, Sendable {
  /// The picture's fingerprint; `nil` if it wasn't computed or has no structure.
  package var fingerprint: Fingerprint?
  /// Its declared original, that one's original, and so on.
  package var originals: [ItemID]

  /// Makes a record.
  package init(fingerprint: Fingerprint? = nil, originals: [ItemID] = []) {
    self.fingerprint = fingerprint
    self.originals = originals
  }
}

/// An item with the archive's data about its copies.
package struct ItemRecord: Hashable, Sendable {
  /// The item.
  package var item: Item
  /// The data about its copies.
  package var copies: CopyRecord

  /// Makes one.
  package init(item: Item, copies: CopyRecord) {
    self.item = item
    self.copies = copies
  }
}

/// Another copy of an item's picture.
package struct ItemCopy: Hashable, Sendable {
  /// The copy's name; a declared one may be missing from the archive.
  package var id: ItemID
  /// True if a catalogue declares it; otherwise the pictures are similar.
  package var isDeclared: Bool

  /// Makes one.
  package init(id: ItemID, isDeclared: Bool) {
    self.id = id
    self.isDeclared = isDeclared
  }
}
