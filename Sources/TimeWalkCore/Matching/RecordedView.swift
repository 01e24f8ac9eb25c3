/// The direction and the field of view of a whole picture, determined for the picture itself, for
/// instance by points that it shares with a photo.
///
/// It is written as `HEADING,PITCH,ROLL,FOV`, in degrees.
package struct RecordedView: Hashable, Sendable, CustomStringConvertible {
  /// Clockwise from true north, 0..<360.
  package let heading: Double
  /// Above the horizon, -90...90.
  package let pitch: Double
  /// Clockwise as the photographer sees it, -180...180.
  package let roll: Double
  /// Across the picture's width, 1...360.
  package let fieldOfView: Double

  /// Reads four comma-separated numbers; `nil` if they are malformed or out of range.
  package init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0.filter { $0 != " " }) }
    guard parts.count == 4, numbers.count == 4, let heading = Heading(degrees: numbers[0]),
      (-90...90).contains(numbers[1]), (-180...180).contains(numbers[2]),
      (1...360).contains(numbers[3])
    else { return nil }
    self.heading = heading.degrees
    (pitch, roll, fieldOfView) = (numbers[1], numbers[2], numbers[3])
  }

  /// The numbers, comma-separated.
  package var description: String {
    [heading, pitch, roll, fieldOfView].map { "\($0)" }.joined(separator: ",")
  }
}
