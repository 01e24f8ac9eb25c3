import Foundation

/// The rules of the IIIF Presentation API 3.0 for our output: types, required members, patterns.
///
/// These are the rules of the JSON schema of IIIF's own validator. They cover the classes
/// `manifest`, `collection`, `canvas`, `annotationPage`, `annotation` and `resource`; `format: uri`
/// and `date-time` follow RFC 3986 and RFC 3339. The schema itself was run on our manifests
/// manually.
struct PresentationRules {
  /// The violations, each with its path.
  private(set) var faults: [String] = []
  /// The names of all things that have one of their own.
  private var names: Set<String> = []

  /// Checks a whole document.
  static func faults(in document: JSON) -> [String] {
    var rules = PresentationRules()
    switch document["type"]?.text {
    case "Manifest": rules.manifest(document)
    case "Collection": rules.collection(document)
    default: rules.fault("", "is neither a manifest nor a collection")
    }
    return rules.faults
  }

  private static let described: Set = [
    "id", "type", "label", "metadata", "summary", "requiredStatement", "rights", "navDate",
    "navPlace",
    "thumbnail", "homepage", "seeAlso", "items",
  ]

  private mutating func manifest(_ json: JSON) {
    members(
      json, "", Self.described.union(["@context"]), required: ["id", "type", "label", "items"])
    context(json)
    described(json, "")
    list(json["items"], "items") { $0.canvas($1, $2) }
    if json["items"]?.elements.isEmpty != false { fault("items", "has no canvas") }
  }

  private mutating func collection(_ json: JSON) {
    members(
      json, "", Self.described.union(["@context"]), required: ["id", "type", "label", "items"])
    context(json)
    described(json, "")
    list(json["items"], "items") { $0.fault($2, "is none of the things that we write") }
  }

  private mutating func context(_ json: JSON) {
    let last = json["@context"]?.elements.last?.text
    if last != "http://iiif.io/api/presentation/3/context.json" {
      fault("@context", "doesn't end with that of the Presentation API")
    }
    list(json["@context"], "@context") { $0.address($1, $2) }
  }

  private mutating func canvas(_ json: JSON, _ path: String) {
    members(
      json, path, Self.described.union(["width", "height"]),
      required: ["id", "type", "label", "width", "height", "items"])
    type(json, path, "Canvas")
    described(json, path)
    for name in ["width", "height"] { dimension(json[name], "\(path).\(name)") }
    list(json["items"], "\(path).items") { $0.page($1, $2, of: json["id"]) }
  }

  private mutating func page(_ json: JSON, _ path: String, of canvas: JSON?) {
    members(json, path, ["id", "type", "items"], required: ["id", "type", "items"])
    type(json, path, "AnnotationPage")
    named(json, path)
    list(json["items"], "\(path).items") { $0.annotation($1, $2, of: canvas) }
  }

  private mutating func annotation(_ json: JSON, _ path: String, of canvas: JSON?) {
    let needed: Set = ["id", "type", "motivation", "body", "target"]
    members(json, path, needed, required: needed)
    type(json, path, "Annotation")
    named(json, path)
    if json["motivation"] != .string("painting") { fault("\(path).motivation", "paints nothing") }
    address(json["target"], "\(path).target")
    if json["target"] != canvas { fault("\(path).target", "is not the canvas") }
    if let body = json["body"] { resource(body, "\(path).body") }
  }

  private mutating func resource(_ json: JSON, _ path: String) {
    members(json, path, ["id", "type", "format", "width", "height"], required: ["id", "type"])
    address(json["id"], "\(path).id")
    type(json, path, "Image")
    format(json["format"], "\(path).format")
    for name in ["width", "height"] where json[name] != nil {
      dimension(json[name], "\(path).\(name)")
    }
    if (json["width"] == nil) != (json["height"] == nil) { fault(path, "has half a size") }
  }

