internal import Foundation
internal import TimeWalkImaging
internal import TimeWalkMetadata

extension Walker {
  /// Makes a walker that only looks at photos: without an archive, a library or fonts.
  public convenience init(inspectingIn places: Places) {
    self.init(archive: nil, archivePath: places.archive, geoidPath: places.geoid)
  }

  /// Says what a photographer looks at in a photo; nothing is kept but the pictures that were asked for.
  ///
  /// - Throws: `inputMissing`, `unsupportedFormat`, `imageDamaged`, `limitExceeded`, `componentMissing` for a PNG in a build
  ///   without libpng, and `cannotCreate`.
  public func inspect(_ request: InspectRequest) throws(WalkError) -> InspectReport {
    let photo = try read(.file(path: request.path))
    let (capture, metadataWarnings) = CaptureMetadata.read(photo.bytes, photo.info)
    let decoded: DecodedPicture
    do throws(ImagingError) {
      decoded = try DecodedPicture.decode(
        photo.bytes, name: photo.name, limits: limits, keepingProfile: true)
    } catch { throw WalkError(error) }
    let orientation =
      decoded.orientation ?? Orientation(rawValue: capture.orientation) ?? .upright
    let measures = PictureMeasures(of: decoded.image)
    if let path = request.histogram {
      try write(PlainPicture.histogram(measures), to: path)
    }
    if let path = request.focusPeaking {
      let upright: PlanarImage
      do throws(ImagingError) {
        upright = try decoded.image.fitted(within: Walker.greatestSide, orientation: orientation)
      } catch { throw WalkError(error) }
      try write(PlainPicture.focusPeaking(upright), to: path)
    }
    let stored = decoded.image.size
    let size = orientation.swapsSides ? stored.turned : stored
    let (viewpoint, poseWarnings) = pose(of: capture)
    return InspectReport(
      photo: request.path, format: photo.info.format.rawValue, width: size.width,
      height: size.height, make: capture.make, model: capture.model,
      exposure: InspectReport.Exposure(capture), viewpoint: viewpoint,
      picture: InspectReport.Picture(measures),
      warnings: metadataWarnings.map(\.message) + poseWarnings + decoded.warnings)
  }

  /// The pose; of a photo without a position, what doesn't depend on one.
  private func pose(of capture: CaptureMetadata) -> (ViewpointReport?, [String]) {
    if let pose = try? locate(capture) {
      return (ViewpointReport(pose), pose.warnings.map(\.message))
    }
    var elsewhere = CaptureMetadata()
    (elsewhere.latitude, elsewhere.longitude) = (0, 0)
    guard let pose = try? locate(capture.overridden(by: elsewhere)) else { return (nil, []) }
    var report = ViewpointReport(pose)
    report.withholdLocation()
    // The needle's own reading means nothing without a place.
    if pose.magneticCorrection != nil { report.heading = nil }
    return (report, [])
  }

  private func write(_ picture: PlainPicture, to path: String) throws(WalkError) {
    let bytes: [UInt8]
    do throws(ImagingError) { bytes = try picture.png() } catch { throw WalkError(error) }
    let target = try ExportTarget(path, isPrivate: true)
    try target.write(bytes)
    try target.finish()
  }
}

extension InspectReport.Exposure {
  init(_ capture: CaptureMetadata) {
    self.init(
      iso: capture.exposure.sensitivity, shutter: capture.exposure.time,
      aperture: capture.exposure.aperture.map { $0.rounded(places: 2) },
      focalLength: capture.focalLength.map { $0.rounded(places: 2) },
      focalLengthIn35mm: capture.focalLengthIn35mm.map { $0.rounded(places: 1) },
      whiteBalance: capture.exposure.whiteBalance?.rawValue)
  }
}

extension InspectReport.Picture {
  init(_ measures: PictureMeasures) {
    self.init(
      sharpness: measures.sharpness.rounded(places: 1),
      edgeWidth: measures.edgeWidth.map { $0.rounded(places: 2) },
      clippedHighlights: (100 * measures.clippedHighlights).rounded(places: 2),
      clippedShadows: (100 * measures.clippedShadows).rounded(places: 2))
  }
}
