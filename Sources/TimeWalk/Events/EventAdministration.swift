internal import TimeWalkBase
package import Foundation
internal import TimeWalkStorage
package import TimeWalkEvents

/// The operator's commands for the events of a library.
package struct EventAdministration: Sendable {
  private let store: EventStore
  private let url: String
  private let now: Date
  /// The warning that erasure waits, since the clock may be wrong; `nil` if it doesn't.
  package let warning: String?

  /// Opens the events of a library, and erases expired data.
  ///
  /// - Parameters:
  ///   - places: the paths of the library.
  ///   - url: the address of `timewalk serve` for guests; this machine's usual address when `nil`.
  ///   - now: the time.
  /// - Throws: `invalidValue` for an invalid address, and the disk's errors.
  package init(places: StorePaths, url: String? = nil, at now: Date) throws(TimeWalkError) {
    let base = url ?? EventAdministration.usualURL
    guard let parsed = URL(string: base), ["http", "https"].contains(parsed.scheme),
      parsed.host?.isEmpty == false, parsed.query == nil, parsed.fragment == nil
    else {
      throw TimeWalkError(
        .invalidValue, "\(base) isn't an address that guests can open", field: "url")
    }
    self.url = base.hasSuffix("/") ? String(base.dropLast()) : base
    self.now = now
    let folder = try places.libraryFolder(for: "events")
    do throws(EventError) {
      store = try EventStore(directory: folder)
      warning = try store.checkClock(at: now, uptime: .now)
        .map(EventStore.warning(ofHoldUntil:))
      _ = try store.housekeeping(at: now)
    } catch { throw TimeWalkError(error) }
  }

  /// The default address of `timewalk serve`.
  private static let usualURL = "http://127.0.0.1:8090"

  /// Makes an event.
  ///
  /// - Parameters:
  ///   - settings: its settings.
  ///   - organiser: its organiser in `timewalk serve`: an account's name, or `token:` and a token's
  ///     name. With `nil`, the operator is its only organiser.
  /// - Returns: the event.
  /// - Throws: `invalidValue`; `notFound` for an account that isn't there.
  package func create(
    _ settings: EventSettings, for organiser: String? = nil
  ) throws(TimeWalkError) -> EventReport {
    let caller = try organiser.map(caller) ?? .keeper
    return try told { () throws(EventError) in try store.create(settings, by: caller, at: now) }
  }

  /// An organiser's identity on the server.
  private func caller(_ organiser: String) throws(TimeWalkError) -> EventCaller {
    if organiser.hasPrefix(EventAdministration.tokenPrefix) {
      let name = String(organiser.dropFirst(EventAdministration.tokenPrefix.count))
      guard name.wholeMatch(of: #/[A-Za-z0-9._-]{1,64}/#) != nil else {
        throw TimeWalkError(
          .invalidValue, "a token's name must have 1 to 64 letters, digits, dots, - and _",
          field: "organiser")
      }
      return .holder(of: name)
    }
    let known = try EventError.rethrowing(store.accounts())
    guard known.contains(organiser) else {
      throw TimeWalkError(
        .notFound,
        "there is no account named \"\(organiser.prefix(64))\"; create one with \"timewalk event account NAME\""
          + ", or use --organiser token:NAME for a token",
        field: "organiser")
    }
    return .account(organiser)
  }

  /// The prefix of an organiser's name for a token without an account.
  package static let tokenPrefix = "token:"

  /// All events that aren't erased.
  package func list() throws(TimeWalkError) -> EventsReport {
    try EventError.rethrowing(
      EventsReport(events: try store.events(of: .keeper, at: now).map(report)))
  }

  /// One event, with its counts.
  ///
  /// - Throws: `notFound`.
  package func show(_ id: String) throws(TimeWalkError) -> EventReport {
    let id = try EventAdministration.read(id)
    do throws(EventError) {
      var report = report(try store.event(id, at: now))
      report.counts = try store.counts(of: id, by: .keeper, at: now)
      return report
    } catch { throw TimeWalkError(error) }
  }

  /// Ends an event now.
  ///
  /// - Throws: `notFound`, and `notAllowed` for an event that isn't running.
  package func close(_ id: String) throws(TimeWalkError) -> EventReport {
    let id = try EventAdministration.read(id)
    return try told { () throws(EventError) in try store.close(id, by: .keeper, at: now) }
  }

  /// Writes everything of an event into a zip; one of that name is replaced when it is complete.
  ///
  /// - Parameters:
  ///   - id: the event's id.
  ///   - path: the zip's file; standard output when `nil`.
  /// - Returns: its content.
  /// - Throws: `notFound`, also where a picture is deleted meanwhile; `cannotCreate`,
  ///   `inputOutput`, `noSpace`.
  package func export(_ id: String, to path: String?) throws(TimeWalkError) -> EventExportReport {
    let id = try EventAdministration.read(id)
    let zip = try EventError.rethrowing(store.exportZip(of: id, by: .keeper, at: now))
    let target = try ExportTarget(path, isPrivate: true)
    var offset = 0
    while offset < zip.count {
      let bytes = try EventError.rethrowing(zip.read(at: offset))
      try target.write(bytes)
      offset += bytes.count
    }
    try target.finish()
    return EventExportReport(pictures: zip.pictures, bytes: zip.count)
  }

  /// Removes an event with everything in it, at once and for good.
  ///
  /// - Throws: `notFound`; `unconfirmed` unless `isAgreed`.
  package func remove(_ id: String, isAgreed: Bool) throws(TimeWalkError) -> EventRemovalReport {
    let report = try show(id)
    guard isAgreed else {
      throw TimeWalkError(
        .unconfirmed,
        "this permanently removes \(report.name) with \(report.counts?.pictures ?? 0) pictures")
    }
    let id = try EventAdministration.read(id)
    return try EventError.rethrowing(
      EventRemovalReport(id: id.text, erased: try store.remove(id, by: .keeper, at: now)))
  }

  /// Terms and privacy notice, from the file that the operator completed.
  ///
  /// - Parameters:
  ///   - path: the file; `event-policy.json` in the library's folder when `nil`.
  ///   - language: that it is written in.
  ///   - places: the paths of the library.
  /// - Returns: the notice.
  /// - Throws: `inputMissing` if the file is missing, `archiveUnusable` with the missing entries.
  package static func policy(
    _ path: String?, in language: EventNotice.Language, places: StorePaths
  ) throws(TimeWalkError) -> EventPolicyReport {
    var file = path ?? ""
    if path == nil { file = try places.libraryFolder(for: "events") + "/event-policy.json" }
    let path = RawPath.absolute(file)
    guard let json = FileManager.default.contents(atPath: path) else {
      throw TimeWalkError(
        .inputMissing,
        "can't read \(path); \"timewalk event policy --template\" prints a template")
    }
    do throws(EventError) {
      let policy = try EventPolicy(json: json)
      return EventPolicyReport(version: policy.version, text: policy.notice(in: language).text)
    } catch { throw TimeWalkError(.archiveUnusable, "\(path): \(error.message)", cause: error) }
  }

  private func told(_ body: () throws(EventError) -> Event) throws(TimeWalkError) -> EventReport {
    try EventError.rethrowing(report(try body()))
  }

  private func report(_ event: Event) -> EventReport { EventReport(event, base: url, at: now) }

  private static func read(_ id: String) throws(TimeWalkError) -> EventID {
    guard let read = EventID(id) else {
      throw TimeWalkError(
        .invalidValue,
        "an event's id must have \(EventID.length) letters and digits, as \"timewalk event list\" prints it",
        field: "id")
    }
    return read
  }
}
