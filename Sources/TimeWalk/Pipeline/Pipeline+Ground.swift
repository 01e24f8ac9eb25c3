internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkImaging
import TimeWalkReading

/// The parameters of a crop of an old map: a square of the ground, north up.
package struct GroundRequest: DescribedRequest {
  /// The map's name, `collection:identifier`.
  package var id: String?
  /// The middle, degrees north.
  package var latitude: Double?
  /// The middle, degrees east.
  package var longitude: Double?
  /// Metres from the middle to each edge.
  package var radius = 200.0

  /// All of it.
  package static let fields: [RequestField<GroundRequest>] = [
    RequestField("id", \.id, "The map's name, collection:identifier.").required
      .matching(TextPattern.item),
    RequestField(
      "latitude", \.latitude, -85...85, "Degrees north of the middle.", unit: "degrees"
    ).required,
    RequestField(
      "longitude", \.longitude, -180...180, "Degrees east of the middle.", unit: "degrees"
    ).required,
    RequestField(
      "radius", \.radius, 20...5000, "The distance from the middle to the edges, in metres.",
      unit: "metres", usual: 200),
  ]

  /// Makes a request without a map.
  package init() {}
}

extension Pipeline {
  /// Pixels of a side of such a square, and the quality of its JPEG, 1...100.
  private static let groundSide = 768, groundQuality = 82

  /// The part of an old map that covers a square of the ground, north up, to draw upon.
  ///
  /// - Returns: a JPEG of 768 pixels a side.
  /// - Throws: `notFound` for an unknown map or one that shows nothing there, `notAllowed` if its
  ///   rights forbid changes, and the errors of reading a picture.
  package func ground(_ request: GroundRequest) throws(TimeWalkError) -> [UInt8] {
    let archive = try openedArchive()
    let id = try ItemID.named(request.id ?? "")
    let found = try ArchiveError.rethrowing(archive.item(id))
    guard let found, found.ground?.georeference != nil, let path = try picturePath(of: found)
    else {
      throw TimeWalkError(
        .notFound, "the archive has no map \(id) with a picture and a place", field: "id")
    }
    guard !RightsStatement.forbidsDerivatives(found.license ?? "") else {
      throw TimeWalkError(.notAllowed, "the rights of \(id) forbid changes", field: "id")
    }
    guard let latitude = request.latitude, let longitude = request.longitude,
      let spot = Coordinate(latitude: latitude, longitude: longitude)
    else {
      throw TimeWalkError(
        .invalidValue, "latitude and longitude aren't a valid position", field: "latitude")
    }
    let hold = MemoryBudget.Hold(of: memory)
    let around = try mapAround(spot, of: found, at: path, hold: hold) { _ in
      MapFrame(side: Pipeline.groundSide, radius: request.radius)
    }
    guard let around else {
      throw TimeWalkError(.notFound, "the map \(id) doesn't cover this place", field: "latitude")
    }
    return try ImagingError.rethrowing(
      around.crop.placed(around.part).image.encode(
        quality: Pipeline.groundQuality, restartsEachRow: false))
  }
}
