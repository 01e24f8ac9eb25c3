import TimeWalkArchive
import TimeWalkCore
import TimeWalkBase
import TimeWalkMaps

/// A row's ground area and item type.
extension CatalogueRow {
  /// Catalogues' words for each type.
  private static var kinds: [String: ItemKind] {
    [
      "photo": .photograph, "photographic print": .photograph, "photographs": .photograph,
      "engraving": .print, "etching": .print, "lithograph": .print, "woodcut": .print,
      "prints": .print, "watercolor": .painting, "watercolour": .painting,
      "oil painting": .painting, "paintings": .painting, "sketch": .drawing, "drawings": .drawing,
      "maps": .map, "plans": .plan, "city plan": .plan, "floor plan": .plan,
      "aerial photograph": .aerial, "aerial photo": .aerial,
    ]
  }

  /// The type of the item.
  ///
  /// An unknown word is left out with a warning, and returned as the second part.
  mutating func kind() -> (ItemKind?, other: String?) {
    guard let text = text(.kind) else { return (nil, nil) }
    let word = text.lowercased()
    if let kind = ItemKind(rawValue: word) { return (kind, nil) }
    if let kind = CatalogueRow.kinds[word] {
      remark(.kind, "\"\(text)\" was read as \(kind.rawValue)")
      return (kind, nil)
    }
    let known = ItemKind.allCases.map(\.rawValue).joined(separator: ", ")
    fault(.kind, "must be one of \(known)", hint: "the column kind_text keeps the word")
    return (nil, text)
  }

  /// The ground that it shows, with its middle.
  mutating func ground() -> (ShownGround, middle: Coordinate)? {
    var outline: Outline?
    if let text = text(.outline) {
      do throws(OutlineFault) { outline = try Outline(wkt: text) } catch {
        fault(.outline, "isn't an outline: \(error.words)")
      }
    }
    let placed = placement()
    guard let shown = outline ?? placed?.placement.outline, let middle = shown.center else {
      return nil
    }
    let box = shown.boundingBox
    var ground = ShownGround(
      outline: shown.wkt,
      box: GroundBox(
        west: box.west, east: box.east < box.west ? box.east + 360 : box.east, south: box.south,
        north: box.north))
    ground.georeference = placed?.text
    if let map = placed?.placement.transformation {
      ground.resolution = map.resolution(at: middle) ?? CatalogueRow.meanResolution(of: map)
      ground.error = CatalogueRow.error(of: map)
    }
    return (ground, middle)
  }

  /// The pixels' position on the ground, with its text; `nil` with findings if it is invalid.
  private mutating func placement() -> (placement: MapPlacement, text: String)? {
    guard let text = text(.georeference) else { return nil }
    let annotation: GeoreferenceAnnotation
    do throws(AnnotationFault) {
      let read = try GeoreferenceAnnotations(document: Array(text.utf8))
      guard read.items.count == 1, let first = read.items.first else {
        fault(.georeference, "has \(read.items.count) maps; one map is required")
        return nil
      }
      annotation = try first.get()
    } catch {
      fault(.georeference, "isn't a Georeference Annotation: \(error.words)")
      return nil
    }
    let (placement, findings) = annotation.placement()
    for finding in findings {
      if finding.preventsPlacing {
        fault(.georeference, finding.words)
      } else {
        warn(.georeference, finding.words)
      }
    }
    guard let placement, placement.transformation != nil else { return nil }
    return (placement, text)
  }

  /// From this number of control points on, the error is that of their residuals alone: leaving out
  /// each takes time by their number cubed.
  private static var mostLeftOut: Int { 200 }

  private static func error(of map: MapTransformation) -> Distance? {
    guard map.isMeasured else { return nil }
    if map.method == .thinPlateSpline, map.controlPoints.count > mostLeftOut { return nil }
    guard let errors = MapErrors(of: map) else { return nil }
    let known = errors.leaveOneOut.compactMap { $0?.meters }.sorted()
    guard !known.isEmpty else { return nil }
    return Distance(meters: known[known.count / 2])
  }

  private static func meanResolution(of map: MapTransformation) -> Distance? {
    let known = map.controlPoints.compactMap { map.resolution(at: $0.pixel)?.meters }.sorted()
    return known.isEmpty ? nil : Distance(meters: known[known.count / 2])
  }
}
