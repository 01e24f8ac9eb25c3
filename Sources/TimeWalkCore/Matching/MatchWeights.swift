/// The numbers that the judge works with, each with its reason.
///
/// Change one to study what it does; the defaults are what TimeWalk uses.
package struct MatchWeights: Hashable, Sendable {
  /// The 68 % radius of a photo's position when it does not say, metres: a phone between houses.
  package var photoAccuracy = 15.0
  /// The 68 % radius of an item's position when its catalogue does not say, metres: a street
  /// address.
  package var itemAccuracy = RecordedPose.assumedAccuracy.meters
  /// The 68 % half-width of a photo's heading when it does not say, degrees: a phone's compass near
  /// steel.
  package var photoHeadingAccuracy = 15.0
  /// The 68 % half-width of an item's heading when its catalogue does not say, degrees: half a
  /// compass octant.
  package var itemHeadingAccuracy = 22.5
  /// The field of view of a photo that does not say, degrees: a phone's 26 mm main camera held
  /// level.
  package var photoFieldOfView = 69.4
  /// The field of view of an item that does not say, degrees: a normal to slightly wide plate lens.
  package var itemFieldOfView = 52.0
  /// How heavy the tails of positions are: degrees of freedom of Student's t; small is heavy.
  package var positionTail = 4.0
  /// The mean distance of what a street view shows, metres; nearness decays exponentially.
  package var sceneDepth = 52.0
  /// How far the mean distance varies from place to place: the standard deviation of its logarithm.
  package var sceneDepthSpread = 0.8
  /// The usual distance from a camera to its catalogued subject, metres.
  package var subjectDistance = 30.0
  /// The standard deviation of the logarithm of that distance.
  package var subjectDistanceSpread = 0.8
  /// The share of either view that both must show to count as the same scene.
  package var sameScene = 0.3
  /// How far below and above `sameScene` a share counts in part, since scenes are deeper or
  /// shallower than thought.
  package var sameSceneBlur = 0.1
  /// The way between two cameras over which the probability of a clear sight falls to 1/e, metres.
  ///
  /// What corners, trees and vehicles hide grows with the way. Rays cast in grids of 18 to 30 m
  /// wide streets give 40 to 50 m, open ground far more.
  package var sightLength = 80.0
  /// How many viewpoints that draw as many photos as an item's, and of which the archive knows
  /// nothing, there are in a hectare; of all the places that one could stand at, few are
  /// photographed twice.
  package var unknownViewpoints = 0.1
  /// How near, metres, to places where photos were taken others are taken.
  package var samePlace = 11.0
  /// Photos are also taken elsewhere: how many places, each as liked as an item's, a hectare holds
  /// besides.
  package var unknownPlaces = 3.4
  /// How many more unknown viewpoints there are for each item nearby: where an archive holds many
  /// views, the next photo is the likelier to be yet another.
  package var unknownPerKnown = 0.04
  /// How many items at one place make it one that is photographed all over, where `unknownPerKnown`
  /// has doubled; beyond, it grows with the fourth power, since a place with many views has yet
  /// more.
  package var crowd = 1.5
  /// How closely a second photo of a viewpoint repeats the first: the 68 % radius, metres.
  package var repeatedPosition = 1.5
  /// How closely a second photo of a viewpoint repeats the first's heading: the 68 % half-width,
  /// degrees.
  package var repeatedHeading = 3.0
  /// How many photos from an item's viewpoint look any way for each that repeats its view; it
  /// counts where the item's heading or the photo's is unknown, as headings tell the one from the
  /// other.
  ///
  /// A full turn has as many views of `itemFieldOfView`.
  package var otherWays = 6.0
  /// How often a heading is wrong altogether: reversed, of another picture, read beside iron.
  package var grossHeading = 0.002
  /// The spread of the logarithm of the ratio of fields of view of two photos of one viewpoint.
  package var repeatedField = 0.5
  /// The same of unrelated photos: from a telephoto lens to a wide one.
  package var unrelatedField = 0.8
  /// The probability that a photo from about a place where one can look far does look far.
  package var openCountry = 0.5
  /// The probability that a photo from the ground shows enough of what an aerial view shows, and
  /// the other way round.
  package var groundUnderAerial = 0.05
  /// The 68 % half-width of a pitch that does not say, degrees: a camera held by hand.
  package var pitchAccuracy = 6.0
  /// The 68 % half-width of a pitch about level where nobody says one, degrees.
  package var unsaidPitch = 10.0
  /// The height of a frame as a share of its width: 3 to 4.
  package var frameHeight = 0.75
  /// The 68 % half-width of a height that does not say, metres: satellite positioning.
  package var altitudeAccuracy = 10.0
  /// The slope of the line from the log odds of agreeing poses to those of confidence; 1 changes
  /// nothing.
  package var calibrationSlope = 1.2
  /// The offset of that line; 0 changes nothing.
  package var calibrationOffset = 0.12
  /// What an item within the asked era, or without a date, is worth in the ranking.
  package var eraWithin = 1.0
  /// What an item is worth whose date overlaps the era.
  package var eraOverlaps = 0.85
  /// What an item is worth whose date is unknown when an era is asked for.
  package var eraUnknown = 0.6
  /// What an item is worth whose date is near the era.
  ///
  /// Farther off the worth falls with the square of the gap, see `worth(of:in:)`.
  package var eraNear = 0.5

  /// Makes the default weights.
  package init() {}
}
