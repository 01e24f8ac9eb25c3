import TimeWalkCore
import TimeWalkBase
import TimeWalkMaps
import TimeWalkMetadata
import TimeWalkTestSupport

extension FuzzTarget {
  /// The formats of maps' positions on the ground.
  static let maps = [georeference, outline, worldFile, geoTIFF]

  private static let size = PixelSize(width: 4000, height: 3000)

  /// IIIF Georeference Annotations, with their masks.
  private static let georeference = FuzzTarget("georeference", longest: 4096) {
    let methods: [TransformationMethod] = [.helmert, .polynomial(order: 1), .thinPlateSpline]
    let resource = GeoreferenceAnnotation.Resource(
      id: "https://example.org/1", type: "ImageService3", manifest: "https://example.org/m")
    let pixels = [(0.0, 0.0), (4000, 0), (4000, 3000), (0, 3000)].map { PixelPoint(x: $0, y: $1) }
    return methods.map { method in
      var map = Georeference(
        controlPoints: pixels.compactMap { pixel in
          Coordinate(latitude: 40.8 - pixel.y / 40_000, longitude: -74 + pixel.x / 40_000)
            .map { ControlPoint(pixel: pixel, coordinate: $0) }
        }, mask: pixels, size: size, method: method)
      map.isMeasured = method != .helmert
      var text = JSONText()
      text.value(GeoreferenceAnnotation.json(of: map, size: size, resource: resource, id: "a"))
      return text.bytes
    }
  } run: { bytes in
    guard let read = try? GeoreferenceAnnotations(document: bytes) else { return }
    for case .success(let annotation) in read.items {
      let (placement, findings) = annotation.placement(size: size)
      try promise(findings.allSatisfy { !$0.words.isEmpty }, "a finding says nothing")
      if let outline = placement?.outline { try check(outline) }
      if let map = placement?.transformation { _ = MapErrors(of: map) }
    }
  }

  /// Outlines as well-known text.
  private static let outline = FuzzTarget("outline", longest: 2048) {
    [
      "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (2 2, 4 2, 4 4, 2 2))",
      "MULTIPOLYGON (((170 -10, 190 -10, 190 10, 170 10, 170 -10)), ((0 0, 1 0, 0 1, 0 0)))",
      "POLYGON ((170 0, 190 0, 190 10, 170 10, 170 0), (178 2, 182 2, 182 4, 178 4, 178 2))",
      "polygon((-180 60,180 60,180 90,-180 90,-180 60))",
    ].map { Array($0.utf8) }
  } run: { bytes in
    guard let outline = try? Outline(wkt: String(decoding: bytes, as: UTF8.self)) else { return }
    try check(outline)
  }

  /// World files.
  private static let worldFile = FuzzTarget("world-file", longest: 256) {
    ["0.5\n0.0\n0.0\n-0.5\n-8238000\n4970000", "1e-5\r\n0\r\n0\r\n-1e-5\r\n-74\r\n40.7\r\n"]
      .map { Array($0.utf8) }
  } run: { bytes in
    guard let world = try? WorldFile(String(decoding: bytes, as: UTF8.self)) else { return }
    try check(.even(world))
  }

  /// A TIFF's tags.
  private static let geoTIFF = FuzzTarget("geotiff", longest: 1024) {
    let keys = TIFFBuilder.geoKeys(3857)
    let ties: [Double] = [
      0, 0, 0, -8_238_000, 4_970_000, 0, 4, 0, 0, -8_237_000, 4_970_000, 0, 0, 3, 0, -8_238_000,
      4_969_000, 0,
    ]
    let tags: [[Int: [Double]]] = [
      [33550: [2, 2, 0], 33922: Array(ties.prefix(6))], [33922: ties],
      [34264: [1, 2, 0, 100, 3, -4, 0, 200, 0, 0, 0, 0, 0, 0, 0, 1]],
    ]
    return tags.map { TIFFBuilder.geoTIFF(4, 3, tags: $0, keys: keys) }
  } run: { bytes in
    guard let tags = EmbeddedMetadata(bytes, in: .tiff).geoTIFF,
      let map = try? GeoTIFF(
        scale: tags.scale, tiepoints: tags.tiepoints, matrix: tags.matrix, keys: tags.keys),
      let layout = map.layout
    else { return }
    try check(layout)
  }

  /// Checks the rules of every outline.
  private static func check(_ outline: Outline) throws {
    try promise(
      (try? Outline(wkt: outline.wkt)) == outline, "an outline isn't what it was written as")
    for polygon in MapOutline(outline).polygons {
      for ring in polygon {
        try promise(ring.count >= 4 && ring.first == ring.last, "a ring isn't closed")
        try promise(
          ring.allSatisfy { abs($0.longitude) <= 180 && abs($0.latitude) <= 90 },
          "a ring leaves the map")
      }
    }
    let box = outline.boundingBox
    try promise(box.south <= box.north, "a box is upside down")
    if let center = outline.center { _ = outline.distanceToEdge(from: center) }
  }

  /// Checks the rules of every picture in a plane.
  private static func check(_ layout: PixelLayout) throws {
    let planes: [GroundPlane] = [
      .mercator(centralMeridian: 0), .degrees(centralMeridian: 0),
      .transverseMercator(zone: 18, isNorthern: true),
    ]
    for plane in planes {
      let places = plane.places(of: layout.samples(of: size).map(\.point))
      for known in [plane, nil] {
        guard
          let (map, deviation) = try? layout.georeference(size: size, plane: known, places: places)
        else { continue }
        try promise(deviation >= 0 && deviation.isFinite, "a deviation is no length")
        try promise(
          map.controlPoints.count <= GeoreferenceAnnotation.mostControlPoints,
          "there are more control points than an annotation may have")
        if let outline = MapPlacement(of: map).outline { try check(outline) }
      }
    }
  }
}
