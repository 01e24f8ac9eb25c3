import Foundation
import TimeWalkTestSupport

/// A file of the played Commons, as its API describes it.
struct PlayedFile: Sendable {
  var number: Int
  var latitude: Double
  var longitude: Double
  /// `camera`, `object`, or another type of the page's coordinate; `nil` for none.
  var coordinate: String? = "camera"
  /// The structured data, as JSON; `nil` for none.
  var statements: String?
  /// `DateTimeOriginal` as HTML.
  var date: String? = "1905"
  /// The source of Commons's date.
  var dateSource = "commons-desc-page"
  var licenseAddress: String? = "https://creativecommons.org/licenses/by-sa/4.0"
  var licenseName: String? = "CC BY-SA 4.0"
  var artist: String? = "<a href=\"//x\">Ada &amp; Co</a>"
  var mime = "image/jpeg"
  var isNonFree = false
  var isMissing = false
  /// The text of its page, where that has the template Location-Panorama.
  var panorama: String?

  init(_ number: Int, _ latitude: Double, _ longitude: Double) {
    (self.number, self.latitude, self.longitude) = (number, latitude, longitude)
  }

  /// With one part changed.
  func with<Value>(_ path: WritableKeyPath<PlayedFile, Value>, _ value: Value) -> PlayedFile {
    var changed = self
    changed[keyPath: path] = value
    return changed
  }
}

/// Commons in its documented forms: the search around a place, the data of files, and structured
/// data.
struct PlayedCommons: Sendable {
  var files: [PlayedFile]
  /// The number of coordinates in one answer; further requests return the rest.
  var mostCoordinates = 500
  /// The address of the pictures.
  var pictures = "https://upload.example/"

  func answer(_ path: String) -> LocalServer.Reply {
    let asked = Self.parameters(path)
    if asked["list"] == "geosearch" { return .json(found(asked)) }
    let numbers =
      (asked["pageids"] ?? asked["ids"]?.replacingOccurrences(of: "M", with: "") ?? "")
      .split(separator: "|").compactMap { Int($0) }
    if asked["action"] == "wbgetentities" { return .json(entities(numbers)) }
    return .json(pages(numbers, asked))
  }

  static func parameters(_ path: String) -> [String: String] {
    let items = URLComponents(string: "http://x" + path)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { _, last in last }
  }

  private func found(_ asked: [String: String]) -> Any {
    let center = (asked["gscoord"] ?? "").split(separator: "|").compactMap { Double($0) }
    let radius = Double(asked["gsradius"] ?? "") ?? 0
    let most = Int(asked["gslimit"] ?? "") ?? 10
    guard center.count == 2, (10...10_000).contains(radius) else {
      return ["error": ["code": "badvalue", "info": "out of range"]]
    }
    let near = files.filter { !$0.isMissing }
      .map { ($0, Self.meters(center[0], center[1], $0.latitude, $0.longitude)) }
      .filter { $0.1 <= radius }.sorted { ($0.1, $0.0.number) < ($1.1, $1.0.number) }
    let list = near.prefix(most).map { file, distance in
      [
        "pageid": file.number, "ns": 6, "title": "File:\(file.number).jpg", "lat": file.latitude,
        "lon": file.longitude, "dist": distance, "primary": true,
      ] as [String: Any]
    }
    return ["batchcomplete": true, "query": ["geosearch": Array(list)]]
  }

  private func pages(_ numbers: [Int], _ asked: [String: String]) -> Any {
    let byNumber = Dictionary(files.map { ($0.number, $0) }) { first, _ in first }
    let start = Int(asked["cocontinue"]?.split(separator: "|").first ?? "0") ?? 0
    var pages: [[String: Any]] = []
    for (index, number) in numbers.enumerated() {
      guard let file = byNumber[number], !file.isMissing else {
        pages.append(["pageid": number, "missing": true])
        continue
      }
      var page: [String: Any] = ["pageid": number, "ns": 6, "title": "File:\(number).jpg"]
      if asked["prop"] == "revisions" {
        // By API:Revisions, with slots.
        let slots = ["main": ["contentmodel": "wikitext", "content": file.panorama ?? ""]]
        page["revisions"] = [["slots": slots]]
      } else if asked["prop"] != nil {
        page["imageinfo"] = [info(file)]
        // By API:Templates, only those that are asked about.
        if file.panorama != nil, asked["tltemplates"] == "Template:Location-Panorama" {
          page["templates"] = [["ns": 10, "title": "Template:Location-Panorama"] as [String: Any]]
        }
        if let type = file.coordinate, (start..<start + mostCoordinates).contains(index) {
          page["coordinates"] = [
            [
              "lat": file.latitude, "lon": file.longitude, "primary": true, "type": type,
              "globe": "earth",
            ] as [String: Any]
          ]
        }
      }
      pages.append(page)
    }
    var answer: [String: Any] = ["query": ["pages": pages]]
    if asked["prop"]?.contains("coordinates") == true, start + mostCoordinates < numbers.count {
      answer["continue"] = [
        "cocontinue": "\(start + mostCoordinates)|0", "continue": "||imageinfo",
      ]
    } else {
      answer["batchcomplete"] = true
    }
    return answer
  }

