/// How many rows leave open what a match asks of each item, so that an import can say once what it
/// takes for granted.
package struct TakenForGranted: Hashable, Sendable {
  /// Rows that don't say whose place it is.
  package var locationOf = 0
  /// Rows with a place that don't say how accurate it is.
  package var accuracy = 0

  /// Makes one.
  package init(locationOf: Int = 0, accuracy: Int = 0) {
    self.locationOf = locationOf
    self.accuracy = accuracy
  }

  /// Adds what another collection leaves open.
  static func += (sum: inout TakenForGranted, other: TakenForGranted) {
    sum.locationOf += other.locationOf
    sum.accuracy += other.accuracy
  }
}

extension ImportReport {
  /// What the import took for granted, in one note; `nil` when the rows say all of it.
  ///
  /// It is no finding on a row, so that it doesn't stand among them.
  package var grantedFinding: ImportFinding? {
    func rows(_ count: Int) -> String { count == 1 ? "1 row doesn't" : "\(count) rows don't" }
    var parts: [String] = []
    if granted.locationOf > 0 {
      parts.append(
        "\(rows(granted.locationOf)) say whether the place is the camera's or the subject's, so that a match allows "
          + "for both")
    }
    if granted.accuracy > 0 {
      parts.append(
        "\(rows(granted.accuracy)) say how accurate the place is, which is taken as usual for catalogues"
      )
    }
    guard !parts.isEmpty else { return nil }
    let hint = [
      granted.locationOf > 0 ? "--map location_of=:camera or =:subject" : nil,
      granted.accuracy > 0 ? "--map accuracy=:METRES" : nil,
    ].compactMap(\.self).joined(separator: ", ")
    return ImportFinding(
      .note, line: nil, reason: parts.joined(separator: "; "),
      hint: "\(hint) says it for all rows")
  }
}
