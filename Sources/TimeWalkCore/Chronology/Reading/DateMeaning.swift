/// The meaning of a word for a date, in any language.
enum DateMeaning: Hashable, Sendable {
  /// A month.
  case month(Int)
  /// A season, by its EDTF code.
  case season(Int)
  /// `about`.
  case approximate
  /// `probably`.
  case uncertain
  /// `before`, `earlier`, `at the latest`: the time ends with the date.
  case before
  /// `after`, `later`, `at the earliest`: the time starts with the date.
  case after
  /// `by`: the same where a date follows, else a maker.
  case by
  /// `from`: where a range starts.
  case from
  /// `until`: where a range ends, also alone.
  case until
  /// `to`: between the two ends of a range.
  case to
  /// `between`.
  case between
  /// `and`.
  case and
  /// `or`.
  case or
  /// `not`: turns the bound around that follows.
  case not
  /// `present`, at a range's end: the range continues.
  case open
  /// `to date`: the same, with its `to`.
  case toOpen
  /// `unknown`.
  case unknown
  /// `i.e.`: the next date replaces the one before.
  case correction
  /// `century`.
  case century
  /// A century by a name of its own, such as the Italian `Ottocento`, the 19th.
  case namedCentury(Int)
  /// `decade`.
  case decade
  /// Years that are a decade when the first is round: the French `années 1930`.
  case decades
  /// The ending of a decade, which may also be a century: the German `er` of `1930er`.
  case decadeEnding
  /// An ending that makes a century of 1900 and a decade of 1910, as Swedish has it.
  case hundreds
  /// `half`, `third` or `quarter`, by their number in the whole.
  case part(Int)
  /// `last`, of parts.
  case last
  /// `early`, `mid` or `late`, from 0.
  case third(Int)
  /// `BC`.
  case beforeCommonEra
  /// `AD`.
  case commonEra
  /// `undated`.
  case undated
  /// `day in` or `month in`, by the parts that stay unspecified.
  case unit(Int)
  /// `printed`: the rest is about other things than the date of the picture.
  case aside
  /// `the`: has no meaning for a date, and needs no note.
  case filler
  /// A word without meaning for a date here, but with one in another language.
  case other
  /// An ordinal, of parts and centuries.
  case ordinal(Int)
}
