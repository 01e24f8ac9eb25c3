internal import TimeWalkArchive
internal import TimeWalkCore

/// The span of time that somebody asked for, as EDTF or by a name that the archive knows.
struct AskedEra {
  /// The archive's name for it; `nil` when it was given as EDTF.
  var name: String?
  /// The time.
  var era: Era
  /// Whether only items of that time are wanted.
  var isStrict: Bool

  /// What the answer says of it.
  var report: EraReport {
    var report = EraReport(name: name, era: era)
    if isStrict { report.strict = true }
    return report
  }

  /// Takes the dates from candidates whose set of dates goes round the era, `{1905,1924}` round 1914.
  ///
  /// A candidate has the whole span of a set and not its members, for which its item must be asked. Without a date, no
  /// strict search takes it for a match.
  func undateOtherSets(
    among candidates: inout Candidates, in archive: any HistoricalArchive
  ) throws(ArchiveError) {
    let doubtful = candidates.indices.filter { index in
      candidates.dates(at: index).map { !era.span.contains($0) && era.span.overlaps($0) } ?? false
    }
    guard !doubtful.isEmpty else { return }
    let items = try archive.items(keys: doubtful.map { candidates.keys[$0] })
    for index in doubtful {
      guard let item = items[candidates.keys[index]],
        !era.isShared(by: item.date)
      else { continue }
      candidates.removeDates(at: index)
    }
  }

  /// Reads what was asked; `nil` when nothing was.
  ///
  /// EDTF is tried first, then the archive's names, in any case of letters. Throws `invalidValue` for what is neither,
  /// with the names that there are, and for a strict search without an era.
  static func read(
    _ text: String?, isStrict: Bool, in archive: (any HistoricalArchive)?
  ) throws(WalkError) -> AskedEra? {
    guard let text else {
      guard !isStrict else {
        throw WalkError(.invalidValue, "a strict era needs an era", field: "strictEra")
      }
      return nil
    }
    let fault: ChronologyError
    do throws(ChronologyError) {
      return AskedEra(era: try Era(edtf: text), isStrict: isStrict)
    } catch { fault = error }
    let known: [NamedEra]
    do throws(ArchiveError) { known = try archive?.eras() ?? [] } catch { throw WalkError(error) }
    if let named = known.first(where: { $0.isNamed(text) }) {
      return AskedEra(name: named.name, era: named.era, isStrict: isStrict)
    }
    // A long text is not repeated, and of very many names the oldest are enough to go on.
    var message = "the era \"\(fault.text)\" is not EDTF, like 1890/1930: \(fault.reason)"
    if !known.isEmpty {
      let names = known.prefix(30).map(\.name).joined(separator: ", ")
      message += "; nor is it one that the archive knows: \(names)\(known.count > 30 ? ", …" : "")"
    }
    throw WalkError(.invalidValue, message, field: "era", cause: fault)
  }
}
