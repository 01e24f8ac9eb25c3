import TimeWalkCore
import TimeWalkBase

extension GeoreferenceAnnotation {
  static func result(_ json: JSONPlace) -> Result<GeoreferenceAnnotation, AnnotationFault> {
    do throws(AnnotationFault) {
      return .success(try GeoreferenceAnnotation(json))
    } catch {
      return .failure(error)
    }
  }

  init(_ annotation: JSONPlace) throws(AnnotationFault) {
    guard try annotation["type"]?.string() == "Annotation" else {
      throw annotation.fault("isn't an \"Annotation\"")
    }
    if let motivation = try annotation["motivation"] {
      // One word, or a list of them.
      let words = motivation.value.elements ?? [motivation.value]
      guard words.contains("georeferencing") else {
        throw motivation.fault("isn't \"georeferencing\"")
      }
    }
    var reading = AnnotationReader()
    let target = try Target(annotation.required("target"), &reading)
    let body = try annotation.required("body")
    guard try body["type"]?.string() == "FeatureCollection" else {
      throw body.fault("isn't a \"FeatureCollection\"")
    }
    let points = try reading.controlPoints(body.required("features"))
    json = annotation.value
    id = try annotation["id"]?.string()
    resource = target.resource
    georeference = Georeference(
      controlPoints: points, mask: target.mask, size: target.size,
      method: try reading.method(body["transformation"], count: points.count),
      plane: try reading.plane(body.first(of: "resourceCrs", "projection")),
      isMeasured: try annotation[Self.ownMember]?["controlPoints"]?.string() != "computed")
    findings = reading.findings
  }
}

/// The target of an annotation.
private struct Target {
  let resource: GeoreferenceAnnotation.Resource
  let size: PixelSize?
  let mask: [PixelPoint]?

  /// A specific resource with a source and an optional selector, or the resource itself.
  ///
  /// The older form has the picture's address as the source, with an image service next to it.
  init(_ target: JSONPlace, _ reading: inout AnnotationReader) throws(AnnotationFault) {
    if case .string(let address) = target.value {
      (resource, size, mask) = (GeoreferenceAnnotation.Resource(id: address, type: nil), nil, nil)
      return
    }
    let source = try target.first(of: "source") ?? target
    let service = try target["service"]?.elements().first
    let described = service ?? source
    var known: PixelSize?
    if case .string(let address) = described.value {
      resource = GeoreferenceAnnotation.Resource(id: address, type: nil)
    } else {
      guard let id = try described.first(of: "id", "@id") else {
        throw described.fault("has no \"id\"")
      }
      resource = GeoreferenceAnnotation.Resource(
        id: try id.string(), type: try described["type"]?.string(),
        manifest: try Target.manifest(described["partOf"]))
      known = try Target.size(of: described)
    }
    let selector = try target["selector"].map { (place) throws(AnnotationFault) in
      try reading.selector(place)
    }
    if let known, let other = selector?.size, known != other {
      reading.findings.append(.sizesDiffer(other, known))
    }
    size = known ?? selector?.size
    mask = selector?.mask
  }

  private static func manifest(_ part: JSONPlace?) throws(AnnotationFault) -> String? {
    guard let part else { return nil }
    let parts = part.value.elements == nil ? [part] : try part.elements()
    for part in parts where try part["type"]?.string() == "Manifest" {
      return try part.first(of: "id", "@id")?.string()
    }
    return nil
  }

  private static func size(of source: JSONPlace) throws(AnnotationFault) -> PixelSize? {
    guard let width = try source["width"], let height = try source["height"] else { return nil }
    return PixelSize(width: try side(width), height: try side(height))
  }

  private static func side(_ place: JSONPlace) throws(AnnotationFault) -> Int {
    let side = try place.number()
    guard side >= 1, side <= GeoreferenceAnnotation.largestPixel, side == side.rounded() else {
      throw place.fault("isn't a number of pixels")
    }
    return Int(side)
  }
}

/// Reads the parts of an annotation, and collects findings.
private struct AnnotationReader {
  var findings: [MapFinding] = []

  mutating func selector(
    _ place: JSONPlace
  ) throws(AnnotationFault) -> (mask: [PixelPoint]?, size: PixelSize?) {
    switch try place.required("type").string() {
    case "SvgSelector":
      let text = try place.required("value").string()
      do throws(SVGFault) {
        let svg = try SVGMask(text)
        return (svg.corners, svg.size)
      } catch {
        findings.append(.unknownSelector(error.reason))
      }
    case "ImageApiSelector":
      guard let region = try place["region"]?.string(), region != "full" else { break }
      let numbers = region.split(separator: ",").compactMap { Double(decimal: $0) }
      if numbers.count == 4, numbers.allSatisfy({ $0 <= GeoreferenceAnnotation.largestPixel }) {
        return (SVGMask.rectangle(numbers), nil)
      }
      findings.append(.unknownSelector("the region \"\(region.prefix(60))\" isn't x,y,w,h"))
    case let type:
      findings.append(.unknownSelector("\"\(type.prefix(60))\" isn't SvgSelector"))
    }
    return (nil, nil)
  }

