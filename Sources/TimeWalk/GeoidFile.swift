internal import Foundation
internal import TimeWalkCore

/// The EGM96 geoid in PROJ's form, a grid of a quarter degree (`egm96_15.gtx`; Debian's package
/// `proj-data`).
///
/// The file stays mapped, and only the needed pages are read. The layout is NOAA VDatum's GTX:
/// latitude and longitude of the south-west corner and the steps in degrees as four doubles, then
/// the numbers of rows and columns as two 32-bit integers. The undulations in metres follow as
/// 32-bit floats, row by row from the south. All are big-endian.
enum GeoidFile {
  /// The file's name in PROJ's folders.
  static let name = "egm96_15.gtx"
  /// The default folder of PROJ's data.
  static let folders = ["/usr/local/share/proj", "/usr/share/proj"]

  /// Lemoine et al., "The Development of the Joint NASA GSFC and NIMA Geopotential Model EGM96"
  /// (NASA/TP-1998-206861) estimate half a metre to one metre.
  private static let uncertaintyInMeters = 1.0
  private static let headerSize = 40
  /// The value of a grid point without data, metres.
  private static let gap = -88.8888

  /// The first file that is there: in the folders of `PROJ_DATA`, of its older name `PROJ_LIB`,
  /// then the usual ones.
  static func installed(environment: [String: String]) -> String? {
    let named = ["PROJ_DATA", "PROJ_LIB"].compactMap { environment[$0] }
      .flatMap { $0.split(separator: ":").map(String.init) }
    return (named + folders).map { $0 + "/" + name }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Opens a grid.
  ///
  /// - Throws: `componentMissing` for a file that can't be read or isn't such a grid.
  static func read(_ path: String) throws(TimeWalkError) -> Geoid {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    } catch {
      throw TimeWalkError(.componentMissing, "can't read \(path)", cause: error)
    }
    guard let geoid = geoid(data) else {
      throw TimeWalkError(.componentMissing, "\(path) isn't a geoid grid of the whole globe")
    }
    return geoid
  }

  private static func geoid(_ data: Data) -> Geoid? {
    guard data.count > headerSize else { return nil }
    let corner = (0..<4).map { Double(bitPattern: number(UInt64.self, in: data, at: 8 * $0)) }
    let rows = Int(number(Int32.self, in: data, at: 32))
    let columns = Int(number(Int32.self, in: data, at: 36))
    guard rows > 1, columns > 1, (data.count - headerSize) / 4 / columns >= rows,
      let uncertainty = Distance(meters: uncertaintyInMeters),
      isClose(corner[0], -90), isClose(corner[2] * Double(rows - 1), 180),
      isClose(corner[3] * Double(columns), 360)
    else { return nil }
    return Geoid(
      name: "EGM96", uncertainty: uncertainty, rows: rows, columns: columns, west: corner[1]
    ) { row, column in
      guard (0..<rows).contains(row), (0..<columns).contains(column) else { return nil }
      let at = headerSize + 4 * (row * columns + column)
      let meters = Double(Float(bitPattern: number(UInt32.self, in: data, at: at)))
      return abs(meters - gap) < 1e-3 ? nil : meters
    }
  }

  private static func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 }

  private static func number<Number: FixedWidthInteger>(
    _ type: Number.Type, in data: Data, at offset: Int
  ) -> Number {
    data.withUnsafeBytes {
      Number(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
  }
}
