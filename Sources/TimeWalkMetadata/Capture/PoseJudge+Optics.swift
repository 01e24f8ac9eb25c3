internal import TimeWalkCore

extension PoseJudge {
  /// What the frame shows, and by which lens.
  struct Optics {
    var fieldOfView: FieldOfView?
    var focalLengthIn35mm: Double?
    var zoom: Double?
  }

  /// Zooms that phones and people have; 0.5 is an ultra-wide lens.
  private static let zooms = 0.05...500.0

  /// The field of view: given as an angle, as a zoom, or by the photo's lens.
  ///
  /// The 35 mm equivalent has digital zoom in it already. A given zoom replaces the photo's digital
  /// zoom and counts from the main camera, as a phone's screen does: from the photo's own lens
  /// where it is one by its focal length, else from 26 mm.
  mutating func optics() throws(MetadataError) -> Optics {
    let digital = digitalZoom()
    let written = writtenEquivalent()
    var result = Optics(zoom: digital)
    if let zoom = try givenZoom() {
      result.zoom = zoom
      let lens = written.map { $0 / (digital ?? 1) } ?? sensorEquivalent()
      let main = lens.flatMap { FieldOfViewRule.mainCameras.contains($0) ? $0 : nil }
      result.focalLengthIn35mm = (main ?? FieldOfViewRule.mainCamera) * zoom
    } else {
      // A physical focal length knows nothing of the digital zoom, so here it is applied.
      result.focalLengthIn35mm = written ?? sensorEquivalent().map { $0 * (digital ?? 1) }
    }
    if let stated = metadata.fieldOfView {
      result.fieldOfView = FieldOfView(degrees: stated)
      if result.fieldOfView != nil { return result }
      try reject(.fieldOfView, "field of view is \(stated)°, outside 0...360")
    }
    guard let focal = result.focalLengthIn35mm else { return result }
    let lens = FieldOfViewRule.horizontal(focalLengthIn35mm: focal, frame: singleFrame)
    if isStitched {
      // The lens tells of one frame; how far it was swept nobody says.
      let least = lens.map { ", at least \(Int($0.degrees.rounded()))°" } ?? ""
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

  private func sensorEquivalent() -> Double? {
    guard let focal = metadata.focalLength, let width = metadata.sensorWidth,
      let height = metadata.sensorHeight
    else { return nil }
    return FieldOfViewRule.focalLengthIn35mm(
      focalLength: focal, sensorWidth: width, sensorHeight: height)
  }

  /// Whether the frame is no single shot of its lens: marked so, or too long for one.
  private var isStitched: Bool {
    guard let frame = metadata.uprightFrame else { return metadata.isStitched }
    let long = Double(max(frame.width, frame.height))
    let ratio = long / Double(min(frame.width, frame.height))
    return metadata.isStitched || ratio > FieldOfViewRule.longestFrame
  }

  /// The frame, or one of those that a stitched one was made of: a phone is held across the sweep,
  /// 3:4.
  private var singleFrame: FrameSize? {
    guard isStitched, let frame = metadata.uprightFrame else { return metadata.uprightFrame }
    return frame.width >= frame.height
      ? FrameSize(width: 3, height: 4) : FrameSize(width: 4, height: 3)
  }
}
