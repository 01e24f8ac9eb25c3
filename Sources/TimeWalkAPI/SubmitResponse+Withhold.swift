package import TimeWalkCore

extension SubmitResponse {
  /// Leaves out where the photo was taken, and what it could be worked out from.
  ///
  /// Titles and probabilities stay: they are what was asked for. The original's path and name may
  /// tell the place, so the hash alone names it.
  package mutating func withholdLocation(photo name: String) {
    viewpoint.withholdLocation()
    photo.original = nil
    nearest = nil
    for index in matches.indices { matches[index].withholdLocation() }
    for index in timeline.indices { timeline[index].withholdLocation() }
    for index in places?.indices ?? 0..<0 { places?[index].withholdLocation() }
    warnings = warnings.map { $0.replacing(name, with: "the photo") }
  }
}

/// Whether a file's name tells a place.
package enum PlaceInName {
  /// Whether a path holds the latitude or longitude to three decimals or more.
  package static func isTold(in path: String, _ coordinate: Coordinate) -> Bool {
    path.matches(of: #/[0-9]{1,3}[.,_][0-9]{3,}/#).contains { match in
      let text = match.output.map { $0.isNumber ? String($0) : "." }.joined()
      guard let number = Double(text) else { return false }
      return [coordinate.latitude, coordinate.longitude].contains {
        abs($0.magnitude - number) < 0.01
      }
    }
  }
}
