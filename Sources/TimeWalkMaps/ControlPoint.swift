package import TimeWalkCore

/// A spot on a picture, in pixels from its top left corner: x to the right, y down.
///
/// The middle of the first pixel is (0.5, 0.5), as in GDAL and in IIIF.
package struct PixelPoint: Hashable, Sendable {
  /// Pixels to the right.
  package var x: Double
  /// Pixels down.
  package var y: Double

  /// Makes a spot.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The same spot with y up, as in planes; a map is then not mirrored.
  var upright: PlanePoint { PlanePoint(x: x, y: -y) }
}

/// The size of a picture, pixels.
package struct PixelSize: Hashable, Sendable {
  /// Pixels from side to side.
  package var width: Int
  /// Pixels from top to bottom.
  package var height: Int

  /// Makes a size.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A pixel of a map and the place that it shows.
package struct ControlPoint: Hashable, Sendable {
  /// The spot on the picture.
  package var pixel: PixelPoint
  /// The place on the ground.
  package var coordinate: Coordinate

  /// Makes a pair.
  package init(pixel: PixelPoint, coordinate: Coordinate) {
    self.pixel = pixel
    self.coordinate = coordinate
  }
}

/// A point of a plane, in any unit.
package struct PlanePoint: Hashable, Sendable {
  /// To the right, or east.
  package var x: Double
  /// Up, or north.
  package var y: Double

  /// Makes a point.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  static func + (a: PlanePoint, b: PlanePoint) -> PlanePoint {
    PlanePoint(x: a.x + b.x, y: a.y + b.y)
  }

  static func - (a: PlanePoint, b: PlanePoint) -> PlanePoint {
    PlanePoint(x: a.x - b.x, y: a.y - b.y)
  }

  static func * (factor: Double, a: PlanePoint) -> PlanePoint {
    PlanePoint(x: factor * a.x, y: factor * a.y)
  }

  /// The square of the distance from the origin.
  var square: Double { x * x + y * y }
  /// The distance from the origin.
  var length: Double { square.squareRoot() }
}

/// The transformation from the pixels of a map to the ground.
package enum TransformationMethod: Hashable, Sendable {
  /// Translation, rotation and uniform scaling: a similarity.
  case helmert
  /// A polynomial in x and y for each axis; the order is 1, 2 or 3.
  case polynomial(order: Int)
  /// A sheet that bends as little as it may and goes through every control point.
  case thinPlateSpline

  /// The fewest control points that determine it.
  package var leastPoints: Int {
    switch self {
    case .helmert: 2
    case .polynomial(let order): (order + 1) * (order + 2) / 2
    case .thinPlateSpline: 3
    }
  }

  /// Its name, for messages.
  package var words: String {
    switch self {
    case .helmert: "a Helmert transformation"
    case .polynomial(let order): "a polynomial of order \(order)"
    case .thinPlateSpline: "a thin plate spline"
    }
  }
}
