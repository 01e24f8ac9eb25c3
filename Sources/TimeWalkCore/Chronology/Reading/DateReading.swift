/// The meaning of a catalogue's date text, with the uncertainties of the reading.
///
/// Text that is EDTF is taken as that; else it is read as catalogues write dates in one of
/// `DateLanguage.all`: `c. 1905`, `[between 1916 and 1918]`, `[192-?]`, `12 mai 1905`, `1905;
/// 1924`, `Anfang des 20. Jahrhunderts`, `n.d.`
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

    /// The order that a text shows: that of `25/12/1905` is clear; `nil` for one that shows none.
    package init?(shownBy text: String) {
      // A day, a month and a year are the runs of digits; the signs between them must be the same.
      var runs: [(value: Int, digits: Int, sign: UInt8)] = []
      var sign = UInt8(ascii: " ")
      var isNumber = false
      for byte in text.utf8 {
        let digit = Int(byte) - Int(UInt8(ascii: "0"))
        guard (0...9).contains(digit) else {
          (sign, isNumber) = (byte, false)
          continue
        }
        if isNumber, let last = runs.indices.last {
          guard runs[last].digits < 4 else { return nil }
          runs[last].value = runs[last].value * 10 + digit
          runs[last].digits += 1
        } else {
          runs.append((digit, 1, sign))
        }
        isNumber = true
      }
      guard runs.count >= 3 else { return nil }
      for index in 0..<(runs.count - 2) {
        let (first, second, year) = (runs[index], runs[index + 1], runs[index + 2])
        guard first.digits <= 2, second.digits <= 2, year.digits == 4, second.sign == year.sign,
          second.sign == UInt8(ascii: "/") || second.sign == UInt8(ascii: "-")
        else { continue }
        switch (first.value, second.value) {
        case (13...31, 1...12): self = .dayMonth
        case (1...12, 13...31): self = .monthDay
        default: continue
        }
        return
      }
      return nil
    }
  }

  /// The text as given.
  package let text: String
  /// The date; `nil` for an empty text and for statements such as `n.d.` or `undated`.
  ///
  /// A text whose date can't be known also has `nil`; `notes` has the reason.
  package let date: CaptureDate?
  /// The kind of text that was read.
  package let source: Source
  /// Notes for a curator, in the order of the text; empty when the reading is unambiguous.
  package let notes: [DateNote]

  /// Reads a text.
  ///
  /// Words without meaning for a date are skipped with a note. A skipped number, negation or bound
  /// widens the date or makes it unknown. Throws when no date is found, when it doesn't exist, when
  /// its year has no century, or when the text is longer than `CaptureDate.greatestLength`. Without
  /// an `order`, `3/4/1905` is read with the month first, with a note; with points, the day comes
  /// first.
  package init(
    text: String, preferring preference: Preference = .edtf, order: NumberOrder? = nil
  ) throws(ChronologyError) {
    if let fault = CaptureDate.lengthFault(text) { throw fault }
    self.text = text
    var fault: ChronologyError?
    do throws(ChronologyError) {
      let edtf = try CaptureDate(edtf: text)
      let doubt = DateReading.doubt(about: edtf.edtf)
      if DateReading.isMeant(edtf.edtf, preference, doubt: doubt) {
        (date, source, notes) = (edtf, .edtf, doubt.map { [$0] } ?? [])
        return
      }
    } catch { fault = error }
    source = .text
    if let draft = EDTFDraft.modern(text), let edtf = try? CaptureDate(edtf: draft) {
      (date, notes) = (edtf, [])
      return
    }
    let tokens = DateToken.tokens(text)
    let readings = DateLexicon.all.readings(of: tokens, in: text)
    if readings.contains(where: DateReading.isUndated) {
      (date, notes) = (nil, [])
      return
    }
    (date, notes) = try DateReading.combined(
      readings, of: text, order: order, fault: fault ?? DateReading.noDate(text))
  }

  /// Reads a text in each of its possible languages; if the dates differ, the result covers all.
  private static func combined(
    _ readings: [[DateToken]], of text: String, order: NumberOrder?, fault: ChronologyError
  ) throws(ChronologyError) -> (CaptureDate?, [DateNote]) {
    var outcomes: [DatePhraseReader.Outcome] = []
    for tokens in readings {
      var reader = DatePhraseReader(tokens: tokens, of: text, order: order)
      let found = reader.outcome()
      if reader.lacksCentury {
        throw ChronologyError(text: text, reason: "its year has no century")
      }
      // Without words it can only be EDTF, or digits that are all part of the date.
      let isBare = !tokens.contains { $0.kind == .word && !bareWords.contains($0.text) }
      if let found, !isBare || !found.hasPassedOver { outcomes.append(found) }
      if isBare, outcomes.isEmpty { throw fault }
    }
    // A reading that uses every word is the better one.
    outcomes = outcomes.filter { !$0.hasPassedOver } + outcomes.filter(\.hasPassedOver)
    guard let first = outcomes.first else { throw noDate(text) }
    guard var edtf = first.edtf else { return (nil, first.notes) }
    var notes = first.notes
    for other in outcomes.dropFirst() where other.edtf != edtf {
      if !notes.contains(.twoMeanings) { notes.append(.twoMeanings) }
      guard let union = other.edtf.flatMap({ DateUnion.text(edtf, $0) }) else {
        return (nil, notes)
      }
      edtf = union
    }
    do { return (try CaptureDate(edtf: edtf), notes) } catch {
      throw ChronologyError(text: text, reason: error.reason)
    }
  }

  /// Letters of dates in numbers.
  private static let bareWords: Set<String> = ["x", "y", "t", "z", "u"]

  // MARK: EDTF

  /// Returns true if a text that is EDTF is read as EDTF.
  private static func isMeant(_ edtf: String, _ preference: Preference, doubt: DateNote?) -> Bool {
    // ?-1905 is a range without a start.
    if edtf.utf8.starts(with: "?-".utf8) { return false }
    return preference == .edtf || (doubt == nil && edtf.utf8.first != UInt8(ascii: "["))
  }

  /// The note on EDTF that is both a month or season and a short range: `1910-30`, `[1910-30]`.
  private static func doubt(about edtf: String) -> DateNote? {
    // Whole catalogues of EDTF dates are read here, and most are too long or too short for a doubt.
    guard edtf.utf8.count == 7 || edtf.utf8.count == 9 else { return nil }
    let bytes = edtf.utf8.filter { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") }
    guard bytes.count == 7, bytes[4] == UInt8(ascii: "-") else { return nil }
    var numbers = (0, 0)
    for (index, byte) in bytes.enumerated() where index != 4 {
      let digit = Int(byte) - Int(UInt8(ascii: "0"))
      guard (0...9).contains(digit) else { return nil }
      if index < 4 {
        numbers.0 = numbers.0 * 10 + digit
      } else {
        numbers.1 = numbers.1 * 10 + digit
      }
    }
    let (year, ending) = numbers
    guard year > 999, ending > year % 100 else { return nil }
    switch ending {
    case 1...12: return .monthMayBeRange
    case 21...41: return .seasonMayBeRange
    default: return nil
    }
  }

  /// Returns true if a text states that the date is unknown.
  private static func isUndated(_ tokens: [DateToken]) -> Bool {
    var isSaid = false
    for token in tokens {
      switch token.meaning {
      case .undated, .unknown: isSaid = true
      case .filler: break
      case nil:
        // A camera without a clock writes 0000:00:00 00:00:00.
        let isZero = token.kind == .number && token.text.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
        guard
          isZero && tokens.count > 4
            || ["-", "?", ".", "[", "]", "(", ")", ":"].contains(token.text)
        else { return false }
      default: return false
      }
    }
    return isSaid || !tokens.contains { $0.kind == .word }
  }

  private static func noDate(_ text: String) -> ChronologyError {
    ChronologyError(text: text, reason: "it has no date")
  }
}

extension CaptureDate {
  /// Reads EDTF or a catalogue's words, as `DateReading` does, without its notes.
  ///
  /// `nil` for an empty text or a statement that the date is unknown; that isn't an error.
  package init?(text: String) throws(ChronologyError) {
    guard let date = try DateReading(text: text).date else { return nil }
    self = date
  }
}
