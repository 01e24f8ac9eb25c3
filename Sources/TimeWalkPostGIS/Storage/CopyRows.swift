import TimeWalkTables

/// Rows in the binary form of `COPY` ("Binary Format"): a header, for each row the number of its
/// fields and each with its length, and a trailer.
struct CopyRows: ItemValues {
  private var bytes: [UInt8] = []

  /// The bytes before the first row.
  static let head: [UInt8] =
    Array("PGCOPY\n".utf8) + [0xFF, 13, 10, 0] + .init(repeating: 0, count: 8)
  /// The bytes after the last row.
  static let end: [UInt8] = [0xFF, 0xFF]

  /// The number of bytes so far.
  var size: Int { bytes.count }

  /// The rows with head and end; begins again; `nil` for no rows.
  mutating func take() -> [UInt8]? {
    bytes.isEmpty ? nil : CopyRows.head + takeRows() + CopyRows.end
  }

  /// Only the rows; begins again.
  mutating func takeRows() -> [UInt8] {
    let taken = bytes
    bytes.removeAll(keepingCapacity: true)
    return taken
  }

  /// Begins a row.
  mutating func begin(fields: Int) { put(Int16(fields)) }

  mutating func appendNull() { put(Int32(-1)) }

  mutating func append(_ number: Int64) {
    put(Int32(8))
    put(number)
  }

  mutating func append(_ number: Double?) {
    guard let number else { return appendNull() }
    put(Int32(8))
    put(number.bitPattern)
  }

  mutating func append(_ number: Int?) {
    guard let number else { return appendNull() }
    append(Int64(number))
  }

  mutating func append(_ text: String?) {
    guard var text else { return appendNull() }
    text.withUTF8 {
      put(Int32(clamping: $0.count))
      bytes.append(contentsOf: $0)
    }
  }

  mutating func append(bytes more: [UInt8]) {
    put(Int32(clamping: more.count))
    bytes += more
  }

  mutating func append(point: (latitude: Double, longitude: Double)) {
    var blob: [UInt8] = []
    PointBlob.appendEWKB(latitude: point.latitude, longitude: point.longitude, to: &blob)
    append(bytes: blob)
  }

  private mutating func put<T: FixedWidthInteger>(_ number: T) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
