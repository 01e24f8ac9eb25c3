import TimeWalkArchive
import TimeWalkCore

/// Finds places with swapped latitude and longitude, or another slip, by the area of all the
/// others.
///
/// The first places of a source define a box with the middle nine tenths of them. A place far from
/// the box that lies in it after swapping is doubted. The box of a worldwide source contains both,
/// and nothing is doubted. A place that lies alone far from the box is doubted if a `PlaceMend`
/// brings it back; several near each other are another place of the collection.
struct SwappedPlaces {
  /// The number of places that make the box.
  static let sample = 40
  /// The number of places from which one is doubted.
  private static let fewest = 10
  /// The margin around the box in degrees: a place within it still belongs; twice that is far.
  private static let margin = 2.0

  private struct Sample {
    var latitude: Double
    var longitude: Double
    var finding: ImportFinding
    /// The finding about a place that may be mended, without the mend.
    var stray: ImportFinding
  }

  /// A place far from the box.
  private struct Stray {
    var latitude: Double
    var longitude: Double
    var finding: ImportFinding
    var mend: String?
  }

  /// With more places far from the box, it is not their collection's only area.
  private static let mostStrays = 1_000
  /// The number of far places near each other from which they are another area.
  private static let cluster = 3

  /// With a greater share of the places far from the box, the first places don't show the area.
  private static let greatestShare = 0.25

  private var strays: [Stray] = []
  private var count = 0

  private var first: [Sample] = []
  private var latitudes = 0.0...0.0
  private var longitudes = 0.0...0.0
  private var isReady = false

  /// Records a place with its possible finding.
  ///
  /// Returns the findings that are now certain, also of earlier places.
  mutating func add(
    latitude: Double, longitude: Double, _ finding: @autoclosure () -> ImportFinding,
    stray: @autoclosure () -> ImportFinding
  ) -> [ImportFinding] {
    count += 1
    if isReady {
      if isSwapped(latitude, longitude) { return [finding()] }
      note(latitude, longitude, stray)
      return []
    }
    first.append(
      Sample(latitude: latitude, longitude: longitude, finding: finding(), stray: stray()))
    guard first.count == SwappedPlaces.sample else { return [] }
    return close()
  }

  /// The findings of a source that ends before the box is made.
  private mutating func close() -> [ImportFinding] {
    // Fewer than these don't define an area.
    guard !isReady, first.count >= 3 else { return [] }
    latitudes = SwappedPlaces.middle(of: first.map(\.latitude))
    longitudes = SwappedPlaces.middle(of: first.map(\.longitude))
    isReady = true
    defer { first = [] }
    guard first.count >= SwappedPlaces.fewest else { return [] }
    let swapped = first.filter { isSwapped($0.latitude, $0.longitude) }
    for place in first where !isSwapped(place.latitude, place.longitude) {
      note(place.latitude, place.longitude) { place.stray }
    }
    return swapped.map(\.finding)
  }

  /// Notes a place far from the box.
  private mutating func note(
    _ latitude: Double, _ longitude: Double, _ finding: () -> ImportFinding
  ) {
    guard distance(latitude, longitude) > 2 * SwappedPlaces.margin,
      strays.count <= SwappedPlaces.mostStrays
    else { return }
    let mend = PlaceMend.find(latitude: latitude, longitude: longitude) {
      distance($0, $1) <= SwappedPlaces.margin
    }
    strays.append(
      Stray(latitude: latitude, longitude: longitude, finding: finding(), mend: mend))
  }

  /// The findings about places that lie alone and can be mended.
  private var mended: [ImportFinding] {
    guard strays.count <= SwappedPlaces.mostStrays,
      Double(strays.count) <= SwappedPlaces.greatestShare * Double(count)
    else { return [] }
    return strays.compactMap { place in
      guard let mend = place.mend else { return nil }
      let neighbours = strays.count {
        abs($0.latitude - place.latitude) <= 1 && abs($0.longitude - place.longitude) <= 1
      }
      guard neighbours < SwappedPlaces.cluster else { return nil }
      var finding = place.finding
      finding.reason += mend + ", it is near them"
      return finding
    }
  }

  /// The findings at the end.
  ///
  /// If the source writes American longitudes as latitudes, every place is in the Antarctic.
  var closingFindings: [ImportFinding] {
    var closed = self
    let late = closed.close() + closed.mended
    guard closed.isReady, closed.latitudes.upperBound < -60 else { return late }
    return late + [
      ImportFinding(
        .warning, line: nil, column: CatalogueColumn.latitude.name,
        reason: "is in the Antarctic for nearly all items",
        hint: "are latitude and longitude swapped?")
    ]
  }

  private func isSwapped(_ latitude: Double, _ longitude: Double) -> Bool {
    distance(latitude, longitude) > 2 * SwappedPlaces.margin
      && distance(longitude, latitude) <= SwappedPlaces.margin
  }

  /// The distance of a place from the box, in degrees of the greater axis.
  private func distance(_ latitude: Double, _ longitude: Double) -> Double {
    func outside(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      max(range.lowerBound - value, value - range.upperBound, 0)
    }
    return max(outside(latitude, latitudes), outside(longitude, longitudes))
  }

  /// The middle nine tenths of values; of fewer than twenty, those without the outermost two if
  /// they are close together.
  private static func middle(of values: [Double]) -> ClosedRange<Double> {
    let sorted = values.sorted()
    let last = sorted.count - 1
    let isClose = sorted.count >= fewest && sorted[last - 1] - sorted[1] <= margin
    let cut = max(sorted.count / 20, isClose ? 1 : 0)
    return sorted[cut]...sorted[last - cut]
  }
}
