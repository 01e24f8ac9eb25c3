package import TimeWalkCore

/// The messages of every engine about an import.
extension ImportFinding {
  /// A row that has lost its place.
  package static func placeIsKept(of id: ItemID, line: Int?) -> ImportFinding {
    ImportFinding(
      .warning, line: line, identifier: id.identifier, column: CatalogueColumn.latitude.name,
      reason: "is empty, but the archive has a place, which stays")
  }

  /// A row whose date names no year, of an item with a date.
  package static func dateIsKept(
    _ date: String, of id: ItemID, insteadOf text: String, line: Int?
  ) -> ImportFinding {
    ImportFinding(
      .warning, line: line, identifier: id.identifier, column: CatalogueColumn.date.name,
      value: text, reason: "has no certain year; the date stays \(date) as in the archive")
  }

  /// A row that can't be completed with the archive's values of the fields that it lacks.
  package static func itemIsKept(_ id: ItemID, because reason: String, line: Int?) -> ImportFinding
  {
    ImportFinding(
      .warning, line: line, identifier: id.identifier,
      reason: "conflicts with the archive's values; the item stays unchanged", hint: reason)
  }

  /// An era that the archive has with another date.
  package static func eraIsKept(_ known: NamedEra, source: NamedEra) -> ImportFinding {
    ImportFinding(
      .warning, line: nil,
      reason: "the era \"\(known.name)\" stays \(known.era.date.edtf) as in the archive; "
        + "the source has \(source.era.date.edtf)")
  }

  /// Findings beyond `ImportPolicy.listedFindings`.
  package static func unlisted(_ count: Int, _ severity: Severity) -> ImportFinding {
    ImportFinding(
      .warning, line: nil,
      reason: "\(count) more findings of the kind \(severity.rawValue) are not listed",
      hint: "a finding on every row usually has one cause")
  }
}

extension ImportPolicy {
  /// The journal's notes about the import, by name.
  package var journalOptions: [String: String] {
    var options: [String: String] = [:]
    if replaces { options["replace"] = "yes" }
    if overwritesCorrections { options["overwrite-corrections"] = "yes" }
    return options
  }

  /// Stops a replacement that mustn't remove items missing from the source.
  ///
  /// - Parameters:
  ///   - identifiers: the items that would be removed.
  ///   - refused: the number of refused rows of the source.
  /// - Throws: `.unconfirmed`.
  package func checkRemoval(of identifiers: [String], refused: Int) throws(ArchiveError) {
    let removal = RemovalText.of(identifiers, verb: "Would remove")
    if refused > 0, !mayRemoveDespiteRefused {
      throw ArchiveError(
        .unconfirmed,
        "\(refused) rows were refused, so items missing from the source aren't certain; "
          + "nothing was changed. " + removal)
    }
    guard mayRemove else { throw ArchiveError(.unconfirmed, removal + " Nothing was changed.") }
  }
}
