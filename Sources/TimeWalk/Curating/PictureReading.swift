internal import Foundation
internal import TimeWalkArchive
import TimeWalkCatalogue
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkMetadata
import TimeWalkReading

/// Reads what the pictures of a folder say of themselves, as `Pipeline` reads a photo's metadata.
struct PictureReading: Sendable {
  /// The surface of the sea, for heights above the ellipsoid; `nil` where it isn't installed.
  var geoid: Geoid?
  /// What reads the files.
  var readers: PictureReaders
  /// The coordinate system of pictures with a world file, which counts before what they say; `nil`
  /// where nobody gave one.
  var system: String?

  /// The fields of a picture's file.
  ///
  /// Of what is no photo of a known kind nothing is read, with a warning. What is wrong with a
  /// photo's position or pose is a warning, and what it concerns unknown.
  /// - Throws: `ImagingError` for a file above the limit, and what Foundation throws for one that
  ///   can't be read.
  func fields(ofPictureAt path: String) throws -> PictureFields {
    let bytes = try readers.limits.contents(ofFileAt: path)
    let sidecar = sidecar(of: path)
    let name = URL(fileURLWithPath: path).lastPathComponent
    let said = try readers.content(bytes, name: name).description(sidecar: sidecar)
    guard said.isKnown || sidecar != nil else {
      return PictureFields(warnings: ["is of a kind whose metadata can't be read"])
    }
    let (capture, words) = (said.capture, said.words)
    var fields: [CatalogueColumn: String] = [:]
    fields[.title] = words.title ?? words.caption
    fields[.creator] = words.creator
    fields[.license] = words.rights
    fields[.credit] = words.credit
    if let map = MapPicture(path: path, said, system: system) {
      // The scan's own day and place are none of the map's.
      fields[.date] = words.date
      fields[.kind] = ItemKind.map.rawValue
      fields[.georeference] = map.annotation
      return PictureFields(
        fields: fields, caption: words.caption,
        warnings: said.warnings.map(\.message) + map.warnings)
    }
    // What a person wrote of the view comes before what a camera or scanner wrote of itself.
    fields[.date] = words.date ?? capture.timestamp.map { "\($0.day)" }
    let posed = pose(of: capture)
    fields.merge(posed.fields) { $1 }
    return PictureFields(
      fields: fields,
      caption: [words.title, words.caption].compactMap(\.self).joined(separator: "\n"),
      warnings: said.warnings.map(\.message) + posed.warnings)
  }

  /// What the file beside a picture says; `nil` when there is none of a size that is read.
  private func sidecar(of path: String) -> [UInt8]? {
    for name in Sidecar.metadata.names(of: path) {
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
    // Anywhere will do for what doesn't depend on the place.
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
