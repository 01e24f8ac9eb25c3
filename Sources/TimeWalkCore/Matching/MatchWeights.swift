/// The numbers that the judge works with, each with its reason.
///
/// Change one to study its effect; the defaults are those of TimeWalk.
package struct MatchWeights: Hashable, Sendable {
  /// The default 68 % radius of a photo's position, metres: a phone between houses.
  package var photoAccuracy = 15.0
  /// The default 68 % radius of an item's position, metres: a street address.
  package var itemAccuracy = RecordedPose.assumedAccuracy.meters
  /// The default 68 % half-width of a photo's heading, degrees: a phone's compass near steel.
  package var photoHeadingAccuracy = 15.0
  /// The default 68 % half-width of an item's heading, degrees: half a compass octant.
  package var itemHeadingAccuracy = 22.5
  /// The default field of view of a photo, degrees: a phone's 26 mm main camera held level.
  package var photoFieldOfView = 69.4
  /// The default field of view of an item, degrees: a normal to slightly wide plate lens.
  package var itemFieldOfView = 52.0
  /// The tail weight of position errors, as degrees of freedom of Student's t; small is heavy.
  package var positionTail = 4.0
  /// The mean viewing distance of a street view, metres; nearness decays exponentially.
  package var sceneDepth = 52.0
  /// The variation of the mean distance from place to place: the standard deviation of its
  /// logarithm.
  package var sceneDepthSpread = 0.8
  /// The usual distance from a camera to its catalogued subject, metres.
  package var subjectDistance = 30.0
  /// The standard deviation of the logarithm of that distance.
  package var subjectDistanceSpread = 0.8
  /// The share of either view that both must show to count as the same scene.
  package var sameScene = 0.3
  /// The width of the band around `sameScene` in which a share counts in part, since scene depths
  /// are estimates.
  package var sameSceneBlur = 0.1
  /// The way between two cameras over which the probability of a clear sight falls to 1/e, metres.
  ///
  /// Corners, trees and vehicles hide more with distance. Rays cast in grids of 18 to 30 m wide
  /// streets give 40 to 50 m, open ground far more.
  package var sightLength = 80.0
  /// The number of unknown viewpoints in a hectare that attract as many photos as an item's; few of
  /// all possible places are photographed twice.
  package var unknownViewpoints = 0.1
  /// The distance, in metres, within which two photos count as taken at one place.
  package var samePlace = 11.0
  /// Photos are also taken elsewhere: the number of other places in a hectare that are as popular
  /// as an item's.
  package var unknownPlaces = 3.4
  /// The additional unknown viewpoints for each item nearby: in an archive with many views, the
  /// next photo is more likely another view.
  package var unknownPerKnown = 0.04
  /// The number of items at a place where `unknownPerKnown` has doubled, since photos are taken all
  /// over it.
  ///
  /// Beyond, it grows with the fourth power, because a place with many views has yet more.
  package var crowd = 1.5
  /// The spread of a second photo around the first's viewpoint: the 68 % radius, in metres.
  package var repeatedPosition = 1.5
  /// The spread of a second photo around the first's heading: the 68 % half-width, in degrees.
  package var repeatedHeading = 3.0
  /// The number of photos in any direction from an item's viewpoint for each that repeats its view.
  ///
  /// It counts only if a heading is unknown, because headings distinguish the two. A full turn has
  /// as many views of `itemFieldOfView`.
  package var otherWays = 6.0
  /// The share of completely wrong headings: reversed, of another picture, read next to iron.
  package var grossHeading = 0.002
  /// The spread of the logarithm of the ratio of fields of view of two photos of one viewpoint.
  package var repeatedField = 0.5
  /// The same of unrelated photos: from a telephoto lens to a wide one.
  package var unrelatedField = 0.8
  /// The probability that a photo from a place with a long view does look far.
  package var openCountry = 0.5
  /// The probability that a photo from the ground shows enough of an aerial's view, and vice versa.
  package var groundUnderAerial = 0.05
  /// The default 68 % half-width of a pitch, degrees: a hand-held camera.
  package var pitchAccuracy = 6.0
  /// The 68 % half-width of an unknown pitch around level, degrees.
  package var unsaidPitch = 10.0
  /// The height of a frame relative to its width: 3 to 4.
  package var frameHeight = 0.75
  /// The default 68 % half-width of a height, metres: satellite positioning.
  package var altitudeAccuracy = 10.0
  /// The slope of the line from the log odds of agreeing poses to those of confidence; 1 changes
  /// nothing.
  package var calibrationSlope = 1.2
  /// The offset of that line; 0 changes nothing.
  package var calibrationOffset = 0.12
  /// The slope of the line from the log odds of a calibrated probability that anything shows the
  /// scene to those of the stated one.
  package var shownSlope = 0.85
  /// The offset of that line, where the place has as many items as its surroundings.
  package var shownOffset = 0.25
  /// The share of items with an accurate place from which confidences stay as they are.
  package var accurateShare = 0.4
  /// The share of items with an accurate place below which no confidence exceeds even odds by much.
  package var roughShare = 0.28
  /// The weight of an item within the requested era, or without one.
  package var eraWithin = 1.0
  /// The weight of an item whose date overlaps the era.
  package var eraOverlaps = 0.85
  /// The weight of an undated item when an era is requested.
  package var eraUnknown = 0.6
  /// The weight of an item whose date is near the era.
  ///
  /// Farther off the worth falls with the square of the gap, see `worth(of:in:)`.
  package var eraNear = 0.5

  /// Makes the default weights.
  package init() {}
}
