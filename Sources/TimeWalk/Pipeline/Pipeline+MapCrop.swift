internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkMaps
internal import TimeWalkMetadata
import TimeWalkReading

/// The parameters of a crop of a map, besides the map.
struct MapCropTerms {
  let pose: ResolvedPose
  /// Metres from the place to the edges.
  let radius: Double
  let fonts: FontSet
  let maxBytes: Int
  let hold: MemoryBudget.Hold?
}

/// A map around a spot.
struct MapAround {
  /// The crop to draw; marks and words are yet to be set.
  let crop: MapCrop
  /// The part of its picture.
  let part: PicturePart
  /// Its possible error there; `nil` if unknown.
  let error: Distance?
}

extension Pipeline {
  /// The best map of a place that can be drawn, cropped around it, as the historical picture.
  ///
  /// - Parameters:
  ///   - places: the items near the place, the best first.
  ///   - terms: the options for drawing it.
  /// - Returns: the picture, with warnings about unreadable maps; no picture if none can be drawn.
  /// - Throws: errors of fonts and memory.
  func mapCrop(of places: [FoundPlace], _ terms: MapCropTerms) throws(TimeWalkError) -> Pictures {
    var result = Pictures()
    for place in places where place.how == .covers && result.all.isEmpty {
      guard place.item.ground?.georeference != nil,
        let path = try picturePath(of: place.item)
      else { continue }
      do throws(TimeWalkError) {
        guard let drawn = try mapCrop(of: place.item, at: path, terms) else { continue }
        result.all = drawn.all
        result.warnings += drawn.warnings
      } catch {
        result.warnings.append("Can't show the map \(place.item.id): \(storeFaults.words(error)).")
      }
    }
    return result
  }

  private func mapCrop(
    of item: Item, at path: String, _ terms: MapCropTerms
  ) throws(TimeWalkError) -> Pictures? {
    let viewpoint = terms.pose.viewpoint
    let spot = viewpoint.coordinate
    guard
      let around = try mapAround(
        spot, of: item, at: path, hold: terms.hold,
        in: { MapFrame(radius: terms.radius, resolution: $0) })
    else { return nil }
    var crop = around.crop
    crop.marks = MapMarks(
      error: spot.horizontalAccuracy?.meters ?? 0, heading: viewpoint.heading?.degrees,
      fieldOfView: viewpoint.fieldOfView?.degrees)
    crop.year = item.date.map { PairCaptions.year($0) } ?? ""
    crop.words = Pipeline.words(of: item, error: around.error)
    let drawn = try ImagingError.rethrowing(crop.draw(around.part, fonts: terms.fonts))
    let shown = ShownPicture(image: drawn.image, profile: ColourProfile.sRGB(isGray: false))
    return Pictures(
      all: [
        try historical(
          shown, of: item.id, PictureCredits(item), kind: "map", maxBytes: terms.maxBytes)
      ],
      warnings: drawn.gaps.warnings(on: "The map \(item.id)"))
  }

  /// The part of a map's picture that a frame around a spot needs.
  ///
  /// - Parameters:
  ///   - spot: the middle of the frame.
  ///   - item: the map.
  ///   - path: its picture's file.
  ///   - hold: the memory that it is read in.
  ///   - frame: the frame for a map with the size of its pixels in metres; `nil` for none.
  /// - Returns: the crop; `nil` for a map without a georeference, or that shows nothing there.
  /// - Throws: the errors of reading the picture.
  func mapAround(
    _ spot: Coordinate, of item: Item, at path: String, hold: MemoryBudget.Hold?,
    in frame: (_ resolution: Double) -> MapFrame?
  ) throws(TimeWalkError) -> MapAround? {
    guard let text = item.ground?.georeference,
      let annotation = try? GeoreferenceAnnotations(document: Array(text.utf8)).items.first?.get(),
      let map = annotation.placement().placement?.transformation,
      let pixel = map.pixel(at: spot), let resolution = map.resolution(at: pixel)?.meters,
      let frame = frame(resolution)
    else { return nil }
    let file = try read(.file(path: path), hold: hold)
    // The file may be smaller than the picture that the control points were set on.
    let stored = file.head.info.size
    let isTurned = file.head.capture.orientation >= 5
    let size =
      isTurned ? PixelSize(width: stored.height, height: stored.width) : stored
    let scale =
      annotation.georeference.size.map {
        SIMD2(Double(size.width) / Double($0.width), Double(size.height) / Double($0.height))
      } ?? SIMD2(1, 1)
    let grid = MapGrid(frame) { east, north in
      let offset = Offset(east: east, north: north)
      return Distance(meters: offset.length)
        .flatMap { map.pixel(at: spot.destination(bearing: offset.bearing, distance: $0)) }
        .map { SIMD2($0.x, $0.y) * scale }
    }
    guard let question = grid.question else { return nil }
    var crop = MapCrop(grid)
    if let mask = annotation.georeference.mask {
      crop.outline = [mask.map { SIMD2($0.x, $0.y) * scale }]
    }
    return MapAround(
      crop: crop, part: try file.content.part(question), error: Pipeline.error(of: map, at: pixel))
  }

  /// From this number of control points on, leaving out each takes too long.
  private static let mostLeftOut = 150

  private static func error(of map: MapTransformation, at pixel: PixelPoint) -> Distance? {
    guard map.controlPoints.count <= mostLeftOut else { return nil }
    return MapErrors(of: map)?.estimate(at: pixel)
  }

  private static func words(of item: Item, error: Distance?) -> [String] {
    let lines = [
      item.title.isEmpty ? item.id.identifier : item.title, item.date?.words,
      item.creator.map { "By \($0)" }, item.credit.map { "Kept by \($0)" },
      item.license.map { "Rights: \(RightsStatement.words($0))" },
      error.map { "Placed to about \(FoundPlace.length($0.meters)) here" }
        ?? "Accuracy of its place: unknown",
    ]
    return lines.compactMap(\.self)
  }
}
