internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkBase

/// A file of Commons from its API, and its conversion to a row.
///
/// The article "Where pictures come from" has the table of fields. Structured data take precedence
/// over the page's text. A date counts only if the file's page has it: a camera's or scanner's date
/// is the time of the scan.
struct CommonsFile: Sendable {
  /// The requested fields of the description page, by `Extension:CommonsMetadata`.
  static let metadata = [
    "DateTimeOriginal", "ObjectName", "ImageDescription", "Artist", "Credit", "Attribution",
    "LicenseUrl", "LicenseShortName", "NonFree", "Restrictions",
  ]
  private static let camera = "P1259"
  private static let depicted = "P9149"
  private static let heading = "P7787"
  private static let elevation = "P2044"
  private static let inception = "P571"
  private static let degree = "Q28390"
  /// A unit of length in metres, by its item: metre, foot.
  private static let lengths = ["Q11573": 1.0, "Q3710": 0.3048]
  /// The longest description that is kept, in characters.
  private static let longestDescription = 1000
  /// The best assumed accuracy of a page's place, metres.
  private static let bestAccuracy = 5.0

  let number: Int
  let page: [String: JSONValue]
  let statements: [String: JSONValue]
  /// The edges that its page names, of a panorama.
  var panorama: CommonsPanorama?

  /// The row, or the reason why there is none.
  func row(for question: GatherQuestion) -> Result<GatheredRow, Exclusion> {
    guard let info = page["imageinfo"]?.elements?.first,
      let source = info["descriptionurl"]?.string,
      let name = page["title"]?.string
    else { return .failure(.unusable) }
    let mime = info["mime"]?.string ?? ""
    guard mime.hasPrefix("image/"), mime != "image/svg+xml" else { return .failure(.noPicture) }
    guard let place = place else { return .failure(.unplaced) }
    guard question.area.contains(place.coordinate) else { return .failure(.outside) }
    var row = GatheredRow(id: String(number))
    switch question.date(date(info)) {
    case .success(let text): row[.date] = text
    case .failure(let reason): return .failure(reason)
    }
    row[.latitude] = DecimalText.write(place.coordinate.latitude)
    row[.longitude] = DecimalText.write(place.coordinate.longitude)
    row[.locationOf] = place.isCamera ? "camera" : "subject"
    row[.accuracy] = place.accuracy.map(DecimalText.write)
    // The edges determine more than one direction and are used together.
    let panorama = place.isCamera ? panorama : nil
    row[.heading] = (panorama?.heading ?? place.heading).map(DecimalText.write)
    row[.fieldOfView] = (panorama?.fieldOfView).map(DecimalText.write)
    if let altitude = place.altitude {
      row[.altitude] = DecimalText.write(altitude)
      row[.altitudeReference] = "seaLevel"
    }
    let bare = name.split(separator: ":", maxSplits: 1).last.map(String.init) ?? name
    row[.title] =
      text("ObjectName", info) ?? bare.split(separator: ".").dropLast().joined(separator: ".")
    row[.creator] = text("Artist", info)
    row[.credit] = text("Attribution", info) ?? text("Credit", info)
    let license = text("LicenseUrl", info) ?? text("LicenseShortName", info)
    row[.license] = license.map(RightsWords.known)
    row[.source] = source
    row[other: "file"] = bare
    row[other: "restrictions"] = text("Restrictions", info)
    row[other: "description"] =
      text("ImageDescription", info).map { String($0.prefix(CommonsFile.longestDescription)) }
    let isFree = text("NonFree", info)?.lowercased() != "true"
    if isFree, CopyPermission.isGiven(by: license) {
      row[.media] = info["thumburl"]?.string ?? info["url"]?.string
    }
    return .success(row)
  }

  /// The camera's place, or the subject's.
  private struct Place {
    var coordinate: Coordinate
    var isCamera: Bool
    var accuracy: Double?
    var heading: Double?
    var altitude: Double?
  }

