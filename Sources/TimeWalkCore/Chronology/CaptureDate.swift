/// When a picture was made, as a cataloguer wrote it in EDTF, with the days that it may mean.
///
/// EDTF is ISO 8601-2:2019, also published by the Library of Congress.
public struct CaptureDate: Hashable, Sendable {
  /// The EDTF text, as given.
  public let edtf: String
  /// The days that the text names when qualifiers such as `~` are taken at their word.
  public let strict: DateSpan
  /// The days that it may mean when qualifiers widen it; contains `strict`.
  public let fuzzy: DateSpan

  /// Reads an EDTF string.
  public init(edtf: String) throws(ChronologyError) {
    guard edtf.count == 4, let year = Int(edtf),
      let span = DateSpan(
        earliest: Day(year: year, month: 1, day: 1), latest: Day(year: year, month: 12, day: 31))
    else { throw ChronologyError(text: edtf, reason: "not a year") }
    self.edtf = edtf
    self.strict = span
    self.fuzzy = span
  }
}
