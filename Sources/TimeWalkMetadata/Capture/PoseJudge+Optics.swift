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
  /// The 35 mm equivalent has digital zoom in it already. A given zoom replaces the photo's digital zoom and counts
  /// from the photo's own lens, or from a 26 mm main camera.
  mutating func optics() throws(MetadataError) -> Optics {
    let digital = digitalZoom()
    let written = writtenEquivalent()
    let base =
      written.map { $0 / (digital ?? 1) } ?? sensorEquivalent() ?? FieldOfViewRule.mainCamera
    var result = Optics(zoom: digital)
    if let zoom = try givenZoom() {
      result.zoom = zoom
      result.focalLengthIn35mm = base * zoom
    } else {
      // A physical focal length knows nothing of the digital zoom, so here it is applied.
      result.focalLengthIn35mm = written ?? sensorEquivalent().map { $0 * (digital ?? 1) }
    }
    if let stated = metadata.fieldOfView {
      result.fieldOfView = FieldOfView(degrees: stated)
      if result.fieldOfView != nil { return result }
      try reject(.fieldOfView, "field of view is \(stated)°, outside 0...360")
    }
    guard let focal = result.focalLengthIn35mm, !isStitched() else { return result }
    result.fieldOfView = FieldOfViewRule.horizontal(
      focalLengthIn35mm: focal, frame: metadata.uprightFrame)
    return result
  }

  private mutating func givenZoom() throws(MetadataError) -> Double? {
    guard let zoom = metadata.zoom else { return nil }
    guard PoseJudge.zooms.contains(zoom) else {
      try reject(.fieldOfView, "zoom is \(zoom), which no camera has")
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
          "The photo's digital zoom is \(ratio), which can't be; it was ignored."))
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
          "The photo's 35 mm focal length is \(focal) mm, which no lens has; it was ignored."))
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

  private mutating func isStitched() -> Bool {
    guard let frame = metadata.uprightFrame else { return false }
    let long = Double(max(frame.width, frame.height))
    guard long / Double(min(frame.width, frame.height)) > FieldOfViewRule.longestFrame else {
      return false
    }
    warnings.append(
      MetadataWarning(
        .panorama, .fieldOfView,
        "The photo is too long for one shot of its lens; its field of view is unknown."))
    return true
  }
}
