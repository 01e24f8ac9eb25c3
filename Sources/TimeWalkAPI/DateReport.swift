internal import TimeWalkCore

/// The meaning of a date, in days; an open end is `null`.
package struct DateReport: Encodable, Hashable, Sendable {
  /// The given text.
  package var text: String
  /// The same as EDTF.
  package var edtf: String
  /// The first day that it names, `YYYY-MM-DD`.
  package var earliest: String?
  /// The last day that it names.
  package var latest: String?
  /// The first day that it may mean.
  package var earliestFuzzy: String?
  /// The last day that it may mean.
  package var latestFuzzy: String?
  /// The form in which the text was read: `edtf` or, for a catalogue's free text, `text`.
  package var from: String
  /// The doubts about the reading, in plain sentences; not part of the JSON line.
  package var notes: [String]

  /// Reads a date, as EDTF or as a catalogue's free text.
  ///
  /// - Throws: `dataRefused` with the reason for a text that isn't a date.
  package init(reading text: String) throws(TimeWalkError) {
    let reading: DateReading
    do throws(ChronologyError) { reading = try DateReading(text: text) } catch {
      throw TimeWalkError(.dataRefused, error.description, field: "text", cause: error)
    }
    guard let date = reading.date else {
      let reasons =
        reading.notes.isEmpty ? "" : ": " + reading.notes.map(\.description).joined(separator: "; ")
      throw TimeWalkError(.dataRefused, "\"\(text)\" has no date\(reasons)", field: "text")
    }
    self.text = text
    edtf = date.edtf
    earliest = date.strict.earliest?.description
    latest = date.strict.latest?.description
    earliestFuzzy = date.fuzzy.earliest?.description
    latestFuzzy = date.fuzzy.latest?.description
    from = reading.source.rawValue
    notes = reading.notes.map(\.description)
  }

  private enum CodingKeys: String, CodingKey {
    case text, edtf, earliest, latest, earliestFuzzy, latestFuzzy, from
  }

  /// Writes all fields; an open end is written as `null`, not left out.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    try container.encode(edtf, forKey: .edtf)
    try container.encode(earliest, forKey: .earliest)
    try container.encode(latest, forKey: .latest)
    try container.encode(earliestFuzzy, forKey: .earliestFuzzy)
    try container.encode(latestFuzzy, forKey: .latestFuzzy)
    try container.encode(from, forKey: .from)
  }
}

/// A text that isn't a date.
package struct DateFailure: Encodable, Hashable, Sendable {
  /// The given text.
  package var text: String
  /// The reason why it isn't a date.
  package var error: String

  /// Writes a failure.
  package init(text: String, error: TimeWalkError) {
    self.text = text
    self.error = error.message
  }
}
