/// The candidates of one query, in a column for each trait, for vector arithmetic.
///
/// Unknown values are NaN, or `Int32.min` and `Int32.max` for days. As a collection, the columns
/// read as `Candidate` values. They differ from the added values:
/// - A place moves by at most 5 mm: `degreesPerUnit` is 9.3 mm on the equator.
/// - Other numbers are single precision: right to 1 part in 16 million.
/// - Days more than 5.8 million years away are taken as that far away.
package struct Candidates: Sendable {
  /// The unit of `latitudes` and `longitudes`: a full circle fills 32 bits.
  ///
  /// The difference of two longitudes with `&-` is therefore the shorter turn between them.
  package static let degreesPerUnit = 360.0 / 4_294_967_296

  /// The archive's own row numbers.
  package var keys: ContiguousArray<Int64> = []
  /// North of the equator, in units of `degreesPerUnit`; within a quarter of the circle either way.
  package var latitudes: ContiguousArray<Int32> = []
  /// East of Greenwich, in units of `degreesPerUnit`.
  package var longitudes: ContiguousArray<Int32> = []
  /// The 68 % radii of the places, metres.
  package var accuracies: ContiguousArray<Float> = []
  /// Headings of the cameras, in degrees from true north, 0..<360.
  package var headings: ContiguousArray<Float> = []
  /// The 68 % half-widths of the headings, degrees.
  package var headingAccuracies: ContiguousArray<Float> = []
  /// The horizontal angles of the images, degrees.
  package var fieldsOfView: ContiguousArray<Float> = []
  /// Degrees above the horizon.
  package var pitches: ContiguousArray<Float> = []
  /// Metres above the reference in the traits.
  package var altitudes: ContiguousArray<Float> = []
  /// The 68 % half-widths of the altitudes, metres.
  package var altitudeAccuracies: ContiguousArray<Float> = []
  /// Viewing distances of the images, in metres.
  package var viewDistances: ContiguousArray<Float> = []
  /// The first days that the dates name strictly; `Int32.min` is open or unknown.
  package var earliest: ContiguousArray<Int32> = []
  /// The last days that the dates name strictly; `Int32.max` is open or unknown.
  package var latest: ContiguousArray<Int32> = []
  /// The first days that the dates may mean; `Int32.min` is open or unknown.
  package var earliestFuzzy: ContiguousArray<Int32> = []
  /// The last days that the dates may mean; `Int32.max` is open or unknown.
  package var latestFuzzy: ContiguousArray<Int32> = []
  /// The boolean traits.
  package var traits: ContiguousArray<Traits> = []

  /// The boolean traits of a candidate.
  package struct Traits: OptionSet, Hashable, Sendable {
    /// The bits, as they are kept in files.
    package let rawValue: UInt8

    /// Makes a set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The place is the subject's, not the camera's.
    package static let subject = Traits(rawValue: 1)
    /// There is a date; open ends are then open rather than unknown.
    package static let dated = Traits(rawValue: 2)
    /// There is a date, qualifiers included.
    package static let fuzzyDated = Traits(rawValue: 4)
    /// The altitude is above mean sea level.
    package static let aboveSeaLevel = Traits(rawValue: 8)
    /// The altitude is above the ellipsoid.
    package static let aboveEllipsoid = Traits(rawValue: 16)
    /// The altitude is above the ground.
    package static let aboveGround = Traits(rawValue: 32)
    /// The place may be the camera's or the subject's.
    package static let eitherPlace = Traits(rawValue: 64)
  }

  /// The owner of the memory, shared with its copies: shows whether another copy still reads it.
  private var owner = Owner()

  private final class Owner: Sendable {}

  /// Makes an empty list.
  package init() {}

  /// Returns true if no other copy of the list exists; its memory can then be reused.
  package mutating func isOnlyCopy() -> Bool { isKnownUniquelyReferenced(&owner) }

  /// Makes a list of candidates one by one.
  package init(_ candidates: some Sequence<Candidate>) {
    for candidate in candidates { append(candidate) }
  }

  /// Does something with each column, in the order in which they are declared and kept.
  package mutating func forEachColumn(
    keys: (inout ContiguousArray<Int64>) -> Void, integers: (inout ContiguousArray<Int32>) -> Void,
    reals: (inout ContiguousArray<Float>) -> Void, traits: (inout ContiguousArray<Traits>) -> Void
  ) {
    keys(&self.keys)
    integers(&latitudes)
    integers(&longitudes)
    reals(&accuracies)
    reals(&headings)
    reals(&headingAccuracies)
    reals(&fieldsOfView)
    reals(&pitches)
    reals(&altitudes)
    reals(&altitudeAccuracies)
    reals(&viewDistances)
    integers(&earliest)
    integers(&latest)
    integers(&earliestFuzzy)
    integers(&latestFuzzy)
    traits(&self.traits)
  }

  /// Reserves memory for this many candidates in all.
  package mutating func reserveCapacity(_ count: Int) {
    func reserve<T>(_ column: inout ContiguousArray<T>) { column.reserveCapacity(count) }
    forEachColumn(keys: reserve, integers: reserve, reals: reserve, traits: reserve)
  }

  /// Removes all candidates.
  ///
  /// Keeps the memory for new ones unless another copy still reads it.
  package mutating func removeAll() {
    func empty<T>(_ column: inout ContiguousArray<T>) { column.removeAll(keepingCapacity: true) }
    forEachColumn(keys: empty, integers: empty, reals: empty, traits: empty)
  }
}
