import Testing
import TimeWalkCore
import TimeWalkMaps
import TimeWalkTestSupport

@Suite("Invalid or too large Georeference Annotations")
struct AnnotationFaultTests {
  /// A feature with other coordinates.
  private static func feature(_ pixel: String, _ place: String) -> String {
    #"{"type":"Feature","properties":{"resourceCoords":\#(pixel)},"geometry":{"type":"Point","coordinates":\#(place)}}"#
  }

  static let faults: [(String, String, String)] = [
    ("[]", "", "is an array, not an object"), ("7", "", "is a number, not an object"),
    ("{", "", "ends too early, line 1, column 2"), ("{}", "", "must be an"),
    (#"{"type":"Canvas"}"#, "", "must be an"), (#"{"type":7}"#, "/type", "not a string"),
    (#"{"type":"AnnotationPage"}"#, "", "no \"items\""),
    (#"{"type":"AnnotationPage","items":{}}"#, "/items", "not an array"),
    (#"{"type":"Annotation","motivation":"painting"}"#, "/motivation", "georeferencing"),
    (#"{"type":"Annotation"}"#, "", "no \"target\""),
    (AnnotationTests.annotation(target: "7"), "/target", "not an object"),
    (AnnotationTests.annotation(target: "{}"), "/target", "has no \"id\""),
    (
      AnnotationTests.annotation(target: #"{"source":{"id":"x","width":0,"height":5}}"#),
      "/target/source/width",
      "isn't a number of pixels"
    ),
    (
      AnnotationTests.annotation(target: #"{"source":{"id":"x","width":1e99,"height":5}}"#),
      "/target/source/width",
      "isn't a number of pixels"
    ),
    (
      AnnotationTests.annotation(target: #"{"source":{"id":"x","width":5,"height":1.5}}"#),
      "/target/source/height",
      "isn't a number of pixels"
    ),
    (
      AnnotationTests.annotation(target: #"{"source":{"id":"x"},"selector":{}}"#),
      "/target/selector",
      "has no \"type\""
    ),
    (AnnotationTests.annotation(transformation: "[]"), "/body/transformation", "not an object"),
    (
      AnnotationTests.annotation(transformation: #"{"type":"polynomial","options":{"order":"2"}}"#),
      "/body/transformation/options/order", "not a number"
    ),
    (AnnotationTests.annotation(features: "7"), "/body/features/0", "not an object"),
    (
      AnnotationTests.annotation(features: #"{"properties":{"a/b":1}}"#),
      "/body/features/0/properties",
      "resourceCoords"
    ),
    (
      AnnotationTests.annotation(features: feature("[1]", "[1,2]")),
      "/body/features/0/properties/resourceCoords",
      "has 1 numbers"
    ),
    (
      AnnotationTests.annotation(features: feature("[1,2,3]", "[1,2]")),
      "/body/features/0/properties/resourceCoords", "has 3 numbers"
    ),
    (
      AnnotationTests.annotation(features: feature(#"[1,"2"]"#, "[1,2]")),
      "/body/features/0/properties/resourceCoords/1", "a string, not a number"
    ),
    (
      AnnotationTests.annotation(features: feature("[1e999,2]", "[1,2]")),
      "/body/features/0/properties/resourceCoords/0", "too large"
    ),
    (
      AnnotationTests.annotation(features: feature("[1,2e8]", "[1,2]")),
      "/body/features/0/properties/resourceCoords/1", "outside any picture"
    ),
    (
      AnnotationTests.annotation(features: feature("[1,2]", "[1,null]")),
      "/body/features/0/geometry/coordinates/1",
      "null, not a number"
    ),
    (
      AnnotationTests.annotation(features: feature("[1,2]", "[1,2,3,4]")),
      "/body/features/0/geometry/coordinates",
      "has 4 numbers"
    ),
    (
      AnnotationTests.annotation(
        features: #"{"properties":{"resourceCoords":[1,2]},"geometry":{"type":"LineString"}}"#),
      "/body/features/0/geometry", "isn't a \"Point\""
    ),
    (#"{"type":"Annotation","target":"x","body":[]}"#, "/body", "not an object"),
    (
      #"{"type":"Annotation","target":"x","body":{"type":"Feature"}}"#, "/body", "FeatureCollection"
    ),
    (
      #"{"type":"Annotation","target":"x","body":{"type":"FeatureCollection","features":null}}"#,
      "/body", "has no \"features\""
    ),
    (String(repeating: "[", count: 5000), "", "nested deeper"),
    (#"{"type":"Annotation","type":"Annotation"}"#, "", "is repeated"),
  ]

  @Test("Invalid annotations are reported, with the position", arguments: faults)
  func hostile(text: String, pointer: String, reason: String) throws {
    let fault = #expect(throws: AnnotationFault.self) { try AnnotationTests.read(text) }
    #expect(fault?.pointer == pointer)
    #expect(fault?.reason.contains(reason) == true, "\(fault?.reason ?? "")")
    #expect(fault?.words.hasPrefix(pointer) == true)
  }

  @Test("At most a thousand control points, and at most ten thousand annotations")
  func limits() throws {
    func points(_ count: Int) -> String {
      (0..<count).map { index in
        Self.feature(
          "[\(index % 40),\(index / 40)]",
          "[\(Double(index % 40) / 1e3),\(Double(-index / 40) / 1e3)]")
      }.joined(separator: ",")
    }
    let most = GeoreferenceAnnotation.mostControlPoints
    #expect(
      try AnnotationTests.read(AnnotationTests.annotation(features: points(most))).georeference
        .controlPoints.count == most)
    let fault = #expect(throws: AnnotationFault.self) {
      try AnnotationTests.read(AnnotationTests.annotation(features: points(most + 1)))
    }
    #expect(fault?.pointer == "/body/features")
    func page(_ count: Int, of item: String) throws -> GeoreferenceAnnotations {
      let items = Array(repeating: item, count: count).joined(separator: ",")
      return try GeoreferenceAnnotations(
        document: Array(#"{"type":"AnnotationPage","items":[\#(items)]}"#.utf8))
    }
    let (mostOfPage, map) = (
      GeoreferenceAnnotation.mostAnnotations, AnnotationTests.annotation(features: points(4))
    )
    let read = try page(mostOfPage, of: map).items.compactMap { try? $0.get() }
    #expect(read.count == mostOfPage)
    #expect(throws: AnnotationFault.self) { try page(mostOfPage + 1, of: "{}") }
    // A spline takes time by its points cubed: a page may have two of the largest.
    let spline = AnnotationTests.annotation(
      transformation: #"{"type":"thinPlateSpline"}"#, features: points(most))
    let splines = try page(4, of: spline).items.map { try $0.get() }
    #expect(splines.map { $0.findings.contains(.tooMuchWork) } == [false, false, true, true])
    #expect(splines[3].placement().placement == nil)
    // What is small still finds room after a large map.
    let mixed = try page(3, of: spline + "," + map).items.map { try $0.get() }
    #expect(
      mixed.map { $0.findings.contains(.tooMuchWork) } == [false, false, false, false, true, false])
  }

  @Test(
    "Coordinates outside the world keep the map without a place",
    arguments: [
      ("[4.9, 90.1]", 4.9, 90.1), ("[361, 52]", 361, 52), ("[-1e300, 52]", -1e300, 52),
    ])
  func outsideWorld(text: String, longitude: Double, latitude: Double) throws {
    let annotation = try AnnotationTests.read(
      AnnotationTests.annotation(
        features: AnnotationTests.featureList() + "," + Self.feature("[1,2]", text)))
    #expect(
      annotation.findings == [.outsideWorld(4, longitude: longitude, latitude: latitude)])
    #expect(annotation.placement().placement == nil)
    #expect(annotation.georeference.controlPoints.count == 4)
  }

  @Test("No change of a byte ends the program", arguments: 0..<30 as Range<UInt64>)
  func mutations(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    let bytes = Array(AnnotationTests.annotation().utf8)
    for _ in 0..<100 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        let place = Int.random(in: 0..<changed.count, using: &numbers)
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0: changed[place] = UInt8.random(in: 0x20...0x7E, using: &numbers)
        case 1: changed.remove(at: place)
        default:
          changed.insert(changed[Int.random(in: 0..<changed.count, using: &numbers)], at: place)
        }
      }
      guard let page = try? GeoreferenceAnnotations(document: changed) else { continue }
      for case .success(let annotation) in page.items {
        let (placement, findings) = annotation.placement()
        if placement?.outline == nil { #expect(findings.contains { $0.preventsPlacing }) }
      }
    }
  }
}
