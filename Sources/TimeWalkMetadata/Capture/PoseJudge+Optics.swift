internal import Foundation
internal import TimeWalkCore

extension PoseJudge {
  /// The frame's field of view, and its lens.
  struct Optics {
    var fieldOfView: FieldOfView?
    /// The 68 % half-width of the field's logarithm.
    var spread: Double?
    var focalLengthIn35mm: Double?
    var zoom: Double?
  }

  /// The zooms of phones and users; 0.5 is an ultra-wide lens.
  private static let zooms = 0.05...500.0

  /// The field of view: given as an angle, as a zoom, or by the photo's lens.
  ///
  /// A given zoom replaces the photo's digital zoom and counts from the main camera, as on a
  /// phone's screen. The main camera is the photo's own lens if its focal length fits, else 26 mm.
  mutating func optics() throws(MetadataError) -> Optics {
    let digital = digitalZoom()
    let photos = equivalent(zoom: digital ?? 1)
    var result = Optics(zoom: digital)
    if let zoom = try givenZoom() {
      result.zoom = zoom
      let lens = photos.length.map { $0 / (digital ?? 1) }
      let main = lens.flatMap { FieldOfViewRule.mainCameras.contains($0) ? $0 : nil }
      result.focalLengthIn35mm = (main ?? FieldOfViewRule.mainCamera) * zoom
    } else {
      result.focalLengthIn35mm = photos.length
      if metadata.fieldOfView == nil {
        result.spread = photos.spread
        if let doubt = photos.doubt { warnings.append(doubt) }
      }
    }
    if let stated = metadata.fieldOfView {
      result.fieldOfView = FieldOfView(degrees: stated)
      if result.fieldOfView != nil { return result }
      try reject(.fieldOfView, "field of view is \(stated)°, outside 0...360")
    }
    guard let focal = result.focalLengthIn35mm else { return result }
    let lens = FieldOfViewRule.horizontal(focalLengthIn35mm: focal, frame: singleFrame)
    if isStitched {
      // The lens describes one frame; the sweep's width is unknown.
      let least = lens.map { ", at least \(Int(nearest: $0.degrees))°" } ?? ""
      warnings.append(
        MetadataWarning(
          .panorama, .fieldOfView,
          "The photo combines several frames; its field of view is unknown\(least)."))
    } else {
      result.fieldOfView = lens
    }
    return result
  }

  private mutating func givenZoom() throws(MetadataError) -> Double? {
    guard let zoom = metadata.zoom else { return nil }
    guard PoseJudge.zooms.contains(zoom) else {
      try reject(.fieldOfView, "zoom is \(zoom), which isn't possible")
      return nil
    }
    return zoom
  }

  /// The photo's digital zoom; a ratio below 1 would shrink the picture, which no camera does.
  private mutating func digitalZoom() -> Double? {
    guard let ratio = metadata.digitalZoom, ratio > 0 else { return nil }
    guard (1...500).contains(ratio) else {
      warnings.append(
        MetadataWarning(
          .valueOutOfRange, .fieldOfView,
          "The photo's digital zoom is \(ratio), which isn't possible; ignored."))
      return nil
    }
    return ratio
  }

  private mutating func writtenEquivalent() -> Double? {
    guard let focal = metadata.focalLengthIn35mm, focal > 0 else { return nil }
    guard FieldOfViewRule.sane.contains(focal) else {
      warnings.append(
        MetadataWarning(
          .valueOutOfRange, .fieldOfView,
          "The photo's 35 mm focal length is \(focal) mm, which isn't possible; ignored."))
      return nil
    }
    return focal
  }

  /// The 35 mm equivalent of the photo as it is, digital zoom included, with the 68 % half-width of
  /// its logarithm, and a doubt about it.
  private mutating func equivalent(
    zoom: Double
  ) -> (length: Double?, spread: Double?, doubt: MetadataWarning?) {
    let (sensor, doubt) = sensorEquivalent(zoom: zoom)
    guard let written = writtenEquivalent() else { return (sensor, nil, doubt) }
    switch rule(written, sensor: sensor, zoom: zoom) {
    case .included: return (written, nil, nil)
    case .excluded: return (written * zoom, nil, nil)
    case .unknown:
      // The middle is wrong by the root of the zoom at most, in either case.
      let ends = [written * zoom, written].map { length in
        FieldOfViewRule.horizontal(focalLengthIn35mm: length, frame: singleFrame)
          .map { "\(Int(nearest: $0.degrees))" } ?? "?"
      }
      return (
        written * zoom.squareRoot(), log(zoom) / 2,
        MetadataWarning(
          .zoomUnclear, .fieldOfView,
          "The photo doesn't say whether its 35 mm focal length includes the digital zoom. Its field of view "
            + "is between \(ends[0])° and \(ends[1])°; the middle is used. Give --zoom if you know it."
        )
      )
    }
  }

  /// The rule for the written equivalent and the digital zoom: by the maker, else by the sensor and
  /// the possible lenses.
  private func rule(_ written: Double, sensor: Double?, zoom: Double) -> DigitalZoomRule {
    guard zoom >= DigitalZoomRule.least else { return .included }
    let maker = DigitalZoomRule(make: metadata.make)
    if maker != .unknown { return maker }
    if let sensor {
      let isNear = { (length: Double) in abs(length / sensor - 1) < DigitalZoomRule.tolerance }
      if isNear(written) != isNear(written * zoom) {
        return isNear(written) ? .included : .excluded
      }
    }
    return written / zoom < DigitalZoomRule.shortestLens ? .excluded : .unknown
  }

  /// The equivalent by the sensor's size, including the digital zoom; otherwise the reason why it
  /// is unknown.
  private func sensorEquivalent(zoom: Double) -> (length: Double?, doubt: MetadataWarning?) {
    guard let focal = metadata.focalLength, focal > 0, let width = metadata.sensorWidth,
      let height = metadata.sensorHeight
    else { return (nil, nil) }
    let side = max(width, height)
    func exists(_ side: Double) -> Bool { CameraSensors.exists(side: side, model: metadata.model) }
    let isCovered =
      DigitalZoomRule.isInFocalPlane(make: metadata.make) || (!exists(side) && exists(side * zoom))
    guard exists(isCovered ? side * zoom : side) else {
      let shown = (side * 10).rounded() / 10
      return (
        nil,
        MetadataWarning(
          .sensorUnknown, .fieldOfView,
          "The photo's focal plane resolution makes a sensor of \(shown) mm, which "
            + "\(metadata.model ?? "the camera") doesn't have; the photo was probably resized. "
            + "Its field of view is unknown; give --zoom if you know it.")
      )
    }
    let plane = FieldOfViewRule.focalLengthIn35mm(
      focalLength: focal, sensorWidth: width, sensorHeight: height)
    return (plane.map { isCovered ? $0 : $0 * zoom }, nil)
  }

  /// True if the frame isn't a single shot of its lens: marked so, or too long for one.
  private var isStitched: Bool {
    guard let frame = metadata.uprightFrame else { return metadata.isStitched }
    let long = Double(max(frame.width, frame.height))
    let ratio = long / Double(min(frame.width, frame.height))
    return metadata.isStitched || ratio > FieldOfViewRule.longestFrame
  }

  /// The frame, or one of those that a sweep consists of: a phone is held across the sweep, 3:4.
  private var singleFrame: FrameSize? {
    guard isStitched, let frame = metadata.uprightFrame else { return metadata.uprightFrame }
    return frame.width >= frame.height
      ? FrameSize(width: 3, height: 4) : FrameSize(width: 4, height: 3)
  }
}
