internal import Foundation
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkMetadata
import TimeWalkReading

extension Pipeline {
  /// The longest side that pictures are aligned at, pixels.
  static let alignedSide = 1600

  /// Aligns an old picture with a new one; nothing is stored.
  ///
  /// Points take precedence. Without them the search begins at the poses; given ones replace those
  /// of the metadata. A missing heading or field of view is taken from the other picture; pitch and
  /// roll are then level.
  /// - Throws: `inputMissing`, `unsupportedFormat`, `imageDamaged`, `limitExceeded`, and
  ///   `invalidValue` with the field for impossible poses, an unknown field of view, and unusable
  ///   points.
  public func align(_ request: AlignRequest) throws(TimeWalkError) -> AlignAnswer {
    let points = try request.points.map(PointsFile.read)
    let then = try loaded(request.then)
    let now = try loaded(request.now)
    let found: Alignment
    if let points {
      let views = try? views(then, now, request)
      let pairs = points.map {
        PointPair(then: then.way.place(of: $0.then), now: now.way.place(of: $0.now))
      }
      do throws(PointAligner.Fault) {
        found = try PointAligner.align(
          pairs, thenSize: then.image.size, nowSize: now.image.size, views: views)
      } catch { throw TimeWalkError(.invalidValue, error.message, field: "points") }
    } else {
      let views = try views(then, now, request)
      found = try ImagingError.rethrowing(
        Aligner().align(then: then.image, views.then, now: now.image, views.now))
    }
    return AlignAnswer(found, warnings: then.warnings + now.warnings) { transform in
      StoredTransform(transform, then: then.picture, now: now.picture)
    }
  }

  /// A picture to align.
  private struct LoadedPicture {
    let name: String
    let image: PlanarImage
    let picture: StoredTransform.Picture
    let pose: ViewpointReport?
    let warnings: [String]

    var way: Homography { picture.way }
  }

  private func loaded(_ path: String) throws(TimeWalkError) -> LoadedPicture {
    let photo = try read(.file(path: path))
    let head = photo.head
    let orientation =
      head.info.orientation ?? Orientation(rawValue: head.capture.orientation) ?? .upright
    let shown = try photo.content.shown(
      ShowQuestion(side: Pipeline.alignedSide, orientation: orientation))
    let stored = head.info.size
    // HEIC and AVIF have their displayed size, and a raw file's preview may be turned already.
    let upright = orientation.swapsSides ? stored.turned : stored
    let isStored = upright.isLike(shown.image.size)
    return LoadedPicture(
      name: photo.name, image: shown.image,
      picture: StoredTransform.Picture(
        stored: stored, orientation: isStored ? orientation : .upright,
        aligned: shown.image.size),
      pose: pose(of: head.capture).0, warnings: shown.warnings)
  }

  private func views(_ then: LoadedPicture, _ now: LoadedPicture, _ request: AlignRequest)
    throws(TimeWalkError)
    -> (then: PictureView, now: PictureView)
  {
    let thenAngle = request.thenPose?.fieldOfView ?? then.pose?.fieldOfView
    let nowAngle = request.nowPose?.fieldOfView ?? now.pose?.fieldOfView
    guard let thenWidth = thenAngle ?? nowAngle, let nowWidth = nowAngle ?? thenAngle else {
      throw TimeWalkError(
        .invalidValue,
        "neither \(then.name) nor \(now.name) has a field of view; give it as the last number of --now-pose",
        field: "nowPose")
    }
    let thenHeading = request.thenPose?.heading ?? then.pose?.heading
    let nowHeading = request.nowPose?.heading ?? now.pose?.heading
    let size = then.image.size
    let isCylinder =
      request.isCylinder ?? PictureProjection.isPanorama(size, fieldOfView: thenWidth)
    let horizon = try horizon(then, request, isCylinder: isCylinder)
    let thenView = PictureView(
      size: size, heading: thenHeading ?? nowHeading ?? 0,
      pitch: request.thenPose?.pitch ?? then.pose?.pitch ?? 0,
      roll: request.thenPose?.roll ?? then.pose?.roll ?? 0, fieldOfView: thenWidth,
      projection: isCylinder ? .cylinder(horizon: horizon) : .rectilinear)
    let nowView = PictureView(
      size: now.image.size, heading: nowHeading ?? thenHeading ?? 0,
      pitch: request.nowPose?.pitch ?? now.pose?.pitch ?? 0,
      roll: request.nowPose?.roll ?? now.pose?.roll ?? 0, fieldOfView: nowWidth)
    guard let thenView else { throw Self.impossible("thenPose", then, thenWidth) }
    guard let nowView else { throw Self.impossible("nowPose", now, nowWidth) }
    return (thenView, nowView)
  }

