import TimeWalkArchive
package import TimeWalkCore

/// Reads the dates of a source, each text once: a catalogue of a million rows has some thousands of
/// dates.
package final class DateReadings {
  /// The reading of a text.
  package struct Entry {
    package var reading: Result<DateReading, ChronologyError>
    /// True if it is EDTF.
    let isEDTF: Bool
    /// The order of day and month that the text shows.
    let order: DateReading.NumberOrder?
    /// True if day and month may be swapped, and the column that it is in may decide that.
    var isUndecided: Bool

    init(_ text: String, order: DateReading.NumberOrder?) {
      reading = Result { () throws(ChronologyError) in try DateReading(text: text, order: order) }
      let read = try? reading.get()
      isEDTF = read?.source == .edtf
      self.order = DateReading.NumberOrder(shownBy: text)
      isUndecided = read?.notes.contains(.dayAndMonthMayBeSwapped) == true
    }
  }

  /// The greatest number of cached texts; the cache is then emptied.
  private static let capacity = 8_192

  private let order: DateReading.NumberOrder?
  /// The orders that each column has shown so far.
  private var seen: [CatalogueColumn: Set<DateReading.NumberOrder>] = [:]
  /// The order that each column shows; `nil` if it shows none, or both.
  private var shown: [CatalogueColumn: DateReading.NumberOrder?] = [:]
  private var entries: [String: Entry] = [:]

  package init(order: DateReading.NumberOrder?) { self.order = order }

  /// Takes the orders in the rest of a column, and decides by the whole column.
  func take(_ orders: Set<DateReading.NumberOrder>, of column: CatalogueColumn) {
    let all = orders.union(seen[column] ?? [])
    shown[column] = .some(all.count == 1 ? all.first : nil)
  }

  /// The reading of a text in a column.
  subscript(text: String, in column: CatalogueColumn) -> Entry {
    var entry = self[text]
    if let order = entry.order { seen[column, default: []].insert(order) }
    guard entry.isUndecided, let shown = shown[column] else { return entry }
    if let shown { return Entry(text, order: shown) }
    entry.isUndecided = false
    return entry
  }

  /// The reading of a text.
  package subscript(text: String) -> Entry {
    if let known = entries[text] { return known }
    let entry = Entry(text, order: order)
    if entries.count >= DateReadings.capacity { entries.removeAll(keepingCapacity: true) }
    // A long text isn't a date that others share.
    if text.utf8.count <= 64 { entries[text] = entry }
    return entry
  }
}
