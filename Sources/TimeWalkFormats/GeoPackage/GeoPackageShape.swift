package import Foundation
import TimeWalkArchive
package import TimeWalkBase

/// A geometry of a GeoPackage as a GeoJSON geometry: a GeoPackage header, then well-known binary
/// (OGC 06-103r4, ISO 13249-3).
package enum GeoPackageShape {
  /// The longest geometry, bytes: some 60,000 positions.
  package static let longest = 1 << 20
  /// The greatest depth of nested collections.
  private static let greatestDepth = 4

  /// The reason why bytes aren't a geometry.
  package struct Fault: Error {
    /// The message for users.
    package let reason: String
  }

  /// Reads a geometry; `nil` for an empty one.
  package static func json(of data: Data) throws(Fault) -> JSONValue? {
    guard data.count <= longest else {
      throw Fault(reason: "the geometry is larger than \(longest >> 20) MB")
    }
    var reader = Reader(bytes: Array(data))
    guard try reader.byte() == UInt8(ascii: "G"), try reader.byte() == UInt8(ascii: "P"),
      try reader.byte() == 0
    else { throw Fault(reason: "the geometry isn't in GeoPackage's format") }
    let flags = try reader.byte()
    // Behind the reference system lies a box with 2, 3 or 4 dimensions, or none.
    let boxes = [0, 32, 48, 48, 64]
    let kind = Int(flags >> 1 & 7)
    guard kind < boxes.count else { throw Fault(reason: "the geometry has an unknown header") }
    if flags & 1 << 4 != 0 { return nil }
    try reader.skip(4 + boxes[kind])
    return try reader.geometry(depth: 0)
  }

  private struct Reader {
    let bytes: [UInt8]
    var at = 0
    var isLittle = true

    mutating func byte() throws(Fault) -> UInt8 {
      try skip(1)
      return bytes[at - 1]
    }

    mutating func skip(_ count: Int) throws(Fault) {
      guard count <= bytes.count - at else { throw Fault(reason: "the geometry ends too early") }
      at += count
    }

    private mutating func number<Number: FixedWidthInteger>(_: Number.Type) throws(Fault) -> Number
    {
      let size = Number.bitWidth / 8
      try skip(size)
      let piece = bytes[(at - size)..<at]
      return (isLittle ? Array(piece.reversed()) : Array(piece)).reduce(0) { $0 << 8 | Number($1) }
    }

    mutating func geometry(depth: Int) throws(Fault) -> JSONValue? {
      guard depth < greatestDepth else { throw Fault(reason: "the geometry has too many levels") }
      isLittle = try byte() == 1
      let code = try number(UInt32.self)
      // PostGIS marks dimensions and a reference system by the highest bits.
      if code & 0x2000_0000 != 0 { try skip(4) }
      let plain = code & 0x0FFF_FFFF
      let hasHeight = code & 0x8000_0000 != 0 || plain / 1000 == 1 || plain / 1000 == 3
      let hasMeasure = code & 0x4000_0000 != 0 || plain / 1000 == 2 || plain / 1000 == 3
      guard plain < 4000 else { throw unknown }
      let (height, measure) = (hasHeight, hasMeasure)
      func make(_ type: String, _ coordinates: JSONValue) -> JSONValue {
        ["type": .string(type), "coordinates": coordinates]
      }
      switch plain % 1000 {
      case 1: return try position(height, measure).map { make("Point", $0) }
      case 2: return make("LineString", try positions(height, measure))
      case 3: return make("Polygon", try rings(height, measure))
      case 4: return try parts(depth, "Point").map { make("MultiPoint", $0) }
      case 5: return try parts(depth, "LineString").map { make("MultiLineString", $0) }
      case 6: return try parts(depth, "Polygon").map { make("MultiPolygon", $0) }
      case 7:
        var geometries: [JSONValue] = []
        for _ in 0..<(try count(of: 5)) {
          if let part = try geometry(depth: depth + 1) { geometries.append(part) }
        }
        guard !geometries.isEmpty else { return nil }
        return ["type": "GeometryCollection", "geometries": .array(geometries)]
      default: throw unknown
      }
    }

    private var unknown: Fault { Fault(reason: "the geometry is of an unsupported kind") }

    /// The number of following elements, each with this minimum of bytes.
    private mutating func count(of size: Int) throws(Fault) -> Int {
      let count = Int(try number(UInt32.self))
      guard count <= (bytes.count - at) / size else {
        throw Fault(reason: "the geometry ends too early")
      }
      return count
    }

    /// One position; `nil` for that of an empty point.
    private mutating func position(_ hasHeight: Bool, _ hasMeasure: Bool) throws(Fault)
      -> JSONValue?
    {
      var numbers: [Double] = []
      for _ in 0..<(hasHeight ? 3 : 2) {
        numbers.append(Double(bitPattern: try number(UInt64.self)))
      }
      if hasMeasure { try skip(8) }
      guard !numbers[0].isNaN || !numbers[1].isNaN else { return nil }
      if numbers.last?.isNaN == true { numbers.removeLast() }
      return .array(numbers.map { .number(DecimalText.write($0)) })
    }

    private mutating func positions(_ hasHeight: Bool, _ hasMeasure: Bool) throws(Fault)
      -> JSONValue
    {
      var list: [JSONValue] = []
      for _ in 0..<(try count(of: 16)) {
        guard let position = try position(hasHeight, hasMeasure) else {
          throw Fault(reason: "the geometry has an empty position")
        }
        list.append(position)
      }
      return .array(list)
    }

    private mutating func rings(_ hasHeight: Bool, _ hasMeasure: Bool) throws(Fault) -> JSONValue {
      var list: [JSONValue] = []
      for _ in 0..<(try count(of: 4)) { list.append(try positions(hasHeight, hasMeasure)) }
      return .array(list)
    }

    /// The coordinates of geometries of one type; `nil` for none.
    private mutating func parts(_ depth: Int, _ type: String) throws(Fault) -> JSONValue? {
      var list: [JSONValue] = []
      for _ in 0..<(try count(of: 5)) {
        guard let part = try geometry(depth: depth + 1) else { continue }
        guard part.members?["type"]?.string == type,
          let coordinates = part.members?["coordinates"]
        else { throw unknown }
        list.append(coordinates)
      }
      return list.isEmpty ? nil : .array(list)
    }
  }
}
