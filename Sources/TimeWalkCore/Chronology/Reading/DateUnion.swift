/// One EDTF text that covers two others.
enum DateUnion {
  /// The wider of two texts when it contains the other, else the interval from the start of the
  /// first to the end of the last; `nil` when both of these are open, or a text isn't EDTF.
  static func text(_ a: String, _ b: String) -> String? {
    guard let first = try? CaptureDate(edtf: a), let second = try? CaptureDate(edtf: b) else {
      return nil
    }
    if first.contains(second) { return a }
    if second.contains(first) { return b }
    let isFirst = first.strict.earliest ?? .distantPast < second.strict.earliest ?? .distantPast
    let isLast = first.strict.latest ?? .distantFuture > second.strict.latest ?? .distantFuture
    let (start, end) = (ends(isFirst ? a : b).start, ends(isLast ? a : b).end)
    let text = "\(start.isEmpty ? ".." : start)/\(end.isEmpty ? ".." : end)"
    return text == "../.." ? nil : text
  }

  /// An interval with an unknown or open end that contains both dates; `nil` when both ends are
  /// open.
  ///
  /// EDTF's unknown end counts for ten years: `1898-1901 or later` is `1898/`, and `1880-1901 or
  /// later` is `1880/..`.
  static func opened(
    _ first: String, _ last: String, start: DateEnd?, end: DateEnd?
  ) -> String? {
    let whole = "\(first)/\(last)"
    let text = "\(start?.rawValue ?? first)/\(end?.rawValue ?? last)"
    // An interval that ends before it starts isn't a date, also with a bound.
    guard let said = try? CaptureDate(edtf: whole) else { return whole }
    if start == nil && end == nil { return text }
    if let date = try? CaptureDate(edtf: text), date.strict.contains(said.strict) { return text }
    return start != nil && end != nil ? nil : start == nil ? "\(first)/.." : "../\(last)"
  }

  /// The two ends of an interval, or a date twice; of a set, its first and last day.
  static func ends(_ text: String) -> (start: String, end: String) {
    if text.hasPrefix("[") || text.hasPrefix("{") {
      let span = (try? CaptureDate(edtf: text))?.strict
      return (span?.earliest?.description ?? "..", span?.latest?.description ?? "..")
    }
    let ends = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    return ends.count == 2 ? (ends[0], ends[1]) : (text, text)
  }
}

extension CaptureDate {
  fileprivate func contains(_ other: CaptureDate) -> Bool {
    strict.contains(other.strict) && fuzzy.contains(other.fuzzy)
  }
}

extension Day {
  fileprivate static let distantPast = Day.first(ofYear: -Day.greatestYear)
  fileprivate static let distantFuture = Day.last(ofYear: Day.greatestYear)
}
