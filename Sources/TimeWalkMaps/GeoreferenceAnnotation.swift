package import TimeWalkBase

/// The reason why JSON isn't a Georeference Annotation.
package struct AnnotationFault: Error, Hashable, Sendable {
  /// The message for users.
  package let reason: String
  /// The place of the fault as a JSON pointer (RFC 6901); "" for the whole document.
  package let pointer: String

  /// The message for users, with the position.
  package var words: String { pointer.isEmpty ? reason : "\(pointer): \(reason)" }
}

/// A IIIF Georeference Annotation (https://iiif.io/api/extension/georef/): a map, and how it lies
/// on the ground.
package struct GeoreferenceAnnotation: Sendable {
  /// The JSON as it came, with everything that isn't understood here; `json` gives it out again.
  package let json: JSONValue
  /// The annotation's own address.
  package let id: String?
  /// The picture.
  package let resource: Resource
  /// The map's georeference.
  package let georeference: Georeference
  /// The findings of reading.
  package internal(set) var findings: [MapFinding]

  /// The picture that an annotation is about.
  package struct Resource: Hashable, Sendable {
    /// The address of the image service or the canvas.
    package var id: String
    /// The type: `ImageService1`, `ImageService2`, `ImageService3`, `Canvas`, or another word of
    /// the annotation; `nil` for an address alone.
    package var type: String?
    /// The manifest's address, if any.
    package var manifest: String?

    /// Makes one.
    package init(id: String, type: String?, manifest: String? = nil) {
      self.id = id
      self.type = type
      self.manifest = manifest
    }
  }

  /// The most control points that an annotation may have.
  ///
  /// Fitting a spline takes time by their number cubed: some seconds for a thousand, minutes for
  /// five thousand. Maps that people georeference have 3 to some hundred.
  package static let mostControlPoints = 1000
  /// The most annotations of a page: an atlas has some hundred sheets.
  package static let mostAnnotations = 10_000
  /// The most work of a document's maps, in steps of some nanoseconds.
  ///
  /// It is enough for two splines of a thousand points, for a thousand of a hundred, or for as many
  /// polynomials as a page may have.
  package static let mostWork = 3_000_000_000
  /// The largest side of a picture and the largest pixel's number, far above any scan.
  package static let largestPixel = 10_000_000.0

  /// The map's placement; the findings of reading come before those of placing.
  ///
  /// `size` is the picture's size, for annotations without one.
  package func placement(
    size: PixelSize? = nil
  ) -> (placement: MapPlacement?, findings: [MapFinding]) {
    guard !findings.contains(where: \.preventsPlacing) else { return (nil, findings) }
    var georeference = georeference
    georeference.size = georeference.size ?? size
    let placement = MapPlacement(of: georeference)
    return (placement, findings + placement.findings)
  }
}

