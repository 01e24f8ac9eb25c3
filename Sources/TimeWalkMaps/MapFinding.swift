/// A fault or an oddity of a map, found when it is read or placed.
package enum MapFinding: Hashable, Sendable {
  /// There are fewer control points than the transformation needs; `used` is the substitute.
  case tooFewPoints(TransformationMethod, count: Int, used: TransformationMethod?)
  /// The control points don't determine the transformation. They lie on a line, on a curve of its
  /// order, all together, or too far around the world for a plane.
  case degenerate(TransformationMethod, used: TransformationMethod?)
  /// Two control points, from 0, lie at one pixel or at one place, but not at both.
  case samePlace(Int, Int)
  /// Two control points are the same and count once.
  case repeated(Int, Int)
  /// The control points turn the map over, as in a mirror.
  case mirrored
  /// A control point, from 0, lies outside the projection; Web Mercator takes its place.
  case outsidePlane(Int)
  /// The transformation folds over at a spot within the map.
  case folds(PixelPoint)
  /// The mask has fewer than three corners.
  case maskTooSmall
  /// The mask crosses itself, or touches itself; by the first corner of either edge, from 0.
  case maskCrosses(Int, Int)
  /// A corner of the mask, from 0, lies outside the picture, by more than a pixel.
  case maskOutsidePicture(Int)
  /// The mask has more corners than an outline may have.
  case maskTooLarge
  /// Both a mask and the picture's size are missing.
  case sizeUnknown
  /// The ground that the mask shows isn't an outline.
  case outline(OutlineFault)
  /// A control point, from 0, is at no place of this world.
  case outsideWorld(Int, longitude: Double, latitude: Double)
  /// An unsupported transformation; `used` is the substitute.
  case unknownTransformation(String, used: TransformationMethod)
  /// An unsupported projection; Web Mercator is the substitute.
  case unknownProjection(String)
  /// An unsupported selector, with the reason.
  case unknownSelector(String)
  /// The selector's size of the picture isn't the resource's.
  case sizesDiffer(PixelSize, PixelSize)
  /// The document's other maps take the work that a document may take.
  case tooMuchWork

  /// True if the map stays without a place for it.
  package var preventsPlacing: Bool {
    switch self {
    case .tooFewPoints(_, _, let used), .degenerate(_, let used): used == nil
    case .maskTooSmall, .maskCrosses, .maskTooLarge, .sizeUnknown, .outline, .outsideWorld,
      .unknownSelector, .tooMuchWork:
      true
    case .samePlace, .repeated, .mirrored, .outsidePlane, .folds, .maskOutsidePicture,
      .unknownTransformation,
      .unknownProjection, .sizesDiffer:
      false
    }
  }

  /// The message for users; numbers count from 1.
  package var words: String {
    switch self {
    case .tooFewPoints(let method, let count, let used):
      "\(method.words) needs \(method.leastPoints) control points, not \(count)"
        + MapFinding.instead(used)
    case .degenerate(let method, let used):
      "the control points don't determine \(method.words): they are on one line, too close together or around the world"
        + MapFinding.instead(used)
    case .samePlace(let a, let b):
      "control points \(a + 1) and \(b + 1) conflict: one pixel has two places, or one place two pixels"
    case .repeated(let a, let b): "control points \(a + 1) and \(b + 1) are the same"
    case .mirrored: "the control points mirror the map"
    case .outsidePlane(let point):
      "control point \(point + 1) is outside the projection; using Web Mercator"
    case .folds(let spot):
      "the transformation folds over at pixel \(Int(spot.x)), \(Int(spot.y)); a control point nearby may be wrong"
    case .maskTooSmall: "the mask has fewer than three corners"
    case .maskCrosses(let a, let b):
      "the mask crosses itself, at the edges from its corners \(a + 1) and \(b + 1)"
    case .maskOutsidePicture(let corner):
      "corner \(corner + 1) of the mask is outside the picture"
    case .maskTooLarge: "the mask has more than \(Outline.mostCorners) corners"
    case .sizeUnknown: "the map has no mask and no picture size"
    case .outline(let fault): "the mask's outline on the ground isn't valid: \(fault.words)"
    case .outsideWorld(let point, let longitude, let latitude):
      "control point \(point + 1) isn't a valid position: longitude \(longitude), latitude \(latitude)"
    case .unknownTransformation(let name, let used):
      "unknown transformation \"\(name.prefix(60))\"" + MapFinding.instead(used)
    case .unknownProjection(let name):
      "unknown projection \"\(name.prefix(60))\"; using Web Mercator"
    case .unknownSelector(let reason): "can't read the selector: \(reason)"
    case .sizesDiffer(let selector, let resource):
      "the selector is for a picture of \(selector.width) x \(selector.height) pixels, but the picture has \(resource.width) x \(resource.height)"
    case .tooMuchWork:
      "placing it takes too much work after the maps before it; split the page, or use fewer control points"
    }
  }

  private static func instead(_ used: TransformationMethod?) -> String {
    used.map { "; using \($0.words)" } ?? "; the map has no place"
  }
}
