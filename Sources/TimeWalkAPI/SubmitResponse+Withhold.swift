package import TimeWalkCore

extension SubmitResponse {
  /// Removes the photo's location, and all that it could be computed from.
  ///
  /// The original's path and name may contain the location, so the hash alone names it.
  package mutating func withholdLocation(photo name: String) {
    photo.original = nil
    search.withholdLocation(photo: name)
  }

  /// The same without the warnings, which may name the file.
  package mutating func withholdLocation() {
    search.warnings = []
    withholdLocation(photo: " ")
  }
}

extension MatchResponse {
  /// The same for the search; titles stay, and probabilities with one decimal.
  fileprivate mutating func withholdLocation(photo name: String) {
    viewpoint.withholdLocation()
    // Some offsets from UTC belong to one country.
    viewpoint.timestamp = viewpoint.localTime ?? viewpoint.timestamp
    (viewpoint.utcOffset, viewpoint.utcOffsetFrom) = (nil, nil)
    nearest = nil
    noMatch = noMatch.rounded(places: 1)
    for index in matches.indices { matches[index].withholdLocation() }
    for index in timeline.indices { timeline[index].withholdLocation() }
    for index in places?.indices ?? 0..<0 { places?[index].withholdLocation() }
    warnings = warnings.map { $0.replacing(name, with: "the photo") }
  }
}

/// A check for coordinates in a file's name.
package enum PlaceInName {
  /// Returns true if a path holds the latitude or longitude to three decimals or more.
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
