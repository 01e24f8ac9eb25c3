internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkBase

/// Europeana, by its Search API, with the user's own key.
///
/// Documentation: "Search API Documentation", europeana.atlassian.net (parameters, the box of
/// `pl_wgs84_pos_lat` and `pl_wgs84_pos_long`, cursors, the fields of an item).
///
/// The article "Where pictures come from" has the table of fields.
package struct EuropeanaSource: GatherSource {
  /// Its description.
  package static let description = SourceDescription(
    name: "europeana", title: "Europeana", homepage: "https://www.europeana.eu/",
    holds: "online collections of Europe's museums, archives and libraries; places are often towns",
    terms:
      "each record has its own rights statement, which is stored and shown; needs your own key, which is free",
    sent: "your key, the area as a box, and the years",
    verified: "verified against documentation only", keyVariable: "TIMEWALK_EUROPEANA_KEY",
    isChecked: false)
  /// Its usual address.
  package static let address = "https://api.europeana.eu/record/v2/search.json"

  /// The most records of one answer.
  static let page = 100
  private static let accuracy = "1000"

  private let address: String
  private let key: String

  /// Makes one.
  package init(address: String, key: String) { (self.address, self.key) = (address, key) }

  /// Gathers its pictures.
  package func gather(
    _ question: GatherQuestion, by client: PoliteClient,
    _ take: (Result<GatheredRow, Exclusion>) throws(GatherError) -> Bool
  ) throws(GatherError) {
    let box = question.area.box
    // A box that crosses the antimeridian is two.
    let sides: [(Double, Double)] =
      box.west <= box.east
      ? [(box.west, box.east)] : [(box.west, 180), (-180, box.east)]
    var seen: Set<String> = []
    for (west, east) in sides {
      var cursor = "*"
      while true {
        let answer = try client.json(
          self.question(question, south: box.south, north: box.north, west: west, east: east)
            + "&cursor=" + Query.escaped(cursor),
          secret: "&wskey=" + Query.escaped(key), judge: EuropeanaSource.judge)
        guard let items = answer["items"]?.elements else {
          throw EuropeanaSource.strange("no items")
        }
        for item in items {
          guard let id = item["id"]?.string, id.hasPrefix("/"), id.count > 1 else {
            throw EuropeanaSource.strange("an item without id")
          }
          guard seen.insert(id).inserted else { continue }
          guard try take(EuropeanaSource.row(item, String(id.dropFirst()), for: question)) else {
            return
          }
        }
        guard let next = answer["nextCursor"]?.string, !items.isEmpty else { break }
        guard next != cursor else { throw EuropeanaSource.strange("a cursor that doesn't advance") }
        cursor = next
      }
    }
  }

  private func question(
    _ question: GatherQuestion, south: Double, north: Double, west: Double, east: Double
  ) -> String {
    func range(_ name: String, _ low: String, _ high: String) -> String {
      "\(name):[\(low) TO \(high)]"
    }
    var parameters = [
      (
        "query",
        range("pl_wgs84_pos_lat", Query.degrees(south), Query.degrees(north)) + " AND "
          + range("pl_wgs84_pos_long", Query.degrees(west), Query.degrees(east))
      ), ("qf", "TYPE:IMAGE"),
    ]
    let years = question.years
    if years.first != nil || years.last != nil {
      parameters.append(
        (
          "qf",
          range("YEAR", years.first.map(String.init) ?? "*", years.last.map(String.init) ?? "*")
        )
      )
    }
    return Query.address(
      address, parameters + [("profile", "rich"), ("rows", String(EuropeanaSource.page))])
  }

  private static func row(
    _ item: JSONValue, _ id: String, for question: GatherQuestion
  ) -> Result<GatheredRow, Exclusion> {
    func first(_ name: String) -> String? { item[name]?.elements?.first?.string }
    let latitudes = item["edmPlaceLatitude"]?.elements ?? []
    let longitudes = item["edmPlaceLongitude"]?.elements ?? []
    // With several places, it is unknown which one the picture shows.
    guard latitudes.count == 1, longitudes.count == 1, let latitude = latitudes[0].amount,
      let longitude = longitudes[0].amount,
      let place = Coordinate(latitude: latitude, longitude: longitude)
    else { return .failure(.unplaced) }
    guard question.area.contains(place) else { return .failure(.outside) }
    var row = GatheredRow(id: id)
    let years = (item["year"]?.elements ?? []).compactMap(\.word)
      .filter { $0.wholeMatch(of: #/\d{4}/#) != nil }.sorted()
    let span = years.first.map { $0 == years.last ? $0 : "\($0)/\(years.last ?? $0)" }
    switch question.date(span) {
    case .success(let date): row[.date] = date
    case .failure(let reason): return .failure(reason)
    }
    row[.title] = first("title")
    row[.latitude] = DecimalText.write(place.latitude)
    row[.longitude] = DecimalText.write(place.longitude)
    row[.accuracy] = accuracy
    row[.locationOf] = "subject"
    row[.creator] = first("dcCreator").flatMap { WebAddress.isWeb($0) ? nil : $0 }
    row[.credit] = first("dataProvider")
    let rights = first("rights")
    row[.license] = rights
    row[.source] = [first("edmIsShownAt"), item["guid"]?.string].lazy.compactMap { $0 }
      .first { WebAddress.isWeb($0) }
    if CopyPermission.isGiven(by: rights), let picture = first("edmIsShownBy"),
      WebAddress.isWeb(picture)
    {
      row[.media] = picture
    }
    return .success(row)
  }

  private static func judge(_ answer: JSONValue) -> PoliteClient.Verdict {
    guard answer["success"] == .bool(false) else { return .good }
    return .refused(String((answer["error"]?.string ?? "no reason").prefix(200)))
  }

  private static func strange(_ what: String) -> GatherError {
    GatherError(
      .badAnswer,
      "the answer from Europeana differs from its documentation: \(what). For details run Scripts/gather-check."
    )
  }
}
