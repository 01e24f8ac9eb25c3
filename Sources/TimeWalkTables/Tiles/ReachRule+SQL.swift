import TimeWalkArchive
package import TimeWalkCore

extension ReachRule {
  /// `RecordedPose.reach` of a row of `items`, metres, as an SQL expression.
  ///
  /// - Parameters:
  ///   - row: the row's name.
  ///   - least: the engine's function for the least of two numbers.
  ///   - greatest: the same for the greatest.
  /// - Returns: the expression.
  package static func sql(of row: String, least: String, greatest: String) -> String {
    let (altitude, pitch) = ("\(row).altitude", "\(row).pitch")
    return """
      \(radii) * coalesce(\(row).accuracy, \(RecordedPose.assumedAccuracy.meters))
      + coalesce(\(row).view_distance,
        CASE WHEN \(altitude) >= \(aerialHeight)
          AND (\(row).altitude_reference = 'ground' OR \(pitch) < \(aerialPitch))
        THEN \(greatest)(0, \(least)(\(farthestView),
          CASE WHEN \(pitch) < 0 THEN \(altitude) / tan(-\(pitch) * \(Double.pi / 180))
          ELSE \(aerialViews) * \(altitude) END))
        ELSE 0 END)
      """
  }
}
