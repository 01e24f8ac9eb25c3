import TimeWalkTestSupport

@testable import TimeWalkImaging

/// A city of rectangles all around a camera, seen through any lens, for tests of alignment.
struct DrawnScene {
  private struct Wall {
    let left: Double, right: Double, top: Double, bottom: Double
    let tone: UInt8
  }

  private let walls: [Wall]

  /// Different seeds are different places.
  init(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    walls = (0..<260).map { _ in
      let left = Double.random(in: -1.6...1.6, using: &chance)
      let top = Double.random(in: -0.7...0.6, using: &chance)
      return Wall(
        left: left, right: left + .random(in: 0.02...0.25, using: &chance), top: top,
        bottom: top + .random(in: 0.02...0.25, using: &chance),
        tone: .random(in: 20...235, using: &chance))
    }
  }

  /// A camera's picture; angles around it are positions on a cylinder.
  func picture(_ view: PictureView, contrast: Double = 1) throws -> PlanarImage {
    let rays = ViewRays(view)
    let size = view.size
    var luma = [UInt8](repeating: 0, count: size.width * size.height)
    let street = ViewRays(
      PictureView(
        of: PixelSize(width: 1001, height: 1001), angle: 180,
        projection: .cylinder(horizon: nil)))
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = street.pixel(in: rays.direction(of: SIMD2(Double(x), Double(y))))
        let angle = (place - 500) / street.focalLength
        let wall = walls.last {
          ($0.left..<$0.right).contains(angle.x) && ($0.top..<$0.bottom).contains(angle.y)
        }
        let tone = 128 + (Double(wall?.tone ?? 128) - 128) * contrast
        luma[y * size.width + x] = UInt8(min(255, max(0, tone)))
      }
    }
    return try PlanarImage(size: size, sampling: .full, planes: [luma])
  }
}
