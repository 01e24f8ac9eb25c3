#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Answers a `SectorQuery` from pages, without unpacking more of them than it needs.
///
/// Places and dates are looked at eight at a time. Of what is left, the nearness says how good it can be at most,
/// so that the sectors are compared of few: of those that would be among the best.
public struct SectorSearch {
  /// The best so far, best first.
  public private(set) var hits: [SectorHit] = []

  private let query: SectorQuery
  private let sector: GroundSector
  private let latitude: Int32
  private let longitude: Int32
  /// Metres for each of `Candidates.degreesPerUnit` to the north and to the east.
  private let scale: SIMD2<Float>
  private let earliest: Int32
  private let latest: Int32
  private let squaredRadius: Float
  /// The least score that is among the best.
  private var least: Float = 0
  private var buffer = [Int32](repeating: 0, count: 4 * CandidatePage.mostCandidates)

  /// Begins a search.
  public init(_ query: SectorQuery) {
    self.query = query
    sector = GroundSector(
      apex: .zero, heading: Float(query.heading.degrees),
      half: Float(min(90, query.fieldOfView.degrees / 2)), radius: Float(query.distance.meters))
    latitude = Candidates.units(query.place.latitude)
    longitude = Candidates.units(query.place.longitude)
    let meters = Candidates.degreesPerUnit * 111_320
    scale = SIMD2(
      Float(meters), Float(meters * cos(query.place.latitude * .pi / 180)))
    earliest = query.dates.earliest.map { Int32(clamping: $0.number) } ?? .min
    latest = query.dates.latest.map { Int32(clamping: $0.number) } ?? .max
    squaredRadius = Float(query.radius.meters * query.radius.meters)
    hits.reserveCapacity(max(0, min(query.limit, 1000)) + 1)
  }

  /// Looks at some candidates.
  public mutating func look(at slice: CandidatePage.Slice) {
    guard query.limit > 0 else { return }
    let (page, range) = (slice.page, slice.range)
    let stride = CandidatePage.mostCandidates
    buffer.withUnsafeMutableBufferPointer { buffer in
      buffer.withMemoryRebound(to: UInt32.self) { words in
        guard let words = words.baseAddress else { return }
        page.unpack(.latitudes, range, to: words)
        page.unpack(.longitudes, range, to: words + stride)
        page.unpack(.earliest, range, to: words + 2 * stride)
        page.unpack(.latest, range, to: words + 3 * stride)
      }
    }
    for start in Swift.stride(from: 0, to: range.count, by: Lanes.count) {
      let (squares, isNear) = near(start)
      guard isNear.isAny else { continue }
      for lane in 0..<min(Lanes.count, range.count - start) where isNear[lane] {
        consider(page, range.lowerBound + start + lane, start + lane, squares[lane])
      }
    }
  }

  /// Looks at candidates that were read otherwise.
  public mutating func look(at candidates: Candidates) {
    for start in Swift.stride(from: 0, to: candidates.count, by: CandidatePage.mostCandidates) {
      let end = min(candidates.count, start + CandidatePage.mostCandidates)
      candidates.page(of: start..<end, groups: [(0, start)]).withUnsafeBytes { bytes in
        if let slice = CandidatePage(bytes)?.slice(ofGroups: 0...0) { look(at: slice) }
      }
    }
  }

  /// Which of eight are near and of the time, and the squares of their distances.
  @inline(__always)
  private func near(_ first: Int) -> (squares: Lanes, isNear: LaneMask) {
    let stride = CandidatePage.mostCandidates
    return buffer.withUnsafeBytes { bytes in
      @inline(__always) func eight(_ column: Int) -> SIMD8<Int32> {
        bytes.loadUnaligned(
          fromByteOffset: 4 * min(column * stride + first, 4 * stride - 8), as: SIMD8<Int32>.self)
      }
      let up = Lanes(eight(0) &- latitude) * scale.x
      let along = Lanes(eight(1) &- longitude) * scale.y
      let squares = up * up + along * along
      let begins = Lanes(eight(2)) .<= Float(latest)
      let ends = Lanes(eight(3)) .>= Float(earliest)
      return (squares, (squares .<= squaredRadius) .& begins .& ends)
    }
  }

  private mutating func consider(_ page: CandidatePage, _ index: Int, _ at: Int, _ square: Float) {
    let nearness = expf(-square.squareRoot() / SectorQuery.decay)
    let isFull = hits.count == query.limit
    guard !isFull || nearness >= least else { return }
    let heading = page.number(.headings, index)
    let score =
      heading.isNaN
      ? nearness / 2
      : nearness
        * (0.5 + 0.5 * cosf((heading - Float(query.heading.degrees)) * .pi / 180))
    guard !isFull || score >= least else { return }
    let traits = page.traits(index)
    let (first, last) = (
      buffer[2 * CandidatePage.mostCandidates + at], buffer[3 * CandidatePage.mostCandidates + at]
    )
    // Rounded to single precision they were near the ends at most.
    guard traits.contains(.dated), first <= latest, last >= earliest else { return }
    let field = page.number(.fieldsOfView, index)
    let view = page.number(.viewDistances, index)
    let up = Float(buffer[at] &- latitude) * scale.x
    let along = Float(buffer[CandidatePage.mostCandidates + at] &- longitude) * scale.y
    let isAround = heading.isNaN || traits.contains(.subject) || field > 180
    let other = GroundSector(
      apex: SIMD2(along, up), heading: isAround ? nil : heading,
      half: field.isNaN ? 30 : field / 2,
      radius: view.isNaN ? Float(SectorQuery.usualDistance) : view)
    guard sector.meets(other) else { return }
    keep(SectorHit(key: page.key(index), score: score))
  }

  private mutating func keep(_ hit: SectorHit) {
    func isBefore(_ a: SectorHit, _ b: SectorHit) -> Bool {
      a.score != b.score ? a.score > b.score : a.key < b.key
    }
    if hits.count == query.limit {
      guard let last = hits.last, isBefore(hit, last) else { return }
      hits.removeLast()
    }
    hits.insert(hit, at: hits.firstIndex { isBefore(hit, $0) } ?? hits.count)
    least = hits.count == query.limit ? hits.last?.score ?? 0 : 0
  }
}

extension CandidatePage {
  fileprivate func number(_ column: Column, _ index: Int) -> Float {
    var word: UInt32 = 0
    unpack(column, index..<index + 1, to: &word)
    return Float(bitPattern: word)
  }

  fileprivate func key(_ index: Int) -> Int64 {
    var word: UInt64 = 0
    unpack(.keys, index..<index + 1, to: &word)
    return Int64(bitPattern: word)
  }

  fileprivate func traits(_ index: Int) -> Candidates.Traits {
    var word: UInt8 = 0
    unpack(.traits, index..<index + 1, to: &word)
    return Candidates.Traits(rawValue: word)
  }
}
