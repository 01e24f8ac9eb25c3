import Foundation
import Testing
import TimeWalkCore
import TimeWalkBase
import TimeWalkMaps
import TimeWalkTestSupport

@Suite("Georeference Annotations")
struct AnnotationTests {
  /// An annotation of the shape that the extension shows and Allmaps writes; the parts may be
  /// given.
  static func annotation(
    target: String = specific,
    transformation: String? = #"{"type":"polynomial","options":{"order":1}}"#,
    features: String = featureList(), more: String = ""
  ) -> String {
    let way = transformation.map { #""transformation":\#($0),"# } ?? ""
    return #"""
      {"@context":["http://iiif.io/api/extension/georef/1/context.json",
       "http://iiif.io/api/presentation/3/context.json"],
       "id":"https://annotations.example/maps/1","type":"Annotation","motivation":"georeferencing",
       "created":"2025-02-21T18:04:04.534Z","target":\#(target),
       "body":{"type":"FeatureCollection",\#(way)"features":[\#(features)],
       "_allmaps":{"id":"x","scale":1.357582,"area":11324609.72}\#(more)}}
      """#
  }

  static let specific = #"""
    {"type":"SpecificResource","source":{"id":"https://iiif.example/map","type":"ImageService2",
     "height":3000,"width":4000,"partOf":[{"id":"https://iiif.example/canvas","type":"Canvas",
     "partOf":[]},{"id":"https://iiif.example/manifest","type":"Manifest"}]},
     "selector":{"type":"SvgSelector",
     "value":"<svg width=\"4000\" height=\"3000\"><polygon points=\"100,90 3900,95.5 3880,2950 90,2900\" /></svg>"}}
    """#

  static func featureList(_ key: String = "resourceCoords") -> String {
    [
      (500, 400, 4.88, 52.38), (3500, 450, 4.92, 52.38), (3400, 2600, 4.92, 52.36),
      (600, 2500, 4.88, 52.362),
    ].map { x, y, longitude, latitude in
      #"""
      {"type":"Feature","properties":{"\#(key)":[\#(x),\#(y)],"note":"kept"},
       "geometry":{"type":"Point","coordinates":[\#(longitude),\#(latitude)]}}
      """#
    }.joined(separator: ",")
  }

  /// The one annotation of a text.
  static func read(_ text: String) throws -> GeoreferenceAnnotation {
    let page = try GeoreferenceAnnotations(document: Array(text.utf8))
    try #require(page.items.count == 1)
    return try page.items[0].get()
  }

  @Test("An annotation is read, covers its ground, and is written unchanged")
  func roundTrip() throws {
    let text = Self.annotation()
    let annotation = try Self.read(text)
    #expect(annotation.id == "https://annotations.example/maps/1")
    #expect(
      annotation.resource
        == .init(
          id: "https://iiif.example/map", type: "ImageService2",
          manifest: "https://iiif.example/manifest"))
    let map = annotation.georeference
    #expect(map.size == PixelSize(width: 4000, height: 3000))
    #expect(map.method == .polynomial(order: 1))
    #expect(map.controlPoints.count == 4)
    #expect(map.controlPoints[3].pixel == PixelPoint(x: 600, y: 2500))
    #expect(map.controlPoints[3].coordinate == (try place(52.362, 4.88)))
    #expect(map.mask?.count == 4)
    #expect(map.mask?[1] == PixelPoint(x: 3900, y: 95.5))
    #expect(annotation.findings == [])
    let (placed, findings) = annotation.placement()
    #expect(findings == [])
    let placement = try #require(placed)
    let outline = try #require(placement.outline)
    for point in map.controlPoints { #expect(outline.contains(point.coordinate)) }
    let fit = try #require(placement.transformation)
    let errors = try #require(MapErrors(of: fit))
    for (point, residual) in zip(map.controlPoints, errors.residuals) {
      let drawn = try #require(fit.coordinate(at: point.pixel))
      #expect(abs(meters(drawn, point.coordinate) - residual.meters) < 1e-6)
      #expect(residual <= errors.worst.residual)
    }
    // Out again: the same value, and the same once more.
    let original = try JSONValue(document: Array(text.utf8))
    #expect(annotation.json == original)
    #expect(try Self.read(annotation.json.line).json == original)
    let page = GeoreferenceAnnotations.page(of: [annotation, annotation])
    let again = try GeoreferenceAnnotations(page)
    #expect(try again.items.map { try $0.get().json } == [original, original])
  }

  @Test("The extension's and Allmaps' other shapes")
  func shapes() throws {
    // A canvas as a whole.
    let whole = try Self.read(
      Self.annotation(
        target:
          #"{"id":"https://iiif.example/canvas","type":"Canvas","height":3000,"width":4000,"items":[]}"#
      ))
    #expect(whole.georeference.mask == nil)
    #expect(whole.placement().placement?.outline != nil)
    // A canvas by its address: only the caller knows its size.
    let address = try Self.read(Self.annotation(target: #""https://iiif.example/canvas""#))
    #expect(address.resource.id == "https://iiif.example/canvas")
    #expect(address.placement().findings == [.sizeUnknown])
    #expect(
      address.placement(size: PixelSize(width: 4000, height: 3000)).placement?.outline != nil)
    // A canvas whose size is only in the selector, with one manifest that isn't a list.
    let canvas = try Self.read(
      Self.annotation(
        target: #"""
          {"type":"SpecificResource","source":{"id":"https://iiif.example/canvas","type":"Canvas",
           "partOf":{"id":"https://iiif.example/m","type":"Manifest"}},"selector":{"type":"SvgSelector",
           "value":"<svg width=\"4000\" height=\"3000\"><polygon points=\"0,0 4000,0 4000,3000\" /></svg>"}}
          """#))
    #expect(canvas.georeference.size == PixelSize(width: 4000, height: 3000))
    #expect(canvas.resource.manifest == "https://iiif.example/m")
    // The older form.
    let older = try Self.read(
      Self.annotation(
        target: #"""
          {"type":"Image","source":"https://iiif.example/map/full/full/0/default.jpg",
           "service":[{"@id":"https://iiif.example/map","type":"ImageService1"}],
           "selector":{"type":"SvgSelector",
           "value":"<svg width=\"4000\" height=\"3000\"><polygon points=\"0,0 4000,0 4000,3000\" /></svg>"}}
          """#, features: Self.featureList("pixelCoords")))
    #expect(older.resource == .init(id: "https://iiif.example/map", type: "ImageService1"))
    #expect(older.georeference.controlPoints.count == 4)
    // A page, of which one is broken.
    let page = try GeoreferenceAnnotations(
      document: Array(
        #"{"type":"AnnotationPage","items":[\#(Self.annotation()),{"type":"Annotation"},\#(Self.annotation())]}"#
          .utf8))
    #expect(page.items.count == 3)
    let fault = #expect(throws: AnnotationFault.self) { try page.items[1].get() }
    #expect(fault?.words == "/items/1: has no \"target\"")
    _ = try page.items[2].get()
    // A height, and a longitude from 0 to 360.
    let high = try Self.read(
      Self.annotation(
        features: Self.featureList() + #"""
          ,{"type":"Feature","properties":{"resourceCoords":[1,2]},
          "geometry":{"type":"Point","coordinates":[184.75,52.4,7]}}
          """#))
    #expect(
      high.georeference.controlPoints.last?.coordinate
        == Coordinate(latitude: 52.4, longitude: -175.25))
  }

  static let ways: [(String?, TransformationMethod, Bool)] = [
    (nil, .polynomial(order: 1), true), (#"{"type":"helmert"}"#, .helmert, true),
    (#"{"type":"polynomial"}"#, .polynomial(order: 1), true),
    (#"{"type":"polynomial","options":{"order":2}}"#, .polynomial(order: 2), true),
    (#"{"type":"polynomial","options":{"order":3}}"#, .polynomial(order: 3), true),
    (#"{"type":"polynomial1"}"#, .polynomial(order: 1), true),
    (#"{"type":"polynomial2"}"#, .polynomial(order: 2), true),
    (#"{"type":"polynomial3"}"#, .polynomial(order: 3), true),
    (#"{"type":"linear"}"#, .polynomial(order: 1), true),
    (#"{"type":"thinPlateSpline"}"#, .thinPlateSpline, true),
    (#"{"type":"projective"}"#, .polynomial(order: 1), false),
    (#"{"type":"straight"}"#, .helmert, false),
    (#"{"type":"polynomial","options":{"order":4}}"#, .polynomial(order: 1), false),
    (#"{"type":"polynomial","options":{"order":1.5}}"#, .polynomial(order: 1), false),
    (#"{"type":"no such thing"}"#, .polynomial(order: 1), false),
  ]

  @Test(
    "Transformations by their names; for unknown ones, the substitute is reported",
    arguments: ways)
  func transformations(text: String?, method: TransformationMethod, isKnown: Bool) throws {
    let annotation = try Self.read(Self.annotation(transformation: text))
    #expect(annotation.georeference.method == method)
    #expect(annotation.findings.isEmpty == isKnown)
    if let finding = annotation.findings.first {
      guard case .unknownTransformation(_, let used) = finding else {
        Issue.record("\(finding)")
        return
      }
      #expect(used == method && !finding.preventsPlacing)
    }
    #expect(
      annotation.json
        == (try JSONValue(document: Array(Self.annotation(transformation: text).utf8))))
  }

  static let systems: [(String, GroundPlane?, Bool)] = [
    (#"{"id":"EPSG:3857"}"#, .mercator(centralMeridian: 0), true),
    (#"{"name":"WGS 84","definition":"EPSG:4326"}"#, .degrees(centralMeridian: 0), true),
    (#""EPSG:32618""#, .transverseMercator(zone: 18, isNorthern: true), true),
    (
      #"{"id":"https://www.opengis.net/def/crs/EPSG/0/32733"}"#,
      .transverseMercator(zone: 33, isNorthern: false), true
    ),
    (#"{"id":"urn:ogc:def:crs:EPSG::3857"}"#, .mercator(centralMeridian: 0), true),
    (#"{"name":"Bonne","definition":"+proj=bonne +lat_1=60 +lon_0=0"}"#, nil, false),
    (
      #"{"name":"Amersfoort","definition":{"type":"ProjectedCRS","id":{"code":28992}}}"#, nil, false
    ),
    (#"{"id":"EPSG:28992"}"#, nil, false),
  ]

  @Test("Projections: the supported ones, and the reported ones", arguments: systems)
  func projections(text: String, plane: GroundPlane?, isKnown: Bool) throws {
    for key in ["resourceCrs", "projection"] {
      let annotation = try Self.read(Self.annotation(more: #","\#(key)":\#(text)"#))
      #expect(annotation.georeference.plane == plane)
      #expect(annotation.findings.isEmpty == isKnown)
      if !isKnown, case .unknownProjection(let name)? = annotation.findings.first {
        #expect(!name.isEmpty)
      }
      let (placement, findings) = annotation.placement()
      #expect(placement?.outline != nil)
      // Amsterdam is too far from UTM's zone 18.
      if case .transverseMercator(zone: 18, _)? = plane { #expect(findings == [.outsidePlane(0)]) }
    }
  }

  static let selectors: [(String, Int?, String?)] = [
    (#"<svg><polygon points='0,0 10,0 10,10'></polygon></svg>"#, 3, nil),
    (
      #"<svg xmlns="http://www.w3.org/2000/svg" height="3000" width="4000"> <polygon points="0 0,10 0 , 10 10 0,0"/> </svg>"#,
      4, nil
    ),
    (#"<svg><rect x="10" y="20" width="300" height="400"/></svg>"#, 4, nil),
    (#"<svg><rect width="300" height="400"/></svg>"#, 4, nil),
    (#"<svg><polygon points="1.5e1,-0.5 10,0 10,10"/></svg>"#, 3, nil),
    (#"<svg><path d="M0 0L10 0L10 10z"/></svg>"#, nil, "must be a polygon"),
    (
      #"<svg><polygon points="0,0 1,0 1,1"/><polygon points="5,5 6,5 6,6"/></svg>"#, nil,
      "more than one shape"
    ),
    (#"<svg><g><polygon points="0,0 1,0 1,1"/></g></svg>"#, nil, "<g> has nested content"),
    (#"<svg viewBox="0 0 1 1"><polygon points="0,0 1,0 1,1"/></svg>"#, nil, "viewBox"),
    (#"<svg><polygon transform="scale(2)" points="0,0 1,0 1,1"/></svg>"#, nil, "transform"),
    (#"<svg><rect rx="3" width="3" height="4"/></svg>"#, nil, "rx"),
    (#"<svg><rect width="3"/></svg>"#, nil, "width and height"),
    (#"<svg><polygon points="0,0 1,0 1"/></svg>"#, nil, "odd number"),
    (#"<svg><polygon points="0,0 1,nan 1,1"/></svg>"#, nil, "\"nan\""),
    (#"<svg><polygon points="0,0 1e300,0 1,1"/></svg>"#, nil, "\"1e300\""),
    (
      #"<svg width="10px" height="10"><polygon points="0,0 1,0 1,1"/></svg>"#, nil,
      "width and height"
    ),
    (#"<svg><polygon points="0,0 1,0 1,1"/>"#, nil, "isn't SVG"),
    (#"<svg><polygon points="0,0 1,0 1,1"/></svg>x"#, nil, "more than one shape"),
    (#"<!DOCTYPE svg><svg><polygon points="0,0 1,0 1,1"/></svg>"#, nil, "isn't SVG"),
    ("", nil, "isn't SVG"), (#"<svg><polygon points="0,0 1,0 "#, nil, "isn't SVG"),
    (#"<svg a="1" a="2"><polygon points="0,0 1,0 1,1"/></svg>"#, nil, "repeated"),
  ]

  @Test("SVG selectors: the polygon, or why there is none", arguments: selectors)
  func svg(text: String, corners: Int?, reason: String?) throws {
    let value = JSONValue.string(text).line
    let annotation = try Self.read(
      Self.annotation(
        target:
          #"{"source":{"id":"x","width":4000,"height":3000},"selector":{"type":"SvgSelector","value":\#(value)}}"#
      ))
    #expect(annotation.georeference.mask?.count == corners)
    guard let reason else {
      #expect(annotation.findings == [])
      return
    }
    // Nothing is placed by half: without its mask, a map would claim its margins, too.
    let words = annotation.findings.map(\.words).joined()
    #expect(words.contains(reason), "\(words)")
    let (placement, findings) = annotation.placement()
    #expect(placement == nil && findings == annotation.findings)
  }

  @Test("Other selectors")
  func otherSelectors() throws {
    func target(_ selector: String) -> String {
      #"{"source":{"id":"x","width":4000,"height":3000},"selector":\#(selector)}"#
    }
    let region = try Self.read(
      Self.annotation(target: target(#"{"type":"ImageApiSelector","region":"10,20,300,400"}"#)))
    #expect(region.georeference.mask?[2] == PixelPoint(x: 310, y: 420))
    let full = try Self.read(
      Self.annotation(target: target(#"{"type":"ImageApiSelector","region":"full"}"#)))
    #expect(full.georeference.mask == nil && full.findings == [])
    for selector in [
      #"{"type":"ImageApiSelector","region":"pct:1,2,3,4"}"#,
      #"{"type":"FragmentSelector","value":"xywh=1,2,3,4"}"#,
    ] {
      let other = try Self.read(Self.annotation(target: target(selector)))
      #expect(other.findings.count == 1 && other.findings[0].preventsPlacing)
    }
    let differs = try Self.read(
      Self.annotation(
        target: target(
          #"{"type":"SvgSelector","value":"<svg width=\"400\" height=\"300\"><rect width=\"9\" height=\"9\"/></svg>"}"#
        )))
    #expect(
      differs.findings == [
        .sizesDiffer(PixelSize(width: 400, height: 300), PixelSize(width: 4000, height: 3000))
      ])
  }

  @Test(
    "Other georeferences are written as an annotation and read back equal",
    arguments: TransformationTests.methods)
  func written(method: TransformationMethod) throws {
    let middle = try place(-17.8, 179.9)
    var map = Georeference(
      controlPoints: try controlPoints(
        7, in: .mercator(centralMeridian: 180), middle: middle, noise: 3),
      mask: [(0.5, 1), (3990, 2), (4000, 3000)].map { PixelPoint(x: $0.0, y: $0.1) },
      size: PixelSize(width: 4000, height: 3000), method: method)
    for plane in [nil, GroundPlane(epsg: 32760), GroundPlane(epsg: 4326)] {
      map.plane = plane
      let resource = GeoreferenceAnnotation.Resource(
        id: "https://iiif.example/map", type: "ImageService3", manifest: "https://iiif.example/m")
      let json = GeoreferenceAnnotation.json(
        of: map, size: PixelSize(width: 4000, height: 3000), resource: resource, id: "urn:x:1")
      let annotation = try Self.read(json.line)
      #expect(annotation.georeference == map)
      #expect(annotation.resource == resource)
      #expect(annotation.id == "urn:x:1")
      #expect(annotation.findings == [])
    }
  }
}
