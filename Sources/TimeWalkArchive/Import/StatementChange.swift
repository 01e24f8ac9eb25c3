/// A field of a collection's own statement that an import makes different.
package struct StatementChange: Hashable, Sendable {
  /// The collection's name.
  package var collection: String
  /// The field, as `collection.json` calls it.
  package var field: String
  /// The old value; `nil` for none.
  package var before: String?
  /// The new value; `nil` for none.
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
  /// Its values except its name, by the fields of `collection.json`; `nil` for none.
  package var texts: [(field: String, text: String?)] {
    [
      ("title", title), ("description", description), ("license", license), ("credit", credit),
      ("homepage", homepage), ("area", area?.json),
    ]
  }

  /// The differences after storing it: its values replace existing ones, omitted ones stay.
  ///
  /// - Parameter before: the archive's statement of the collection; `nil` for a new one.
  /// - Returns: the changes in the order of the fields.
  package func changes(from before: CollectionStatement?) -> [StatementChange] {
    let before = (before ?? CollectionStatement(name: name)).texts.map(\.text)
    return zip(texts, before).compactMap { said, before in
      guard let after = said.text, after != before else { return nil }
      return StatementChange(collection: name, field: said.field, before: before, after: after)
    }
  }

  /// The archive's statement of the collection after storing it, by the rule of `changes(from:)`.
  package func kept(over before: CollectionStatement?) -> CollectionStatement {
    CollectionStatement(
      name: name, title: title ?? before?.title, description: description ?? before?.description,
      license: license ?? before?.license, credit: credit ?? before?.credit,
      homepage: homepage ?? before?.homepage, area: area ?? before?.area)
  }
}
