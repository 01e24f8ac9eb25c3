internal import CPlatform
internal import Synchronization
internal import TimeWalkBase

/// Coordinate systems, which strangers may have defined, by PROJ and its database alone.
///
/// Text that names files is refused. PROJ itself can open none, and uses no network.
enum CoordinateSystems {
  /// The longest definition that is read, bytes: the longest of EPSG have some 5,000.
  static let longestDefinition = 1 << 16

  /// The owner of PROJ's context; `nil` until it is opened, and if PROJ is missing.
  private static let context = Mutex<OpaquePointer?>(nil)

  /// Opens PROJ's database, before the process is `confined` or reads its first system.
  static func open(confined: Bool) {
    context.withLock { $0 = $0 ?? twm_open(confined) }
  }

  /// The places of points, as ``PictureReaders/places(of:in:name:)`` describes them.
  static func places(
    of points: [SIMD2<Double>], in system: String
  ) throws(ReadingError) -> [SIMD2<Double>] {
    guard system.utf8.count <= longestDefinition else {
      throw refusal(system, "it is longer than \(longestDefinition) bytes")
    }
    guard !namesFiles(system) else {
      throw refusal(system, "it names a file or an operation of PROJ, which isn't read")
    }
    return try convert(points, in: system)
  }

  /// Converts points by PROJ, which reads the system's text.
  static func convert(
    _ points: [SIMD2<Double>], in system: String
  ) throws(ReadingError) -> [SIMD2<Double>] {
    open(confined: false)
    let points = points.map { twm_point(x: $0.x, y: $0.y) }
    var places = [twm_point](repeating: twm_point(), count: points.count)
    var back = places
    let status = context.withLock { context in
      context.map { twm_convert($0, system, points, points.count, &places, &back) }
    }
    switch status {
    case TWM_CONVERTED: break
    case TWM_NO_CODE: throw refusal(system, "EPSG has no such code")
    case nil:
      throw ReadingError(
        .componentMissing, "PROJ or its database is not installed (Debian: libproj25)")
    default: throw refusal(system, "it isn't a system of places on the ground")
    }
    return zip(points, zip(places, back)).map { point, found in
      let (place, back) = found
      let slack = 1e-7 * (abs(point.x) + abs(point.y) + 1)
      guard abs(back.x - point.x) <= slack, abs(back.y - point.y) <= slack else {
        return SIMD2(repeating: .nan)
      }
      return SIMD2(place.x.remainder(dividingBy: 360), place.y)
    }
  }

  private static func refusal(_ system: String, _ reason: String) -> ReadingError {
    ReadingError(
      .unsupportedFormat, "Can't use the coordinate system \(system.prefix(80)): \(reason).")
  }
}
