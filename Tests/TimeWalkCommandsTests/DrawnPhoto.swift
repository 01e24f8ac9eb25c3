import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// Photos that the tests draw, distinguishable from their mirror image.
enum DrawnPhoto {
  /// A picture with slopes and texture, a white mark in the corner that is stored first, and an
  /// orientation in its Exif block.
  static func jpeg(
    width: Int, height: Int, orientation: UInt16 = 1, exif: ExifBuilder = SamplePhone.exif(),
    sampling: ChromaSampling = .quarter
  ) throws -> [UInt8] {
    let image = try PlanarImage.blank(
      size: PixelSize(width: width, height: height), sampling: sampling, isGray: false)
    for (index, plane) in image.planes.enumerated() {
      for y in 0..<plane.height {
        plane.withRow(y) { row in
          for x in row.indices {
            let isMarked = x < plane.width / 8 && y < plane.height / 8
            row[x] =
              switch index {
              case 0: isMarked ? 255 : UInt8(40 + 80 * x / plane.width + (x &* 7 &+ y &* 13) % 16)
              case 1: isMarked ? 128 : UInt8(90 + 60 * y / plane.height)
              default: isMarked ? 128 : UInt8(160 - 60 * x / plane.width)
              }
          }
        }
      }
    }
    let drawn = PlanarImage(
      size: image.size, sampling: sampling, planes: image.planes.map { $0.finished() })
    let segment = exif.setting(0x0112, .shorts([orientation]), in: .primary).segment
    let length = segment.count + 2
    let bytes = try drawn.encode()
    return bytes.prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + segment
      + bytes.dropFirst(2)
  }

  /// A file's picture, decoded.
  static func decode(_ path: String) throws -> PlanarImage {
    try JPEGPicture.decode(Workplace.bytes(path)).image
  }

  /// The corners of an upright picture, in the order in which they are read.
  enum Corner: CaseIterable { case topLeft, topRight, bottomLeft, bottomRight }

  /// The corner that has the mark.
  static func markedCorner(of image: PlanarImage) -> Corner? {
    let luma = image.planes[0]
    let (left, right) = (luma.width / 32, luma.width - 1 - luma.width / 32)
    let (top, bottom) = (luma.height / 32, luma.height - 1 - luma.height / 32)
    let bright = Corner.allCases.filter { corner in
      switch corner {
      case .topLeft: luma[left, top] > 220
      case .topRight: luma[right, top] > 220
      case .bottomLeft: luma[left, bottom] > 220
      case .bottomRight: luma[right, bottom] > 220
      }
    }
    return bright.count == 1 ? bright[0] : nil
  }
}
