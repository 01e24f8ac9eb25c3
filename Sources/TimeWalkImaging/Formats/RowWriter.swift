internal import CPixels

/// Lays rows of samples down as planes, as decoders hand them over from top to bottom.
///
/// Alpha is laid over white: that is what paper and web pages are, and what a JPEG can't say otherwise.
final class RowWriter {
  private let size: PixelSize
  private let sampling: ChromaSampling
  private let layout: twx_layout
  private let isPlanar: Bool
  private let transform: ColourTransform?
  private let planes: [Plane]
  /// Rows that came, of each plane.
  private var rows: [Int]
  private var plain: [UInt8]
  private var converted: [UInt8]

  init(_ header: twx_header, transform: ColourTransform?) throws(ImagingError) {
    size = PixelSize(width: Int(header.width), height: Int(header.height))
    layout = header.layout
    isPlanar = header.planar
    self.transform = transform
    sampling =
      header.planar
      ? ChromaSampling(horizontal: Int(header.horizontal), vertical: Int(header.vertical)) : .full
    let channels = Int(twx_plain_channels(layout))
    planes = try PlanarImage.blank(size: size, sampling: sampling, isGray: channels == 1).planes
    rows = planes.map { _ in 0 }
    plain = []
    converted = []
    if !header.planar {
      plain = [UInt8](repeating: 0, count: size.width * channels * (layout.bits > 8 ? 2 : 1))
      if transform != nil { converted = [UInt8](repeating: 0, count: size.width * planes.count) }
    }
  }

  /// Whether all rows came.
  var isComplete: Bool { zip(rows, planes).allSatisfy { $0 == $1.height } }

  /// Takes a row; one that is out of place is dropped.
  func take(_ row: UnsafeRawPointer, plane: Int, y: Int) {
    if isPlanar {
      guard planes.indices.contains(plane), y == rows[plane], y < planes[plane].height else {
        return
      }
      planes[plane].withRow(y) { samples in
        UnsafeMutableRawBufferPointer(samples).copyMemory(
          from: UnsafeRawBufferPointer(start: row, count: samples.count))
      }
      rows[plane] += 1
      return
    }
    guard plane == -1, y == rows[0], y < size.height else { return }
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
    for index in rows.indices { rows[index] += 1 }
  }

  private func store(_ row: UnsafeRawBufferPointer, channels: Int, isWide: Bool, y: Int) {
    planes[0].withRow(y) { luma in
      guard planes.count == 3 else {
        twx_store_row(1, isWide, size.width, row.baseAddress, luma.baseAddress, nil, nil)
        return
      }
      planes[1].withRow(y) { blue in
        planes[2].withRow(y) { red in
          twx_store_row(
            CInt(channels), isWide, size.width, row.baseAddress, luma.baseAddress,
            blue.baseAddress, red.baseAddress)
        }
      }
    }
  }

  /// Makes the rows that never came gray.
  func fillRest() {
    for (index, plane) in planes.enumerated() {
      for y in rows[index]..<plane.height { plane.withRow(y) { $0.update(repeating: 128) } }
      rows[index] = plane.height
    }
  }

  func finished() -> PlanarImage {
    PlanarImage(size: size, sampling: sampling, planes: planes.map { $0.finished() })
  }
}
