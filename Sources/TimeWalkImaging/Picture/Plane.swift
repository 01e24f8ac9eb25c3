internal import CImages

/// The memory of one plane.
///
/// Only the code that makes a plane writes to it, before it passes the plane on; afterwards it is
/// read-only. Sharing it between threads is therefore safe, although the compiler can't verify it.
final class PlaneStorage: @unchecked Sendable {
  fileprivate let base: UnsafeMutablePointer<UInt8>

  fileprivate init(byteCount: Int) throws(ImagingError) {
    guard let memory = twj_allocate(byteCount) else {
      throw ImagingError(.outOfMemory, "not enough memory for a plane of \(byteCount) bytes")
    }
    base = memory.bindMemory(to: UInt8.self, capacity: max(byteCount, 64))
  }

  deinit { twj_free(base) }
}

/// A rectangle of 8-bit samples.
///
/// Rows start at multiples of 64 bytes. In a finished plane, the samples right of the width, up to
/// the next multiple of 16, repeat the last one. The encoder's blocks read them.
struct Plane: Sendable {
  let width: Int
  let height: Int
  /// Bytes from one row to the next.
  let stride: Int
  /// Rows that there is memory for, at least the height.
  let rows: Int
  private let storage: PlaneStorage
  /// The offset of the first row in the memory.
  private let offset: Int

  /// Makes a plane with uninitialized samples.
  ///
  /// - Parameters:
  ///   - size: The plane's size, at least 1 by 1.
  ///   - multiple: The unit to which rows and columns of memory are rounded up.
  /// - Throws: ``ImagingError`` when memory runs out.
  init(size: PixelSize, roundedUpTo multiple: PixelSize = PixelSize(width: 1, height: 1))
    throws(ImagingError)
  {
    func up(_ value: Int, _ unit: Int) -> Int { (value + unit - 1) / unit * unit }
    // Sides are at most 65 535 and the pixels are limited; these products can't overflow.
    width = size.width
    height = size.height
    stride = up(up(size.width, multiple.width), 64)
    rows = up(size.height, multiple.height)
    storage = try PlaneStorage(byteCount: stride * rows)
    offset = 0
  }

  private init(_ plane: Plane, rows range: Range<Int>) {
    width = plane.width
    height = range.count
    stride = plane.stride
    rows = plane.rows - range.lowerBound
    storage = plane.storage
    offset = plane.offset + range.lowerBound * plane.stride
  }

  /// Some of the rows, in the same memory.
  func rows(_ range: Range<Int>) -> Plane {
    precondition(range.lowerBound >= 0 && range.upperBound <= height, "outside the plane")
    return Plane(self, rows: range)
  }

  private init(_ plane: Plane, part: PixelRegion) {
    width = part.width
    height = part.height
    stride = plane.stride
    rows = plane.rows - part.y
    storage = plane.storage
    offset = plane.offset + part.y * plane.stride + part.x
  }

  /// A rectangle of the plane, in the same memory; right of it the samples continue instead of
  /// repeating.
  func part(_ region: PixelRegion) -> Plane {
    precondition(
      region.x >= 0 && region.y >= 0 && !region.isEmpty && region.x + region.width <= width
        && region.y + region.height <= height, "outside the plane")
    return Plane(self, part: region)
  }

  private var base: UnsafeMutablePointer<UInt8> { storage.base + offset }

  var size: PixelSize { PixelSize(width: width, height: height) }

  /// One sample, for tests and single looks.
  subscript(x: Int, y: Int) -> UInt8 {
    precondition((0..<width).contains(x) && (0..<height).contains(y), "outside the plane")
    return base[y * stride + x]
  }

  /// Passes planes in C's form to a closure, for writing at first and for reading later.
  static func withMemory<Result>(
    of planes: [Plane], _ body: (UnsafeBufferPointer<twj_plane>) -> Result
  ) -> Result {
    withExtendedLifetime(planes) { planes.map(\.record).withUnsafeBufferPointer(body) }
  }

  /// Lends the plane in C's form.
  func withMemory<Result>(_ body: (twj_plane) -> Result) -> Result {
    withExtendedLifetime(storage) { body(record) }
  }

  /// Passes all rows as bytes to a closure, with the padding between them.
  func withBytes<Result, Failure>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(storage) {} }
    return try body(UnsafeMutableRawBufferPointer(start: base, count: stride * height))
  }

  private var record: twj_plane {
    twj_plane(
      data: base, stride: stride, width: UInt32(width), height: UInt32(height), rows: rows)
  }

  /// Lends one row, to write to while the plane is being made.
  func withRow(_ y: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    precondition((0..<height).contains(y), "outside the plane")
    body(UnsafeMutableBufferPointer(start: base + y * stride, count: width))
    withExtendedLifetime(storage) {}
  }

  /// Ends the making of a plane: repeats the last column into the stride.
  func finished() -> Plane {
    withMemory { memory in
      withUnsafePointer(to: memory) { twj_plane_pad($0) }
    }
    return self
  }

  /// A plane with other rows from `first` on, in its own memory.
  func replacingRows(from first: Int, with last: Plane) throws(ImagingError) -> Plane {
    precondition(last.width == width && first + last.height == height, "rows of another plane")
    let copy = try Plane(size: size)
    copy.base.update(from: base, count: stride * first)
    (copy.base + first * stride).update(
      from: last.base, count: stride * last.height)
    return copy
  }

  /// Copies the plane, or some of its last rows, into new memory.
  func copied(fromRow first: Int = 0) throws(ImagingError) -> Plane {
    let copy = try Plane(size: PixelSize(width: width, height: height - first))
    copy.base.update(from: base + first * stride, count: stride * (height - first))
    return copy
  }
}
