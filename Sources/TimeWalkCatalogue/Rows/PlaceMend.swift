import TimeWalkArchive

/// A slip of the pen in a place that, mended, brings it back to its collection's others.
enum PlaceMend {
  /// The likely mend, in words; `nil` if none brings the place back.
  ///
  /// A lost sign comes first, then a shifted point, exchanged digits, and one wrong or lost digit.
  static func find(
    latitude: Double, longitude: Double, isHome: (_ latitude: Double, _ longitude: Double) -> Bool
  ) -> String? {
    if isHome(-latitude, longitude) { return "with latitude \(text(-latitude)), the other sign" }
    if isHome(latitude, -longitude) { return "with longitude \(text(-longitude)), the other sign" }
    if isHome(-latitude, -longitude) { return "with the other sign of both" }
    for (kind, values) in [
      ("a shifted point", shifts), ("exchanged digits", exchanges), ("another digit", digits),
      ("a lost digit", additions),
    ] {
      for value in values(latitude) where abs(value) <= 90 && isHome(value, longitude) {
        return "with latitude \(text(value)), \(kind)"
      }
      for value in values(longitude) where abs(value) <= 180 && isHome(latitude, value) {
        return "with longitude \(text(value)), \(kind)"
      }
    }
    return nil
  }

  private static func text(_ degrees: Double) -> String {
    DecimalText.write((degrees * 1e7).rounded() / 1e7)
  }

  private static func shifts(_ value: Double) -> [Double] {
    [value * 10, value / 10, value * 100, value / 100]
  }

  /// The same number with two neighbouring digits exchanged, before the point or across it.
  private static func exchanges(_ value: Double) -> [Double] {
    changed(value) { digits, point in
      (0..<min(point, digits.count - 1)).filter { digits[$0] != digits[$0 + 1] }.map { index in
        var other = digits
        other.swapAt(index, index + 1)
        return other
      }
    }
  }

  /// The same number with one of the digits before the point different.
  private static func digits(_ value: Double) -> [Double] {
    changed(value) { digits, point in
      (0..<point).flatMap { index in
        (0...9).filter { $0 != digits[index] }.map { digit in
          var other = digits
          other[index] = digit
          return other
        }
      }
    }
  }

  /// The same number with one more digit before the point.
  private static func additions(_ value: Double) -> [Double] {
    changed(value, longer: 1) { digits, point in
      (0...point).flatMap { index in
        (0...9).map { digit in
          var other = digits
          other.insert(digit, at: index)
          return other
        }
      }
    }
  }

  /// The numbers of other digits, of which `point`, and perhaps one more, are before the point.
  private static func changed(
    _ value: Double, longer: Int = 0, _ change: (_ digits: [Int], _ point: Int) -> [[Int]]
  ) -> [Double] {
    let parts = DecimalText.write(abs(value)).split(separator: ".")
    guard let whole = parts.first, parts.count <= 2 else { return [] }
    let digits = parts.joined().compactMap(\.wholeNumberValue)
    guard digits.count == parts.reduce(0, { $0 + $1.count }) else { return [] }
    let point = whole.count + longer
    return change(digits, whole.count).compactMap { other in
      let text =
        other.prefix(point).map(String.init).joined() + "."
        + other.dropFirst(point).map(String.init).joined() + "0"
      return DecimalText.parse(text.utf8).map { value < 0 ? -$0 : $0 }
    }
  }
}
