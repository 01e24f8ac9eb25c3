/// From how far an item may concern a photo: its coordinate's error, out to where it is implausible.
///
/// Three times the 68 % radius holds all but about three in a hundred thousand positions of a
/// two-dimensional normal error.
enum Reach {
  /// How many 68 % radii an item reaches.
  static let radii = 3.0

  /// The 68 % radius, in metres, that is assumed of an item whose catalogue states none.
  static let assumedAccuracy = 50.0

  /// The largest 68 % radius, in metres, that the point index serves; items beyond have a box of their own.
  static let commonAccuracy = 50.0

  /// The reach in metres of every item in the point index.
  static let common = radii * commonAccuracy

  /// An item's reach in metres from its accuracy in metres; `nil` is unknown.
  static func meters(accuracy: Double?) -> Double { radii * (accuracy ?? assumedAccuracy) }

  /// An item's reach as degrees of latitude, generously, as an SQL expression.
  static func latitudeSQL(_ accuracy: String) -> String {
    "(\(radii) * \(accuracy) / \(GeographicBox.metersPerLatitude))"
  }
}
