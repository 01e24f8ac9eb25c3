/// The numbers that the judge works with, each with its reason.
///
/// Change one to study what it does; the defaults are what TimeWalk uses.
public struct MatchWeights: Hashable, Sendable {
  /// The 68 % radius of a photo's position when it does not say, metres: a phone between houses.
  public var photoAccuracy = 15.0
  /// The 68 % radius of an item's position when its catalogue does not say, metres: a street address.
  public var itemAccuracy = 40.0
  /// The 68 % half-width of a photo's heading when it does not say, degrees: a phone's compass near steel.
  public var photoHeadingAccuracy = 15.0
  /// The 68 % half-width of an item's heading when its catalogue does not say, degrees: half a compass octant.
  public var itemHeadingAccuracy = 22.5
  /// The field of view of a photo that does not say, degrees: a phone's 26 mm main camera held level.
  public var photoFieldOfView = 69.4
  /// The field of view of an item that does not say, degrees: a normal to slightly wide plate lens.
  public var itemFieldOfView = 52.0
  /// How heavy the tails of positions are: degrees of freedom of Student's t; small is heavy.
  public var positionTail = 4.0
  /// The mean distance of what a street view shows, metres; nearness decays exponentially.
  public var sceneDepth = 45.0
  /// How far the mean distance varies from place to place: the standard deviation of its logarithm.
  public var sceneDepthSpread = 0.5
  /// The usual distance from a camera to its catalogued subject, metres.
  public var subjectDistance = 30.0
  /// The standard deviation of the logarithm of that distance.
  public var subjectDistanceSpread = 0.8
  /// How often an item located by its subject was taken from the side that the photo looks from, within
  /// `sameSide`; else from any.
  public var subjectFacing = 0.5
  /// Two views of one spot from directions that differ by more than this, degrees, show other sides of it.
  public var sameSide = 60.0
  /// The share of either view that both must show to count as the same scene.
  public var sameScene = 0.3
  /// The probability that nothing stands between two views that agree by their poses.
  public var clearSight = 0.9
  /// What an item within the asked era, or without a date, is worth in the ranking.
  public var eraWithin = 1.0
  /// What an item is worth whose date overlaps the era.
  public var eraOverlaps = 0.85
  /// What an item is worth whose date is unknown when an era is asked for.
  public var eraUnknown = 0.6
  /// What an item is worth whose date is near the era.
  public var eraNear = 0.5
  /// What an item outside the era is worth.
  public var eraOutside = 0.15

  /// Makes the default weights.
  public init() {}
}