  /// The properties of manifests, collections and canvases.
  private mutating func described(_ json: JSON, _ path: String) {
    named(json, path)
    texts(json["label"], "\(path).label")
    if let summary = json["summary"] { texts(summary, "\(path).summary") }
    list(json["metadata"], "\(path).metadata") { $0.pair($1, $2) }
    if let pair = json["requiredStatement"] { self.pair(pair, "\(path).requiredStatement") }
    list(json["thumbnail"], "\(path).thumbnail") { $0.resource($1, $2) }
    list(json["homepage"], "\(path).homepage") { rules, page, path in
      rules.members(
        page, path, ["id", "type", "label", "format"], required: ["id", "type", "label"])
      rules.address(page["id"], "\(path).id")
      rules.texts(page["label"], "\(path).label")
      rules.format(page["format"], "\(path).format")
    }
    if let rights = json["rights"] {
      address(rights, "\(path).rights")
      let text = rights.text ?? ""
      let known = [
        "creativecommons.org/licenses/", "creativecommons.org/publicdomain/",
        "rightsstatements.org/vocab/",
      ]
      if !known.contains(where: { text.hasPrefix("http://\($0)") }) {
        fault("\(path).rights", "is none that the standard knows")
      }
    }
    if let date = json["navDate"] { dateTime(date, "\(path).navDate") }
    if let place = json["navPlace"] {
      members(
        place, "\(path).navPlace", ["id", "type", "features"], required: ["id", "type", "features"])
      type(place, "\(path).navPlace", "FeatureCollection")
      named(place, "\(path).navPlace")
      list(place["features"], "\(path).navPlace.features") { rules, feature, path in
        rules.members(
          feature, path, ["id", "type", "properties", "geometry"],
          required: ["id", "type", "geometry"])
        rules.type(feature, path, "Feature")
        rules.named(feature, path)
      }
    }
  }

  // MARK: Values

  private mutating func fault(_ path: String, _ reason: String) {
    faults.append("\(path): \(reason)")
  }

  private mutating func members(
    _ json: JSON, _ path: String, _ allowed: Set<String>, required: Set<String>
  ) {
    guard case .object = json else { return fault(path, "is no object") }
    for name in json.names.subtracting(allowed) { fault(path, "has \(name)") }
    for name in required.subtracting(json.names) { fault(path, "lacks \(name)") }
  }

  private mutating func list(
    _ json: JSON?, _ path: String, _ check: (inout PresentationRules, JSON, String) -> Void
  ) {
    guard let json else { return }
    guard case .array(let elements) = json else { return fault(path, "is no list") }
    for (index, element) in elements.enumerated() { check(&self, element, "\(path)[\(index)]") }
  }

  private mutating func type(_ json: JSON, _ path: String, _ type: String) {
    if json["type"] != .string(type) { fault("\(path).type", "is not \(type)") }
  }

  /// An address that nothing else has.
  private mutating func named(_ json: JSON, _ path: String) {
    address(json["id"], "\(path).id")
    guard let name = json["id"]?.text else { return }
    if !names.insert(name).inserted { fault("\(path).id", "stands twice: \(name)") }
  }

  private mutating func address(_ json: JSON?, _ path: String) {
    let address =
      /https?:\/\/([\w\-.~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2}|\[[0-9A-Fa-f:.]+\])+([\/?#]([\w\-.~!$&'()*+,;=:@\/?]|%[0-9A-Fa-f]{2})*)*/
      .asciiOnlyWordCharacters()
    if json?.text?.wholeMatch(of: address) == nil
      || json?.text?.count(where: { $0 == "#" }) ?? 0 > 1
    {
      fault(path, "is no http or https address: \(json?.text ?? "nothing")")
    }
  }

  private mutating func texts(_ json: JSON?, _ path: String) {
    guard case .object(let languages)? = json, !languages.isEmpty else {
      return fault(path, "has no language")
    }
    for (language, values) in languages {
      if language.wholeMatch(of: /[a-zA-Z-]+/) == nil { fault(path, "is in \(language)") }
      guard case .array(let texts) = values, texts.allSatisfy({ $0.text != nil }) else {
        fault(path, "is no list of texts")
        continue
      }
    }
  }

  private mutating func pair(_ json: JSON, _ path: String) {
    members(json, path, ["label", "value"], required: ["label", "value"])
    texts(json["label"], "\(path).label")
    texts(json["value"], "\(path).value")
  }

  private mutating func dimension(_ json: JSON?, _ path: String) {
    guard let number = json?.number, number > 0, number == number.rounded() else {
      return fault(path, "is no whole number above 0")
    }
  }

  private mutating func format(_ json: JSON?, _ path: String) {
    guard let json else { return }
    if json.text?.wholeMatch(of: /[a-z]+\/.+/) == nil { fault(path, "is no media type") }
  }

  private mutating func dateTime(_ json: JSON, _ path: String) {
    let form = ISO8601DateFormatter()
    guard let text = json.text, text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil,
      form.date(from: text) != nil
    else { return fault(path, "is no time of RFC 3339") }
  }
}
