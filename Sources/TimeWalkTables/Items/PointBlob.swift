import Foundation

/// A point of WGS 84 as SpatiaLite stores it, 60 bytes, or as PostGIS does, 25; little endian.
///
/// Two layouts. "SpatiaLite BLOB-Geometry internal format": start 00, byte order 01, SRID, the
/// bounding box as four doubles, 7C, class, x, y, end FE. PostGIS's "EWKB": byte order 01, class
/// with a bit for the SRID, SRID, x, y.
package enum PointBlob {
  package static let size = 60
  private static let xOffset = 43
  private static let yOffset = 51

  /// Adds the bytes of a point.
  package static func append(latitude: Double, longitude: Double, to bytes: inout [UInt8]) {
    func put<T: FixedWidthInteger>(_ value: T) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    bytes.append(0x00)
    bytes.append(0x01)
    put(Int32(4326))
    put(longitude.bitPattern)
    put(latitude.bitPattern)
    put(longitude.bitPattern)
    put(latitude.bitPattern)
    bytes.append(0x7C)
    put(Int32(1))
    put(longitude.bitPattern)
    put(latitude.bitPattern)
    bytes.append(0xFE)
  }

  /// Appends the bytes of a point in PostGIS's form.
  package static func appendEWKB(
    latitude: Double, longitude: Double, to bytes: inout [UInt8]
  ) {
    bytes += PointBlob.head
    for degrees in [longitude, latitude] {
      withUnsafeBytes(of: degrees.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
  }

  /// The first bytes of every PostGIS point: a point with an SRID, which is 4326.
  private static let head: [UInt8] = [1, 1, 0, 0, 0x20, 0xE6, 0x10, 0, 0]

  /// The point in a blob; `nil` for anything but a little-endian point of WGS 84.
  package static func decode(_ bytes: UnsafeRawBufferPointer) -> (
    latitude: Double, longitude: Double
  )? {
    if bytes.count == 25, bytes.prefix(9).elementsEqual(head) {
      return (
        Double(bitPattern: bytes.loadUnaligned(fromByteOffset: 17, as: UInt64.self)),
        Double(bitPattern: bytes.loadUnaligned(fromByteOffset: 9, as: UInt64.self))
      )
    }
    guard bytes.count == size, bytes[0] == 0, bytes[1] == 1, bytes[38] == 0x7C,
      Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 2, as: Int32.self)) == 4326,
      Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 39, as: Int32.self)) == 1
    else { return nil }
    func double(_ offset: Int) -> Double {
      Double(
        bitPattern: UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
    return (double(yOffset), double(xOffset))
  }
}
