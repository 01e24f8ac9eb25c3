internal import TimeWalkArchive

extension Curator {
  /// The spans of time that the archive knows by name, oldest first.
  public func eras() throws(TimeWalkError) -> ErasReport {
    try ErasReport(archive)
  }

  /// Makes a name known in the archive.
  ///
  /// - Parameters:
  ///   - name: its usual name.
  ///   - date: EDTF, for instance `1624/1664`.
  ///   - description: a sentence about it.
  ///   - author: the author.
  /// - Returns: the era; the same as before when it was known already.
  /// - Throws: `invalidValue` for a name or date that can't be used, or a name that has another
  ///   date.
  public func addEra(
    name: String, date: String, description: String? = nil, by author: ChangeAuthor = .init()
  ) throws(TimeWalkError) -> EraReport {
    do throws(ArchiveError) {
      return EraReport(
        try archive.addEra(
          NamedEra(name: name, date: date, description: description), by: author.provenance
        ).era)
    } catch { throw TimeWalkError(error, field: "era") }
  }

  /// Forgets a name.
  ///
  /// - Returns: the removed era.
  /// - Throws: `notFound` when the archive doesn't know it.
  public func removeEra(
    _ name: String, by author: ChangeAuthor = .init()
  ) throws(TimeWalkError) -> EraReport {
    do throws(ArchiveError) {
      return EraReport(try archive.removeEra(named: name, by: author.provenance).era)
    } catch { throw TimeWalkError(error, field: "era") }
  }
}
