/// A field of a collection's own statement that an import makes different.
package struct StatementChange: Hashable, Sendable {
  /// The collection's name.
  package var collection: String
  /// The field, as `collection.json` calls it.
  package var field: String
  /// What it said; `nil` for nothing.
  package var before: String?
  /// What it says now; `nil` for nothing.
  package var after: String?

  /// Makes one.
  package init(collection: String, field: String, before: String? = nil, after: String? = nil) {
    self.collection = collection
    self.field = field
    self.before = before
    self.after = after
  }
}

extension CollectionStatement {
  /// What it says beside its name, by the fields of `collection.json`; `nil` for nothing.
  package var texts: [(field: String, text: String?)] {
    [
      ("title", title), ("description", description), ("license", license), ("credit", credit),
      ("homepage", homepage), ("area", area?.json),
    ]
  }

  /// What keeping it makes different: what it says replaces what is there, what it leaves out
  /// stays.
  ///
  /// - Parameter before: what the archive says of the collection; `nil` where it has none.
  /// - Returns: the changes in the order of the fields.
  package func changes(from before: CollectionStatement?) -> [StatementChange] {
    let before = (before ?? CollectionStatement(name: name)).texts.map(\.text)
    return zip(texts, before).compactMap { said, before in
      guard let after = said.text, after != before else { return nil }
      return StatementChange(collection: name, field: said.field, before: before, after: after)
    }
  }

  /// What the archive says of the collection once it is kept, by the rule of `changes(from:)`.
  package func kept(over before: CollectionStatement?) -> CollectionStatement {
    CollectionStatement(
      name: name, title: title ?? before?.title, description: description ?? before?.description,
      license: license ?? before?.license, credit: credit ?? before?.credit,
      homepage: homepage ?? before?.homepage, area: area ?? before?.area)
  }
}
