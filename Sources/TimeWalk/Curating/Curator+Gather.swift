internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkGather
internal import TimeWalkBase

extension GatherSourceReport {
  /// All sources that can be gathered from.
  package static var all: [GatherSourceReport] {
    GatherSources.all.map { source in
      let it = source.description
      let host = WebFile.host(of: source.address) ?? source.address
      return GatherSourceReport(
        name: it.name, title: it.title, homepage: it.homepage, holds: it.holds, terms: it.terms,
        sent: "to \(host): \(it.sent); also the program's name and version, and your contact",
        verified: it.verified, keyVariable: it.keyVariable, checked: it.isChecked)
    }
  }
}

extension Curator {
  /// The progress of gathering: the number of found items, and its cost.
  package typealias GatherProgress = (GatherReport) -> Void

  /// Gathers a web source's pictures around a place, and imports them.
  ///
  /// Only the questions in the source's description are sent. The rows are imported as usual:
  /// importing the same rows again changes nothing, and manual corrections stay. The report has the
  /// reason for an early end; the rows up to then are imported.
  /// - Parameters:
  ///   - request: the source, the query and the options.
  ///   - places: the archive, which is made when it is missing.
  ///   - asking: called once, before the first request, with the data to be sent and their
  ///     destination.
  ///   - progress: called with the progress.
  /// - Returns: the result.
  /// - Throws: `invalidValue` for an invalid source, area, era, contact or key, `notFound`, and the
  ///   import's errors.
  package static func gather(
    _ request: GatherRequest, into places: StorePaths, asking: (String) -> Void = { _ in },
    progress: @escaping GatherProgress = { _ in }
  ) throws(TimeWalkError) -> GatherReport {
    let run = try GatherRun(request, places: places)
    asking(run.announcement)
    var report = GatherReport(source: request.source, collection: run.collection)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("timewalk-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rows = try GatheredFile(in: folder, run)
    try run.gather(into: rows, &report, progress)
    if report.found > 0 {
      var wanted = ImportRequest(source: rows.path, collection: run.collection)
      wanted.isDryRun = request.isDryRun
      wanted.reading.format = "ndjson"
      wanted.origin = run.origin
      wanted.author = request.author
      report.imported = try importing(wanted, into: places)
    }
    guard request.pictures, !request.isDryRun else { return report }
    var fetch = FetchRequest(
      collection: run.collection, allowsPrivate: request.policy.allowsPrivate)
    fetch.addresses = rows.pictures
    fetch.contact = request.policy.contact
    guard !rows.pictures.isEmpty else {
      report.pictures = FetchReport()
      return report
    }
    let soFar = report
    report.pictures = try Curator(changing: places).fetchMedia(
      fetch,
      progress: { pictures in
        var now = soFar
        now.pictures = pictures
        progress(now)
      })
    return report
  }

  /// Requests the items of its collection that a source has withdrawn, and removes those.
  ///
  /// The removal is one change, which can be undone.
  /// - Parameters:
  ///   - request: the source and the options; its area and era aren't used.
  ///   - isAgreed: true if more than a few may be removed.
  ///   - asking: called once, before the first request, with the data to be sent and their
  ///     destination.
  /// - Returns: the withdrawn and removed items.
  /// - Throws: `notFound` without such a collection, `invalidValue` for a source without this
  ///   information, `unconfirmed` for many without confirmation, and the reason for a missing
  ///   answer; then nothing was changed.
  package func checkGathered(
    _ request: GatherRequest, isAgreed: Bool, asking: (String) -> Void = { _ in }
  ) throws(TimeWalkError) -> WithdrawnReport {
    var request = request
    // Cached answers show an old state.
    request.policy.refreshes = true
    let run = try GatherRun(request, archive: archive)
    guard run.source.description.isChecked else {
      throw TimeWalkError(
        .invalidValue,
        "\(run.source.description.title) doesn't document how it marks withdrawn items",
        field: "source")
    }
    let identifiers: [String]
    do throws(ArchiveError) {
      try archive.require(collection: run.collection)
      let query = ArchiveQuery(collection: run.collection)
      let placed = try archive.search(query).hits.map(\.item.id.identifier)
      identifiers = try placed + archive.unplacedItems(query).items.map(\.id.identifier)
    } catch { throw TimeWalkError(error) }
    asking(
      "asking \(run.host) about the \(identifiers.count) items of \(run.collection), by their numbers"
    )
    let gone: [String]?
    do throws(GatherError) { gone = try run.withdrawn(among: identifiers) } catch {
      throw TimeWalkError(error)
    }
    let names = (gone ?? []).map { "\(run.collection):\($0)" }
    var report = WithdrawnReport(
      source: request.source, checked: identifiers.count, withdrawn: names, removed: 0, entry: nil,
      dryRun: request.isDryRun)
    guard !names.isEmpty else { return report }
    let removal = try remove(
      names, isAgreed: isAgreed, isDryRun: request.isDryRun, by: request.author)
    report.removed = request.isDryRun ? 0 : removal.removed
    report.entry = removal.entry
    return report
  }
}

/// A gathering whose request has been validated.
private struct GatherRun {
  let request: GatherRequest
  let source: any GatherSource.Type
  let question: GatherQuestion
  let client: PoliteClient

