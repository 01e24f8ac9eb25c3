import Foundation

/// The rules of STAC 1.1.0 for an item, and of its API for an item collection.
///
/// These are the rules of the JSON schemas of items, datetimes, licences and GeoJSON's features for
/// our members.
enum STACRules {
  /// The violations, each with its path.
  static func faults(in document: JSON) -> [String] {
    guard document["type"]?.text == "FeatureCollection" else { return item(document, "item") }
    return (document["features"]?.elements ?? []).enumerated().flatMap { item($1, "\($0)") }
      + links(document["links"] ?? .array([]), "links")
  }

  private static func item(_ json: JSON, _ path: String) -> [String] {
    var faults: [String] = []
    func rule(_ holds: Bool, _ text: String) { if !holds { faults.append("\(path): \(text)") } }
    let required: Set = [
      "type", "stac_version", "id", "geometry", "properties", "links", "assets",
    ]
    rule(required.isSubset(of: json.names), "lacks \(required.subtracting(json.names))")
    rule(json["type"]?.text == "Feature" && json["stac_version"]?.text == "1.1.0", "is no item")
    rule(json["id"]?.text?.isEmpty == false, "has no id")
    rule((json["geometry"] == .null) == (json["bbox"] == nil), "has no box, or one of nothing")
    if let box = json["bbox"] {
      let numbers = box.elements.compactMap(\.number)
      rule(numbers.count == 4 && numbers[1] <= numbers[3], "has no box of four numbers")
      rule(
        ["Point", "MultiPolygon"].contains(json["geometry"]?["type"]?.text), "has no geometry")
    }
    let properties = json["properties"] ?? .null
    let time = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#
    let ends = ["start_datetime", "end_datetime"].compactMap { properties[$0]?.text }
    rule(properties["datetime"] == .null && ends.count == 2, "has no time, or no ends of one")
    rule(ends.allSatisfy { $0.wholeMatch(of: time) != nil }, "has ends that are no time")
    rule(ends.first ?? "" <= ends.last ?? "", "ends before it begins")
    if let license = properties["license"] {
      rule(license.text?.wholeMatch(of: #/[\w\-.+]+/#) != nil, "has no licence's name")
    }
    let isLooking = properties["view:azimuth"] != nil
    rule(
      (json["stac_extensions"]?.elements.isEmpty == false) == isLooking,
      "names an extension that it doesn't need, or not the one that it does")
    rule(properties["view:azimuth"].map { (0...360).contains($0.number ?? -1) } ?? true, "looks up")
    for name in json["assets"]?.names ?? [] {
      let asset = json["assets"]?[name]
      rule(asset?["href"]?.text.flatMap { URL(string: $0) } != nil, "has an asset of no address")
      rule(asset?["roles"]?.elements.isEmpty == false, "has an asset without roles")
    }
    return faults + links(json["links"] ?? .null, path + ".links")
  }

  private static func links(_ json: JSON, _ path: String) -> [String] {
    json.elements.filter { link in
      link["rel"]?.text?.isEmpty != false
        || link["href"]?.text.flatMap { URL(string: $0)?.scheme } == nil
    }.map { "\(path): \($0) is no link" }
  }
}
