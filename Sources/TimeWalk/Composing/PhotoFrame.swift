internal import TimeWalkCore
internal import TimeWalkImaging

/// The photo's frame, into which a historical picture is aligned.
struct PhotoFrame {
  /// The photo.
  let image: PlanarImage
  /// The size of the page's pictures.
  let size: PixelSize
  /// The photo's pose, from the answer.
  let pose: ViewpointReport

  /// The longest side for aligning, pixels.
  private static let alignedSide = 640
}

/// A historical picture in a photo's frame, not yet written.
struct PlacedPicture {
  let picture: PlacedImage
  let alignment: AlignmentReport
  /// The picture as it may fit, if that is offered.
  let offered: PlacedImage?
}

extension PhotoFrame {
  /// Aligns a match's picture with the frame, first by both poses and then by the pictures
  /// themselves.
  ///
  /// If the item's view was determined for the picture itself, the search starts there. It then
  /// refers to the whole picture, with its frame of paper.
  ///
  /// - Parameters:
  ///   - shown: the historical picture, upright, with its frame of paper.
  ///   - item: the item with its pose.
  ///   - historical: the size of the historical rendition.
  ///   - isByPoses: true if the pictures themselves aren't compared, which takes a third of a
  ///     second.
  ///   - drawsOffer: true if the picture as it may fit is drawn, too; only pages show it.
  /// - Returns: `nil` if both fields of view are unknown.
  /// - Throws: the errors of aligning and drawing.
  func place(
    _ shown: PlanarImage, of item: Item, historical: PixelSize, isByPoses: Bool = false,
    drawsOffer: Bool = true
  ) throws(TimeWalkError) -> PlacedPicture? {
    let inside = shown.partInsidePaper
    let whole = PixelRegion(x: 0, y: 0, width: shown.size.width, height: shown.size.height)
    let part = item.view == nil ? inside : whole
    do throws(ImagingError) {
      let then = try shown.cropped(to: part)
      let now = isByPoses ? image : try image.fitted(within: Self.alignedSide)
      guard let views = views(item, then.size, now.size) else { return nil }
      let found =
        isByPoses
        ? Alignment.byPoses(views.then, views.now)
        : try Aligner().align(then: then, views.then, now: now, views.now)
      let shownPart = PixelRegion(
        x: inside.x - part.x, y: inside.y - part.y, width: inside.width, height: inside.height)
      func placed(_ placement: Alignment.Placement) throws(ImagingError) -> PlacedImage {
        try then.placed(
          by: placement.transform.leading(to: size, from: now.size), into: size, showing: shownPart)
      }
      let way = Homography.cropping(part).after(.scaling(historical, to: shown.size))
      var answer = AlignAnswer(found) { transform in
        StoredTransform(
          transform.leading(to: size, from: now.size),
          then: StoredTransform.Picture(size: historical, way: way),
          now: StoredTransform.Picture(size: size, way: .identity))
      }
      // The pose of a part doesn't apply to the whole picture.
      if part != whole {
        answer.way.thenPose = nil
        answer.offered?.thenPose = nil
      }
      var offered: PlacedImage?
      if drawsOffer, let offer = found.offered { offered = try placed(offer) }
      return PlacedPicture(
        picture: try placed(found.drawn),
        alignment: AlignmentReport(item: item.id.description, answer), offered: offered)
    } catch { throw TimeWalkError(error) }
  }

  /// Both poses; a missing value is the other's, and level by default.
  private func views(
    _ item: Item, _ size: PixelSize, _ nowSize: PixelSize
  ) -> (then: PictureView, now: PictureView)? {
    let recorded = item.pose
    let thenAngle = item.view?.fieldOfView ?? recorded.fieldOfView?.degrees ?? pose.fieldOfView
    guard let thenAngle else { return nil }
    let nowAngle = pose.fieldOfView ?? thenAngle
    let isCylinder = PictureProjection.isPanorama(size, fieldOfView: thenAngle)
    let then = PictureView(
      size: size,
      heading: item.view?.heading ?? recorded.heading?.degrees ?? pose.heading ?? 0,
      pitch: item.view?.pitch ?? recorded.pitch?.degrees ?? 0, roll: item.view?.roll ?? 0,
      fieldOfView: thenAngle,
      projection: isCylinder ? .cylinder(horizon: nil) : .rectilinear)
    let now = PictureView(
      size: nowSize,
      heading: pose.heading ?? item.view?.heading ?? recorded.heading?.degrees ?? 0,
      pitch: pose.pitch ?? 0, roll: pose.roll ?? 0, fieldOfView: nowAngle)
    guard let then, let now else { return nil }
    return (then, now)
  }
}
