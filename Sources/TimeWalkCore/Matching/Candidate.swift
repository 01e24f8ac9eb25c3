/// The judge's data about an item: small, because thousands are evaluated.
package struct Candidate: Hashable, Sendable {
  /// The archive's own row number, to ask for the item by.
  package var key: Int64
  /// The camera's place and pose.
  package var pose: RecordedPose
  /// The days that its date names strictly; `nil` without a date.
  package var dates: DateSpan?
  /// The days that its date may mean; `nil` without a date.
  package var fuzzyDates: DateSpan?

  /// Makes a candidate.
  package init(key: Int64, pose: RecordedPose, dates: DateSpan? = nil, fuzzyDates: DateSpan? = nil)
  {
    self.key = key
    self.pose = pose
    self.dates = dates
    self.fuzzyDates = fuzzyDates ?? dates
  }
}

extension Candidate {
  /// A number that is equal for copies of one record, independent of their names, and almost always
  /// different for other records.
  ///
  /// The mixing is that of SplitMix64 (G. Steele, D. Lea and C. Flood, 2014). It is never 0.
  var record: UInt64 {
    let numbers: [Double] = [
      pose.coordinate.latitude, pose.coordinate.longitude, pose.heading?.degrees ?? .nan,
      pose.fieldOfView?.degrees ?? .nan, pose.pitch?.degrees ?? .nan, pose.altitude?.meters ?? .nan,
      pose.viewDistance?.meters ?? .nan, Double(dates?.earliest?.number ?? .min),
      Double(dates?.latest?.number ?? .max),
    ]
    var mixed: UInt64 = 0
    for number in numbers {
      mixed = (mixed ^ number.bitPattern) &+ 0x9E37_79B9_7F4A_7C15
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      mixed ^= mixed >> 31
    }
    return max(mixed, 1)
  }
}
