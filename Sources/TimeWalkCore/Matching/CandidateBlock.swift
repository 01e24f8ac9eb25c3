/// Eight candidates out of the columns, for the judge's first glance.
struct CandidateBlock {
  let latitudes: SIMD8<Int32>
  let longitudes: SIMD8<Int32>
  let accuracy: Lanes
  let heading: Lanes
  let headingAccuracy: Lanes
  let fieldOfView: Lanes
  let pitch: Lanes
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

  /// Whose pitch or height is known.
  @inline(__always)
  var mayBeFramed: LaneMask { (pitch .== pitch) .| (altitude .== altitude) }

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

  /// The 68 % half-widths of the headings' errors, degrees; see `RecordedPose.headingSpread`.
  @inline(__always)
  func headingSpread(_ weights: MatchWeights) -> Lanes {
    var width = headingAccuracy.known(or: Lanes(repeating: Float(weights.itemHeadingAccuracy)))
      .smaller(Lanes(repeating: Float(Vaguest.heading)))
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

  /// The eight candidates from one on; what lies behind the last is unknown.
  @inline(__always)
  func block(from first: Int) -> CandidateBlock {
    let isWhole = first + Lanes.count <= count
    @inline(__always) func numbers(_ column: UnsafeBufferPointer<Float>) -> Lanes {
      if isWhole { return CandidateColumns.load(column, first, as: Lanes.self) }
      var lanes = Lanes(repeating: .nan)
      for lane in 0..<(count - first) { lanes[lane] = column[first + lane] }
      return lanes
    }
    @inline(__always) func units(_ column: UnsafeBufferPointer<Int32>) -> SIMD8<Int32> {
      if isWhole { return CandidateColumns.load(column, first, as: SIMD8<Int32>.self) }
      var lanes = SIMD8<Int32>.zero
      for lane in 0..<(count - first) { lanes[lane] = column[first + lane] }
      return lanes
    }
    var subject = SIMD8<Int32>.zero
    for lane in 0..<min(Lanes.count, count - first) {
      subject[lane] = Int32(traits[first + lane].rawValue & Candidates.Traits.subject.rawValue)
    }
    let order = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
    return CandidateBlock(
      latitudes: units(latitudes), longitudes: units(longitudes), accuracy: numbers(accuracies),
      heading: numbers(headings), headingAccuracy: numbers(headingAccuracies),
      fieldOfView: numbers(fieldsOfView), pitch: numbers(pitches), altitude: numbers(altitudes),
      viewDistance: numbers(viewDistances), isSubject: subject .!= 0,
      isThere: order .< Int32(clamping: count - first))
  }

  @inline(__always)
  private static func load<Element, Block>(
    _ column: UnsafeBufferPointer<Element>, _ first: Int, as type: Block.Type
  ) -> Block {
    UnsafeRawBufferPointer(column).loadUnaligned(
      fromByteOffset: first * MemoryLayout<Element>.stride, as: type)
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
