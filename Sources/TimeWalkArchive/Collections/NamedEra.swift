package import TimeWalkCore

/// A named span of time, for instance New Amsterdam, 1624 to 1664.
package struct NamedEra: Hashable, Sendable {
  /// The name; upper and lower case are equal in a search.
  package let name: String
  /// The time.
  package let era: Era
  /// A sentence about it; `nil` when there is none.
  package let description: String?

  /// Makes an era of a name and an EDTF text; spaces at the ends of texts are passed over.
  ///
  /// Throws `.invalidEra` for a date that is not EDTF, and for an invalid name. That is one that is
  /// empty, longer than 200 characters, or contains control characters. A name that is EDTF is
  /// invalid, too: it would never be found, because EDTF is tried first.
  package init(name: String, date: String, description: String? = nil) throws(ArchiveError) {
    let name = name.trimmed
    if let fault = NamedEra.fault(inName: name) {
      throw ArchiveError(.invalidEra, "\"\(name.prefix(200))\" can't be an era's name: \(fault).")
    }
    do throws(ChronologyError) { era = try Era(edtf: date) } catch {
      throw ArchiveError(
        .invalidEra,
        "The date \"\(error.text)\" of the era \"\(name)\" isn't EDTF: \(error.reason).",
        cause: error)
    }
    self.name = name
    let text = description?.trimmed ?? ""
    self.description = text.isEmpty || text.utf8.contains(0) ? nil : text
  }

  /// Returns true if a name means this era, in any case of letters.
  package func isNamed(_ text: String) -> Bool { NamedEra.areAlike(name, text) }

  /// Returns true if two names are equal apart from case.
  package static func areAlike(_ one: String, _ other: String) -> Bool {
    folded(one) == folded(other)
  }

  /// Returns true if an era comes before another in a list of all; an open start lies before all.
  package static func isOlder(_ a: NamedEra, _ b: NamedEra) -> Bool {
    let (first, second) = (a.era.span.earliest, b.era.span.earliest)
    if first != second { return (first?.number ?? .min) < (second?.number ?? .min) }
    return a.name < b.name
  }

  /// A name as it is compared.
  static func folded(_ name: String) -> String { name.trimmed.lowercased() }

  private static func fault(inName name: String) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.unicodeScalars.count > 200 { return "it has more than 200 characters" }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "it has control characters"
    }
    if (try? CaptureDate(edtf: name)) != nil { return "it is an EDTF date itself" }
    return nil
  }
}
