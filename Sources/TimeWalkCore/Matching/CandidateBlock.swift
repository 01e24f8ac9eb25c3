/// Where eight candidates are, for the judge's first glance.
struct CandidatePlaces {
  let latitudes: SIMD8<Int32>
  let longitudes: SIMD8<Int32>
  let accuracy: Lanes
  let altitude: Lanes
  let viewDistance: Lanes
  let isSubject: LaneMask
  /// False behind the last candidate.
  let isThere: LaneMask

  /// Whose images may look so far that their reach is more than their place's error.
  @inline(__always)
  var mayLookFar: LaneMask {
    (viewDistance .> 0) .| (altitude .>= Float(ReachRule.aerialHeight))
  }

  /// How far the longitudes lie to the east, degrees.
  @inline(__always)
  func longitudeTurn(from place: Coordinate) -> Lanes {
    Lanes(longitudes &- Candidates.units(place.longitude)) * Float(Candidates.degreesPerUnit)
  }

  /// Whether one is so far away that the plane's scales no longer hold: some 3 km.
  @inline(__always)
  func isFarAway(from place: Coordinate) -> Bool {
    let limit = Lanes(repeating: Float(0.03 / Candidates.degreesPerUnit))
    let up = Lanes(latitudes &- Candidates.units(place.latitude)).magnitudes
    let along = Lanes(longitudes &- Candidates.units(place.longitude)).magnitudes
    return any((up .> limit) .| (along .> limit))
  }
}

/// How eight candidates' cameras were held.
struct CandidatePoses {
  let heading: Lanes
  let headingAccuracy: Lanes
  let fieldOfView: Lanes
  let pitch: Lanes

  /// The 68 % half-widths of the headings' errors, degrees; see `RecordedPose.headingSpread`.
  @inline(__always)
  func headingSpread(_ weights: MatchWeights) -> Lanes {
    var width = headingAccuracy.known(or: Lanes(repeating: Float(weights.itemHeadingAccuracy)))
    for half in [Float(22.5), 11.25] {
      let steps = heading / (2 * half)
      let isSector =
        ((headingAccuracy - half).magnitudes .<= half / 10)
        .& ((steps - steps.nearest).magnitudes .< 1e-5)
      width.replace(with: 0.68 * half, where: isSector)
    }
    return width
  }
}

/// The columns of candidates as memory that stays where it is.
struct CandidateColumns {
  let count: Int
  fileprivate let latitudes: UnsafeBufferPointer<Int32>
  fileprivate let longitudes: UnsafeBufferPointer<Int32>
  fileprivate let accuracies: UnsafeBufferPointer<Float>
  fileprivate let headings: UnsafeBufferPointer<Float>
  fileprivate let headingAccuracies: UnsafeBufferPointer<Float>
  fileprivate let fieldsOfView: UnsafeBufferPointer<Float>
  fileprivate let pitches: UnsafeBufferPointer<Float>
  fileprivate let altitudes: UnsafeBufferPointer<Float>
  fileprivate let viewDistances: UnsafeBufferPointer<Float>
  fileprivate let traits: UnsafeBufferPointer<Candidates.Traits>

  /// Where the eight candidates from one on are; what lies behind the last is unknown.
  @inline(__always)
  func places(from first: Int) -> CandidatePlaces {
    var subject = SIMD8<Int32>.zero
    for lane in 0..<min(Lanes.count, count - first) {
      subject[lane] = Int32(traits[first + lane].rawValue & Candidates.Traits.subject.rawValue)
    }
    let order = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
    return CandidatePlaces(
      latitudes: lanes(latitudes, first, rest: 0), longitudes: lanes(longitudes, first, rest: 0),
      accuracy: lanes(accuracies, first, rest: .nan), altitude: lanes(altitudes, first, rest: .nan),
      viewDistance: lanes(viewDistances, first, rest: .nan), isSubject: subject .!= 0,
      isThere: order .< Int32(clamping: count - first))
  }

  /// How the cameras of the eight candidates from one on were held.
  @inline(__always)
  func poses(from first: Int) -> CandidatePoses {
    CandidatePoses(
      heading: lanes(headings, first, rest: .nan),
      headingAccuracy: lanes(headingAccuracies, first, rest: .nan),
      fieldOfView: lanes(fieldsOfView, first, rest: .nan), pitch: lanes(pitches, first, rest: .nan))
  }

  @inline(__always)
  private func lanes<Number: SIMDScalar>(
    _ column: UnsafeBufferPointer<Number>, _ first: Int, rest: Number
  ) -> SIMD8<Number> {
    if first + Lanes.count <= count {
      return UnsafeRawBufferPointer(column).loadUnaligned(
        fromByteOffset: first * MemoryLayout<Number>.stride, as: SIMD8<Number>.self)
    }
    var lanes = SIMD8<Number>(repeating: rest)
    for lane in 0..<(count - first) { lanes[lane] = column[first + lane] }
    return lanes
  }
}

extension Candidates {
  /// Runs a piece of work on the columns.
  func withColumns<Result>(_ body: (CandidateColumns) -> Result) -> Result {
    latitudes.withUnsafeBufferPointer { latitudes in
      longitudes.withUnsafeBufferPointer { longitudes in
        accuracies.withUnsafeBufferPointer { accuracies in
          headings.withUnsafeBufferPointer { headings in
            headingAccuracies.withUnsafeBufferPointer { headingAccuracies in
              fieldsOfView.withUnsafeBufferPointer { fieldsOfView in
                pitches.withUnsafeBufferPointer { pitches in
                  altitudes.withUnsafeBufferPointer { altitudes in
                    viewDistances.withUnsafeBufferPointer { viewDistances in
                      traits.withUnsafeBufferPointer { traits in
                        body(
                          CandidateColumns(
                            count: count, latitudes: latitudes, longitudes: longitudes,
                            accuracies: accuracies, headings: headings,
                            headingAccuracies: headingAccuracies, fieldsOfView: fieldsOfView,
                            pitches: pitches, altitudes: altitudes, viewDistances: viewDistances,
                            traits: traits))
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
