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

/// When eight candidates' images were made, strictly.
struct CandidateDates {
  let earliest: SIMD8<Int32>
  let latest: SIMD8<Int32>
  let isDated: LaneMask
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
  fileprivate let earliest: UnsafeBufferPointer<Int32>
  fileprivate let latest: UnsafeBufferPointer<Int32>
  fileprivate let traits: UnsafeBufferPointer<Candidates.Traits>

  /// Where the eight candidates from one on are; what lies behind the last is unknown.
  @inline(__always)
  func places(from first: Int) -> CandidatePlaces {
    let subject = traits(from: first, .subject)
    let order = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
    return CandidatePlaces(
      latitudes: lanes(latitudes, first, rest: 0), longitudes: lanes(longitudes, first, rest: 0),
      accuracy: lanes(accuracies, first, rest: .nan), altitude: lanes(altitudes, first, rest: .nan),
      viewDistance: lanes(viewDistances, first, rest: .nan), isSubject: subject,
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

  /// When the images of the eight candidates from one on were made.
  @inline(__always)
  func dates(from first: Int) -> CandidateDates {
    CandidateDates(
      earliest: lanes(earliest, first, rest: 0), latest: lanes(latest, first, rest: 0),
      isDated: traits(from: first, .dated))
  }

  /// Which of the eight candidates from one on have a trait.
  @inline(__always)
  private func traits(from first: Int, _ trait: Candidates.Traits) -> LaneMask {
    let isWhole = first + Lanes.count <= count
    var bits: UInt64 = 0
    if isWhole {
      bits =
        UnsafeRawBufferPointer(traits).loadUnaligned(fromByteOffset: first, as: UInt64.self)
        .littleEndian
    } else {
      for lane in 0..<(count - first) {
        bits |= UInt64(traits[first + lane].rawValue) << UInt64(8 * lane)
      }
    }
    return (CandidateColumns.bytes(bits) & Int32(trait.rawValue)) .!= 0
  }

  /// Eight bytes as numbers, the lowest first.
  @inline(__always)
  private static func bytes(_ bits: UInt64) -> SIMD8<Int32> {
    let (low, high) = (UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32))
    let shifts = SIMD4<UInt32>(0, 8, 16, 24)
    let first = (SIMD4(repeating: low) &>> shifts) & 0xFF
    let second = (SIMD4(repeating: high) &>> shifts) & 0xFF
    return unsafeBitCast(SIMD8(lowHalf: first, highHalf: second), to: SIMD8<Int32>.self)
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