  private func info(_ file: PlayedFile) -> [String: Any] {
    var metadata: [String: Any] = [
      "ObjectName": ["value": "View \(file.number)", "source": "mediawiki-metadata"],
      "Credit": ["value": "<span>Own <b>work</b></span>", "source": "commons-desc-page"],
      "ImageDescription": ["value": "A street, looking north", "source": "commons-desc-page"],
    ]
    func add(_ name: String, _ value: String?, _ source: String = "commons-desc-page") {
      if let value { metadata[name] = ["value": value, "source": source, "hidden": ""] }
    }
    add("DateTimeOriginal", file.date, file.dateSource)
    add("LicenseUrl", file.licenseAddress)
    add("LicenseShortName", file.licenseName)
    add("Artist", file.artist)
    if file.isNonFree { add("NonFree", "true") }
    return [
      "mime": file.mime, "url": "\(pictures)\(file.number).jpg",
      "thumburl": "\(pictures)2048px-\(file.number).jpg",
      "descriptionurl": "https://commons.wikimedia.org/wiki/File:\(file.number).jpg",
      "extmetadata": metadata,
    ]
  }

  private func entities(_ numbers: [Int]) -> Any {
    let byNumber = Dictionary(files.map { ($0.number, $0) }) { first, _ in first }
    var entities: [String: Any] = [:]
    for number in numbers {
      guard let text = byNumber[number]?.statements else {
        entities["M\(number)"] = ["id": "M\(number)", "missing": ""]
        continue
      }
      let value = try? JSONSerialization.jsonObject(with: Data(text.utf8))
      entities["M\(number)"] =
        [
          "id": "M\(number)", "type": "mediainfo", "statements": value ?? [],
        ] as [String: Any]
    }
    return ["entities": entities, "success": 1]
  }

  /// By the haversine formula, on a sphere.
  static func meters(_ lat1: Double, _ lon1: Double, _ lat2: Double, _ lon2: Double) -> Double {
    let r = Double.pi / 180
    let a =
      pow(sin((lat2 - lat1) * r / 2), 2)
      + cos(lat1 * r) * cos(lat2 * r) * pow(sin((lon2 - lon1) * r / 2), 2)
    return 2 * 6_371_008.8 * asin(min(1, a.squareRoot()))
  }
}

extension LocalServer.Reply {
  /// An answer in JSON.
  static func json(_ value: Any, _ status: String = "200 OK", headers: [String] = []) -> Self {
    let data = try? JSONSerialization.data(withJSONObject: value)
    return .init(
      status, type: "application/json; charset=utf-8", headers: headers, body: Array(data ?? Data())
    )
  }
}

/// Statements of structured data, as its documentation has them.
enum Statement {
  static func place(
    _ property: String, _ latitude: Double, _ longitude: Double, precision: String = "0.0001",
    heading: Double? = nil, elevation: (Double, unit: String)? = nil, rank: String = "normal",
    globe: String = "Q2"
  ) -> String {
    var qualifiers: [String] = []
    if let heading {
      qualifiers.append(
        quantity("P7787", heading, "Q28390"))
    }
    if let elevation { qualifiers.append(quantity("P2044", elevation.0, elevation.unit)) }
    return """
      {"mainsnak":{"snaktype":"value","property":"\(property)","datavalue":{"value":{"latitude":\(latitude),\
      "longitude":\(longitude),"altitude":null,"precision":\(precision),"globe":"http://www.wikidata.org/entity/\(globe)"},\
      "type":"globecoordinate"}},"qualifiers":{\(qualifiers.joined(separator: ","))},"type":"statement","rank":"\(rank)"}
      """
  }

  static func date(_ time: String, _ precision: Int, qualifiers: String = "", julian: Bool = false)
    -> String
  {
    """
    {"mainsnak":{"snaktype":"value","property":"P571","datavalue":\(value(time, precision, julian))},\
    "qualifiers":{\(qualifiers)},"type":"statement","rank":"normal"}
    """
  }

  static func dateQualifier(_ property: String, _ time: String, _ precision: Int) -> String {
    "\"\(property)\":[{\"snaktype\":\"value\",\"datavalue\":\(value(time, precision, false))}]"
  }

  static let circa =
    #""P1480":[{"snaktype":"value","datavalue":{"value":{"entity-type":"item","id":"Q5727902"},"type":"wikibase-entityid"}}]"#

  /// Statements by their properties.
  static func all(_ statements: (String, [String])...) -> String {
    "{"
      + statements.map { "\"\($0.0)\":[\($0.1.joined(separator: ","))]" }.joined(separator: ",")
      + "}"
  }

  private static func value(_ time: String, _ precision: Int, _ julian: Bool) -> String {
    """
    {"value":{"time":"\(time)","timezone":0,"before":0,"after":0,"precision":\(precision),\
    "calendarmodel":"http://www.wikidata.org/entity/\(julian ? "Q1985786" : "Q1985727")"},"type":"time"}
    """
  }

  private static func quantity(_ property: String, _ amount: Double, _ unit: String) -> String {
    """
    "\(property)":[{"snaktype":"value","datavalue":{"value":{"amount":"+\(amount)",\
    "unit":"http://www.wikidata.org/entity/\(unit)"},"type":"quantity"}}]
    """
  }
}
