import TimeWalkArchive

/// The names in the header of a table, and their columns.
struct HeaderNames {
  /// The original names, trimmed; "" for none.
  let names: [String]
  /// By the original names, and by their normalized forms.
  private let exactIndexes: [String: Int]
  private let indexes: [String: Int]
  /// All columns of a name that several have, by the name in lower case.
  private let repeated: [String: [Int]]

  /// Reads the names of a header; those of an export of ours may differ only in case.
  ///
  /// Throws `.inputUnreadable` if one of TimeWalk's own names is repeated.
  init(_ names: [String], areOwn: Bool = false) throws(ArchiveError) {
    var indexes: [String: Int] = [:]
    var all: [String: [Int]] = [:]
    for (index, name) in names.enumerated() where !name.isEmpty {
      let plain = PlainName.of(name)
      if indexes[plain] != nil, CatalogueColumn(named: plain) != nil {
        throw ArchiveError(.inputUnreadable, "The header has the column \(plain) twice.")
      }
      if indexes[plain] == nil { indexes[plain] = index }
      all[areOwn ? name : name.lowercased(), default: []].append(index)
    }
    self.names = names
    self.indexes = indexes
    repeated = all.filter { $0.value.count > 1 }
    exactIndexes = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The index of a column, ignoring case and punctuation; `nil` when the table doesn't have it.
  func index(_ name: String) -> Int? { exactIndexes[name] ?? indexes[PlainName.of(name)] }

  /// The names that several columns have, each once.
  var repeatedNames: [String] {
    repeated.values.compactMap(\.first).sorted().map { names[$0] }
  }

  /// The indexes of all columns of a name.
  func indexes(_ name: String) -> [Int] {
    repeated[name.lowercased()] ?? index(name).map { [$0] } ?? []
  }

  /// The texts of all columns of a name as a list, each once; `nil` for none.
  static func list(_ texts: [String]) -> String? {
    var seen: Set<String> = []
    let texts = texts.map(\.trimmed).filter { !$0.isEmpty && seen.insert($0).inserted }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}
