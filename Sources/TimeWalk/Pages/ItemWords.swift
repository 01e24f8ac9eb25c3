internal import TimeWalkArchive
internal import TimeWalkCore

/// What pages say of an item's date and rights, in English.
package enum ItemWords {
  /// A date in words; `nil` for what is no EDTF.
  package static func date(_ edtf: String) -> String? { (try? CaptureDate(edtf: edtf))?.words }

  /// What a chip says of a date.
  package static func year(_ edtf: String) -> String {
    (try? CaptureDate(edtf: edtf)).map { PairCaptions.year($0) } ?? edtf
  }

  /// How sure a confidence is, in words.
  package static func sure(_ confidence: Double) -> String { PairCaptions.sure(confidence) }

  /// The first day that a date names, for an order; `nil` where it is open.
  package static func firstDay(_ edtf: String) -> Int? {
    (try? CaptureDate(edtf: edtf))?.strict.earliest?.number
  }

  /// Rights in words, and where they are written down.
  package static func rights(_ license: String) -> (words: String, address: String?) {
    (RightsStatement.words(license), RightsStatement.address(of: license))
  }
}
