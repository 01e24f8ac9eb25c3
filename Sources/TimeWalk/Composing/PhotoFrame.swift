internal import TimeWalkCore
internal import TimeWalkImaging

/// The photo's frame, into which a historical picture is brought.
struct PhotoFrame {
  /// The photo's brightness, as large as aligning needs it.
  let image: PlanarImage
  /// The size of the clean picture.
  let size: PixelSize
  /// Where the photo looks, as the answer tells it.
  let pose: ViewpointReport

  /// The longest side that aligning looks at, pixels.
  private static let alignedSide = 640

  init(_ image: PlanarImage, size: PixelSize, pose: ViewpointReport) throws(ImagingError) {
    self.image = try image.fitted(within: Self.alignedSide)
    self.size = size
    self.pose = pose
  }
}

/// A historical picture in a photo's frame, not yet written.
struct PlacedPicture {
  let picture: PlacedImage
  let alignment: AlignmentReport
}

extension PhotoFrame {
  /// Brings a match's picture into the frame, from both poses and then from the pictures
  /// themselves.
  ///
  /// - Parameters:
  ///   - shown: the historical picture, upright, with its frame of paper.
  ///   - item: the item, whose pose it has.
  ///   - historical: the size of the historical rendition.
  ///   - isByPoses: whether the pictures themselves aren't compared, which takes a third of a
  ///     second.
  /// - Returns: `nil` where nobody says how wide either view is.
  /// - Throws: what aligning and drawing throw.
  func place(
    _ shown: PlanarImage, of item: Item, historical: PixelSize, isByPoses: Bool = false
  ) throws(WalkError) -> PlacedPicture? {
    let part = shown.partInsidePaper
    do throws(ImagingError) {
      let then = try shown.cropped(to: part)
      guard let views = views(item, then.size) else { return nil }
      let found =
        isByPoses
        ? Alignment.byPoses(views.then, views.now)
        : try Aligner().align(then: then, views.then, now: image, views.now)
      let transform = found.transform.leading(to: size, from: image.size)
      let placed = try then.placed(
        by: transform, into: size,
        showing: PixelRegion(x: 0, y: 0, width: then.size.width, height: then.size.height))
      let way = Homography.cropping(part).after(.scaling(historical, to: shown.size))
      let stored = StoredTransform(
        transform,
        then: StoredTransform.Picture(size: historical, way: way),
        now: StoredTransform.Picture(size: size, way: .identity))
      return PlacedPicture(
        picture: placed,
        alignment: AlignmentReport(
          item: item.id.description, way: AlignReport(found, stored, warnings: [])))
    } catch { throw WalkError(error) }
  }

  /// Both poses; what one doesn't say is taken to be as the other's, and level.
  private func views(_ item: Item, _ size: PixelSize) -> (then: PictureView, now: PictureView)? {
    let recorded = item.pose
    let thenAngle = recorded.fieldOfView?.degrees ?? pose.fieldOfView
    guard let thenAngle, let nowAngle = pose.fieldOfView ?? recorded.fieldOfView?.degrees
    else { return nil }
    let isCylinder = PictureProjection.isPanorama(size, fieldOfView: thenAngle)
    let then = PictureView(
      size: size,
      heading: recorded.heading?.degrees ?? pose.heading ?? 0,
      pitch: recorded.pitch?.degrees ?? 0, fieldOfView: thenAngle,
      projection: isCylinder ? .cylinder(horizon: nil) : .rectilinear)
    let now = PictureView(
      size: image.size, heading: pose.heading ?? recorded.heading?.degrees ?? 0,
      pitch: pose.pitch ?? 0, roll: pose.roll ?? 0, fieldOfView: nowAngle)
    guard let then, let now else { return nil }
    return (then, now)
  }
}
