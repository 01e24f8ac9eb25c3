internal import Foundation
internal import TimeWalkBase
internal import TimeWalkImaging
internal import TimeWalkMetadata
package import TimeWalkReading

extension Pipeline {
  /// Makes a pipeline that only inspects photos: without an archive, a library or fonts.
  public convenience init(inspectingIn places: StorePaths) {
    self.init(inspectingIn: places, readers: PictureReaders())
  }

  /// The same, with the reader of photos.
  package convenience init(inspectingIn places: StorePaths, readers: PictureReaders) {
    self.init(
      archive: nil, archivePath: places.shownArchive, geoidPath: places.geoid, readers: readers)
  }

  /// Reports a photo's pose, exposure and measures; only the requested pictures are stored.
  ///
  /// - Throws: `inputMissing`, `unsupportedFormat`, `imageDamaged`, `limitExceeded`,
  ///   `componentMissing` for a PNG in a build without libpng, and `cannotCreate`.
  public func inspect(_ request: InspectRequest) throws(TimeWalkError) -> InspectReport {
    let photo = try read(.file(path: request.path))
    let head = photo.head
    let (capture, warnings) = capture(of: photo)
    let inspection = try photo.content.inspection(
      InspectQuestion(
        histogram: request.histogram != nil, focusPeaking: request.focusPeaking != nil,
        side: Pipeline.greatestSide,
        within: IsolatedPicture.inspectionSide(head, most: readers.budget.memory)))
    if let path = request.histogram { try write(inspection.histogram, to: path) }
    if let path = request.focusPeaking { try write(inspection.focusPeaking, to: path) }
    let (viewpoint, poseWarnings) = pose(of: capture)
    return InspectReport(
      photo: request.path, format: head.info.format.rawValue, width: inspection.size.width,
      height: inspection.size.height, make: capture.make, model: capture.model,
      exposure: InspectReport.Exposure(capture), viewpoint: viewpoint,
      picture: InspectReport.Picture(inspection.measures),
      warnings: warnings + poseWarnings + inspection.warnings)
  }

  /// The pose; for a photo without a position, its values that don't depend on one.
  func pose(of capture: CaptureMetadata) -> (ViewpointReport?, [String]) {
    if let pose = try? locate(capture) {
      return (ViewpointReport(pose), pose.warnings.map(\.message))
    }
    var elsewhere = CaptureMetadata()
    (elsewhere.latitude, elsewhere.longitude) = (0, 0)
    guard let pose = try? locate(capture.overridden(by: elsewhere)) else { return (nil, []) }
    let aboutPlace: Set<MetadataWarning.Code> = [
      .geoidUnknown, .declinationUncertain, .declinationUnknown,
    ]
    let warnings = pose.warnings.filter { !aboutPlace.contains($0.code) }
    var report = ViewpointReport(pose)
    report.withholdLocation()
    // The needle's own reading means nothing without a place.
    if pose.magneticCorrection != nil { report.heading = nil }
    return (report, warnings.map(\.message))
  }

  private func write(_ picture: WireBytes?, to path: String) throws(TimeWalkError) {
    guard let picture else { return }
    let target = try ExportTarget(path, isPrivate: true)
    try target.write(picture.bytes)
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
