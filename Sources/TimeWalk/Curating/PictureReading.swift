internal import Foundation
internal import TimeWalkArchive
import TimeWalkCatalogue
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkMetadata
import TimeWalkReading

/// Reads the metadata of a folder's pictures, as `Pipeline` reads a photo's.
struct PictureReading: Sendable {
  /// The surface of the sea, for heights above the ellipsoid; `nil` if it isn't installed.
  var geoid: Geoid?
  /// The reader of the files.
  var readers: PictureReaders
  /// The coordinate system of pictures with a world file, which overrides their own; `nil` if not
  /// given.
  var system: String?

  /// The fields of a picture's file.
  ///
  /// Files that aren't photos of a known format are not read, with a warning. A fault in a photo's
  /// position or pose is a warning, and the value is unknown.
  /// - Throws: `ImagingError` for a file above the limit, and Foundation's error for an unreadable
  ///   one.
  func fields(ofPictureAt path: String) throws -> PictureFields {
    let bytes = try readers.limits.contents(ofFileAt: path)
    let sidecar = sidecar(of: path, .metadata)
    let name = URL(fileURLWithPath: path).lastPathComponent
    let said = try readers.content(bytes, name: name).description(sidecar: sidecar)
    guard said.isKnown || sidecar != nil else {
      return PictureFields(warnings: ["is of a kind whose metadata can't be read"])
    }
    let words = said.words
    var capture = said.capture
    if let beside = self.sidecar(of: path, .takeout),
      let found = try readers.sidecar(beside, name: "the JSON beside \(name)")
    {
      capture = capture.filled(from: found.capture).metadata
    }
    var fields: [CatalogueColumn: String] = [:]
    fields[.title] = words.title ?? words.caption
    fields[.creator] = words.creator
    fields[.license] = words.rights
    fields[.credit] = words.credit
    if let map = MapPicture(path: path, said, system: system, readers: readers) {
      // The scan's own day and place don't apply to the map.
      fields[.date] = words.date
      fields[.kind] = ItemKind.map.rawValue
      fields[.georeference] = map.annotation
      return PictureFields(
        fields: fields, caption: words.caption,
        warnings: said.warnings.map(\.message) + map.warnings)
    }
    // A person's description of the view takes precedence over that of a camera or scanner.
    fields[.date] = words.date ?? capture.timestamp.map { "\($0.day)" }
    let posed = pose(of: capture)
    fields.merge(posed.fields) { $1 }
    return PictureFields(
      fields: fields,
      caption: [words.title, words.caption].compactMap(\.self).joined(separator: "\n"),
      warnings: said.warnings.map(\.message) + posed.warnings)
  }

  /// The content of a picture's sidecar file; `nil` when there is none within the size limit.
  private func sidecar(of path: String, _ kind: Sidecar) -> [UInt8]? {
    for name in kind.names(of: path) {
      let url = URL(fileURLWithPath: name)
      let values = try? url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
      guard values?.isRegularFile == true, let size = values?.fileSize,
        size <= MetadataLimits().maximumMetadataBytes, let packet = try? Data(contentsOf: url)
      else { continue }
      return [UInt8](packet)
    }
    return nil
  }

  private func pose(of capture: CaptureMetadata) -> (
    fields: [CatalogueColumn: String], warnings: [String]
  ) {
    if let pose = try? resolve(capture) {
      var fields = fields(of: pose.viewpoint)
      let place = pose.viewpoint.coordinate
      fields[.latitude] = "\(place.latitude)"
      fields[.longitude] = "\(place.longitude)"
      fields[.accuracy] = place.horizontalAccuracy.map { "\($0.meters)" }
      return (fields, pose.warnings.map(\.message))
    }
    // Any place will do for values that don't depend on it.
    var elsewhere = CaptureMetadata()
    (elsewhere.latitude, elsewhere.longitude) = (0, 0)
    guard let pose = try? resolve(capture.overridden(by: elsewhere)) else { return ([:], []) }
    var fields = fields(of: pose.viewpoint)
    if pose.headingReference != .trueNorth {
      fields[.heading] = nil
      fields[.headingAccuracy] = nil
    }
    return (fields, [])
  }

  private func resolve(_ capture: CaptureMetadata) throws -> ResolvedPose {
    try capture.resolved(geoid: geoid) { coordinate, altitude, day in
      guard let day else { return nil }
      let height = altitude?.reference == .ground ? 0 : altitude?.meters ?? 0
      return Declination(at: coordinate, height: height, on: day).map {
        (declination: $0.angle, uncertainty: $0.uncertainty)
      }
    }
  }

  private func fields(of viewpoint: Viewpoint) -> [CatalogueColumn: String] {
    var fields: [CatalogueColumn: String] = [:]
    fields[.heading] = viewpoint.heading.map { "\($0.degrees)" }
    fields[.headingAccuracy] = viewpoint.headingAccuracy.map { "\($0.degrees)" }
    fields[.pitch] = viewpoint.pitch.map { "\($0.degrees)" }
    fields[.fieldOfView] = viewpoint.fieldOfView.map { "\($0.degrees)" }
    if let altitude = viewpoint.altitude {
      fields[.altitude] = "\(altitude.meters)"
      if altitude.reference != .unknown {
        fields[.altitudeReference] = altitude.reference.rawValue
      }
      fields[.altitudeAccuracy] = altitude.accuracy.map { "\($0.meters)" }
    }
    return fields
  }
}
