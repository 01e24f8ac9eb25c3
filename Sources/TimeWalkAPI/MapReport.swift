package import TimeWalkArchive
internal import TimeWalkCore

/// A tile of the map as a feature collection of GeoJSON (RFC 7946).
package struct MapReport: Codable, Hashable, Sendable {
  /// `FeatureCollection`.
  package var type = "FeatureCollection"
  /// The views or their clusters, then maps by their outlines.
  package var features: [MapFeature]
  /// The number of views of the time in the tile; in clusters, of the decades that the time
  /// touches.
  package var count: Int
  /// True if views are in clusters, because there are more than 2,000 of any time.
  package var clustered: Bool
  /// `true` where maps are left out, since more than 200 of any time touch the tile or their
  /// outlines have more than 4 MiB; else absent.
  package var mapsLeftOut: Bool?
  /// The requested span of time; absent without one.
  package var era: EraReport?

  /// The zoom from which views have their direction.
  private static let nearZoom = 14

  package init(_ content: MapContent, _ tile: MapTile, era: EraReport?) {
    features = content.views.map { MapFeature($0, isNear: tile.zoom >= MapReport.nearZoom) }
    features += content.clusters.map(MapFeature.init)
    features += content.maps.map(MapFeature.init)
    count = content.count
    clustered = !content.clusters.isEmpty
    mapsLeftOut = content.leavesOutMaps ? true : nil
    self.era = era
  }
}

/// A view, a cluster of views or a map.
package struct MapFeature: Codable, Hashable, Sendable {
  /// The characters of a title that the map shows.
  static let longestTitle = 200

  /// `Feature`.
  package var type = "Feature"
  /// The item's name, `collection:identifier`; absent for a cluster.
  package var id: String?
  /// Its position.
  package var geometry: MapGeometry
  /// Its properties.
  package var properties: MapProperties

  package init(_ view: MapView, isNear: Bool) {
    let pose = view.pose
    id = view.id.description
    geometry = MapGeometry(
      latitude: pose.coordinate.latitude, longitude: pose.coordinate.longitude)
    properties = MapProperties(
      what: "view", title: String(view.title.prefix(MapFeature.longestTitle)), date: view.date,
      year: view.year)
    properties.kind = view.kind?.rawValue
    if pose.locationOf == .subject { properties.locationOf = pose.locationOf.rawValue }
    guard isNear else { return }
    properties.heading = pose.heading?.degrees
    properties.fieldOfView = pose.fieldOfView?.degrees
    properties.viewDistance = pose.viewDistance?.meters
  }

  package init(_ cluster: MapCluster) {
    geometry = MapGeometry(latitude: cluster.latitude, longitude: cluster.longitude)
    properties = MapProperties(what: "cluster")
    properties.count = cluster.count
    properties.firstYear = cluster.firstYear
    properties.lastYear = cluster.lastYear
  }

  package init(_ map: OutlinedMap) {
    id = map.id.description
    geometry = MapGeometry(outline: map.outline)
    properties = MapProperties(
      what: "map", title: String(map.title.prefix(MapFeature.longestTitle)), date: map.date,
      year: map.year)
    properties.kind = map.kind?.rawValue
  }
}

/// The properties of a feature of the map.
package struct MapProperties: Codable, Hashable, Sendable {
  /// `view`, `cluster` or `map`.
  package var what: String
  /// Its title in the catalogue.
  package var title: String?
  /// The date of the image, as EDTF.
  package var date: String?
  /// The first possible year of its date; the last one if the beginning is open.
  package var year: Int?
  /// Its type: `photograph`, `print`, …; absent if unknown.
  package var kind: String?
  /// `subject` if the place is the subject's; else absent.
  package var locationOf: String?
  /// The heading of the image, in degrees clockwise from true north; from zoom 14 on.
  package var heading: Double?
  /// Its horizontal angle, degrees; from zoom 14 on.
  package var fieldOfView: Double?
  /// The viewing distance of the image, in metres; from zoom 14 on.
  package var viewDistance: Double?
  /// For a cluster, the number of views of the requested time, by decades.
  package var count: Int?
  /// For a cluster, the first year of the decade in which the first date of its views begins,
  /// regardless of the requested time.
  package var firstYear: Int?
  /// For a cluster, the last year of the decade in which the last date ends.
  package var lastYear: Int?
}

/// A point, or the polygons of an outline.
package struct MapGeometry: Codable, Hashable, Sendable {
  /// `Point` or `MultiPolygon`.
  package var type: String
  /// Degrees, longitude before latitude; longitudes of an outline continue beyond 180 if it crosses
  /// the antimeridian.
  package var coordinates: MapCoordinates

  package init(latitude: Double, longitude: Double) {
    type = "Point"
    coordinates = .point([longitude.rounded(places: 7), latitude.rounded(places: 7)])
  }

  package init(outline: String) {
    type = "MultiPolygon"
    coordinates = .polygons(MapCoordinates.polygons(of: outline))
  }
}

/// The coordinates of a point or of polygons.
package enum MapCoordinates: Codable, Hashable, Sendable {
  /// Longitude and latitude.
  case point([Double])
  /// Polygons, each of an outer ring and its holes, closed by repeating the first position.
  case polygons([[[[Double]]]])

  /// Reads either.
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let point = try? value.decode([Double].self) {
      self = .point(point)
    } else {
      self = .polygons(try value.decode([[[[Double]]]].self))
    }
  }

  /// Writes it as GeoJSON.
  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .point(let point): try value.encode(point)
    case .polygons(let polygons): try value.encode(polygons)
    }
  }

  /// The polygons of an outline as the archive keeps it, which was checked when it came in.
  package static func polygons(of wkt: String) -> [[[[Double]]]] {
    var polygons: [[[[Double]]]] = []
    var number: [UInt8] = []
    var position: [Double] = []
    var depth = 0
    let deepest = wkt.hasPrefix("MULTI") ? 3 : 2
    func end(_ numbers: inout [UInt8], _ position: inout [Double]) {
      guard !numbers.isEmpty else { return }
      if let value = Double(String(decoding: numbers, as: UTF8.self)) { position.append(value) }
      numbers.removeAll(keepingCapacity: true)
    }
    for byte in wkt.utf8 {
      switch byte {
      case UInt8(ascii: "("):
        depth += 1
        if depth == deepest - 1 { polygons.append([]) }
        if depth == deepest, !polygons.isEmpty { polygons[polygons.count - 1].append([]) }
      case UInt8(ascii: ")"), UInt8(ascii: ","):
        end(&number, &position)
        if position.count == 2, let polygon = polygons.indices.last,
          let ring = polygons[polygon].indices.last
        {
          polygons[polygon][ring].append(position)
        }
        position.removeAll(keepingCapacity: true)
        if byte == UInt8(ascii: ")") { depth -= 1 }
      case UInt8(ascii: " "): end(&number, &position)
      default: if depth == deepest { number.append(byte) }
      }
    }
    return polygons
  }
}
