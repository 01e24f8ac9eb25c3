/// The most frequent dates of catalogues, read by a fast path: `1911`, `1911-05`, `1911-05-26`, a
/// year with a qualifier (`1911~`), and intervals of two of these.
///
/// An answer to one photo reads about twenty dates, and the full EDTF parser takes twenty times as
/// long. Both give the same days, which a test verifies.
struct PlainDate {
  private let text: UnsafeBufferPointer<UInt8>
  private var index = 0

  /// The days of a date of these forms; `nil` for all other texts, also invalid dates.
  static func bounds(of text: String) -> EDTFBounds? {
    text.utf8.withContiguousStorageIfAvailable { text in
      var reader = PlainDate(text: text)
      return reader.bounds()
    } ?? nil
  }

  private init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

  private mutating func bounds() -> EDTFBounds? {
    guard let first = date() else { return nil }
    guard index < text.count else { return first }
    guard take(UInt8(ascii: "/")), let last = date(), index == text.count,
      let strict = DateSpan(earliest: first.strict.earliest, latest: last.strict.latest),
      let fuzzy = DateSpan(earliest: first.fuzzy.earliest, latest: last.fuzzy.latest)
    else { return nil }
    return EDTFBounds(strict: strict, fuzzy: fuzzy)
  }

  private mutating func date() -> EDTFBounds? {
    guard let century = twoDigits(), let rest = twoDigits() else { return nil }
    let year = century * 100 + rest
    guard take(UInt8(ascii: "-")) else { return bounds(ofYear: year) }
    guard let month = twoDigits(), (1...12).contains(month) else { return nil }
    guard take(UInt8(ascii: "-")) else {
      return bounds(Day.first(ofYear: year, month: month), Day.last(ofYear: year, month: month))
    }
    guard let number = twoDigits(), let day = Day(year: year, month: month, day: number) else {
      return nil
    }
    return bounds(day, day)
  }

  private mutating func bounds(ofYear year: Int) -> EDTFBounds? {
    let (first, last) = (Day.first(ofYear: year), Day.last(ofYear: year))
    guard index < text.count, let qualifier = EDTFQualifier(byte: text[index]) else {
      return bounds(first, last)
    }
    index += 1
    guard let strict = DateSpan(earliest: first, latest: last),
      let fuzzy = DateSpan(
        earliest: first.moved(years: -qualifier.units), latest: last.moved(years: qualifier.units))
    else { return nil }
    return EDTFBounds(strict: strict, fuzzy: fuzzy)
  }

  private func bounds(_ first: Day, _ last: Day) -> EDTFBounds? {
    DateSpan(earliest: first, latest: last).map { EDTFBounds(strict: $0, fuzzy: $0) }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < text.count, text[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func twoDigits() -> Int? {
    guard index + 2 <= text.count else { return nil }
    let (tens, ones) = (text[index] &- UInt8(ascii: "0"), text[index + 1] &- UInt8(ascii: "0"))
    guard tens < 10, ones < 10 else { return nil }
    index += 2
    return Int(tens) * 10 + Int(ones)
  }
}
