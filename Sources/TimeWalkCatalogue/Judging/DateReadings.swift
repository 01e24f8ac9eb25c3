import TimeWalkArchive
package import TimeWalkCore

/// Reads the dates of a source, each text once: a catalogue of a million rows has some thousands of
/// dates.
package final class DateReadings {
  /// The reading of a text.
  package struct Entry {
    package var reading: Result<DateReading, ChronologyError>
    /// True if it is EDTF.
    var isEDTF: Bool
  }

  /// The greatest number of cached texts; the cache is then emptied.
  private static let capacity = 8_192

  private let order: DateReading.NumberOrder?
  private var entries: [String: Entry] = [:]

  package init(order: DateReading.NumberOrder?) { self.order = order }

  /// The reading of a text.
  package subscript(text: String) -> Entry {
    if let known = entries[text] { return known }
    let entry = Entry(
      reading: Result { () throws(ChronologyError) in try DateReading(text: text, order: order) },
      isEDTF: (try? CaptureDate(edtf: text)) != nil)
    if entries.count >= DateReadings.capacity { entries.removeAll(keepingCapacity: true) }
    // A long text is no date that others share.
    if text.utf8.count <= 64 { entries[text] = entry }
    return entry
  }
}
