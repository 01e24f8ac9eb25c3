import Foundation
import Testing

@testable import TimeWalkImaging

/// Something like an old town plan: blocks between streets, lots, a river, and crops of it.
enum DrawnMaps {
  struct Map: Sendable, CustomTestStringConvertible {
    let name: String
    let crop: MapCrop
    let isGray: Bool
    var testDescription: String { name }

    /// The part that the crop asks for.
    func part() throws -> PicturePart {
      let wanted = crop.grid.question?.region ?? PixelRegion(x: 0, y: 0, width: 1, height: 1)
      let whole = DrawnMaps.size
      let region = try #require(
        wanted.intersection(PixelRegion(x: 0, y: 0, width: whole.width, height: whole.height)))
      let image = try Pictures.make(
        region.width, region.height, sampling: .full, isGray: isGray
      ) { plane, x, y in
        DrawnMaps.colour(Double(region.x + x), Double(region.y + y)).samples[plane]
      }
      let place = PartPlace(
        x: Double(region.x), y: Double(region.y), step: .one, whole: DrawnMaps.size)
      return PicturePart(image: image, place: place)
    }
  }

  static let size = PixelSize(width: 3000, height: 2400)

  /// The plan's colour at a pixel.
  static func colour(_ x: Double, _ y: Double) -> Colour {
    let bank = 2300 + 180 * sin(y / 260) + 40 * sin(y / 70)
    if x > bank {
      // Waterlines, wider with the distance from the bank.
      let from = x - bank
      return Int(from.squareRoot() * 2) % 4 == 0 && from < 400
        ? Colour(120, 150, 160) : Colour(196, 212, 210)
    }
    let (u, v) = (x + 0.1 * y, y - 0.08 * x)
    let (block, row) = ((u / 230).rounded(.down), (v / 150).rounded(.down))
    let (across, down) = (u - 230 * block, v - 150 * row)
    if across < 26 || down < 22 { return Colour(240, 232, 214) }
    if across < 29 || down < 25 || across > 227 || down > 147 { return Colour(70, 55, 45) }
    let lot = (across - 29).truncatingRemainder(dividingBy: 33)
    if lot < 2 || abs(down - 86) < 1 { return Colour(120, 95, 80) }
    return [Colour(222, 184, 170), Colour(226, 208, 160), Colour(196, 204, 176)][
      Int((block * 2 + row).magnitude) % 3]
  }

  /// A crop of the plan around one of its pixels, turned.
  private static func crop(
    _ frame: MapFrame?, at middle: SIMD2<Double>, resolution: Double, degrees: Double
  ) -> MapCrop? {
    let angle = degrees * .pi / 180
    return frame.map {
      MapCrop(
        MapGrid($0) { east, north in
          let (x, y) = (east / resolution, -north / resolution)
          return middle
            + SIMD2(cos(angle) * x - sin(angle) * y, sin(angle) * x + cos(angle) * y)
        })
    }
  }

  static let all: [Map] = {
    var maps: [Map] = []
    if var crop = crop(
      MapFrame(radius: 300, resolution: 0.5), at: SIMD2(1750, 1200), resolution: 0.5, degrees: 14)
    {
      crop.marks = MapMarks(error: 35, heading: 215, fieldOfView: 64)
      crop.year = "1852"
      crop.words = [
        "Plan of the town and its harbour, with the lots as they were sold", "1852",
        "Drawn by A. Surveyor", "City Library, Map Room", "Public domain",
        "Placed to about 12 m here",
      ]
      maps.append(Map(name: "map", crop: crop, isGray: false))
    }
    if var crop = crop(
      MapFrame(radius: 300, resolution: 2), at: SIMD2(120, 130), resolution: 2, degrees: -20)
    {
      crop.marks = MapMarks(error: 120, heading: 40)
      crop.year = "about 1660"
      crop.outline = [
        [SIMD2(20, 30), SIMD2(900, 10), SIMD2(950, 700), SIMD2(60, 820)]
      ]
      crop.words = [
        "Карта города и гавани", "about 1660", "Maker unknown", "Placed to about 120 m here",
      ]
      maps.append(Map(name: "map-edge", crop: crop, isGray: true))
    }
    return maps
  }()
}
