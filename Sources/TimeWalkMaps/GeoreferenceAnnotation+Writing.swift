import TimeWalkCore
package import TimeWalkBase

extension GeoreferenceAnnotation {
  /// The contexts that the extension requires, in its order.
  static let context: [JSONValue] = [
    "http://iiif.io/api/extension/georef/1/context.json",
    "http://iiif.io/api/presentation/3/context.json",
  ]

  /// A property that the extension lacks: whether control points were measured.
  static let ownMember = "_timewalk"

  /// The annotation of a map that came another way, a world file for instance.
  ///
  /// An annotation that was read is written as `json`. The picture's size must be known, because
  /// readers need it for a mask.
  package static func json(
    of map: Georeference, size: PixelSize, resource: Resource, id: String? = nil
  ) -> JSONValue {
    var source: [String: JSONValue] = [
      "id": .string(resource.id), "type": .string(resource.type ?? "ImageService2"),
      "width": number(size.width), "height": number(size.height),
    ]
    if let manifest = resource.manifest {
      source["partOf"] = [["id": .string(manifest), "type": "Manifest"]]
    }
    var target: [String: JSONValue] = ["type": "SpecificResource", "source": .object(source)]
    if let mask = map.mask {
      let points = mask.map { "\(text($0.x)),\(text($0.y))" }.joined(separator: " ")
      target["selector"] = [
        "type": "SvgSelector",
        "value": .string(
          "<svg width=\"\(size.width)\" height=\"\(size.height)\"><polygon points=\"\(points)\" /></svg>"
        ),
      ]
    }
    var body: [String: JSONValue] = [
      "type": "FeatureCollection", "transformation": transformation(map.method),
      "features": .array(map.controlPoints.map(feature)),
    ]
    if let code = map.plane?.epsg {
      body["resourceCrs"] = ["id": .string("EPSG:\(code)"), "name": .string("EPSG:\(code)")]
    }
    var annotation: [String: JSONValue] = [
      "@context": .array(context), "type": "Annotation", "motivation": "georeferencing",
      "target": .object(target), "body": .object(body),
    ]
    if let id { annotation["id"] = .string(id) }
    if !map.isMeasured { annotation[ownMember] = ["controlPoints": "computed"] }
    return .object(annotation)
  }

  private static func transformation(_ method: TransformationMethod) -> JSONValue {
    switch method {
    case .helmert: ["type": "helmert"]
    case .polynomial(let order): ["type": "polynomial", "options": ["order": number(order)]]
    case .thinPlateSpline: ["type": "thinPlateSpline"]
    }
  }

  private static func feature(_ point: ControlPoint) -> JSONValue {
    [
      "type": "Feature",
      "properties": ["resourceCoords": [number(point.pixel.x), number(point.pixel.y)]],
      "geometry": [
        "type": "Point",
        "coordinates": [number(point.coordinate.longitude), number(point.coordinate.latitude)],
      ],
    ]
  }

  private static func number(_ value: Int) -> JSONValue { .number(String(value)) }
  private static func number(_ value: Double) -> JSONValue { .number(text(value)) }

  /// The shortest text that gives the number again.
  private static func text(_ value: Double) -> String {
    var json = JSONText()
    json.number(value)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension GroundPlane {
  /// The plane's EPSG code; `nil` for one without, such as the usual plane across the antimeridian.
  package var epsg: Int? {
    switch self {
    case .mercator(let meridian): meridian == 0 ? 3857 : nil
    case .degrees(let meridian): meridian == 0 ? 4326 : nil
    case .transverseMercator(let zone, let isNorthern): (isNorthern ? 32600 : 32700) + zone
    case .stereographic: nil
    }
  }
}
