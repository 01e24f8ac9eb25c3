import TimeWalkArchive
import TimeWalkCore

/// Finds places that hundreds of items have to the last digit: those of a town or county rather
/// than their own.
///
/// Stores at most `capacity` places, for any number of rows. When they are full, every count is
/// reduced by one and those at zero are removed (Misra and Gries, "Finding repeated elements",
/// 1982). A frequent place is therefore never lost.
struct SharedPlaces {
  /// The minimum number of items for a finding.
  static let leastItems = 100
  private static let capacity = 100_000

  private struct Place: Hashable {
    var latitude: Double
    var longitude: Double
  }

  private struct Count {
    var items: Int
    var line: Int?
    var identifier: String
  }

  private var counts: [Place: Count] = [:]
  private var lost = 0

  /// Counts an item's place, unless its stated accuracy is a kilometre or worse.
  mutating func add(_ coordinate: Coordinate, of identifier: String, line: Int?) {
    if let accuracy = coordinate.horizontalAccuracy, accuracy.meters >= 1000 { return }
    let place = Place(latitude: coordinate.latitude, longitude: coordinate.longitude)
    counts[place, default: Count(items: 0, line: line, identifier: identifier)].items += 1
    if counts.count > SharedPlaces.capacity { makeRoom(for: place) }
  }

  /// Frees space for a new place.
  private mutating func makeRoom(for new: Place) {
    lost += 1
    let added = counts[new]
    let repeated = counts.filter { $0.value.items > 1 }
    // Its memory is reused: growing it again took a tenth of the time to read a catalogue.
    counts.removeAll(keepingCapacity: true)
    for (place, count) in repeated {
      counts[place] = Count(items: count.items - 1, line: count.line, identifier: count.identifier)
    }
    counts[new] = added
  }

  /// A warning for each such place, that of the most items first.
  var findings: [ImportFinding] {
    counts.filter { $0.value.items + lost >= SharedPlaces.leastItems && $0.value.items > 1 }
      .sorted { ($0.value.items, $1.key.latitude) > ($1.value.items, $0.key.latitude) }
      .prefix(20)
      .map { place, count in
        let text = "\(DecimalText.write(place.latitude)), \(DecimalText.write(place.longitude))"
        return ImportFinding(
          .warning, line: nil, identifier: count.identifier, column: "latitude", value: text,
          reason:
            "is the exact place of \(lost > 0 ? "at least " : "")\(count.items) items; "
            + "the first is \(count.identifier)\(count.line.map { " in line \($0)" } ?? "")",
          hint: "if it is the middle of a town, give them a lower accuracy")
      }
  }
}
