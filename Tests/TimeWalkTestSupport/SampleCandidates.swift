package import TimeWalkCore

/// Candidates of all kinds, with the extreme values of files.
package enum SampleCandidates {
  /// So many of them; equal seeds give equal ones.
  package static func some(_ count: Int, seed: UInt64 = 7) -> [Candidate] {
    var random = SeededGenerator(seed: seed)
    func maybe<T>(_ make: (Double) -> T?) -> T? {
      Bool.random(using: &random) ? make(Double.random(in: 0...1, using: &random)) : nil
    }
    return (0..<count).map { index in
      let latitude = [-90, 90, 0, Double.random(in: -90...90, using: &random)]
      let longitude = [
        -180, 179.999_999_999, 0, Double.random(in: -180..<180, using: &random),
      ]
      guard
        let coordinate = Coordinate(
          latitude: latitude.randomElement(using: &random) ?? 0,
          longitude: longitude.randomElement(using: &random) ?? 0,
          horizontalAccuracy: maybe { Distance(meters: [0, 1e-60, 1e300, $0 * 100][index % 4]) })
      else { preconditionFailure("a latitude or longitude that can't be") }
      let far = Int.random(in: -2_000_000...40_000, using: &random)
      let dates = maybe { _ in
        DateSpan(
          earliest: maybe { _ in Day(number: far) },
          latest: maybe { Day(number: far + Int($0 * 4000)) })
      }
      return Candidate(
        key: Int64(index) - 3,
        pose: RecordedPose(
          coordinate: coordinate, locationOf: Bool.random(using: &random) ? .camera : .subject,
          heading: maybe { Heading(degrees: $0 * 360) },
          headingAccuracy: maybe { Angle(degrees: $0 * 180) },
          fieldOfView: maybe { FieldOfView(degrees: 1e-50 + $0 * 360) },
          pitch: maybe { Angle(degrees: $0 * 180 - 90) },
          altitude: maybe {
            Altitude(
              meters: $0 * 9000 - 400,
              reference: Altitude.Reference.allCases[index % Altitude.Reference.allCases.count],
              accuracy: index % 3 == 0 ? Distance(meters: $0) : nil)
          }, viewDistance: maybe { Distance(meters: 1 + $0 * 1000) }),
        dates: dates, fuzzyDates: dates)
    }
  }
}
