internal import TimeWalkArchive
internal import TimeWalkCore

/// The requested span of time: EDTF, a name that the archive defines, or a date in words.
struct AskedEra {
  /// The archive's name for it; `nil` when it was given as a date.
  var name: String?
  /// The time.
  var era: Era
  /// True if only items of that time are wanted.
  var isStrict: Bool
  /// The doubts about the reading of its words, in plain sentences.
  var doubts: [String] = []

  /// Its value in the answer.
  var report: EraReport {
    var report = EraReport(name: name, era: era)
    if isStrict { report.strict = true }
    return report
  }

  /// Parses the request; `nil` for an empty one.
  ///
  /// EDTF is tried first, then the archive's names, in any case of letters, then the words that
  /// `date` reads. Throws `invalidValue` for other texts, with the existing names, and for a strict
  /// search without an era.
  static func read(
    _ text: String?, isStrict: Bool, in archive: (any HistoricalArchive)?
  ) throws(TimeWalkError) -> AskedEra? {
    guard let text else {
      guard !isStrict else {
        throw TimeWalkError(.invalidValue, "a strict era needs an era", field: "strictEra")
      }
      return nil
    }
    let isEDTF = (try? CaptureDate(edtf: text)) != nil
    let known = try ArchiveError.rethrowing(isEDTF ? [] : try archive?.eras() ?? [])
    if let named = known.first(where: { $0.isNamed(text) }) {
      return AskedEra(name: named.name, era: named.era, isStrict: isStrict)
    }
    let fault: ChronologyError
    do throws(ChronologyError) {
      let reading = try DateReading(text: text)
      guard let date = reading.date else {
        throw ChronologyError(text: text, reason: "it has no date")
      }
      guard !date.isYearless else {
        throw ChronologyError(text: text, reason: "it has no year")
      }
      let doubts = reading.notes.map { "The era \"\(text)\" was read as \(date.edtf): \($0)." }
      return AskedEra(era: Era(date), isStrict: isStrict, doubts: doubts)
    } catch { fault = error }
    // A long text is not repeated; of very many names, only the oldest are listed.
    var message =
      "unknown era \"\(fault.text)\" (\(fault.reason)). Use a date (1890/1930, 1890s or \"circa 1900\")"
    if !known.isEmpty {
      let names = known.prefix(30).map(\.name).joined(separator: ", ")
      message += " or one of: \(names)\(known.count > 30 ? ", …" : "")"
    }
    throw TimeWalkError(.invalidValue, message, field: "era", cause: fault)
  }
}
