package import TimeWalkCore

/// What an archive knows of an item's copies.
package struct CopyRecord: Hashable, Sendable {
  /// What the picture looks like; `nil` when nobody has looked, or it shows nothing.
  package var fingerprint: Fingerprint?
  /// The item that this one is declared to be a copy of, the one which that is a copy of, and so
  /// on.
  package var originals: [ItemID]

  /// Makes a record.
  package init(fingerprint: Fingerprint? = nil, originals: [ItemID] = []) {
    self.fingerprint = fingerprint
    self.originals = originals
  }
}

/// An item, and what an archive knows of its copies.
package struct ItemRecord: Hashable, Sendable {
  /// The item.
  package var item: Item
  /// What is known of its copies.
  package var copies: CopyRecord

  /// Makes one.
  package init(item: Item, copies: CopyRecord) {
    self.item = item
    self.copies = copies
  }
}

/// Another copy of an item's picture.
package struct ItemCopy: Hashable, Sendable {
  /// The copy's name; one that is declared need not be in the archive.
  package var id: ItemID
  /// Whether a catalogue declares it; else the pictures look alike.
  package var isDeclared: Bool

  /// Makes one.
  package init(id: ItemID, isDeclared: Bool) {
    self.id = id
    self.isDeclared = isDeclared
  }
}
