internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCatalogue
internal import TimeWalkCore
internal import TimeWalkBase
internal import TimeWalkMaps
internal import TimeWalkMetadata
internal import TimeWalkReading

/// A georeferenced picture: by GeoTIFF tags, by its world file, or by GDAL's sidecar file.
///
/// GDAL's notes count before the tags, and these before a world file, as in GDAL.
struct MapPicture {
  /// A IIIF Georeference Annotation; `nil` if the position is unknown.
  private(set) var annotation: String?
  /// The unusable parts with their reasons, a sentence each.
  private(set) var warnings: [String] = []

  /// The maximum length of a sidecar file, bytes: GDAL's may contain a histogram.
  private static let longestFile = 1 << 20

  /// Reads the position of a picture; `nil` for one without a georeference.
  ///
  /// - Parameters:
  ///   - path: the picture's file.
  ///   - said: the picture's own metadata.
  ///   - system: the coordinate system; `nil` for the picture's own.
  ///   - readers: the readers of the picture's own system.
  init?(path: String, _ said: PictureDescription, system: String?, readers: PictureReaders) {
    let notes = text(.auxiliary, of: path)?.text
    var tags: GeoTIFF?
    var layout: PixelLayout?
    var isMeant = false
    do throws(WorldFileFault) {
      if let numbers = notes.flatMap({ Self.element("GeoTransform", in: $0) }) {
        isMeant = true
        layout = .even(
          try WorldFile(
            geoTransform: numbers.split(separator: ",").compactMap {
              Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
            }))
      }
      if let own = said.geoTIFF {
        tags = try GeoTIFF(
          scale: own.scale, tiepoints: own.tiepoints, matrix: own.matrix, keys: own.keys)
        layout = layout ?? tags?.layout
      }
    } catch {
      isMeant = true
      warnings.append("The map has no place: \(error.words).")
    }
    if layout == nil {
      let before = warnings.count
      if let (name, text) = text(.world, of: path) {
        isMeant = true
        do throws(WorldFileFault) { layout = .even(try WorldFile(text)) } catch {
          warnings.append("Ignored \(name): \(error.words).")
        }
      }
      isMeant = isMeant || warnings.count > before
    }
    guard layout != nil || isMeant else { return nil }
    let named =
      system ?? notes.flatMap { Self.element("SRS", in: $0) } ?? tags?.epsg.map { "EPSG:\($0)" }
      ?? text(.projection, of: path)?.text
    guard let layout else { return }
    guard let width = said.capture.pixelWidth, let height = said.capture.pixelHeight else {
      warnings.append("The map has no place: its size can't be read.")
      return
    }
    guard let named else {
      warnings.append(
        "The map has no place: its coordinate system is unknown. Give it with --crs EPSG:CODE, "
          + "or convert it with `gdalwarp -t_srs EPSG:3857 OLD NEW` (Debian: gdal-bin)."
      )
      return
    }
    do {
      annotation = try annotation(
        layout, size: PixelSize(width: width, height: height), in: named,
        orientation: said.capture.orientation, name: URL(fileURLWithPath: path).lastPathComponent,
        readers: readers)
    } catch {
      let words = (error as? WorldFileFault)?.words ?? "\(error)"
      warnings.append("The map has no place: \(words)\(words.hasSuffix(".") ? "" : ".")")
    }
  }

  private mutating func annotation(
    _ layout: PixelLayout, size: PixelSize, in system: String, orientation: Int, name: String,
    readers: PictureReaders
  ) throws -> String {
    let points = layout.samples(of: size).map(\.point)
    let plane = Self.code(of: system).flatMap(GroundPlane.init(epsg:))
    let places =
      try plane?.places(of: points)
      ?? readers.places(
        of: points.map { SIMD2($0.x, $0.y) }, in: system, name: "the coordinate system of \(name)"
      ).map { Coordinate(latitude: $0.y, longitude: $0.x) }
    var (map, deviation) = try layout.georeference(size: size, plane: plane, places: places)
    if deviation > 1 {
      warnings.append(
        "The picture's coordinate system is exact only to \(Int(min(deviation, 1e6).rounded(.up))) pixels."
      )
    }
    // Map programs count pixels in the stored orientation, people in the displayed one.
    if orientation != 1 {
      map.controlPoints = map.controlPoints.map {
        ControlPoint(
          pixel: Self.upright($0.pixel, orientation, size), coordinate: $0.coordinate)
      }
      if orientation >= 5 { map.size = PixelSize(width: size.height, height: size.width) }
    }
    var json = JSONText()
    json.value(
      GeoreferenceAnnotation.json(
        of: map, size: map.size ?? size,
        resource: GeoreferenceAnnotation.Resource(id: name, type: "Image")))
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The EPSG code of a system; `nil` for a definition.
  private static func code(of system: String) -> Int? {
    system.hasPrefix("EPSG:") ? Int(system.dropFirst(5)) : nil
  }

  /// A stored picture's spot on the upright one, by Exif's orientation (Exif 2.32, 4.6.4).
  private static func upright(
    _ spot: PixelPoint, _ orientation: Int, _ stored: PixelSize
  ) -> PixelPoint {
    let (width, height) = (Double(stored.width), Double(stored.height))
    let (x, y) = (spot.x, spot.y)
    return switch orientation {
    case 2: PixelPoint(x: width - x, y: y)
    case 3: PixelPoint(x: width - x, y: height - y)
    case 4: PixelPoint(x: x, y: height - y)
    case 5: PixelPoint(x: y, y: x)
    case 6: PixelPoint(x: height - y, y: x)
    case 7: PixelPoint(x: height - y, y: width - x)
    case 8: PixelPoint(x: y, y: width - x)
    default: spot
    }
  }

  /// The first sidecar file of a kind, with its name; `nil` if there is none within the size limit.
  ///
  /// A longer one is a warning.
  private mutating func text(
    _ kind: Sidecar, of path: String
  ) -> (name: String, text: String)? {
    for name in kind.names(of: path) {
      let url = URL(fileURLWithPath: name)
      let values = try? url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
      guard values?.isRegularFile == true, let size = values?.fileSize else { continue }
      guard size <= Self.longestFile else {
        warnings.append(
          "Ignored \(url.lastPathComponent): it is longer than \(Self.longestFile >> 20) MiB.")
        continue
      }
      guard let bytes = try? Data(contentsOf: url) else { continue }
      return (
        url.lastPathComponent,
        String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      )
    }
    return nil
  }

  /// The content of the first element of a name, its references replaced; `nil` if there is none.
  private static func element(_ name: String, in xml: String) -> String? {
    guard let start = xml.range(of: "<\(name)"),
      let open = xml.range(of: ">", range: start.upperBound..<xml.endIndex),
      let end = xml.range(of: "</\(name)>", range: open.upperBound..<xml.endIndex)
    else { return nil }
    let text = XMLText.unescaped(String(xml[open.upperBound..<end.lowerBound]))
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed.isEmpty ? nil : trimmed
  }
}
