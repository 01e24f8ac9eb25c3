package import TimeWalkCore

extension ItemID {
  /// The name of this item for an item of a collection: the identifier if both are of one
  /// collection.
  package func name(within collection: String) -> String {
    self.collection == collection ? identifier : description
  }

  /// The possible items of a name that an item of a collection declares as its original, in the
  /// order of search.
  ///
  /// An identifier may contain colons: `a:b` can be an item of the same collection as well as one
  /// of `a`.
  package static func meanings(of name: String, in collection: String) -> [ItemID] {
    [ItemID(collection: collection, identifier: name), ItemID(name)].compactMap { $0 }
  }
}

/// An item that a row declares to be the original.
package struct CopyDeclaration: Hashable, Sendable {
  /// The copy.
  package var item: ItemID
  /// The physical line of the row; `nil` when it has none.
  package var line: Int?
  /// The original's name in the row.
  package var original: String

  /// Makes one.
  package init(item: ItemID, line: Int?, original: String) {
    self.item = item
    self.line = line
    self.original = original
  }

  /// The items that the name may mean.
  package var meanings: [ItemID] { ItemID.meanings(of: original, in: item.collection) }

  /// The message if the archive has none of them.
  package var finding: ImportFinding {
    ImportFinding(
      .warning, line: line, identifier: item.identifier, column: CatalogueColumn.copyOf.name,
      value: original, reason: "the archive has no item with this name")
  }
}

extension CopyRecord {
  /// The maximum number of declarations that are followed from copy to copy; more are unnecessary,
  /// and a cycle ends earlier.
  private static let longestChain = 32

  /// Follows declarations; a name that the archive doesn't have ends the way, and still joins those
  /// that name it.
  ///
  /// - Parameters:
  ///   - item: the first item of the way.
  ///   - name: the original that it declares.
  ///   - look: finds an item and its own declaration; `nil` if the name is unknown.
  /// - Returns: the original, that one's original, and so on.
  package static func originals(
    of item: ItemID, declaring name: String,
    looking look: (ItemID) throws -> (id: ItemID, declared: String?)?
  ) rethrows -> [ItemID] {
    var originals: [ItemID] = []
    var (here, declared) = (item, name as String?)
    while let name = declared, originals.count < longestChain {
      let meanings = ItemID.meanings(of: name, in: here.collection)
      var found: (id: ItemID, declared: String?)?
      for id in meanings where found == nil { found = try look(id) }
      guard let next = found?.id ?? meanings.last, next != item, !originals.contains(next)
      else { break }
      originals.append(next)
      (here, declared) = (next, found?.declared)
    }
    return originals
  }
}
