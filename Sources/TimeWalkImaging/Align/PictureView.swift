internal import Foundation

/// The relation of a picture's columns and rows to directions.
package enum PictureProjection: Hashable, Sendable {
  /// A plane behind a lens, as in nearly all cameras.
  case rectilinear
  /// A cylinder around the camera, as in panoramas: columns are angles, rows are heights.
  ///
  /// `horizon` is the row level with the camera, in pixels from the first row's middle; `nil` is
  /// the middle one.
  case cylinder(horizon: Double?)

  /// Returns true if a picture of unknown projection is taken for a panorama: wider than lenses
  /// usually are, and long.
  ///
  /// - Parameters:
  ///   - size: the upright picture's.
  ///   - fieldOfView: degrees across its width.
  /// - Returns: true if it is.
  package static func isPanorama(_ size: PixelSize, fieldOfView: Double) -> Bool {
    let shape = Double(size.width) / Double(size.height)
    return fieldOfView > 100 || (fieldOfView > 75 && shape > 1.7)
  }
}

/// A picture's heading and field of view: its pose, without the place.
///
/// Angles are degrees: `heading` clockwise, `pitch` upwards, `roll` clockwise as the photographer
/// sees it, `fieldOfView` across the picture's width. Pixels are counted from the middle of the top
/// left one.
package struct PictureView: Hashable, Sendable {
  /// The picture's size in pixels.
  package var size: PixelSize
  /// Degrees clockwise from north, or from anything that both pictures share.
  package var heading: Double
  /// Degrees above the horizon.
  package var pitch: Double
  /// Degrees clockwise.
  package var roll: Double
  /// Degrees across the width: up to 179 for ``PictureProjection/rectilinear``, to 360 for a
  /// cylinder.
  package var fieldOfView: Double
  /// The projection of the picture.
  package var projection: PictureProjection

  /// Makes a view from its parts; `nil` for infinite numbers and impossible pictures.
  package init?(
    size: PixelSize, heading: Double = 0, pitch: Double = 0, roll: Double = 0,
    fieldOfView: Double, projection: PictureProjection = .rectilinear
  ) {
    let widest = projection == .rectilinear ? 179.0 : 360.0
    guard size.width > 0, size.height > 0, heading.isFinite, roll.isFinite,
      (-90...90).contains(pitch), fieldOfView >= 1, fieldOfView <= widest
    else { return nil }
    if case .cylinder(let horizon?) = projection, !horizon.isFinite { return nil }
    self.init(
      of: size, heading: heading, pitch: pitch, roll: roll, angle: fieldOfView,
      projection: projection)
  }

  /// The same for validated numbers.
  init(
    of size: PixelSize, heading: Double = 0, pitch: Double = 0, roll: Double = 0, angle: Double,
    projection: PictureProjection = .rectilinear
  ) {
    self.size = size
    self.heading = heading
    self.pitch = pitch
    self.roll = roll
    fieldOfView = angle
    self.projection = projection
  }

  /// The same view of a picture that was made larger or smaller as a whole.
  package func resized(to newSize: PixelSize) -> PictureView {
    var view = self
    view.size = newSize
    if case .cylinder(let horizon?) = projection {
      let scale = Double(newSize.height) / Double(size.height)
      view.projection = .cylinder(horizon: (horizon + 0.5) * scale - 0.5)
    }
    return view
  }

  /// The view once a pose was changed.
  func changed(by change: PoseChange) -> PictureView {
    var view = self
    view.heading += change.heading
    view.pitch += change.pitch
    view.roll += change.roll
    switch projection {
    case .cylinder: view.fieldOfView = min(360, fieldOfView * exp(change.scale))
    case .rectilinear:
      let half = tan(fieldOfView.radians / 2) * exp(change.scale)
      view.fieldOfView = 2 * atan(half).degrees
    }
    return view
  }
}

/// The difference between two poses: degrees, and the logarithm of the scale.
struct PoseChange: Hashable, Sendable {
  /// Heading, pitch, roll and scale.
  var values: SIMD4<Double>

  init(_ values: SIMD4<Double>) { self.values = values }

  init(heading: Double = 0, pitch: Double = 0, roll: Double = 0, scale: Double = 0) {
    values = SIMD4(heading, pitch, roll, scale)
  }

  var heading: Double { values[0] }
  var pitch: Double { values[1] }
  var roll: Double { values[2] }
  /// The logarithm of the factor of the field's tangent, or of a cylinder's angle.
  var scale: Double { values[3] }

  /// The usual errors of reported poses, as standard deviations.
  ///
  /// They include compass and lens, and a place that is 5 to 20 m off with the nearest building at
  /// some 50 m.
  static let usual = SIMD4<Double>(8, 3, 2, 0.12)

  /// The logarithm of how likely so great a change is, up to a constant.
  var likelihood: Double {
    let relative = values / Self.usual
    return -0.5 * (relative * relative).sum()
  }
}
