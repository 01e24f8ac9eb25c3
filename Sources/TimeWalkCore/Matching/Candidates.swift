/// The candidates of one query, in a column for each trait, so that a judge can look at several at
/// a time.
///
/// What is unknown is NaN, or `Int32.min` and `Int32.max` for days. As a collection, the columns
/// read as `Candidate` values. Against what was put in:
/// - A place moves by at most 5 mm: `degreesPerUnit` is 9.3 mm on the equator.
/// - Other numbers are single precision: right to 1 part in 16 million.
/// - Days more than 5.8 million years away are taken as that far away.
public struct Candidates: Sendable {
  /// What a unit of `latitudes` and `longitudes` is: a full circle fills 32 bits.
  ///
  /// So the difference of two longitudes with `&-` is the turn between them the short way round.
  public static let degreesPerUnit = 360.0 / 4_294_967_296

  /// The archive's own row numbers.
  public internal(set) var keys: ContiguousArray<Int64> = []
  /// North of the equator, in units of `degreesPerUnit`; within a quarter of the circle either way.
  public internal(set) var latitudes: ContiguousArray<Int32> = []
  /// East of Greenwich, in units of `degreesPerUnit`.
  public internal(set) var longitudes: ContiguousArray<Int32> = []
  /// The 68 % radii of the places, metres.
  public internal(set) var accuracies: ContiguousArray<Float> = []
  /// Where the cameras looked, degrees from true north, 0...360.
  public internal(set) var headings: ContiguousArray<Float> = []
  /// The 68 % half-widths of the headings, degrees.
  public internal(set) var headingAccuracies: ContiguousArray<Float> = []
  /// The horizontal angles of the images, degrees.
  public internal(set) var fieldsOfView: ContiguousArray<Float> = []
  /// Degrees above the horizon.
  public internal(set) var pitches: ContiguousArray<Float> = []
  /// Metres above what the traits say.
  public internal(set) var altitudes: ContiguousArray<Float> = []
  /// The 68 % half-widths of the altitudes, metres.
  public internal(set) var altitudeAccuracies: ContiguousArray<Float> = []
  /// How far the images look, metres.
  public internal(set) var viewDistances: ContiguousArray<Float> = []
  /// The first days that the dates name strictly; `Int32.min` is open or unknown.
  public internal(set) var earliest: ContiguousArray<Int32> = []
  /// The last days that the dates name strictly; `Int32.max` is open or unknown.
  public internal(set) var latest: ContiguousArray<Int32> = []
  /// The first days that the dates may mean; `Int32.min` is open or unknown.
  public internal(set) var earliestFuzzy: ContiguousArray<Int32> = []
  /// The last days that the dates may mean; `Int32.max` is open or unknown.
  public internal(set) var latestFuzzy: ContiguousArray<Int32> = []
  /// What is either so or not.
  public internal(set) var traits: ContiguousArray<Traits> = []

  /// What is either so or not of a candidate.
  public struct Traits: OptionSet, Hashable, Sendable {
    /// The bits, as they are kept in files.
    public let rawValue: UInt8

    /// Makes a set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The place is the subject's, not the camera's.
    public static let subject = Traits(rawValue: 1)
    /// There is a date, so that an open end is open rather than unknown.
    public static let dated = Traits(rawValue: 2)
    /// There is a date that may be meant.
    public static let fuzzyDated = Traits(rawValue: 4)
    /// The altitude is above mean sea level.
    public static let aboveSeaLevel = Traits(rawValue: 8)
    /// The altitude is above the ellipsoid.
    public static let aboveEllipsoid = Traits(rawValue: 16)
    /// The altitude is above the ground.
    public static let aboveGround = Traits(rawValue: 32)
    /// Nobody says whether the place is the camera's or the subject's.
    public static let eitherPlace = Traits(rawValue: 64)
  }

  /// One for the memory and its copies: tells whether somebody else still reads it.
  private var owner = Owner()

  private final class Owner: Sendable {}

  /// Makes an empty list.
  public init() {}

  /// Whether no copy of the list is left, so that its memory can be filled anew.
  public mutating func isOnlyCopy() -> Bool { isKnownUniquelyReferenced(&owner) }

  /// Makes a list of candidates one by one.
  public init(_ candidates: some Sequence<Candidate>) {
    for candidate in candidates { append(candidate) }
  }

  /// Makes room for so many candidates in all.
  public mutating func reserveCapacity(_ count: Int) {
    keys.reserveCapacity(count)
    latitudes.reserveCapacity(count)
    longitudes.reserveCapacity(count)
    accuracies.reserveCapacity(count)
    headings.reserveCapacity(count)
    headingAccuracies.reserveCapacity(count)
    fieldsOfView.reserveCapacity(count)
    pitches.reserveCapacity(count)
    altitudes.reserveCapacity(count)
    altitudeAccuracies.reserveCapacity(count)
    viewDistances.reserveCapacity(count)
    earliest.reserveCapacity(count)
    latest.reserveCapacity(count)
    earliestFuzzy.reserveCapacity(count)
    latestFuzzy.reserveCapacity(count)
    traits.reserveCapacity(count)
  }

  /// Removes all candidates, and keeps the memory for others unless somebody else still reads it.
  public mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    latitudes.removeAll(keepingCapacity: true)
    longitudes.removeAll(keepingCapacity: true)
    accuracies.removeAll(keepingCapacity: true)
    headings.removeAll(keepingCapacity: true)
    headingAccuracies.removeAll(keepingCapacity: true)
    fieldsOfView.removeAll(keepingCapacity: true)
    pitches.removeAll(keepingCapacity: true)
    altitudes.removeAll(keepingCapacity: true)
    altitudeAccuracies.removeAll(keepingCapacity: true)
    viewDistances.removeAll(keepingCapacity: true)
    earliest.removeAll(keepingCapacity: true)
    latest.removeAll(keepingCapacity: true)
    earliestFuzzy.removeAll(keepingCapacity: true)
    latestFuzzy.removeAll(keepingCapacity: true)
    traits.removeAll(keepingCapacity: true)
  }
}
