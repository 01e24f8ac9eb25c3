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
  var name, begins: String?
  var stops: [String] = []
  let kinds: [Kind]
  let hours, photos, guests: String
  var atEnd = false, uploadsGuests = false, uploadsOrganiser = false
  var downloadsGuests = false, downloadsOrganiser = false
  var review = false, quality = false, positions = false
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
    let minutes = fields.removeValue(forKey: "minutes").flatMap { Int($0) } ?? 0
    if let local = fields["begins"] {
      fields["begins"] = EventTime.text(try moment(local, behind: minutes))
    }
    var values: [String: JSONValue] = [:]
    for (name, text) in fields {
      let kind = EventSettingsRequest.fields.first { $0.wire.name == name }?.wire.kind
      values[name] = try Query.value(text, of: name, kind)
    }
    return try EventSettingsRequest(values)
  }

  private static func moment(_ local: String, behind minutes: Int) throws -> Date {
    guard local.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?/#) != nil,
      (-24 * 60...24 * 60).contains(minutes)
    else { throw TimeWalkError(.invalidValue, "the time isn't valid", field: "begins") }
    let date = try EventTimes.date((local + ":00").prefix(19) + "Z", field: "begins")
    return date.addingTimeInterval(TimeInterval(minutes * 60))
  }

  /// The form with an event's values, in UTC; a script converts the times to the reader's zone.
  static func html(_ event: EventReport, _ language: PageLanguage) -> String {
    let length = (try? Date(event.ends, strategy: .iso8601)).flatMap { ends in
      (try? Date(event.begins, strategy: .iso8601)).map { ends.timeIntervalSince($0) / 3600 }
    }
    return EventFormContext(
      name: event.name, begins: String(event.begins.prefix(16)),
      stops: event.stops,
      kinds: EventFormContext.Kind.all(event.kind, language),
      hours: String(format: "%.10g", length ?? 24), photos: String(event.photos),
      guests: String(event.guests), atEnd: event.gallery == .atEnd,
      uploadsGuests: event.uploads == .guests, uploadsOrganiser: event.uploads == .organiser,
      downloadsGuests: event.downloads == .guests,
      downloadsOrganiser: event.downloads == .organiser, review: event.review,
      quality: event.quality, positions: event.positions
    ).html(language)
  }
}

extension Call {
  /// `/events/{id}/change`.
  func changeEventPage() async throws -> Response {
    try refuseParameters()
    let base = base
    let event = try await askEvent { ask in
      try ask.demand(.changeEvent)
      return EventReport(try ask.store.event(ask.id, at: ask.now), base: base, at: ask.now)
    }
    return try await page(
      eventPage(
        EventChangeContext(
          id: event.id, name: event.name, formHTML: EventForm.html(event, language)),
        event.name, kind: event.kind))
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