  private func horizon(_ then: LoadedPicture, _ request: AlignRequest, isCylinder: Bool)
    throws(TimeWalkError) -> Double?
  {
    guard let row = request.thenHorizon else { return nil }
    guard isCylinder, row.isFinite else {
      throw TimeWalkError(
        .invalidValue, "only a cylinder has a horizon; \(then.name) is read as rectilinear",
        field: "thenHorizon")
    }
    // The stored picture of a panorama is upright but for being turned as a whole.
    return then.way.place(of: SIMD2(0, row)).y
  }

  private static func impossible(_ field: String, _ picture: LoadedPicture, _ width: Double)
    -> TimeWalkError
  {
    TimeWalkError(
      .invalidValue,
      "the pose of \(picture.name) is out of range: pitch must be within -90...90, and the field of view (\(width)) within "
        + "1...179, or up to 360 for a cylinder", field: field)
  }
}

extension PixelSize {
  /// Returns true if both have the same aspect ratio, up to rounding.
  fileprivate func isLike(_ other: PixelSize) -> Bool {
    abs(width * other.height - height * other.width) <= 2 * max(width, height)
  }
}

extension AlignAnswer {
  /// Writes an alignment for the stored files.
  ///
  /// - Parameters:
  ///   - alignment: the alignment of the upright pictures.
  ///   - warnings: notes for the user.
  ///   - stored: makes the transformation of the stored files.
  init(
    _ alignment: Alignment, warnings: [String] = [],
    stored: (PictureTransform) -> StoredTransform
  ) {
    self.init(
      way: AlignReport(
        alignment.drawn, alignment.method, isAccepted: alignment.grade == .fits, stored,
        warnings: warnings),
      grade: AlignmentGrade(alignment.grade),
      offered: alignment.offered.map { AlignReport($0, .pictures, isAccepted: false, stored) })
  }
}

extension AlignmentGrade {
  fileprivate init(_ grade: Alignment.Grade) {
    switch grade {
    case .fits: self = .fits
    case .mayFit: self = .mayFit
    case .none: self = .none
    }
  }
}

extension AlignReport {
  fileprivate init(
    _ placement: Alignment.Placement, _ method: Alignment.Method, isAccepted: Bool,
    _ stored: (PictureTransform) -> StoredTransform, warnings: [String] = []
  ) {
    let inFiles = stored(placement.transform)
    let way = inFiles.homography
    self.init(
      accepted: isAccepted, method: method.rawValue, homography: way?.rows,
      mesh: way == nil ? inFiles.mesh.report : nil,
      margin: placement.margin.map { $0.rounded(places: 3) },
      uncertainty: placement.uncertainty.rounded(places: 4), warnings: warnings)
    if case .views(let then, _) = placement.transform {
      let heading = Heading(degrees: then.heading)?.degrees ?? then.heading
      thenPose = [heading, then.pitch, then.roll, then.fieldOfView].map { $0.rounded(places: 3) }
    }
  }
}

extension StoredTransform.Mesh {
  fileprivate var report: AlignReport.Mesh {
    func short(_ value: Double) -> Double { value.rounded(places: 3) }
    return AlignReport.Mesh(
      xs: xs.map(short), ys: ys.map(short), to: to.map { $0.map { $0.map(short) } })
  }
}
