import Foundation
import TimeWalkArchive

/// A point of WGS 84 as SpatiaLite stores it: 60 bytes, little endian.
///
/// Layout after "SpatiaLite BLOB-Geometry internal format": start 00, byte order 01, SRID, the
/// bounding box as four doubles, 7C, class, x, y, end FE.
enum PointBlob {
  static let size = 60
  private static let xOffset = 43
  private static let yOffset = 51

  /// Adds the bytes of a point.
  static func append(latitude: Double, longitude: Double, to bytes: inout [UInt8]) {
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

  /// The point in a blob; `nil` for anything but a little-endian point of WGS 84.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> (latitude: Double, longitude: Double)? {
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