  private var place: Place? {
    for property in [CommonsFile.camera, CommonsFile.depicted] {
      for statement in CommonsFile.best(statements[property]) {
        if let place = place(statement, isCamera: property == CommonsFile.camera) { return place }
      }
    }
    let coordinates = page["coordinates"]?.elements ?? []
    for (type, isCamera) in [("camera", true), ("object", false)] {
      for place in coordinates where place["type"]?.string == type {
        guard place["globe"]?.string ?? "earth" == "earth",
          let latitude = place["lat"]?.amount, let longitude = place["lon"]?.amount,
          let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { continue }
        return Place(coordinate: coordinate, isCamera: isCamera)
      }
    }
    return nil
  }

  private func place(_ statement: JSONValue, isCamera: Bool) -> Place? {
    guard let value = statement["mainsnak"]?["datavalue"]?["value"],
      value["globe"]?.string?.hasSuffix("/Q2") ?? true,
      let latitude = value["latitude"]?.amount, let longitude = value["longitude"]?.amount,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    func quantity(_ property: String) -> JSONValue? {
      statement["qualifiers"]?[property]?.elements?.first?["datavalue"]?["value"]
    }
    func unit(_ quantity: JSONValue) -> String? {
      quantity["unit"]?.string?.split(separator: "/").last.map(String.init)
    }
    var place = Place(coordinate: coordinate, isCamera: isCamera)
    if let precision = value["precision"]?.amount, precision > 0, precision < 1 {
      // Half a step of the grid that the coordinate was rounded to.
      let meters = precision * 111_320 / 2
      place.accuracy = (max(meters, CommonsFile.bestAccuracy) * 10).rounded() / 10
    }
    if let turn = quantity(CommonsFile.heading), let degrees = turn["amount"]?.amount,
      unit(turn) == CommonsFile.degree || unit(turn) == "1", (0...360).contains(degrees)
    {
      // For a subject's place, a direction would be that of the subject.
      if isCamera { place.heading = degrees == 360 ? 0 : degrees }
    }
    if let height = quantity(CommonsFile.elevation), let amount = height["amount"]?.amount,
      let factor = unit(height).flatMap({ CommonsFile.lengths[$0] }), isCamera
    {
      place.altitude = amount * factor
    }
    return place
  }

  /// The date of the work, in EDTF or words.
  private func date(_ info: JSONValue) -> String? {
    let known = CommonsFile.best(statements[CommonsFile.inception])
    if known.count == 1, let date = WikibaseDate.edtf(statement: known[0]) { return date }
    let original = info["extmetadata"]?["DateTimeOriginal"]
    guard original?["source"]?.string == "commons-desc-page",
      let html = original?["value"]?.word
    else { return nil }
    if let date = WikibaseDate.edtf(quickStatement: html) { return date }
    if let time = PlainText.attribute("datetime", of: "time", in: html) {
      return String(time.prefix { $0 != "T" && $0 != " " })
    }
    let words = PlainText.of(html)
    // A day with its time; a year with a month and a day is one word.
    if let day = words.split(separator: " ").first, CommonsFile.isDay(day),
      words.dropFirst(day.count).allSatisfy({ $0.isNumber || $0 == ":" || $0 == " " })
    {
      return String(day)
    }
    return words
  }

  /// Returns true if a word is a day in digits; a regular expression would be compiled for each
  /// file.
  private static func isDay(_ word: Substring) -> Bool {
    word.utf8.count == 10
      && word.utf8.enumerated().allSatisfy { place, byte in
        place == 4 || place == 7 ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
      }
  }

  private func text(_ name: String, _ info: JSONValue) -> String? {
    guard let value = info["extmetadata"]?[name]?["value"]?.word else { return nil }
    let text = PlainText.of(value)
    return text.isEmpty ? nil : text
  }

  /// The statements of the best rank that there is; none that are deprecated.
  private static func best(_ statements: JSONValue?) -> [JSONValue] {
    let all = statements?.elements ?? []
    let preferred = all.filter { $0["rank"]?.string == "preferred" }
    return preferred.isEmpty ? all.filter { $0["rank"]?.string != "deprecated" } : preferred
  }
}
