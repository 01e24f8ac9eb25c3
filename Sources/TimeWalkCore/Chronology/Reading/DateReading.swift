/// The meaning of a catalogue's date text, with the uncertainties of the reading.
///
/// Text that is EDTF is taken as that; else it is read as English catalogues write dates: `c.
/// 1905`, `[between 1916 and 1918]`, `[192-?]`, `12 May 1905`, `1905; 1924`, `early 20th century`,
/// `n.d.`
package struct DateReading: Hashable, Sendable {
  /// The kind of text.
  package enum Source: String, Hashable, Sendable, CaseIterable {
    /// EDTF.
    case edtf
    /// A date in words, or a statement that the date is unknown.
    case text
  }

  /// The preferred meaning of a text that is both EDTF and a common form of catalogues.
  package enum Preference: Hashable, Sendable {
    /// EDTF: `1910-30` is a southern summer.
    case edtf
    /// The words: `1910-30` is 1910 to 1930, `[1903]` a year that the cataloguer supplied.
    case words
  }

  /// The order of the day and the month in a catalogue's dates.
  package enum NumberOrder: Hashable, Sendable {
    /// `3/4/1905` is the third of April.
    case dayMonth
    /// `3/4/1905` is the fourth of March.
    case monthDay
  }

  /// The text as given.
  package let text: String
  /// The date; `nil` for an empty text and for statements such as `n.d.` or `undated`.
  package let date: CaptureDate?
  /// The kind of text that was read.
  package let source: Source
  /// Notes for a curator, in the order of the text; empty when the reading is unambiguous.
  package let notes: [DateNote]

  /// Reads a text.
  ///
  /// Words without meaning for a date are skipped with a note. Throws when no date is found, when
  /// it doesn't exist, or when the text is longer than `CaptureDate.greatestLength`. Without an
  /// `order`, `3/4/1905` is read with the month first, with a note; with points, the day comes
  /// first.
  package init(
    text: String, preferring preference: Preference = .edtf, order: NumberOrder? = nil
  ) throws(ChronologyError) {
    if let fault = CaptureDate.lengthFault(text) { throw fault }
    self.text = text
    let asEDTF: CaptureDate?
    let fault: ChronologyError?
    do { (asEDTF, fault) = (try CaptureDate(edtf: text), nil) } catch {
      (asEDTF, fault) = (nil, error)
    }
    // Whole catalogues of EDTF dates are read here, and most are too long or too short for a doubt.
    if let asEDTF, preference == .edtf,
      !DatePhraseReader.doubtfulLengths.contains(asEDTF.edtf.utf8.count)
    {
      (date, source, notes) = (asEDTF, .edtf, [])
      return
    }
    let tokens = DateToken.tokens(text)
    let doubt = DatePhraseReader.doubtfulRange(tokens)
    if let asEDTF, preference == .edtf || (doubt == nil && tokens.first?.text != "[") {
      (date, source, notes) = (asEDTF, .edtf, doubt.map { [$0] } ?? [])
      return
    }
    source = .text
    if DateWords.isUndated(tokens) {
      (date, notes) = (nil, [])
      return
    }
    var reader = DatePhraseReader(tokens: tokens, order: order)
    let found = reader.edtf()
    // Without words it can only be EDTF, or digits that are all part of the date.
    let hasWords = tokens.contains { $0.kind == .word && !["x", "y", "t", "z"].contains($0.text) }
    if !hasWords, DateReading.lacksCentury(tokens) {
      throw ChronologyError(text: text, reason: "its year has no century")
    }
    guard let found, hasWords || !reader.hasPassedOver else {
      throw hasWords ? DateReading.noDate(text) : fault ?? DateReading.noDate(text)
    }
    do { date = try CaptureDate(edtf: found) } catch {
      throw ChronologyError(text: text, reason: error.reason)
    }
    notes = reader.notes
  }

  /// Returns true if a text looks like `5/12/05`.
  private static func lacksCentury(_ tokens: [DateToken]) -> Bool {
    let numbers = tokens.filter { $0.kind == .number }
    return numbers.count == 3 && numbers.allSatisfy { $0.text.count <= 2 }
  }

  private static func noDate(_ text: String) -> ChronologyError {
    ChronologyError(text: text, reason: "it has no date")
  }
}

extension CaptureDate {
  /// Reads EDTF or a catalogue's words, as `DateReading` does, without its notes.
  ///
  /// `nil` for an empty text or a statement that the date is unknown; that is no error.
  package init?(text: String) throws(ChronologyError) {
    guard let date = try DateReading(text: text).date else { return nil }
    self = date
  }
}
