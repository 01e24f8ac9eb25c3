internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkImaging
import TimeWalkReading

/// The maps around a photo's place, all in the same frame.
struct MapsAround {
  /// A map, ready to be laid over the others.
  struct Layer {
    let place: FoundPlace
    let placed: PlacedImage
    /// Its possible error here; `nil` if unknown.
    let error: Distance?
  }

  /// Oldest first.
  var layers: [Layer] = []
  /// Those that aren't laid over the others, and why, oldest first.
  var others: [(place: FoundPlace, note: String)] = []
  /// Metres from the middle to each edge.
  let radius: Double
}

extension Composer {
  /// Pixels of a side of the frame, and how coarse a map may be there: its pixels a side.
  ///
  /// As wide as phones and columns show it; each map more takes a thirtieth of a second at that.
  private static let mapSide = 576, leastMapPixels = 60.0

  /// The maps of all eras that cover the photo's place.
  ///
  /// An overlaid map is an adaptation; a map whose rights forbid that is only named.
  /// - Returns: `nil` if the photo's place is withheld, or nothing covers it.
  /// - Throws: the archive's errors, and exceeded limits.
  func mapsAround() throws(TimeWalkError) -> MapsAround? {
    let viewpoint = answer.viewpoint
    guard let archive = pipeline.archive, let latitude = viewpoint.latitude,
      let longitude = viewpoint.longitude,
      let spot = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    var found: [FoundPlace]
    found = try ArchiveError.rethrowing(
      PlaceFinder(spot: spot, era: nil).find(
        among: Candidates(), maps: archive.maps(around: spot), excluding: []
      ) { (keys) throws(ArchiveError) in try archive.items(keys: keys) })
    guard !found.isEmpty else { return nil }
    func start(_ place: FoundPlace) -> Int {
      place.item.date?.strict.earliest?.number ?? .max
    }
    found.sort { (start($0), $0.item.id.description) < (start($1), $1.item.id.description) }
    var maps = MapsAround(radius: placesRadius)
    for place in found {
      do throws(TimeWalkError) {
        switch try layer(place, around: spot, radius: maps.radius) {
        case .success(let layer): maps.layers.append(layer)
        case .failure(let none): maps.others.append((place, none.note))
        }
      } catch {
        guard error.code != .limitExceeded else { throw error }
        maps.others.append((place, "Can't read its picture."))
      }
    }
    return maps
  }

  /// The reason why a map isn't laid over others.
  private struct NoLayer: Error {
    let note: String
  }

  private func layer(
    _ place: FoundPlace, around spot: Coordinate, radius: Double
  ) throws(TimeWalkError) -> Result<MapsAround.Layer, NoLayer> {
    func none(_ note: String) -> Result<MapsAround.Layer, NoLayer> { .failure(NoLayer(note: note)) }
    let item = place.item
    if RightsStatement.forbidsDerivatives(item.license ?? "") {
      return none("Its rights forbid changes, so it isn't laid over the others.")
    }
    guard item.ground?.georeference != nil else {
      return none("It has no georeference.")
    }
    guard let path = try pipeline.picturePath(of: item) else {
      return none("The archive has only a link to its picture.")
    }
    var isCoarse = false
    let around = try pipeline.mapAround(spot, of: item, at: path, hold: hold) { resolution in
      isCoarse = 2 * radius / resolution < Self.leastMapPixels
      return isCoarse ? nil : MapFrame(side: Self.mapSide, radius: radius)
    }
    guard let around else {
      return none(
        isCoarse
          ? "Its resolution is too low to show anything here." : "Its picture shows nothing here.")
    }
    do throws(ImagingError) {
      let placed = try around.crop.placed(around.part)
      return .success(MapsAround.Layer(place: place, placed: placed, error: around.error))
    } catch { throw TimeWalkError(error) }
  }

  /// The maps in the form of a page.
  func pageMaps(_ maps: MapsAround?, side: Int, quality: Int) throws(TimeWalkError) -> PageMaps? {
    guard let maps else { return nil }
    var layers: [PageMaps.Layer] = []
    for layer in maps.layers {
      layers.append(
        PageMaps.Layer(
          layer.place, image: try image(layer.placed.image, min(side, Self.mapSide), quality),
          shape: Self.shape(layer.placed), error: layer.error?.meters))
    }
    return PageMaps(
      layers: layers, others: maps.others.map { PageMaps.Other($0.place, note: $0.note) },
      radius: maps.radius, viewpoint: answer.viewpoint)
  }
}
