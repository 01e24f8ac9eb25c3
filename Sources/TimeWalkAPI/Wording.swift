internal import TimeWalkCore

extension MatchReport {
  /// Its date in usual words: `about 1900–1910`; `undated` without one.
  public var words: String {
    date.map { (try? CaptureDate(edtf: $0))?.words ?? $0 } ?? "undated"
  }

  /// The place and the direction from `reason`, without its final time and share; `nil` if it has
  /// only those.
  public var circumstances: String? {
    guard let share = reason.ranges(of: "; shows ").last else { return reason }
    let told = reason[..<share.lowerBound]
    return told.ranges(of: ", ").last.map { String(told[..<$0.lowerBound]) }
  }
}

extension EraReport {
  /// The time in usual words: `1890–1930`.
  public var words: String { (try? CaptureDate(edtf: date))?.words ?? date }
}
