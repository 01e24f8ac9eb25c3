/// The places of eight candidates, for the prefilter.
struct CandidatePlaces {
  /// The offsets to the north and east of the photo, in units of `Candidates.degreesPerUnit`.
  let up: Lanes
  let along: Lanes
  let accuracy: Lanes
  let altitude: Lanes
  let viewDistance: Lanes
  let isSubject: LaneMask
  /// False behind the last candidate.
  let isThere: LaneMask

  /// The candidates whose viewing range may exceed their place's error.
  @inline(__always)
  var mayLookFar: LaneMask {
    (viewDistance .> 0) .| (altitude .>= Float(ReachRule.aerialHeight))
  }

  /// The differences in longitude to the east, in degrees.
  @inline(__always)
  var longitudeTurn: Lanes { along * Float(Candidates.degreesPerUnit) }

  /// The candidates so far away (some 22 km) that the plane's scales are invalid.
  @inline(__always)
  var isFarAway: LaneMask {
    let limit = Lanes(repeating: Float(0.2 / Candidates.degreesPerUnit))
    return (up.magnitudes .> limit) .| (along.magnitudes .> limit)
  }
}

/// The poses of eight candidates' cameras.
struct CandidatePoses {
  let heading: Lanes
  let headingAccuracy: Lanes
  let fieldOfView: Lanes
  let pitch: Lanes

