internal import TimeWalkCore

/// The numbers of rows without values that a match needs of each item; an import reports its
/// assumptions once.
package struct AssumedValues: Hashable, Sendable {
  /// Rows without the kind of their place.
  package var locationOf = 0
  /// Rows with a place but without its accuracy.
  package var accuracy = 0

  /// Makes one.
  package init(locationOf: Int = 0, accuracy: Int = 0) {
    self.locationOf = locationOf
    self.accuracy = accuracy
  }

  /// Adds the open values of another collection.
  static func += (sum: inout AssumedValues, other: AssumedValues) {
    sum.locationOf += other.locationOf
    sum.accuracy += other.accuracy
  }
}

extension ImportReport {
  /// The import's assumptions, in one note; `nil` when the rows are complete.
  ///
  /// It concerns no single row and is therefore not among the findings.
  package var assumptionFinding: ImportFinding? {
    func rows(_ count: Int) -> String { count == 1 ? "1 row has" : "\(count) rows have" }
    var parts: [String] = []
    if assumed.locationOf > 0 {
      parts.append(
        "\(rows(assumed.locationOf)) no location_of: the place may be the camera's or the subject's"
      )
    }
    if assumed.accuracy > 0 {
      let meters = Int(RecordedPose.assumedAccuracy.meters)
      parts.append(
        "\(rows(assumed.accuracy)) no accuracy: using the default of \(meters) m")
    }
    guard !parts.isEmpty else { return nil }
    let hint = [
      assumed.locationOf > 0 ? "--map location_of=:camera or =:subject" : nil,
      assumed.accuracy > 0 ? "--map accuracy=:METRES" : nil,
    ].compactMap(\.self).joined(separator: ", ")
    return ImportFinding(
      .note, line: nil, reason: parts.joined(separator: "; "),
      hint: "use \(hint) to set it for all rows")
  }
}
