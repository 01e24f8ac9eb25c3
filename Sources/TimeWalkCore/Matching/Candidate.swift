/// What the judge needs to know of an item, and no more: small, so that thousands can be looked at.
public struct Candidate: Hashable, Sendable {
  /// The archive's own row number, to ask for the item by.
  public var key: Int64
  /// Where and how the camera was held.
  public var pose: RecordedPose
  /// The days that its date names strictly; `nil` without a date.
  public var dates: DateSpan?
  /// The days that its date may mean; `nil` without a date.
  public var fuzzyDates: DateSpan?

  /// Makes a candidate.
  public init(key: Int64, pose: RecordedPose, dates: DateSpan? = nil, fuzzyDates: DateSpan? = nil) {
    self.key = key
    self.pose = pose
    self.dates = dates
    self.fuzzyDates = fuzzyDates ?? dates
  }
}
