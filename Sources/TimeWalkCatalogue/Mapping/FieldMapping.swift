import TimeWalkArchive

/// The mapping from a source's values to TimeWalk's fields.
struct FieldMapping: Hashable, Sendable {
  /// The origin of a field's rule.
  enum Basis: String, Hashable, Sendable {
    /// The name is TimeWalk's own.
    case own
    /// By `--map`.
    case given
    /// By a preset.
    case preset
    /// By a usual name.
    case guessed
  }

  /// A field's rule and its origin.
  struct Entry: Hashable, Sendable {
    var rule: FieldRule
    var basis: Basis
  }

  /// The fields that have a rule.
  private(set) var entries: [CatalogueColumn: Entry] = [:]
  /// The names of texts that may contain the camera's direction.
  var captions: [String] = []
  /// True if a date that can't be read is kept as words instead of refusing its row.
  var keepsUnreadableDates = false
  /// The source's names that no field takes as a whole, with their new names.
  var others: [OtherName] = []
  /// Names that a preset leaves out, with the reason.
  var ignored: Set<String> = []
  /// The beginning of an id that makes its record a comment, to leave out.
  var comment: String?
  /// The fields that the source has.
  var given = GivenFields.all

  /// Gives a field a rule.
  mutating func set(_ column: CatalogueColumn, _ rule: FieldRule, _ basis: Basis) {
    entries[column] = Entry(rule: rule, basis: basis)
  }

  /// The names of a source that no field uses, in its order.
  func unused(of names: [String]) -> [String] {
    let used = Set(
      (entries.values.flatMap(\.rule.names) + captions).flatMap { [$0, PlainName.of($0)] })
    return names.filter { name in
      let forms = [name, PlainName.of(name), PlainName.of(name.replacing(PlainPrefix.all))]
      return !name.isEmpty && !name.hasPrefix("@") && !forms.contains { used.contains($0) }
        && !ignored.contains { name == $0 || name.hasPrefix($0 + ".") || PlainName.of(name) == $0 }
    }
  }

  /// The names of a source whose texts no field takes as a whole, including those that a caption or
  /// a template reads.
  ///
  /// A name that a field takes a part of, or only where another is empty, is among them with that
  /// field.
  ///
  /// A name of several columns is kept as a list, also if a field takes the first of them.
  func kept(of names: [String], repeated: [String]) -> [OtherName] {
    var users: [String: [CatalogueColumn]] = [:]
    var whole: Set<String> = []
    for (column, entry) in entries {
      for name in entry.rule.wholeNames + [entry.rule.condition].compactMap(\.self) {
        for form in Set([name, PlainName.of(name)]) {
          if entry.rule.takesWhole(name) { whole.insert(form) }
          users[form, default: []].append(column)
        }
      }
    }
    var seen: Set<String> = []
    let several = Set(repeated.map { $0.lowercased() })
    return names.compactMap { name in
      let short = name.replacing(PlainPrefix.all)
      let forms = [name, short, PlainName.of(name), PlainName.of(short)]
      let isRepeated = repeated.contains(name)
      guard !name.isEmpty, !name.hasPrefix("@"),
        isRepeated || !several.contains(name.lowercased()),
        isRepeated || !forms.contains(where: whole.contains),
        !ignored.contains(where: {
          name == $0 || name.hasPrefix($0 + ".") || PlainName.of(name) == $0
        })
      else { return nil }
      // A name of TimeWalk's would be read as its field when the catalogue is imported again.
      let plain = PlainName.of(short)
      let isOwn = CatalogueColumn(named: plain) != nil || plain == CatalogueColumn.collection
      var key = isOwn ? short + " (source)" : short
      if !seen.insert(key).inserted {
        key = name
        guard seen.insert(key).inserted else { return nil }
      }
      let fields = Set(forms.flatMap { users[$0] ?? [] })
      return OtherName(
        name: name, key: key, fields: isRepeated ? [] : fields, isRepeated: isRepeated)
    }
  }

  /// The fields that a source has: those of which one name is there, and those with a fixed text.
  func fields(where isThere: (String) -> Bool) -> GivenFields {
    let columns = entries.filter { entry in
      let names = entry.value.rule.names
      return names.isEmpty || names.contains(where: isThere)
    }
    var keys = Set(others.map(\.key))
    // An unknown kind is kept as words.
    if columns[.kind] != nil { keys.insert("kind_text") }
    return GivenFields(columns: Set(columns.keys), others: keys)
  }

  /// For a report: each field with its path in the source, in the order of the fields.
  var shown: [FieldSource] {
    CatalogueColumn.allCases.compactMap { column in
      entries[column].map {
        FieldSource(
          field: column.name, source: $0.rule.description, basis: $0.basis.rawValue)
      }
    }
  }
}

/// A name of the source that TimeWalk has no field for.
struct OtherName: Hashable, Sendable {
  /// Unchanged from the source.
  var name: String
  /// As the archive keeps it.
  var key: String
  /// The fields that may have the whole text, which then needs no other place.
  var fields: Set<CatalogueColumn> = []
  /// True if several columns have the name.
  var isRepeated = false
}

/// The prefixes that values of GeoJSON and IIIF have, which may be left out.
private enum PlainPrefix {
  static let properties = "properties."
  static let all = [properties, "metadata."]
}

extension String {
  fileprivate func replacing(_ prefixes: [String]) -> String {
    let prefix = prefixes.first(where: hasPrefix) ?? ""
    return String(dropFirst(prefix.count))
  }
}