  mutating func controlPoints(_ features: JSONPlace) throws(AnnotationFault) -> [ControlPoint] {
    let elements = try features.elements()
    guard elements.count <= GeoreferenceAnnotation.mostControlPoints else {
      throw features.fault(
        "has \(elements.count) control points; the limit is \(GeoreferenceAnnotation.mostControlPoints)"
      )
    }
    var points: [ControlPoint] = []
    for (index, feature) in elements.enumerated() {
      let properties = try feature.required("properties")
      guard let pair = try properties.first(of: "resourceCoords", "pixelCoords") else {
        throw properties.fault("has no \"resourceCoords\"")
      }
      let pixel = try numbers(pair, most: 2)
      for (axis, value) in pixel.enumerated()
      where abs(value) > GeoreferenceAnnotation.largestPixel {
        throw AnnotationFault(reason: "is outside any picture", pointer: "\(pair.pointer)/\(axis)")
      }
      let geometry = try feature.required("geometry")
      guard try geometry["type"]?.string() == "Point" else {
        throw geometry.fault("isn't a \"Point\"")
      }
      // A height may follow (RFC 7946, 3.1.1).
      let position = try numbers(geometry.required("coordinates"), most: 3)
      let turn = GroundPlane.turn(position[0])
      guard abs(position[0]) <= 360,
        let coordinate = Coordinate(latitude: position[1], longitude: turn)
      else {
        findings.append(
          .outsideWorld(index, longitude: position[0], latitude: position[1]))
        continue
      }
      points.append(
        ControlPoint(pixel: PixelPoint(x: pixel[0], y: pixel[1]), coordinate: coordinate))
    }
    return points
  }

  private func numbers(_ place: JSONPlace, most: Int) throws(AnnotationFault) -> [Double] {
    let elements = try place.elements()
    guard (2...most).contains(elements.count) else {
      throw place.fault("has \(elements.count) numbers")
    }
    var numbers: [Double] = []
    for element in elements { numbers.append(try element.number()) }
    return numbers
  }

  /// The requested transformation, or the nearest supported one.
  ///
  /// By default Allmaps uses a polynomial of the first order. `projective` and unknown words become
  /// that, too, or a Helmert transformation with only two control points. `straight`, a similarity
  /// without rotation, becomes a Helmert transformation. The specification requires this: a client
  /// without a transformation uses its default.
  mutating func method(
    _ place: JSONPlace?, count: Int
  ) throws(AnnotationFault) -> TransformationMethod {
    let usual: TransformationMethod = count == 2 ? .helmert : .polynomial(order: 1)
    guard let place else { return usual }
    let name = try place.required("type").string()
    switch name {
    case "helmert": return .helmert
    case "thinPlateSpline": return .thinPlateSpline
    case "polynomial1", "linear": return .polynomial(order: 1)
    case "polynomial2": return .polynomial(order: 2)
    case "polynomial3": return .polynomial(order: 3)
    case "polynomial":
      guard let order = try place["options"]?["order"] else { return .polynomial(order: 1) }
      let number = try order.number()
      if [1, 2, 3].contains(number) { return .polynomial(order: Int(number)) }
      findings.append(.unknownTransformation("polynomial of order \(number)", used: usual))
      return usual
    default:
      let used = name == "straight" ? .helmert : usual
      findings.append(.unknownTransformation(name, used: used))
      return used
    }
  }

  /// The plane that the transformation leads to; `nil` for the usual one.
  mutating func plane(_ place: JSONPlace?) throws(AnnotationFault) -> GroundPlane? {
    guard let place else { return nil }
    if let name = place.value.string { return plane(named: [name]) }
    var names: [String] = []
    for key in ["id", "name", "definition"] {
      // A definition may be an object, too (PROJJSON), which names nothing here.
      if let name = try place[key]?.value.string { names.append(name) }
    }
    return plane(named: names)
  }

  private mutating func plane(named names: [String]) -> GroundPlane? {
    for name in names {
      // `EPSG:3857`, `urn:ogc:def:crs:EPSG::3857`, `http://www.opengis.net/def/crs/EPSG/0/3857`
      let parts = name.split { $0 == ":" || $0 == "/" }
      if parts.contains(where: { $0.uppercased() == "EPSG" }), let last = parts.last,
        let code = Int(last), let plane = GroundPlane(epsg: code)
      {
        return plane
      }
    }
    findings.append(.unknownProjection(names.first ?? ""))
    return nil
  }
}
