/// The syntax of an EDTF text, before it is turned into days.
enum EDTFExpression: Hashable, Sendable {
  /// One date, for instance `1911-05~`.
  case date(EDTFDate)
  /// All the days from one end to the other, for instance `1890/1930`.
  case interval(EDTFEnd, EDTFEnd)
  /// A set: one of its members (`[…]`) or all of them (`{…}`) are meant.
  ///
  /// Both have the same possible days.
  case set([EDTFMember])
}

/// One end of an interval.
enum EDTFEnd: Hashable, Sendable {
  /// A date.
  case date(EDTFDate)
  /// `..`: there is no end.
  case open
  /// Empty: the end exists but is unknown.
  case unknown
}

/// A member of a set.
enum EDTFMember: Hashable, Sendable {
  /// One date.
  case date(EDTFDate)
  /// `a..b`, `..b` or `a..`; `nil` is an open end, and at most one is open.
  case range(EDTFDate?, EDTFDate?)
}

/// A date: a year alone, with a season, with a month, or with month and day.
struct EDTFDate: Hashable, Sendable {
  /// The part after the year.
  enum Part: Hashable, Sendable {
    /// No further part.
    case none
    /// A code from 21 to 41.
    case season(EDTFSeason, EDTFQualifier)
    /// A month.
    case month(DigitPattern, EDTFQualifier)
    /// A month and its day.
    case day(DigitPattern, EDTFQualifier, DigitPattern, EDTFQualifier)
  }

  /// The year.
  var year: EDTFYear
  /// The certainty of the year.
  var yearQualifier: EDTFQualifier
  /// The rest.
  var part: Part
}

/// A year as it is written.
enum EDTFYear: Hashable, Sendable {
  /// Four places, some of them perhaps unspecified: `1911`, `19XX`, `-0275`.
  case places(DigitPattern, isNegative: Bool)
  /// A number, with its significant digits if given: `Y17E7`, `1950S2`.
  case number(Int, significantDigits: Int?)
}

/// The certainty of a part of a date.
struct EDTFQualifier: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// `?`: the source may be wrong.
  static let uncertain = EDTFQualifier(rawValue: 1)
  /// `~`: approximate.
  static let approximate = EDTFQualifier(rawValue: 2)

  /// Reads `?`, `~` or `%`, which is both.
  init?(byte: UInt8) {
    switch byte {
    case UInt8(ascii: "?"): self = .uncertain
    case UInt8(ascii: "~"): self = .approximate
    case UInt8(ascii: "%"): self = [.uncertain, .approximate]
    default: return nil
    }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The possible error in a part's own units: 1, or 2 with both qualifiers.
  var units: Int { (contains(.uncertain) ? 1 : 0) + (contains(.approximate) ? 1 : 0) }
}

/// A part of a year that EDTF codes from 21 to 41: a season, quarter, third or half.
struct EDTFSeason: Hashable, Sendable {
  /// The code.
  let code: Int

  /// Reads a code; `nil` outside 21...41.
  init?(code: Int) {
    guard (21...41).contains(code) else { return nil }
    self.code = code
  }

  /// Its first and last month.
  ///
  /// Seasons without a hemisphere are northern. A season stays within its year; the season that
  /// starts in December has only that month, as in other EDTF readers.
  var months: ClosedRange<Int> {
    switch code {
    case 21, 25, 31: 3...5
    case 22, 26, 32: 6...8
    case 23, 27, 29: 9...11
    case 33...36: (code - 33) * 3 + 1...(code - 33) * 3 + 3
    case 37...39: (code - 37) * 4 + 1...(code - 37) * 4 + 4
    case 40: 1...6
    case 41: 7...12
    default: 12...12
    }
  }

  /// Length in months, which is also the unit of its uncertainty.
  var length: Int {
    switch code {
    case 37...39: 4
    case 40, 41: 6
    default: 3
    }
  }
}