  /// The 68 % half-widths of the headings' errors, degrees; see `RecordedPose.headingSpread`.
  @inline(__always)
  func headingSpread(_ weights: MatchWeights) -> Lanes {
    var width = headingAccuracy.known(or: Lanes(repeating: Float(weights.itemHeadingAccuracy)))
      .smaller(Lanes(repeating: Float(AccuracyLimits.heading)))
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

/// The columns of candidates as memory with a fixed address.
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
  fileprivate let earliest: UnsafeBufferPointer<Int32>
  fileprivate let latest: UnsafeBufferPointer<Int32>
  fileprivate let traits: UnsafeBufferPointer<Candidates.Traits>

  /// The positions of eight candidates from an index on; values after the last are unknown.
  @inline(__always)
  func places(from first: Int, _ place: Coordinate) -> CandidatePlaces {
    let order = Lanes(0, 1, 2, 3, 4, 5, 6, 7)
    return CandidatePlaces(
      up: steps(latitudes, first, from: Candidates.units(place.latitude)),
      along: steps(longitudes, first, from: Candidates.units(place.longitude)),
      accuracy: lanes(accuracies, first), altitude: lanes(altitudes, first),
      viewDistance: lanes(viewDistances, first), isSubject: traits(from: first, .subject),
      isThere: order .< Float(min(Lanes.count, count - first)))
  }

  /// The camera poses of eight candidates from one index on.
  @inline(__always)
  func poses(from first: Int) -> CandidatePoses {
    CandidatePoses(
      heading: lanes(headings, first),
      headingAccuracy: lanes(headingAccuracies, first),
      fieldOfView: lanes(fieldsOfView, first), pitch: lanes(pitches, first))
  }

  /// The viewing ranges of the elevated cameras among eight candidates from an index on:
  /// `Altitude.farView`, accurate to 1 in 100,000.
  ///
  /// - Parameters:
  ///   - first: the first of the eight.
  ///   - altitude: their altitudes, metres.
  /// - Returns: metres; NaN for all others.
  @inline(__always)
  func farViews(from first: Int, _ altitude: Lanes) -> Lanes {
    let pitch = lanes(pitches, first).known(or: .zero)
    let isHigh =
      (altitude .>= Float(ReachRule.aerialHeight))
      .& (traits(from: first, .aboveGround) .| (pitch .< Float(ReachRule.aerialPitch)))
    let tilted = altitude * pitch.cosineOfDegrees / (-pitch).sineOfDegrees
    let view = (altitude * Float(ReachRule.aerialViews)).replacing(with: tilted, where: pitch .< 0)
    let most = Lanes(repeating: Float(ReachRule.farthestView))
    return Lanes(repeating: .nan).replacing(with: view.positive.smaller(most), where: isHigh)
  }

  /// Masks of eight candidates from an index on: those with dates, and those whose dates overlap a
  /// span of days, taken strictly.
  ///
  /// Days are compared as `Float`, which rises with them. Dates farther than 45,000 years away may
  /// count even if they only nearly overlap.
  @inline(__always)
  func dates(from first: Int, earliest: Int32, latest: Int32) -> (known: LaneMask, in: LaneMask) {
    let (begin, end) = (steps(self.earliest, first, from: 0), steps(self.latest, first, from: 0))
    let isOpen = (begin .== Float(Int32.min)) .& (end .== Float(Int32.max))
    return (
      traits(from: first, .dated) .& .!isOpen,
      (begin .<= Float(latest)) .& (end .>= Float(earliest))
    )
  }

  // Eight numbers are written one by one, because these integer vectors compile to scalar code in
  // any case. The compiler then keeps them in registers.

  /// Differences of units the short way round.
  @inline(__always)
  private func steps(_ column: UnsafeBufferPointer<Int32>, _ first: Int, from origin: Int32)
    -> Lanes
  {
    @inline(__always) func step(_ lane: Int) -> Float { Float(column[first + lane] &- origin) }
    if first + Lanes.count <= count {
      return Lanes(step(0), step(1), step(2), step(3), step(4), step(5), step(6), step(7))
    }
    var lanes = Lanes.zero
    for lane in 0..<(count - first) { lanes[lane] = step(lane) }
    return lanes
  }

  /// A mask of eight candidates from an index on that have a trait.
  @inline(__always)
  private func traits(from first: Int, _ trait: Candidates.Traits) -> LaneMask {
    @inline(__always) func flag(_ lane: Int) -> Float {
      Float(Int32(traits[first + lane].rawValue & trait.rawValue))
    }
    if first + Lanes.count <= count {
      return Lanes(flag(0), flag(1), flag(2), flag(3), flag(4), flag(5), flag(6), flag(7)) .> 0
    }
    var lanes = Lanes.zero
    for lane in 0..<(count - first) { lanes[lane] = flag(lane) }
    return lanes .> 0
  }

  @inline(__always)
  private func lanes(_ column: UnsafeBufferPointer<Float>, _ first: Int) -> Lanes {
    if first + Lanes.count <= count {
      return UnsafeRawBufferPointer(column).loadUnaligned(
        fromByteOffset: first * MemoryLayout<Float>.stride, as: Lanes.self)
    }
    var lanes = Lanes(repeating: .nan)
    for lane in 0..<(count - first) { lanes[lane] = column[first + lane] }
    return lanes
  }
}

extension Candidates {
  /// Runs a piece of work on the columns.
  func withColumns<Result>(_ body: (CandidateColumns) -> Result) -> Result {
    CandidateColumns.with(latitudes, longitudes) { latitudes, longitudes in
      CandidateColumns.with(earliest, latest) { earliest, latest in
        CandidateColumns.with(accuracies, headings) { accuracies, headings in
          CandidateColumns.with(headingAccuracies, fieldsOfView) { headingAccuracies, fields in
            CandidateColumns.with(pitches, altitudes) { pitches, altitudes in
              CandidateColumns.with(viewDistances, traits) { viewDistances, traits in
                body(
                  CandidateColumns(
                    count: count, latitudes: latitudes, longitudes: longitudes,
                    accuracies: accuracies, headings: headings,
                    headingAccuracies: headingAccuracies, fieldsOfView: fields,
                    pitches: pitches, altitudes: altitudes, viewDistances: viewDistances,
                    earliest: earliest, latest: latest, traits: traits))
              }
            }
          }
        }
      }
    }
  }
}

extension CandidateColumns {
  /// Two columns at once.
  fileprivate static func with<A, B, Result>(
    _ a: ContiguousArray<A>, _ b: ContiguousArray<B>,
    _ body: (UnsafeBufferPointer<A>, UnsafeBufferPointer<B>) -> Result
  ) -> Result {
    a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { b in body(a, b) } }
  }
}
