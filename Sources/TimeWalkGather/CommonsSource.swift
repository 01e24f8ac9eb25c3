internal import TimeWalkCore
internal import TimeWalkBase

/// Wikimedia Commons, by the MediaWiki API.
///
/// Documentation: `API:Geosearch`, `API:Imageinfo`, `API:Templates`, `API:Revisions`,
/// `API:Etiquette`, `Manual:Maxlag parameter`, `Extension:CommonsMetadata`, `Extension:GeoData`,
/// `Extension:WikibaseMediaInfo/Data Model/JSON` of mediawiki.org, `Commons:Structured
/// data/Modeling/Location` and `Commons:Geocoding/Panorama` of commons.wikimedia.org.
package struct CommonsSource: GatherSource {
  /// Its description.
  package static let description = SourceDescription(
    name: "commons", title: "Wikimedia Commons", homepage: "https://commons.wikimedia.org/",
    holds:
      "free pictures with places, dates and often directions, from all periods and the whole world",
    terms:
      "each file has its own licence, which is stored and shown; every licence allows copies, except of files that Commons marks as not free",
    sent: "the area as circles, then the numbers of the files in it",
    verified: "verified against documentation only", keyVariable: nil, isChecked: true)
  /// Its usual address.
  package static let address = "https://commons.wikimedia.org/w/api.php"

  /// The maximum width of a requested picture, pixels.
  package static let pictureWidth = 2048
  /// The largest circle that the search takes, metres.
  static let largestCircle = 10_000.0
  /// The most files that one search answers with.
  static let mostFound = 500
  /// The most files that one question about them may name.
  static let batch = 50
  /// The maximum number of continuations of one question.
  static let mostContinuations = 30

  private let address: String

  /// Makes one.
  package init(address: String, key: String) { self.address = address }

  /// Gathers its pictures.
  package func gather(
    _ question: GatherQuestion, by client: PoliteClient,
    _ take: (Result<GatheredRow, Exclusion>) throws(GatherError) -> Bool
  ) throws(GatherError) {
    let found = try files(in: question.area, client)
    let batches = stride(from: 0, to: found.count, by: CommonsSource.batch).map { start in
      Array(found[start..<min(start + CommonsSource.batch, found.count)])
    }
    func rows(_ files: Future<[CommonsFile], GatherError>) throws(GatherError) -> Bool {
      for file in try files.value() where try !take(file.row(for: question)) { return false }
      return true
    }
    // One batch becomes rows while the next one is read and the one after it is requested, unless
    // these may suffice.
    let isAhead = question.limit == nil
    var asked: Future<Batch, GatherError>?
    var reading: Future<[CommonsFile], GatherError>?
    // No more requests are made once this has returned.
    defer {
      _ = try? asked?.value()
      _ = try? reading?.value()
    }
    for (index, numbers) in batches.enumerated() {
      let batch: Batch
      do throws(GatherError) { batch = try (asked ?? asking(numbers, client)).value() } catch {
        // The earlier rows are kept.
        if let reading { guard try rows(reading) else { return } }
        throw error
      }
      let isMore = index + 1 < batches.count && batch.isWhole
      asked = isAhead && isMore ? asking(batches[index + 1], client) : nil
      let files = Future { () throws(GatherError) in try read(batch, client) }
      if let ready = isAhead ? reading : files { guard try rows(ready) else { return } }
      reading = isAhead ? files : nil
      guard isMore else { break }
    }
    if let reading { _ = try rows(reading) }
  }

  /// An unread answer about some files.
  private struct Batch: Sendable {
    var numbers: [Int]
    var pages: PoliteClient.Answer
    /// Or the error; the rows before it are kept.
    var statements: Result<PoliteClient.Answer, GatherError>

    var isWhole: Bool { if case .success = statements { true } else { false } }
  }

  /// Starts a request for the data of files.
  private func asking(_ numbers: [Int], _ client: PoliteClient) -> Future<Batch, GatherError> {
    Future { () throws(GatherError) in
      let pages = try client.answer(to: pagesQuestion(numbers), judge: CommonsSource.judge)
      return Batch(
        numbers: numbers, pages: pages,
        statements: Result { () throws(GatherError) in
          try client.answer(to: statementsQuestion(numbers), judge: CommonsSource.judge)
        })
    }
  }

  /// Reads an answer about files, without those deleted since the search.
  private func read(
    _ batch: Batch, _ client: PoliteClient
  ) throws(GatherError) -> [CommonsFile] {
    let pages = try pages(batch, client)
    let statements = try statements(batch, client)
    let panoramas = try panoramas(
      batch.numbers.filter { pages[$0]?["templates"]?.elements?.isEmpty == false }, client)
    return batch.numbers.compactMap { number in
      pages[number].map {
        CommonsFile(
          number: number, page: $0, statements: statements[number] ?? [:],
          panorama: panoramas[number])
      }
    }
  }

  /// The identifiers among some that the source has withdrawn: `missing` by the API's word.
  package func withdrawn(
    among identifiers: [String], by client: PoliteClient
  ) throws(GatherError) -> [String]? {
    let numbers = identifiers.compactMap { Int($0) }
    var gone: [String] = []
    for start in stride(from: 0, to: numbers.count, by: CommonsSource.batch) {
      let part = numbers[start..<min(start + CommonsSource.batch, numbers.count)]
      let answer = try client.json(
        query([("pageids", part.map(String.init).joined(separator: "|"))]),
        judge: CommonsSource.judge)
      for page in try CommonsSource.pages(of: answer) {
        // Only an explicit mark counts: a page missing from the answer isn't necessarily deleted.
        guard page["missing"] == .bool(true), let number = page["pageid"]?.whole,
          part.contains(number)
        else { continue }
        gone.append(String(number))
      }
    }
    return gone
  }

  /// The numbers of the files in an area, the nearest first.
  ///
  /// One search returns at most 500 and can't continue; a full circle is split into four parts.
  private func files(
    in area: GatherArea, _ client: PoliteClient
  ) throws(GatherError) -> [Int] {
    var distances: [Int: Double] = [:]
    let isOne = area.radius <= CommonsSource.largestCircle
    var waiting = Array(area.circles(largest: CommonsSource.largestCircle).reversed())
    while let circle = waiting.popLast() {
      let center = circle.center
      let answer = try client.json(
        query([
          ("list", "geosearch"),
          (
            "gscoord", "\(Query.degrees(center.latitude))|\(Query.degrees(center.longitude))"
          ),
          ("gsradius", String(Int(circle.radius.rounded(.up)).clamped(to: 10...10_000))),
          ("gslimit", String(CommonsSource.mostFound)), ("gsnamespace", "6"),
          ("gsprimary", "all"),
        ]), judge: CommonsSource.judge)
      guard let found = answer["query"]?["geosearch"]?.elements else {
        throw CommonsSource.strange("no query.geosearch")
      }
      for file in found {
        guard let number = file["pageid"]?.whole, number > 0,
          let latitude = file["lat"]?.amount, let longitude = file["lon"]?.amount,
          let place = Coordinate(latitude: latitude, longitude: longitude)
        else { throw CommonsSource.strange("a geosearch without pageid, lat and lon") }
        let distance = area.distance(to: place)
        if distance <= area.radius {
          distances[number] = min(distances[number] ?? distance, distance)
        }
      }
      guard found.count >= CommonsSource.mostFound else { continue }
      // The whole area is a circle that its own enclosed square doesn't cover.
      let parts = isOne && circle == area ? circle.enclosing.quarters : circle.quarters
      waiting += (parts ?? []).reversed()
    }
    return distances.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
  }

  private func pagesQuestion(_ numbers: [Int]) -> String {
    query([
      ("pageids", numbers.map(String.init).joined(separator: "|")),
      ("prop", "imageinfo|coordinates|templates"),
      ("iiprop", "url|mime|extmetadata"), ("iiurlwidth", String(CommonsSource.pictureWidth)),
      ("iiextmetadatafilter", CommonsFile.metadata.joined(separator: "|")),
      ("colimit", "max"), ("coprimary", "all"), ("coprop", "type|globe"),
      ("tllimit", "max"), ("tltemplates", "Template:" + CommonsPanorama.template),
    ])
  }

  private func statementsQuestion(_ numbers: [Int]) -> String {
    Query.address(
      address,
      [
        ("action", "wbgetentities"), ("format", "json"), ("formatversion", "2"),
        ("maxlag", "5"), ("ids", numbers.map { "M\($0)" }.joined(separator: "|")),
        ("props", "claims"),
      ])
  }

  /// The API's data of files, by their numbers.
  private func pages(
    _ batch: Batch, _ client: PoliteClient
  ) throws(GatherError) -> [Int: [String: JSONValue]] {
    let question = pagesQuestion(batch.numbers)
    var pages: [Int: [String: JSONValue]] = [:]
    var last = question
    var answer = try client.value(of: batch.pages, judge: CommonsSource.judge)
    for _ in 0..<CommonsSource.mostContinuations {
      for page in try CommonsSource.pages(of: answer) where page["missing"] == nil {
        guard let number = page["pageid"]?.whole else { continue }
        // A continuation has more members of the lists.
        pages[number, default: [:]].merge(page.members ?? [:]) { old, new in
          guard let old = old.elements, let more = new.elements else { return new }
          return .array(old + more)
        }
      }
      guard let more = answer["continue"]?.members else { return pages }
      let words = more.sorted { $0.key < $1.key }.compactMap { key, value in
        value.word.map { (key, $0) }
      }
      let next = Query.address(question, words)
      guard next != last else {
        throw CommonsSource.strange("a continuation that doesn't advance")
      }
      last = next
      answer = try client.json(next, judge: CommonsSource.judge)
    }
    throw CommonsSource.strange("more than \(CommonsSource.mostContinuations) continuations")
  }

  /// The structured data of files, by their numbers: the statements by their properties.
  private func statements(
    _ batch: Batch, _ client: PoliteClient
  ) throws(GatherError) -> [Int: [String: JSONValue]] {
    let answer = try client.value(of: batch.statements.get(), judge: CommonsSource.judge)
    guard let entities = answer["entities"]?.members else {
      throw CommonsSource.strange("no entities")
    }
    var statements: [Int: [String: JSONValue]] = [:]
    for number in batch.numbers {
      // A file without any is a missing entity, or has an empty list.
      statements[number] = entities["M\(number)"]?["statements"]?.members
    }
    return statements
  }

  /// The edges of panoramas, by the numbers of the files with the template.
  private func panoramas(
    _ numbers: [Int], _ client: PoliteClient
  ) throws(GatherError) -> [Int: CommonsPanorama] {
    guard !numbers.isEmpty else { return [:] }
    let answer = try client.json(
      query([
        ("pageids", numbers.map(String.init).joined(separator: "|")), ("prop", "revisions"),
        ("rvprop", "content"), ("rvslots", "main"),
      ]), judge: CommonsSource.judge)
    var panoramas: [Int: CommonsPanorama] = [:]
    for page in try CommonsSource.pages(of: answer) {
      guard let number = page["pageid"]?.whole,
        let text = page["revisions"]?.elements?.first?["slots"]?["main"]?["content"]?.string
      else { continue }
      panoramas[number] = CommonsPanorama(wikitext: text)
    }
    return panoramas
  }

  private func query(_ parameters: [(String, String)]) -> String {
    Query.address(
      address,
      [("action", "query"), ("format", "json"), ("formatversion", "2"), ("maxlag", "5")]
        + parameters)
  }

  private static func pages(of answer: JSONValue) throws(GatherError) -> [JSONValue] {
    guard let pages = answer["query"]?["pages"]?.elements else { throw strange("no query.pages") }
    return pages
  }

  /// By `API:Errors and warnings`: faults come as `error` with a code, also with status 200.
  private static func judge(_ answer: JSONValue) -> PoliteClient.Verdict {
    guard answer.members != nil else { return .refused("no JSON object") }
    guard let error = answer["error"] else { return .good }
    let code = error["code"]?.string ?? "unknown"
    let words = "\(code): \(String((error["info"]?.string ?? "no reason").prefix(200)))"
    switch code {
    case "maxlag", "ratelimited", "readonly", "internal_api_error_DBQueryError":
      return .later(words)
    default: return .refused(words)
    }
  }

  private static func strange(_ what: String) -> GatherError {
    GatherError(
      .badAnswer,
      "the answer from Commons differs from its documentation: \(what). For details run Scripts/gather-check."
    )
  }
}

extension Comparable {
  /// The nearest value of a range.
  func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
