internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkMaps
internal import TimeWalkMetadata
internal import TimeWalkPlaces
import TimeWalkReading

/// What a crop of a map needs to know besides the map.
struct MapCropTerms {
  let pose: ResolvedPose
  /// Metres from the place to the edges.
  let radius: Double
  let fonts: FontSet
  let maxBytes: Int
  let hold: MemoryBudget.Hold?
}

extension Walker {
  /// The best map of a place that can be drawn, cropped around it, as the historical picture.
  ///
  /// - Parameters:
  ///   - places: what shows the place, the best first.
  ///   - terms: how it is drawn.
  /// - Returns: the picture, with warnings of maps that can't be read; no picture where none can be
  ///   drawn.
  /// - Throws: what fonts and memory throw.
  func mapCrop(of places: [FoundPlace], _ terms: MapCropTerms) throws(WalkError) -> Pictures {
    var result = Pictures()
    for place in places where place.how == .covers && result.all.isEmpty {
      guard let text = place.item.ground?.georeference,
        let path = try picturePath(of: place.item)
      else { continue }
      do throws(WalkError) {
        guard let drawn = try mapCrop(of: place.item, georeference: text, at: path, terms) else {
          continue
        }
        result.all = drawn.all
        result.warnings += drawn.warnings
      } catch {
        result.warnings.append("The map \(place.item.id) can't be shown: \(error.message).")
      }
    }
    return result
  }

  private func mapCrop(
    of item: Item, georeference text: String, at path: String, _ terms: MapCropTerms
  ) throws(WalkError) -> Pictures? {
    let spot = terms.pose.viewpoint.coordinate
    guard
      let annotation = try? GeoreferenceAnnotations(document: Array(text.utf8)).items.first?.get(),
      let map = annotation.placement().placement?.transformation,
      let pixel = map.pixel(at: spot), let resolution = map.resolution(at: pixel)?.meters,
      let frame = MapFrame(radius: terms.radius, resolution: resolution)
    else { return nil }
    let file = try read(.file(path: path), hold: terms.hold)
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
    let viewpoint = terms.pose.viewpoint
    crop.marks = MapMarks(
      error: spot.horizontalAccuracy?.meters ?? 0, heading: viewpoint.heading?.degrees,
      fieldOfView: viewpoint.fieldOfView?.degrees)
    crop.year = item.date.map { PairCaptions.year($0) } ?? ""
    crop.words = Walker.words(of: item, error: Walker.error(of: map, at: pixel))
    let part = try file.content.part(question)
    let drawn: DrawnMap
    do throws(ImagingError) { drawn = try crop.draw(part, fonts: terms.fonts) } catch {
      throw WalkError(error)
    }
    let shown = ShownPicture(image: drawn.image, profile: ColourProfile.sRGB(isGray: false))
    return Pictures(
      all: [
        try historical(
          shown, of: item.id, PictureCredits(item), kind: "map", maxBytes: terms.maxBytes)
      ],
      warnings: drawn.gaps.warnings(on: "The map \(item.id)"))
  }

  /// From so many control points on, leaving out each takes too long.
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
        ?? "How well it is placed, nobody knows",
    ]
    return lines.compactMap(\.self)
  }
}
