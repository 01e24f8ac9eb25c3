/// The members of a set.
extension CaptureDate {
  /// The strict spans of a set's members in the order of the text; `strict` alone for any other
  /// date.
  ///
  /// The text is parsed again for this, which saves their memory in each date.
  package var members: [DateSpan] { memberBounds.map(\.strict) }

  var memberBounds: [EDTFBounds] {
    let whole = [EDTFBounds(strict: strict, fuzzy: fuzzy)]
    guard edtf.hasPrefix("[") || edtf.hasPrefix("{"),
      case .set(let members)? = try? EDTFParser(text: edtf).expression()
    else { return whole }
    return (try? EDTFBounds.each(of: members, text: edtf)) ?? whole
  }
}
