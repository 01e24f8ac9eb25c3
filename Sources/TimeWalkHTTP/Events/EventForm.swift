internal import Foundation
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents

struct EventFormContext: PageContext {
  struct Kind: Decodable {
    let kind, word: String
    let chosen: Bool

    /// The choice of a word for the event.
    static func all(_ chosen: EventKind, _ language: PageLanguage) -> [Kind] {
      EventKind.allCases.map { kind in
        Kind(kind: kind.rawValue, word: language.text(kind.name), chosen: kind == chosen)
      }
    }
  }

  static let template = PageTemplate.eventForm
  /// The sentence for a refused value.
  var wrongHTML: String?
  let name, begins: String?
  let stops: [String]
  let kinds: [Kind]
  let hours, photos, guests: String
  let atEnd, uploadsGuests, uploadsOrganiser, downloadsGuests, downloadsOrganiser: Bool
  let review, quality, positions: Bool

  /// The form with values of its fields; missing ones are those of a new event.
  init(_ fields: [String: String], _ language: PageLanguage) {
    let begins = try? EventForm.begins(fields).map { String($0.prefix(16)) }
    (name, self.begins) = (fields["name"], begins ?? fields["begins"])
    stops = fields["stops"]?.split(whereSeparator: \.isNewline).map(String.init) ?? []
    kinds = Kind.all(fields["kind"].flatMap(EventKind.init) ?? .event, language)
    hours = fields["hours"] ?? "24"
    photos = fields["photos"] ?? "24"
    guests = fields["guests"] ?? "300"
    atEnd = fields["gallery"] == GalleryOpening.atEnd.rawValue
    uploadsGuests = fields["uploads"] == Audience.guests.rawValue
    uploadsOrganiser = fields["uploads"] == Audience.organiser.rawValue
    downloadsGuests = fields["downloads"] == Audience.guests.rawValue
    downloadsOrganiser = fields["downloads"] == Audience.organiser.rawValue
    review = fields["review"] == "true"
    quality = fields["quality"] == "true"
    positions = fields["positions"] == "true"
  }
}

struct EventChangeContext: EventContext {
  static let template = PageTemplate.eventChange
  let id, name, formHTML: String
}

/// The form that creates an event, or changes one that hasn't begun.
enum EventForm {
  /// The values of the form.
  ///
  /// - Parameter fields: the form's fields. A script sets `minutes` to the reader's offset behind
  ///   UTC; without it times are UTC.
  /// - Returns: the request as programs send it.
  /// - Throws: a problem for a malformed number, switch or time.
  static func settings(_ fields: [String: String]) throws -> EventSettingsRequest {
    var fields = fields.filter { !$0.value.isEmpty }
    fields["stops"] = fields["stops"]?.replacing("\r\n", with: "\n")
    fields["begins"] = try begins(fields)
    fields["minutes"] = nil
    var values: [String: JSONValue] = [:]
    for (name, text) in fields {
      let kind = EventSettingsRequest.fields.first { $0.wire.name == name }?.wire.kind
      values[name] = try Query.value(text, of: name, kind)
    }
    return try EventSettingsRequest(values)
  }

  /// The beginning in UTC; `nil` for an empty field.
  static func begins(_ fields: [String: String]) throws -> String? {
    guard let local = fields["begins"], !local.isEmpty else { return nil }
    let minutes = fields["minutes"].flatMap { Int($0) } ?? 0
    guard local.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?/#) != nil,
      (-24 * 60...24 * 60).contains(minutes)
    else { throw TimeWalkError(.invalidValue, "the time isn't valid", field: "begins") }
    let date = try EventTimes.date((local + ":00").prefix(19) + "Z", field: "begins")
    return EventTime.text(date.addingTimeInterval(TimeInterval(minutes * 60)))
  }

  /// The form with an event's values, in UTC; a script converts the times to the reader's zone.
  static func context(_ event: EventReport, _ language: PageLanguage) -> EventFormContext {
    let length = (try? Date(event.ends, strategy: .iso8601)).flatMap { ends in
      (try? Date(event.begins, strategy: .iso8601)).map { ends.timeIntervalSince($0) / 3600 }
    }
    return EventFormContext(
      [
        "name": event.name, "kind": event.kind.rawValue, "begins": String(event.begins.prefix(16)),
        "hours": String(format: "%.10g", length ?? 24), "photos": String(event.photos),
        "guests": String(event.guests), "gallery": event.gallery.rawValue,
        "uploads": event.uploads.rawValue, "downloads": event.downloads.rawValue,
        "stops": event.stops.joined(separator: "\n"), "review": String(event.review),
        "quality": String(event.quality), "positions": String(event.positions),
      ], language)
  }
}

extension Call {
  /// `/events/{id}/change`, with the event's form or a refused one.
  func changeEventPage(_ refused: EventFormContext? = nil) async throws -> Response {
    try refuseParameters()
    let base = base
    let event = try await askEvent { ask in
      try ask.demand(.changeEvent)
      return EventReport(try ask.store.event(ask.id, at: ask.now), base: base, at: ask.now)
    }
    let form = refused ?? EventForm.context(event, language)
    var shown = eventPage(
      EventChangeContext(id: event.id, name: event.name, formHTML: form.html(language)),
      event.name, kind: event.kind)
    if refused != nil { shown.status = .badRequest }
    return try await page(shown)
  }

  /// Follows the form of `/events/{id}/change`.
  func changeByForm() async throws -> Response {
    try await askEvent { try $0.demand(.changeEvent) }
    let fields = try await formFields()
    do {
      var asked = try EventForm.settings(fields)
      // A form doesn't send cleared checkboxes and fields.
      asked.review = asked.review ?? false
      asked.positions = asked.positions ?? false
      asked.quality = asked.quality ?? false
      asked.stops = asked.stops ?? ""
      _ = try await changeEvent(asked)
    } catch {
      return try await changeEventPage(try refused(fields, error))
    }
    return see("/events/\(parameter("id"))/organise")
  }

  /// Follows the form of `/events`.
  func makeByForm() async throws -> Response {
    try demandOrganiser()
    let fields = try await formFields()
    do {
      let event = try await makeEvent(EventForm.settings(fields))
      return see("/events/\(event.id)/organise")
    } catch {
      return try await eventsPage(try refused(fields, error))
    }
  }

  /// The form after an error because of its values; any other error is thrown on.
  private func refused(_ fields: [String: String], _ error: any Error) throws -> EventFormContext {
    let problem =
      (error as? TimeWalkError).map { Problem($0, names: front.answers.names) }
      ?? error as? Problem
    // A view is an item, which the archive may not have.
    guard let problem, [.badRequest, .notFound].contains(problem.status) else { throw error }
    var form = EventFormContext(fields, language)
    form.wrongHTML =
      FaultPage.valueHelp(problem.field, language.text).map { HTMLText.escaped($0) }
      ?? language.text.english(problem.detail.capitalizedFirst + ".")
    return form
  }

  /// Redirects to a zip of the selected pictures, or back if none is selected.
  func chosenPictures() async throws -> Response {
    let fields = try await formFields()
    let chosen = fields.filter { $0.value == "true" && $0.key != "own" }.map(\.key).sorted()
    let event = parameter("id")
    guard !chosen.isEmpty else {
      let before = fields["before"].flatMap { Int($0) } ?? EventPicturesRequest.greatest
      return see(
        "/events/\(event)?choose=true&before=\(before)"
          + (fields["own"] == "true" ? "&own=true" : ""))
    }
    let list = PercentCoding.encoded(chosen.joined(separator: ","))
    return see("/v1/events/\(event)/zip?pictures=\(list)")
  }
}
