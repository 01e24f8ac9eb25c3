internal import TimeWalkCore

extension MatchReport {
  /// Its date as people say it: `about 1900–1910`; `undated` without one.
  public var words: String {
    date.map { (try? CaptureDate(edtf: $0))?.words ?? $0 } ?? "undated"
  }

  /// The place and the direction out of `reason`, without the time and the share that it ends in;
  /// `nil` where it has only those.
  public var circumstances: String? {
    guard let share = reason.ranges(of: "; shows ").last else { return reason }
    let told = reason[..<share.lowerBound]
    return told.ranges(of: ", ").last.map { String(told[..<$0.lowerBound]) }
  }
}

extension EraReport {
  /// The time as people say it: `1890–1930`.
  public var words: String { (try? CaptureDate(edtf: date))?.words ?? date }
}