/// One annotation, or a page of them.
package struct GeoreferenceAnnotations: Sendable {
  /// The JSON as it came.
  package let json: JSONValue
  /// The annotations, and why others aren't understood; one doesn't stop the others.
  package let items: [Result<GeoreferenceAnnotation, AnnotationFault>]

  /// Reads an `Annotation`, an `AnnotationPage`, or a `Manifest` with pages of them in its
  /// canvases.
  ///
  /// Throws for anything else; a fault within an annotation is its item.
  package init(_ json: JSONValue) throws(AnnotationFault) {
    self.json = json
    let document = JSONPlace(json)
    switch try document["type"]?.string() {
    case "Annotation": items = [GeoreferenceAnnotation.result(document)]
    case "AnnotationPage":
      guard let elements = try document["items"]?.elements() else {
        throw document.fault("a page has no \"items\"")
      }
      items = try GeoreferenceAnnotations.read(elements, of: document)
    case "Manifest":
      let found = try GeoreferenceAnnotations.embedded(in: document)
      guard !found.isEmpty else {
        throw document.fault("is a manifest without georeferencing annotations in its canvases")
      }
      items = try GeoreferenceAnnotations.read(found, of: document)
    default:
      throw document.fault(
        "must be an \"Annotation\", an \"AnnotationPage\", or a \"Manifest\" with them")
    }
  }

  private static func read(
    _ elements: [JSONPlace], of document: JSONPlace
  ) throws(AnnotationFault) -> [Result<GeoreferenceAnnotation, AnnotationFault>] {
    guard elements.count <= GeoreferenceAnnotation.mostAnnotations else {
      throw document.fault(
        "has \(elements.count) annotations; the limit is \(GeoreferenceAnnotation.mostAnnotations)"
      )
    }
    var work = 0
    return elements.map { element in
      GeoreferenceAnnotation.result(element).map { annotation in
        let needed = annotation.georeference.work
        guard work + needed <= GeoreferenceAnnotation.mostWork else {
          var refused = annotation
          refused.findings.append(.tooMuchWork)
          return refused
        }
        work += needed
        return annotation
      }
    }
  }

  /// The annotations of the canvases of a manifest whose motivation is georeferencing.
  private static func embedded(in manifest: JSONPlace) throws(AnnotationFault) -> [JSONPlace] {
    var found: [JSONPlace] = []
    for canvas in try manifest["items"]?.elements() ?? [] {
      for page in try canvas["annotations"]?.elements() ?? [] {
        for annotation in try page["items"]?.elements() ?? [] {
          let motivation = annotation.value.members?["motivation"]
          let isMeant =
            motivation?.string == "georeferencing"
            || motivation?.elements?.contains { $0.string == "georeferencing" } == true
          if isMeant { found.append(annotation) }
        }
      }
    }
    return found
  }

  /// Reads the bytes of a document.
  package init(document bytes: [UInt8]) throws(AnnotationFault) {
    let json: JSONValue
    do {
      json = try JSONValue(document: bytes)
    } catch {
      throw AnnotationFault(reason: "\(error.reason), \(error.place(in: bytes))", pointer: "")
    }
    try self.init(json)
  }

  /// A page of annotations as JSON, each as it came.
  package static func page(of annotations: [GeoreferenceAnnotation]) -> JSONValue {
    [
      "@context": .array(GeoreferenceAnnotation.context), "type": "AnnotationPage",
      "items": .array(annotations.map(\.json)),
    ]
  }
}

/// A value of a document, and its position.
struct JSONPlace {
  let value: JSONValue
  let pointer: String

  init(_ value: JSONValue, pointer: String = "") {
    self.value = value
    self.pointer = pointer
  }

  /// A member; `nil` if missing or `null`.
  ///
  /// Throws if this isn't an object.
  subscript(name: String) -> JSONPlace? {
    get throws(AnnotationFault) {
      guard let members = value.members else { throw fault("is \(value.kind), not an object") }
      guard let member = members[name], member != .null else { return nil }
      let escaped = name.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
      return JSONPlace(member, pointer: "\(pointer)/\(escaped)")
    }
  }

  /// The first of these members that exists.
  func first(of names: String...) throws(AnnotationFault) -> JSONPlace? {
    for name in names {
      if let member = try self[name] { return member }
    }
    return nil
  }

  /// A member that must be there.
  func required(_ name: String) throws(AnnotationFault) -> JSONPlace {
    guard let member = try self[name] else { throw fault("has no \"\(name)\"") }
    return member
  }

  /// The elements of an array.
  func elements() throws(AnnotationFault) -> [JSONPlace] {
    guard let elements = value.elements else { throw fault("is \(value.kind), not an array") }
    return elements.enumerated().map { JSONPlace($1, pointer: "\(pointer)/\($0)") }
  }

  /// A text.
  func string() throws(AnnotationFault) -> String {
    guard let text = value.string else { throw fault("is \(value.kind), not a string") }
    return text
  }

  /// A finite number.
  func number() throws(AnnotationFault) -> Double {
    guard case .number(let text) = value else { throw fault("is \(value.kind), not a number") }
    guard let number = Double(decimal: text) else { throw fault("is too large a number") }
    return number
  }

  func fault(_ reason: String) -> AnnotationFault {
    AnnotationFault(reason: reason, pointer: pointer)
  }
}