  /// Parses the request; the archive is only read for a possible name of an era.
  init(_ request: GatherRequest, places: StorePaths) throws(TimeWalkError) {
    var archive: (any HistoricalArchive)?
    if (try? CaptureDate(edtf: request.era)) == nil {
      do throws(ArchiveError) {
        if try places.location.exists() { archive = try places.location.open(for: .reading) }
      } catch {
        throw TimeWalkError(error)
      }
    }
    try self.init(request, archive: archive)
  }

  init(_ request: GatherRequest, archive: (any HistoricalArchive)?) throws(TimeWalkError) {
    guard
      let center = Coordinate(latitude: request.latitude, longitude: request.longitude),
      let asked = try AskedEra.read(request.era, isStrict: false, in: archive)
    else {
      throw TimeWalkError(
        .invalidValue,
        "\(request.latitude), \(request.longitude) isn't a valid position; use -90 to 90 and -180 to 180 degrees",
        field: "around")
    }
    self.request = request
    do throws(GatherError) {
      source = try GatherSources.named(request.source)
      question = GatherQuestion(
        area: try GatherArea(center: center, radius: request.radius), era: asked.era,
        limit: request.limit)
      if let variable = source.description.keyVariable, request.policy.key == nil {
        throw GatherError(
          .keyMissing,
          "\(source.description.title) needs your own key; set \(variable) to it", field: "key")
      }
      client = try GatherRun.client(request.policy)
    } catch { throw TimeWalkError(error) }
  }

  var collection: String { request.collection ?? source.description.name }
  var address: String { request.policy.address ?? source.address }
  var host: String { WebFile.host(of: address) ?? address }

  /// The data to be sent and their destination, a sentence.
  var announcement: String {
    "asking \(host) for pictures within \(kilometres) km of \(place); sends \(source.description.sent)"
  }

  /// The source's name in the journal.
  var origin: String { "\(source.address), within \(kilometres) km of \(place)" }

  private var kilometres: String { DecimalText.write(request.radius / 1000) }

  private var place: String {
    DecimalText.write(request.latitude) + "," + DecimalText.write(request.longitude)
  }

