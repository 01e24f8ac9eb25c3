internal import CImages

/// Lays rows of samples down as planes, as decoders hand them over from top to bottom.
///
/// Alpha is composed over white, as on paper and web pages; a JPEG has no alpha. A reduced picture
/// is computed while its rows arrive and never held in full.
final class RowWriter {
  /// The size and the turn that a caller wants of a picture.
  struct Fitting {
    let side: Int
    let orientation: Orientation
  }

  /// The kept part of the rows; its corner lies at whole chroma samples.
  private let region: PixelRegion
  private let size: PixelSize
  private let sampling: ChromaSampling
  private let layout: twx_layout
  private let isPlanar: Bool
  private let transform: ColourTransform?
  /// All rows, or those that the resamplers still need.
  private let planes: [Plane]
  private let fitted: FittedPlanes?
  /// Rows that came, of each plane.
  private var rows: [Int]
  private var plain: [UInt8]
  private var converted: [UInt8]

  init(
    _ header: twx_header, region: PixelRegion, transform: ColourTransform?,
    fitting: Fitting? = nil
  ) throws(ImagingError) {
    self.region = region
    size = PixelSize(width: region.width, height: region.height)
    layout = header.layout
    isPlanar = header.planar
    self.transform = transform
    sampling =
      header.planar
      ? ChromaSampling(horizontal: Int(header.horizontal), vertical: Int(header.vertical)) : .full
    let channels = Int(twx_plain_channels(layout))
    let isGray = channels == 1
    if let fitting,
      let fitted = try FittedPlanes(
        size: size, sampling: sampling, planes: isGray ? 1 : 3, fitting: fitting)
    {
      self.fitted = fitted
      planes = fitted.rings
    } else {
      fitted = nil
      planes = try PlanarImage.blank(size: size, sampling: sampling, isGray: isGray).planes
    }
    rows = planes.map { _ in 0 }
    plain = []
    converted = []
    if !header.planar {
      plain = [UInt8](repeating: 0, count: size.width * channels * (layout.bits > 8 ? 2 : 1))
      if transform != nil { converted = [UInt8](repeating: 0, count: size.width * planes.count) }
    }
  }

  /// True if all rows came.
  var isComplete: Bool { planes.indices.allSatisfy { rows[$0] == height(of: $0) } }

  /// True if the picture is small and turned already.
  var isFitted: Bool { fitted != nil }

  /// The rows of a plane of the whole picture.
  private func height(of plane: Int) -> Int {
    plane == 0 ? size.height : sampling.planeSize(of: size).height
  }

  /// Lends the memory for a row, which is overwritten by a later one where the picture is made
  /// smaller.
  private func withRow(
    _ plane: Int, _ y: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Void
  ) { planes[plane].withRow(y % planes[plane].height, body) }

  private func took(_ plane: Int) {
    rows[plane] += 1
    fitted?.make(plane, ready: rows[plane])
  }

  /// Takes a row; an unexpected row is dropped.
  func take(_ row: UnsafeRawPointer, plane: Int, y: Int) {
    if isPlanar {
      let shares = plane == 0 ? ChromaSampling.full : sampling
      guard planes.indices.contains(plane), y - region.y / shares.vertical == rows[plane],
        rows[plane] < height(of: plane)
      else { return }
      let (row, y) = (row + region.x / shares.horizontal, rows[plane])
      withRow(plane, y) { samples in
        UnsafeMutableRawBufferPointer(samples).copyMemory(
          from: UnsafeRawBufferPointer(start: row, count: samples.count))
      }
      took(plane)
      return
    }
    guard plane == -1, y - region.y == rows[0], rows[0] < size.height else { return }
    let pixel = Int(layout.channels) * (layout.bits > 8 ? 2 : 1)
    let (row, y) = (row + region.x * pixel, rows[0])
    plain.withUnsafeMutableBytes { twx_plain_row(layout, size.width, row, $0.baseAddress) }
    let channels = Int(twx_plain_channels(layout))
    if let transform {
      plain.withUnsafeBytes { from in
        converted.withUnsafeMutableBufferPointer {
          transform.run(from, into: $0, pixels: size.width)
        }
      }
      converted.withUnsafeBytes { store($0, channels: planes.count, isWide: false, y: y) }
    } else {
      plain.withUnsafeBytes { store($0, channels: channels, isWide: layout.bits > 8, y: y) }
    }
    for index in rows.indices { took(index) }
  }

  private func store(_ row: UnsafeRawBufferPointer, channels: Int, isWide: Bool, y: Int) {
    withRow(0, y) { luma in
      guard planes.count == 3 else {
        twx_store_row(1, isWide, size.width, row.baseAddress, luma.baseAddress, nil, nil)
        return
      }
      withRow(1, y) { blue in
        withRow(2, y) { red in
          twx_store_row(
            CInt(channels), isWide, size.width, row.baseAddress, luma.baseAddress,
            blue.baseAddress, red.baseAddress)
        }
      }
    }
  }

  /// Makes the rows that never came gray.
  func fillRest() {
    for index in planes.indices {
      for y in rows[index]..<height(of: index) {
        withRow(index, y) { $0.update(repeating: 128) }
        took(index)
      }
    }
  }

  func finished() -> PlanarImage {
    fitted?.finished()
      ?? PlanarImage(size: size, sampling: sampling, planes: planes.map { $0.finished() })
  }
}
