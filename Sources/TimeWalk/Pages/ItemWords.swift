internal import TimeWalkArchive
internal import TimeWalkCore

/// An item's date and rights for pages, in English.
package enum ItemWords {
  /// A date in words; `nil` for anything but EDTF.
  package static func date(_ edtf: String) -> String? { (try? CaptureDate(edtf: edtf))?.words }

  /// A date's text for a chip.
  package static func year(_ edtf: String) -> String {
    (try? CaptureDate(edtf: edtf)).map { PairCaptions.year($0) } ?? edtf
  }

  /// An item's title beside a chip with its year: without the same year at its end.
  ///
  /// - Parameters:
  ///   - title: the item's title.
  ///   - id: its name, for an item without a title.
  ///   - year: the chip's text.
  /// - Returns: the title.
  package static func title(_ title: String, or id: String, beside year: String) -> String {
    guard year.count == 4, Int(year) != nil else { return title.isEmpty ? id : title }
    let end = [", in \(year)", ", \(year)", " · \(year)", " – \(year)", " (\(year))"].first {
      title.hasSuffix($0)
    }
    let short = title.dropLast(end?.count ?? 0)
    return short.isEmpty ? id : String(short)
  }

  /// A confidence in words.
  package static func sure(_ confidence: Double) -> String { PairCaptions.sure(confidence) }

  /// The first day of a date, for sorting; `nil` if open.
  package static func firstDay(_ edtf: String) -> Int? {
    (try? CaptureDate(edtf: edtf))?.strict.earliest?.number
  }

  /// The first web address of a picture or of its record; `nil` without one.
  package static func source(_ addresses: String?...) -> String? {
    addresses.compactMap(\.self).first { $0.hasPrefix("http") }
  }

  /// Rights in words, with the address of their text.
  package static func rights(_ license: String) -> (words: String, address: String?) {
    (RightsStatement.words(license), RightsStatement.address(of: license))
  }
}