  /// Gathers rows into a file; the report has the reason for an early end.
  func gather(
    into rows: GatheredFile, _ report: inout GatherReport,
    _ progress: Curator.GatherProgress
  ) throws(TimeWalkError) {
    let source = source.init(address: address, key: request.policy.key ?? "")
    var written = report
    func cost(_ report: inout GatherReport) {
      let cost = client.cost
      report.requests = cost.requests
      report.cached = cost.cached
      report.bytes = cost.bytes
      report.seconds = cost.seconds
      report.waited = cost.waited
    }
    do throws(GatherError) {
      try source.gather(question, by: client) { (outcome) throws(GatherError) in
        switch outcome {
        case .failure(let reason): written.leftOut[reason.rawValue, default: 0] += 1
        case .success(let row):
          try rows.add(row)
          written.found += 1
          if row.picture == nil { written.restricted += 1 }
        }
        cost(&written)
        progress(written)
        return question.limit.map { written.found < $0 } ?? true
      }
      try rows.finish()
    } catch {
      guard error.code != .cache else { throw TimeWalkError(error) }
      do throws(GatherError) { try rows.finish() } catch { throw TimeWalkError(error) }
      written.stopped = GatherReport.Stop(
        code: error.code.rawValue, message: error.message,
        passes: [.unreached, .busy, .usedUp].contains(error.code))
    }
    cost(&written)
    written.oldestAnswer = client.cost.oldest?.formatted(.iso8601)
    report = written
  }

  func withdrawn(among identifiers: [String]) throws(GatherError) -> [String]? {
    try source.init(address: address, key: request.policy.key ?? "")
      .withdrawn(among: identifiers, by: client)
  }

  private static func client(
    _ policy: GatherRequest.RequestPolicy
  ) throws(GatherError) -> PoliteClient {
    let contact = policy.contact.trimmingCharacters(in: .whitespaces)
    guard contact.contains("@") || WebAddress.isWeb(contact), contact.utf8.count <= 200,
      contact.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
    else {
      throw GatherError(
        .badRequest,
        "sources require a contact: give an e-mail address or web page with --contact or TIMEWALK_CONTACT"
      )
    }
    var terms = PoliteClient.Terms(userAgent: Curator.userAgent(contact: contact))
    terms.allowsPrivate = policy.allowsPrivate
    terms.refreshes = policy.refreshes
    terms.limits.requests = policy.mostRequests
    terms.limits.bytes = policy.mostBytes
    let cache = try AnswerCache(folder: policy.cache, limits: terms.limits)
    cache.tidy(at: Date())
    return PoliteClient(terms, cache: cache)
  }
}

/// Rows for the import, with the collection's statement.
private final class GatheredFile {
  /// The file.
  let path: String
  /// The addresses of the pictures that may be copied.
  private(set) var pictures: Set<String> = []
  private let file: FileHandle
  private var waiting = Data()
  private static let piece = 256 << 10

  init(in folder: URL, _ run: GatherRun) throws(TimeWalkError) {
    let it = run.source.description
    let statement: JSONValue = [
      "name": .string(run.collection), "title": .string(it.title),
      "description": .string("Gathered from \(it.title): \(it.terms)."),
      "homepage": .string(it.homepage),
    ]
    let rows = folder.appendingPathComponent("rows.ndjson")
    path = rows.path
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data(statement.line.utf8).write(to: folder.appendingPathComponent("collection.json"))
      try Data().write(to: rows)
      file = try FileHandle(forWritingTo: rows)
    } catch {
      throw TimeWalkError(.cannotCreate, "can't write rows to \(folder.path)", cause: error)
    }
  }

  func add(_ row: GatheredRow) throws(GatherError) {
    waiting += Array((row.line + "\n").utf8)
    if let picture = row.picture { pictures.insert(picture) }
    if waiting.count >= GatheredFile.piece { try finish() }
  }

  /// Writes the waiting rows.
  func finish() throws(GatherError) {
    do { try file.write(contentsOf: waiting) } catch {
      throw GatherError(.cache, "can't write rows to \(path): \(error.localizedDescription)")
    }
    waiting.removeAll(keepingCapacity: true)
  }
}

extension GatherErrorCode: TimeWalkErrorCodeConvertible {
  package var publicCode: TimeWalkError.Code {
    switch self {
    case .unknownSource: .notFound
    case .badRequest, .keyMissing: .invalidValue
    case .unreached, .busy, .usedUp: .busy
    case .refused, .badAnswer: .dataRefused
    case .cache: .inputOutput
    }
  }
}
