/// Which of a source's values are which of TimeWalk's fields.
struct FieldMapping: Hashable, Sendable {
  /// How a field came by its rule.
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

  /// A field's rule and where it is from.
  struct Entry: Hashable, Sendable {
    var rule: FieldRule
    var basis: Basis
  }

  /// The fields that have a rule.
  private(set) var entries: [CatalogueColumn: Entry] = [:]
  /// The names of texts that may say where the camera looked.
  var captions: [String] = []
  /// Whether a date that can't be read is kept as words instead of refusing its row.
  var keepsUnreadableDates = false
  /// The source's names that no field takes whole, with what they are kept as.
  var others: [OtherName] = []
  /// Names that a preset knows and leaves out, so that nothing has to be said of them.
  var ignored: Set<String> = []

  /// Gives a field a rule.
  mutating func set(_ column: CatalogueColumn, _ rule: FieldRule, _ basis: Basis) {
    entries[column] = Entry(rule: rule, basis: basis)
  }

  /// The names of a source that no field uses, in its order.
  func unused(of names: [String]) -> [String] {
    let used = Set(
      (entries.values.flatMap(\.rule.names) + captions).flatMap { [$0, PlainName.of($0)] })
    return names.filter { name in
      let forms = [name, PlainName.of(name), PlainName.of(name.replacing(PlainPrefix.properties))]
      return !name.isEmpty && !name.hasPrefix("@") && !forms.contains { used.contains($0) }
        && !ignored.contains { name == $0 || name.hasPrefix($0 + ".") || PlainName.of(name) == $0 }
    }
  }

  /// The names of a source that no field takes whole, also where a caption or a template looks at them.
  func kept(of names: [String]) -> [OtherName] {
    let used = Set(
      entries.values.flatMap { $0.rule.wholeNames + [$0.rule.condition].compactMap(\.self) }
        .flatMap { [$0, PlainName.of($0)] })
    var seen: Set<String> = []
    return names.compactMap { name in
      let short = name.replacing(PlainPrefix.properties)
      guard !name.isEmpty, !name.hasPrefix("@"),
        ![name, short, PlainName.of(name), PlainName.of(short)].contains(where: used.contains),
        !ignored.contains(where: {
          name == $0 || name.hasPrefix($0 + ".") || PlainName.of(name) == $0
        })
      else { return nil }
      // A name of TimeWalk's own would be taken for its field when the catalogue comes back.
      let isOwn = CatalogueColumn(rawValue: PlainName.of(short)) != nil
      let key = isOwn ? short + " (source)" : short
      return seen.insert(key).inserted ? OtherName(name: name, key: key) : nil
    }
  }

  /// What a report shows: each field with its place in the source, in the order of the fields.
  var shown: [FieldSource] {
    CatalogueColumn.allCases.compactMap { column in
      entries[column].map {
        FieldSource(
          field: column.rawValue, source: $0.rule.description, basis: $0.basis.rawValue)
      }
    }
  }
}

/// A name of the source that TimeWalk has no field for.
struct OtherName: Hashable, Sendable {
  /// As the source has it.
  var name: String
  /// As the archive keeps it.
  var key: String
}

/// The prefix that GeoJSON's own values have, which may be left out.
private enum PlainPrefix { static let properties = "properties." }

extension String {
  fileprivate func replacing(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}

/// Where a field's values were taken from, for a report.
public struct FieldSource: Hashable, Sendable {
  /// TimeWalk's name of the field.
  public var field: String
  /// The source's name or path, or what they are made of.
  public var source: String
  /// `own` for TimeWalk's own name, `given`, `preset`, or `guessed`.
  public var basis: String
}
