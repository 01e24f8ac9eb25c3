import TimeWalkArchive
import TimeWalkCore

/// A row's date.
struct WrittenDate {
  /// The date; `nil` when it is unknown.
  var date: CaptureDate?
  /// The catalogue's own words, if they aren't EDTF.
  var text: String?
  /// Doubts that apply only if the catalogue also writes dates in words.
  var doubts: [ImportFinding] = []
  /// The column whose order of day and month must be looked for first; the date isn't read yet.
  var undecided: CatalogueColumn?
  /// True if the words can't be understood; those that say that the date is unknown can.
  var isUnreadable = false

  /// True if it has words or a date, but no year.
  var isYearUnknown: Bool { isUnreadable || date?.isYearless == true }

  fileprivate static let programsWords = ["none", "null", "nan", "n/a"]
}

/// The columns `date` and `date_text` of a row.
extension CatalogueRow {
  /// The date, with the catalogue's words if it is not written in EDTF.
  ///
  /// - EDTF is tried first, then words (`c. 1905`); a doubtful reading is a warning.
  /// - `3/4/1905` can be in March or April; the other dates of the column decide. Until then,
  ///   nothing is read.
  /// - `1900-05` is a month in a catalogue of EDTF. In one that also writes words, it may mean 1900
  ///   to 1905 and is doubtful.
  /// - A date with a skipped number or bound may be unknown, with a warning.
  /// - Words for an unknown date (`n.d.`) are kept and cause no finding.
  /// - Words that programs write into empty cells are taken as unknown with a warning.
  /// - Anything else refuses the row: a date in a wrong place often means that the whole row has
  ///   slipped. In `date_text`, and where `keepsUnreadable`, it is kept instead, and the date is
  ///   unknown, with a warning.
  /// - Where both columns are filled, the date is that of `date`, and the words those of
  ///   `date_text`.
  mutating func date(by readings: DateReadings, keepsUnreadable: Bool = false) -> WrittenDate {
    let words = text(.dateText)
    var written = WrittenDate(text: words)
    guard let value = text(.date) else {
      if let words { read(readings[words, in: .dateText], in: .dateText, into: &written) }
      return written
    }
    if WrittenDate.programsWords.contains(value.lowercased()) {
      warn(.date, "is a program's word for an empty cell; read as unknown")
      return written
    }
    let reading = readings[value, in: .date]
    read(reading, in: .date, into: &written, keepsUnreadable: keepsUnreadable)
    guard written.undecided == nil, !reading.isEDTF, words != value else { return written }
    if words == nil {
      written.text = value
    } else if written.date != nil {
      warn(.date, "isn't EDTF; left out, because date_text is kept")
    }
    return written
  }

  private mutating func read(
    _ text: DateReadings.Entry, in column: CatalogueColumn, into written: inout WrittenDate,
    keepsUnreadable: Bool = false
  ) {
    if text.isUndecided { return written.undecided = column }
    do throws(ChronologyError) {
      let reading = try text.reading.get()
      written.date = reading.date
      written.isUnreadable = reading.date == nil && !reading.notes.isEmpty
      // A catalogue with a column for words intends EDTF as EDTF.
      if reading.source == .edtf, values.has(.dateText) { return }
      for note in reading.notes {
        let edtf = reading.date.map { ", read as \($0.edtf)" } ?? "; the date is unknown"
        if note == .monthMayBeRange, reading.source == .edtf {
          written.doubts.append(finding(.warning, column, "\(note)\(edtf)"))
        } else {
          let hint =
            note == .dayAndMonthMayBeSwapped ? "set the order with --date-order" : nil
          warn(column, "\(note)\(edtf)", hint: hint)
        }
      }
    } catch {
      written.isUnreadable = true
      if column == .date, !keepsUnreadable {
        fault(
          .date,
          "isn't an EDTF date or a date in words: \(error.reason); "
            + "the column date_text keeps such words and leaves the date unknown",
          hint: "use --map date_text=COLUMN to keep such words")
      } else {
        warn(column, "is kept, but the date is unknown: \(error.reason)")
      }
    }
  }
}
