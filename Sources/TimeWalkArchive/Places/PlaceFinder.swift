package import TimeWalkCore
import TimeWalkMaps
import Glibc

/// Finds items near a place that don't show the view from there: maps that cover it, views whose
/// frame contains it, and items close by.
///
/// The first results are the most informative about the spot: of the requested time, clear or
/// close, and precisely located.
package struct PlaceFinder: Sendable {
  /// The place.
  package let spot: Coordinate
  /// The requested time; `nil` for all.
  package let era: Era?

  /// The greatest number of results.
  package static let most = 10
  /// The number of items in one group of the close check, which reads their records.
  private static let closely = 14
  /// The greatest number of items in the close check: a box can hold the place though its outline
  /// doesn't.
  private static let mostClosely = 10 * closely
  /// The bytes of outlines after which the close check reads no further group: 140 usual ones have
  /// fewer.
  private static let mostOutlineBytes = 2 << 20
  /// The greatest distance of a near view or subject, in metres.
  private static let near = 1000.0
  /// The rough distance in metres within which views and subjects come before all others.
  private static let close = 50.0
  /// The default angle of a view, degrees.
  private static let usualField = 60.0

  /// Looks around a place.
  package init(spot: Coordinate, era: Era?) {
    self.spot = spot
    self.era = era
  }

  /// Something that may show the place, before its record is read.
  private struct Prospect {
    let key: Int64
    let how: PlaceRelation
    let worth: Double
    /// The number of the first day that it may be of.
    let start: Int

    /// Items by weight, descending.
    static func isBefore(_ one: Prospect, _ other: Prospect) -> Bool {
      (one.worth, other.key) > (other.worth, one.key)
    }
  }

  /// Those of many prospects that are worth most.
  private struct BestProspects {
    private let most: Int
    /// They, and some that are worth less.
    private(set) var all: [Prospect] = []
    /// The minimum weight of a result.
    private(set) var least = 0.0

    init(most: Int) { self.most = most }

    mutating func add(_ prospect: Prospect) {
      guard prospect.worth >= least else { return }
      all.append(prospect)
      // Sorting once in a while is less work than keeping order.
      guard all.count / 2 >= most else { return }
      all = Array(all.sorted(by: Prospect.isBefore).prefix(most))
      least = all.last?.worth ?? 0
    }
  }

  /// The items near the place, the most informative first.
  ///
  /// - Parameters:
  ///   - candidates: views and subjects around the place.
  ///   - maps: maps whose boxes contain it.
  ///   - excluded: keys of items that show the very view.
  ///   - records: reads items by their keys.
  /// - Returns: at most `most`.
  /// - Throws: the errors of `records`.
  package func find<Fault: Error>(
    among candidates: Candidates, maps: [MapCandidate], excluding excluded: Set<Int64>,
    records: ([Int64]) throws(Fault) -> [Int64: Item]
  ) throws(Fault) -> [FoundPlace] {
    let maps = maps.filter { !excluded.contains($0.key) }.map(prospect)
    let isEarly = isTooEarly(for: maps, candidates, excluding: excluded)
    // The earliest of each kind are only known after all were read. Otherwise one view in the list
    // is enough to stop considering the others.
    var views = BestProspects(most: isEarly ? .max : Self.closely)
    add(candidates, to: &views, excluding: excluded)
    var prospects = (maps + views.all).sorted(by: Prospect.isBefore)
    if isEarly { bringForwardEarliest(of: &prospects) }
    var found: [FoundPlace] = []
    var rest = prospects.prefix(Self.mostClosely)
    var outlineBytes = 0
    while found.count < Self.most, !rest.isEmpty, outlineBytes < Self.mostOutlineBytes {
      let chosen = rest.prefix(Self.closely)
      rest = rest.dropFirst(Self.closely)
      let items = try records(chosen.map(\.key))
      outlineBytes += items.values.reduce(0) { $0 + ($1.ground?.outline.utf8.count ?? 0) }
      for prospect in chosen {
        guard let item = items[prospect.key], let place = place(prospect, item) else { continue }
        found.append(place)
      }
    }
    found.sort { ($0.worth, $1.item.id.description) > ($1.worth, $0.item.id.description) }
    return Array(inOrder(found).prefix(Self.most))
  }

  /// Moves the earliest few of each kind to the front, for evaluation.
  private func bringForwardEarliest(of prospects: inout [Prospect]) {
    var first: Set<Int64> = []
    for how in PlaceRelation.allCases {
      let kind = prospects.filter { $0.how == how }.sorted { $0.start < $1.start }
      first.formUnion(kind.prefix(Self.closely / PlaceRelation.allCases.count).map(\.key))
    }
    prospects =
      prospects.filter { first.contains($0.key) } + prospects.filter { !first.contains($0.key) }
  }

  // MARK: By the columns

  private func prospect(_ map: MapCandidate) -> Prospect {
    let relation = map.dates.flatMap { era?.relation(toStrict: $0, fuzzy: $0) }
    return Prospect(
      key: map.key, how: .covers,
      worth: worth(relation, map.dates)
        * Self.clarity(resolution: map.resolution?.meters, error: map.error?.meters),
      start: Self.start(map.dates))
  }

  /// Adds what of many candidates may be among the best.
  ///
  /// A city has tens of thousands nearby, most of them too far off to outweigh a hundred others. A
  /// rough distance excludes these, once the close ones are known.
  private func add(
    _ candidates: Candidates, to best: inout BestProspects, excluding excluded: Set<Int64>
  ) {
    let plane = LocalPlane(origin: spot)
    let rough = RoughDistance(from: spot)
    let close = Self.close * Self.close
    var (least, farthest) = (0.0, Double.infinity)
    for ring in [0..<close, close..<Double.infinity] {
      for index in candidates.indices {
        let square = rough.square(candidates, index)
        guard ring.contains(square), square <= farthest * farthest else { continue }
        let limit = farthest - Self.handicap(Self.accuracy(candidates, index))
        guard limit >= 0, square <= limit * limit,
          let prospect = prospect(candidates, index, plane), !excluded.contains(prospect.key)
        else { continue }
        best.add(prospect)
        guard least != best.least else { continue }
        least = best.least
        farthest = max(0, Self.farthest(worth: least))
      }
    }
  }

  private func prospect(
    _ candidates: Candidates, _ index: Int, _ plane: LocalPlane
  ) -> Prospect? {
    let offset = plane.offset(of: candidates.coordinate(at: index))
    let isHeld = holds(candidates, index, offset)
    guard isHeld || offset.length <= Self.near else { return nil }
    let dates = candidates.dates(at: index)
    let relation = dates.flatMap { era?.relation(toStrict: $0, fuzzy: $0) }
    return Prospect(
      key: candidates.keys[index], how: isHeld ? .holds : .near,
      worth: worth(relation, dates)
        * Self.closeness(
          offset.length, isHeld: isHeld, accuracy: Self.accuracy(candidates, index)),
      start: Self.start(dates))
  }

  /// Returns true if the requested time ends before all candidates begin.
  private func isTooEarly(
    for maps: [Prospect], _ candidates: Candidates, excluding excluded: Set<Int64>
  ) -> Bool {
    guard let last = era?.span.latest?.number else { return false }
    let plane = LocalPlane(origin: spot)
    return maps.allSatisfy { last < $0.start }
      && candidates.indices.allSatisfy { index in
        last < Self.start(candidates.dates(at: index))
          || excluded.contains(candidates.keys[index])
          || prospect(candidates, index, plane) == nil
      }
  }

  /// Returns true if a view's frame holds the spot: it lies within the view's angle and reach.
  private func holds(_ candidates: Candidates, _ index: Int, _ offset: Offset) -> Bool {
    let heading = Double(candidates.headings[index])
    let traits = candidates.traits[index]
    // Making a set of both for each item took 3 % of a match.
    guard !heading.isNaN, !traits.contains(.subject), !traits.contains(.eitherPlace) else {
      return false
    }
    let view = Double(candidates.viewDistances[index])
    let reach = view.isNaN ? SectorQuery.usualDistance : view
    guard offset.length <= reach, offset.length >= 3 else { return false }
    let field = Double(candidates.fieldsOfView[index])
    // From the camera to the spot.
    let turn = (offset.bearing.degrees + 180 - heading).remainder(dividingBy: 360)
    return abs(turn) <= (field.isNaN ? Self.usualField : field) / 2
  }

  // MARK: The worth of each

  /// The weight of a date: 1 within the requested time, decreasing with the distance in time.
  private func worth(_ relation: EraRelation?, _ dates: DateSpan?) -> Double {
    guard let era else { return 1 }
    switch relation {
    case .within: return 1
    case .overlaps: return 0.9
    case .near: return 0.6
    case .outside, nil:
      guard let dates else { return 0.1 }
      let years = Double(era.span.gap(to: dates)) / 365.25
      return max(0.01, 0.35 * exp(-years / 40))
    }
  }

  /// The weight of a map: a half for pixels of 3 m, and a half for symbols that lie 80 m off.
  private static func clarity(resolution: Double?, error: Double?) -> Double {
    (1 / (1 + (resolution ?? 7) / 3) / (1 + (error ?? 120) / 80)).squareRoot()
  }

  /// The distance in metres from which no view or subject is worth so much, even with an exact
  /// place.
  private static func farthest(worth: Double) -> Double {
    worth > 0 ? 1500 * log(0.8 / worth) : .infinity
  }

  /// The least lead in metres of an item with such an accuracy: `log(1 + x)` is never less than
  /// `x / (1 + x)`, which takes less time.
  private static func handicap(_ accuracy: Double) -> Double {
    1500 * accuracy / (150 + accuracy)
  }

  /// The accuracy of a candidate's place, in metres.
  private static func accuracy(_ candidates: Candidates, _ index: Int) -> Double {
    let accuracy = candidates.accuracies[index]
    return accuracy.isNaN ? RecordedPose.assumedAccuracy.meters : Double(accuracy)
  }

  /// The weight of a view or subject, by its distance and its accuracy.
  private static func closeness(_ meters: Double, isHeld: Bool, accuracy: Double) -> Double {
    (isHeld ? 0.8 * exp(-meters / 1500) : 0.6 * exp(-meters / 250)) / (1 + accuracy / 150)
  }

  // MARK: By the records

  /// The weight of an imagined picture, relative to a real one.
  private static let imagined = 0.4

  private func place(_ prospect: Prospect, _ item: Item) -> FoundPlace? {
    let relation = era?.relation(to: item.date)
    let worth = prospect.worth * (item.kind == .imagined ? Self.imagined : 1)
    switch prospect.how {
    case .covers:
      guard let outline = item.ground?.outline,
        let ground = try? Outline(wkt: outline, isKept: true), ground.contains(spot)
      else { return nil }
      return FoundPlace(item: item, how: .covers, way: nil, era: relation, worth: worth)
    case .holds, .near:
      return FoundPlace(
        item: item, how: prospect.how, way: Geodesic(from: spot, to: item.pose.coordinate),
        era: relation, worth: worth)
    }
  }

  /// The most informative first.
  ///
  /// If none is of the requested time and it is earlier than all, the earliest of each kind come
  /// first. Imagined pictures are used only for kinds without others.
  private func inOrder(_ found: [FoundPlace]) -> [FoundPlace] {
    guard isTooEarly(for: found) else { return found }
    var first: [FoundPlace] = []
    for how in PlaceRelation.allCases {
      let all = found.filter { $0.how == how }
      let real = all.filter { $0.item.kind != .imagined }
      let earliest = (real.isEmpty ? all : real).enumerated()
        .min { (Self.start($0.element), $0.offset) < (Self.start($1.element), $1.offset) }
      if let earliest { first.append(earliest.element) }
    }
    first.sort { Self.start($0) < Self.start($1) }
    let names = Set(first.map(\.item.id))
    return first + found.filter { !names.contains($0.item.id) }
  }

  /// Returns true if the requested time ends before all results begin.
  package func isTooEarly(for found: [FoundPlace]) -> Bool {
    isTooEarly(for: found.map(Self.start))
  }

  private func isTooEarly(for starts: [Int]) -> Bool {
    guard let last = era?.span.latest?.number, !starts.isEmpty else { return false }
    return starts.allSatisfy { last < $0 }
  }

  /// Returns true if no result is of the requested time.
  package func hasNothingOfEra(in found: [FoundPlace]) -> Bool {
    era != nil && !found.contains { [.within, .overlaps, .near].contains($0.era) }
  }

  private static func start(_ place: FoundPlace) -> Int { start(place.item.date?.strict) }

  private static func start(_ dates: DateSpan?) -> Int { dates?.earliest?.number ?? .max }
}

/// Distances for the inner loop that are never too long within 50 km, and some 10 % too short along
/// a parallel.
private struct RoughDistance {
  private let latitude: Int32
  private let longitude: Int32
  /// Metres in a unit of latitude and of longitude.
  private let north: Double
  private let east: Double

  init(from spot: Coordinate) {
    latitude = Int32((spot.latitude / Candidates.degreesPerUnit).rounded())
    longitude = Int32(
      truncatingIfNeeded: Int64((spot.longitude / Candidates.degreesPerUnit).rounded()))
    north = 110_500 * Candidates.degreesPerUnit
    east = 0.9 * max(0, cos((abs(spot.latitude) + 0.5) * .pi / 180)) * north
  }

  /// The square of the metres to a candidate; the antimeridian isn't a border.
  func square(_ candidates: Candidates, _ index: Int) -> Double {
    let up = Double(candidates.latitudes[index] &- latitude) * north
    let along = Double(candidates.longitudes[index] &- longitude) * east
    return up * up + along * along
  }
}
