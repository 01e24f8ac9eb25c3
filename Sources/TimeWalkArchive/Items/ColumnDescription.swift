package import TimeWalkCore

/// The properties of a catalogue's column.
///
/// Reading, tables, journal, edits and exports are derived from it.
package struct ColumnDescription: Sendable {
  /// The unit of a column's numbers.
  package enum Unit: String, Sendable { case degrees, metres }

  /// The numbers of a column.
  package struct Numbers: Sendable {
    /// Their unit.
    package let unit: Unit
    /// Their range.
    package let range: ClosedRange<Double>
    /// True if 0 is excluded.
    package fileprivate(set) var isPositive = false
  }

  /// An item's value in an archive's form; closures are faster than key paths.
  package enum Property: Sendable {
    case text(@Sendable (Item) -> String?, @Sendable (inout Item, String?) -> Void)
    case number(@Sendable (Item) -> Double?, @Sendable (inout Item, Double?) -> Void)
  }

  /// The property of an item; `nil` for a value outside it.
  package let property: Property?
  /// The column's numbers; `nil` for texts.
  package private(set) var numbers: Numbers?
  /// True if the property can be set alone.
  package private(set) var isSettable = true
  /// True if a row is read without further rules; see `CatalogueRow.fill`.
  package private(set) var isPlain = true
  /// True if an unreadable value costs the field and not the row.
  package private(set) var isDispensable = false
  /// The usual names in other catalogues in the form of `PlainName`, the surest first.
  ///
  /// A name with another unit (`altitude_ft`) isn't one of them.
  package private(set) var aliases: [String] = []
  /// The version of the archive's tables that has it first; each version adds its columns itself.
  package private(set) var version = 1
  /// The help for curators on the web; `nil` for a column that they can't edit there.
  package private(set) var help: String?
  /// True if the web's form of a pose has it.
  package private(set) var isInPose = false

  private init(_ property: Property?, _ numbers: Numbers? = nil) {
    (self.property, self.numbers) = (property, numbers)
  }

  /// A value that is read and written by rules of its own.
  static let computed = ColumnDescription(nil).composite

  /// A text.
  static func text(
    _ get: @escaping @Sendable (Item) -> String?,
    _ set: @escaping @Sendable (inout Item, String?) -> Void
  ) -> ColumnDescription { ColumnDescription(.text(get, set)) }

  /// A text that is written by rules of its own.
  static func text(_ get: @escaping @Sendable (Item) -> String?) -> ColumnDescription {
    text(get) { _, _ in }.composite
  }

  /// A number.
  static func number(
    _ unit: Unit, _ range: ClosedRange<Double>, _ get: @escaping @Sendable (Item) -> Double?,
    _ set: @escaping @Sendable (inout Item, Double?) -> Void
  ) -> ColumnDescription {
    ColumnDescription(.number(get, set), Numbers(unit: unit, range: range))
  }

  /// A number that is written by rules of its own.
  static func number(
    _ unit: Unit, _ range: ClosedRange<Double>, _ get: @escaping @Sendable (Item) -> Double?
  ) -> ColumnDescription { number(unit, range, get) { _, _ in }.composite }

  /// The same, read by rules of its own.
  var judged: ColumnDescription { with { $0.isPlain = false } }

  /// The same, read and set together with other columns.
  private var composite: ColumnDescription { judged.with { $0.isSettable = false } }

  /// The same without 0.
  var positive: ColumnDescription { with { $0.numbers?.isPositive = true } }

  /// The same for a column that a row doesn't need.
  var dispensable: ColumnDescription { with { $0.isDispensable = true } }

  /// The same with usual names, separated by spaces.
  func aliases(_ names: String) -> ColumnDescription {
    with { $0.aliases = names.split(separator: " ").map(String.init) }
  }

  /// The same for a column that a later version of the tables adds.
  func added(in version: Int) -> ColumnDescription { with { $0.version = version } }

  /// The same, for edits on the web.
  func edited(_ help: String) -> ColumnDescription { with { $0.help = help } }

  /// The same, for edits in the form of a pose.
  func posed(_ help: String) -> ColumnDescription { edited(help).with { $0.isInPose = true } }

  private func with(_ change: (inout ColumnDescription) -> Void) -> ColumnDescription {
    var copy = self
    change(&copy)
    return copy
  }
}

extension CatalogueColumn {
  /// The property of an item; see `ColumnDescription`.
  package var property: ColumnDescription.Property? { description.property }

  /// The column's numbers; `nil` for texts.
  package var numbers: ColumnDescription.Numbers? { description.numbers }

  /// True if the column has numbers.
  package var isNumeric: Bool { numbers != nil }

  /// The name in JSON, as `viewDistance`.
  package var wireName: String { String(describing: self) }

  /// An item's value; `nil` when it is unknown.
  package func value(of item: Item) -> CatalogueValue? {
    switch property {
    case .text(let get, _): get(item).flatMap { $0.isEmpty ? nil : .text($0) }
    case .number(let get, _): get(item).map(CatalogueValue.number)
    case nil: nil
    }
  }

  /// Copies the value of one item to another.
  package func copy(from source: Item, to item: inout Item) {
    switch property {
    case .text(let get, let set): set(&item, get(source))
    case .number(let get, let set): set(&item, get(source))
    case nil: break
    }
  }
}

/// A column of numbers with its property.
///
/// A closure in an array by itself is called through a thunk that copies the item.
package struct NumberColumn: Sendable {
  package let column: CatalogueColumn
  package let get: @Sendable (Item) -> Double?
  package let set: @Sendable (inout Item, Double?) -> Void

  /// `nil` for a column of texts, or without a property.
  package init?(_ column: CatalogueColumn) {
    guard case .number(let get, let set) = column.property else { return nil }
    (self.column, self.get, self.set) = (column, get, set)
  }
}

/// A column of texts with its property.
package struct TextColumn: Sendable {
  package let column: CatalogueColumn
  package let get: @Sendable (Item) -> String?
  package let set: @Sendable (inout Item, String?) -> Void

  /// `nil` for a column of numbers, or without a property.
  package init?(_ column: CatalogueColumn) {
    guard case .text(let get, let set) = column.property else { return nil }
    (self.column, self.get, self.set) = (column, get, set)
  }
}
