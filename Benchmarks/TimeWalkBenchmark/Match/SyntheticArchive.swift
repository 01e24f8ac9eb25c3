import Foundation

/// One view of the synthetic archive.
struct SyntheticItem {
  var latitude: Double
  var longitude: Double
  /// The 68 % radius of the place, metres.
  var accuracy: Double
  var isSubject: Bool
  /// Degrees; `nil` is unknown.
  var heading: Double?
  /// Degrees.
  var field: Double
  /// The viewing distance in metres; the catalogue states it for far views.
  var view: Double
  /// Metres above ground and degrees above the horizon, of an aerial.
  var aerial: (altitude: Double, pitch: Double)?
  var years: ClosedRange<Int>
}

/// A made-up archive of the world's cities, the same on every machine.
///
/// Two hundred cities whose sizes follow Zipf's law, items spread normally by 1.5 to 4 km in each,
/// and one dense city of 50,000 items within 500 m. Accuracies are 5 to 100 m, a quarter of the
/// places are the subjects', a third of the headings is unknown, and dates go back from 1990 by 60
/// years on average. One in a hundred has a viewing range of 1 to 10 km, one in two hundred is an
/// aerial.
struct SyntheticArchive {
  let count: Int

  /// The middle of the dense city.
  static let denseCity = (latitude: 48.8566, longitude: 2.3522)
  /// The number of items within `denseRadius` of it.
  static let denseItems = 50_000
  static let denseRadius = 500.0
  static let metersPerDegree = 111_320.0

  private struct City {
    var latitude: Double
    var longitude: Double
    var spread: Double
  }

  private let cities: [City]
  /// The share of all items in each city and those before it.
  private let shares: [Double]

  init(count: Int) {
    self.count = count
    var chance = Chance(seed: 99)
    cities = (0..<200).map { _ in
      City(
        latitude: chance.even(-35...60), longitude: chance.even(-120...140),
        spread: chance.even(1500...4000))
    }
    var sum = 0.0
    let sums = (1...200).map { rank in
      sum += 1 / Double(rank)
      return sum
    }
    shares = sums.map { $0 / sum }
  }

  /// Every item, in the order of the catalogue.
  func forEach(_ body: (Int, SyntheticItem) throws -> Void) rethrows {
    var chance = Chance(seed: 5)
    let dense = min(SyntheticArchive.denseItems, count)
    for index in 0..<count {
      // The dense city's items come in among the others.
      let isDense = index * dense / count != (index + 1) * dense / count
      let place =
        isDense ? denseplace(&chance, within: SyntheticArchive.denseRadius) : place(&chance)
      try body(index, item(at: place, &chance))
    }
  }

  /// A place in one of the cities, the larger the likelier.
  func place(_ chance: inout Chance) -> (latitude: Double, longitude: Double) {
    let share = chance.even(0...1)
    let city = cities[shares.firstIndex { $0 >= share } ?? 0]
    return moved(
      (city.latitude, city.longitude), east: chance.normal() * city.spread,
      north: chance.normal() * city.spread)
  }

  /// A place within so many metres of the middle of the dense city.
  func denseplace(
    _ chance: inout Chance, within radius: Double
  ) -> (latitude: Double, longitude: Double) {
    let way = radius * chance.even(0...1).squareRoot()
    let angle = chance.even(0...(2 * .pi))
    return moved(SyntheticArchive.denseCity, east: way * sin(angle), north: way * cos(angle))
  }

  private func moved(
    _ place: (latitude: Double, longitude: Double), east: Double, north: Double
  ) -> (latitude: Double, longitude: Double) {
    (
      place.latitude + north / SyntheticArchive.metersPerDegree,
      place.longitude + east / SyntheticArchive.metersPerDegree / cos(place.latitude * .pi / 180)
    )
  }

  private func item(
    at place: (latitude: Double, longitude: Double), _ chance: inout Chance
  ) -> SyntheticItem {
    let last = max(1600, 1990 - Int(-60 * log(chance.even(1e-12...1))))
    let years = last...min(1990, last + Int(chance.even(0...11.99)))
    var item = SyntheticItem(
      latitude: place.latitude, longitude: place.longitude, accuracy: chance.logarithmic(5...100),
      isSubject: chance.happens(0.25), heading: chance.even(0...359.99),
      field: chance.even(40...75), view: chance.logarithmic(50...500), years: years)
    if chance.happens(1.0 / 3) { item.heading = nil }
    if chance.happens(0.01) { item.view = chance.logarithmic(1000...10_000) }
    if chance.happens(0.005) {
      item.aerial = (altitude: chance.even(200...1500), pitch: chance.even(-60...(-15)))
    }
    return item
  }
}
