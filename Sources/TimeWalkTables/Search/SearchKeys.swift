/// The items to search among.
package enum SearchKeys {
  /// Few items, by their keys.
  case list([Int64])
  /// Many items, by a query of their keys.
  case rows(KeyQuery)

  var isList: Bool {
    if case .list = self { true } else { false }
  }

  /// The items among some keys, or all, that may have a query's words.
  init?(_ keys: [Int64]?, _ words: WordKeys) {
    switch (keys, words) {
    case (nil, .few(let few)): self = .list(few)
    case (let keys?, .few(let few)):
      let both = Set(few)
      self = .list(keys.filter(both.contains))
    case (let keys?, _): self = .list(keys)
    case (nil, .many(let query?)): self = .rows(query)
    case (nil, _): return nil
    }
  }
}

/// A query of items' keys, which may give a key several times.
package struct KeyQuery {
  package let arguments: SQLArguments
  /// Makes its text with the names of its arguments.
  package let sql: ([String]) -> String

  package init(_ arguments: SQLArguments, sql: @escaping ([String]) -> String) {
    (self.arguments, self.sql) = (arguments, sql)
  }
}

/// The items that may have some words, as an index finds them.
package enum WordKeys {
  /// Few items.
  case few([Int64])
  /// Very many items, with their query where that is quicker than a look at all items.
  case many(KeyQuery?)
  /// There is no index.
  case unknown
}
