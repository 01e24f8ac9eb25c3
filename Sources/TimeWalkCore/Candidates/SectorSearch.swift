import Glibc

/// Answers a `SectorQuery` from pages, and unpacks only the necessary columns.
///
/// Places, then dates, then nearness and headings are compared eight at a time, within the page.
/// Once there are enough results, the worst of them limits the distance of further ones. Sectors
/// are therefore compared only for likely results. A caller that goes from near to far can stop at
/// that limit.
package struct SectorSearch {
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
  private let heading: Float?
  /// The square of the distance from which on nothing counts: at first the query's.
  private var squaredReach: Float
  /// The least score that is among the best.
  private var least: Float = 0
  /// Keeps the compiler from leaving out what only reads.
  private var touched: UInt32 = 0
  private let scratch = PackedColumn.Scratch(columns: 5)

  /// Begins a search.
  package init(_ query: SectorQuery) {
    self.query = query
    heading = query.heading.map { Float($0.degrees) }
    sector =
      GroundSector(
        apex: .zero, heading: query.fieldOfView == nil ? nil : heading,
        half: Float(min(90, (query.fieldOfView?.degrees ?? 360) / 2)),
        radius: Float(query.distance.meters)
      ).withEnds
    latitude = Candidates.units(query.place.latitude)
    longitude = Candidates.units(query.place.longitude)
    let meters = Candidates.degreesPerUnit * 111_320
    scale = SIMD2(
      Float(meters), Float(meters * cos(query.place.latitude * .pi / 180)))
    earliest = query.dates?.earliest.map { Int32(clamping: $0.number) } ?? .min
    latest = query.dates?.latest.map { Int32(clamping: $0.number) } ?? .max
    squaredReach = Float(query.radius.meters * query.radius.meters)
    hits.reserveCapacity(max(0, min(query.limit, 1000)) + 1)
  }

  /// True if there are enough results: only better ones then count.
  package var isFull: Bool { hits.count >= query.limit }

  /// The distance in metres within which a view may still be a result; at first the requested
  /// distance.
  package var farthest: Double {
    query.limit > 0 ? min(query.radius.meters, Double(squaredReach).squareRoot()) : 0
  }

  /// The greatest number of results.
  package var limit: Int { query.limit }

  /// Looks at some candidates.
  package mutating func look(at slices: [CandidatePage.Slice]) {
    for slice in slices { touched &+= slice.page.touch(slice.range) }
    for slice in slices { look(at: slice) }
  }

  /// Looks at some candidates.
  package mutating func look(at slice: CandidatePage.Slice) {
    guard query.limit > 0 else { return }
    let (page, range) = (slice.page, slice.range)
    let latitudes = PackedColumn(page, .latitudes, range, scratch, 0)
    let longitudes = PackedColumn(page, .longitudes, range, scratch, 1)
    // These columns are read only if a place is near.
    var dates: (earliest: PackedColumn, latest: PackedColumn)?
    var headings: PackedColumn?
    for start in Swift.stride(from: 0, to: range.count, by: Lanes.count) {
      let up = Lanes(latitudes.eight(start) &- latitude) * scale.x
      let along = Lanes(longitudes.eight(start) &- longitude) * scale.y
      let squares = up * up + along * along
      var isWanted = squares .<= squaredReach
      guard isWanted.isAny else { continue }
      let days =
        dates
        ?? (
          PackedColumn(page, .earliest, range, scratch, 2),
          PackedColumn(page, .latest, range, scratch, 3)
        )
      dates = days
      let (first, last) = (days.earliest.eight(start), days.latest.eight(start))
      isWanted = isWanted .& (Lanes(first) .<= Float(latest)) .& (Lanes(last) .>= Float(earliest))
      guard isWanted.isAny else { continue }
      let directions = headings ?? PackedColumn(page, .headings, range, scratch, 4)
      headings = directions
      let degrees = unsafeBitCast(directions.eight(start), to: Lanes.self)
      if isFull { isWanted = isWanted .& mayCount(squares, degrees) }
      for lane in 0..<min(Lanes.count, range.count - start) where isWanted[lane] {
        // Rounded to single precision they were near the ends at most.
        guard first[lane] <= latest, last[lane] >= earliest else { continue }
        consider(
          page, range.lowerBound + start + lane, SIMD2(along[lane], up[lane]), squares[lane],
          degrees[lane])
      }
    }
  }

  /// Looks at candidates that were read otherwise.
  package mutating func look(at candidates: Candidates) {
    for start in Swift.stride(from: 0, to: candidates.count, by: CandidatePage.mostCandidates) {
      let end = min(candidates.count, start + CandidatePage.mostCandidates)
      candidates.page(of: start..<end, groups: [(0, start)]).withUnsafeBytes { bytes in
        if let slice = CandidatePage(bytes)?.slice(ofGroups: 0...0) { look(at: slice) }
      }
    }
  }

  /// A mask of the eight that may be good enough; never wrongly false, as the quick functions are
  /// right to 1 in 100,000.
  @inline(__always)
  private func mayCount(_ squares: Lanes, _ headings: Lanes) -> LaneMask {
    let nearness = (squares.squareRoot() * (-1 / SectorQuery.decay)).exponential
    guard let heading else { return nearness .>= least - 1e-4 }
    let agreement = (headings - heading).cosineOfDegrees.known(or: .zero)
    return nearness * (0.5 + 0.5 * agreement) .>= least - 1e-4
  }

  private mutating func consider(
    _ page: CandidatePage, _ index: Int, _ place: SIMD2<Float>, _ square: Float, _ heading: Float
  ) {
    let nearness = expf(-square.squareRoot() / SectorQuery.decay)
    guard !isFull || nearness >= least else { return }
    let agreement = self.heading.map { 0.5 + 0.5 * cosf((heading - $0) * .pi / 180) } ?? 1
    let score = nearness * (heading.isNaN ? 0.5 : agreement)
    guard !isFull || score >= least else { return }
    let traits = page.traits(index)
    guard query.dates == nil || traits.contains(.dated) else { return }
    let field = page.number(.fieldsOfView, index)
    let view = page.number(.viewDistances, index)
    let isAround = heading.isNaN || traits.contains(.subject) || field > 180
    let other = GroundSector(
      apex: place, heading: isAround ? nil : heading, half: field.isNaN ? 30 : field / 2,
      radius: view.isNaN ? Float(SectorQuery.usualDistance) : view)
    guard sector.meets(other) else { return }
    keep(SectorHit(key: page.key(index), score: score))
  }

  private mutating func keep(_ hit: SectorHit) {
    func isBefore(_ a: SectorHit, _ b: SectorHit) -> Bool {
      a.score != b.score ? a.score > b.score : a.key < b.key
    }
    if isFull {
      guard let last = hits.last, isBefore(hit, last) else { return }
      hits.removeLast()
    }
    hits.insert(hit, at: hits.firstIndex { isBefore(hit, $0) } ?? hits.count)
    guard isFull, let last = hits.last else { return }
    least = last.score
    // A centimetre is more than rounding does to the nearness: a view beyond is worse.
    let reach = SectorQuery.decay * -logf(least) * 1.0001 + 0.01
    squaredReach = min(squaredReach, reach * reach)
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
