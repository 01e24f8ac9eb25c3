internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents

struct EventsContext: PageContext {
  struct Organiser: Decodable {
    let none, noPolicy: Bool
    let formHTML: String
    let events: [Event]
  }

  struct Event: Decodable {
    let id, name, stateHTML: String
  }

  static let template = PageTemplate.events
  let joined: PageList<JoinedLine>?
  var organiser: Organiser?
}

struct EventOrganiseContext: EventContext {
  struct Hour: Decodable {
    let beginsHTML, pictures, downloads: String
  }

  struct Film: Decodable {
    let name, pictures: String
  }

  struct Fault: Decodable {
    let text, page, browser, count: String
  }

  static let template = PageTemplate.eventOrganise
  let id, name, stateHTML, erasesHTML, typed, mail, join, host: String
  let pictures, people, downloads: String
  let first, running, planned, stops, noneWaiting, anyHours, noFilms, noReports, noFaults: Bool
  let hours: [Hour]
  let waiting: [EventPictureCard]
  let latest: PageList<EventPictureCard>?
  let films: [Film]
  let reports: [String]
  let faults: [Fault]
}

struct EventCardsContext: EventContext {
  struct Card: Decodable {
    let id, name, typed, host: String
  }

  static let template = PageTemplate.eventCards
  let id, name: String
  let cards: [Card]
}

/// The pages of events for organisers, and the page `/events`.
enum EventOrganiserPages {
  /// The most new pictures on an organiser's page.
  static let latest = 8

  static let routes: [Route] = [
    RouteTable.page(
      "/events", right: nil, "Opens an event by its code, and lists an organiser's events."
    ) {
      call in try await call.eventsPage()
    },
    EventPages.post("/events", "Creates an event.") { call in try await call.makeByForm() },
    EventPages.post("/events/sign-in", "Signs an organiser in.") { call in
      let fields = try await call.formFields()
      var asked = AccountRequest()
      (asked.name, asked.passphrase) = (fields["name"], fields["passphrase"])
      let cookies = try await call.signInOrganiser(asked)
      var response = call.see("/events")
      response.headers[values: .setCookie] = cookies
      return response
    },
    EventPages.post("/events/sign-out", "Signs an organiser out.") { call in
      var response = call.see("/events")
      response.headers[.setCookie] = call.signOutOrganiser()
      return response
    },
    RouteTable.page("/events/{id}/organise", right: nil, "Manages an event.") { call in
      try await call.organisePage()
    },
    RouteTable.page("/events/{id}/cards", right: nil, "Shows cards with an event's code, to print.")
    {
      call in try await call.cardsPage()
    },
    RouteTable.page("/events/{id}/change", right: nil, "Changes an event that hasn't begun.") {
      call in try await call.changeEventPage()
    },
    EventPages.post("/events/{id}/change", "Changes an event that hasn't begun.") { call in
      try await call.changeByForm()
    },
    EventPages.post("/events/{id}/pictures/{picture}/show", "Approves a picture.") {
      call in
      var asked = EventPictureRequest()
      asked.isShown = true
      try await call.changePicture(asked)
      return call.see("/events/\(call.parameter("id"))/organise")
    },
    EventPages.post("/events/{id}/pictures/{picture}/cover", "Makes a picture the cover.") {
      call in
      var asked = EventPictureRequest()
      asked.isCover = true
      try await call.changePicture(asked)
      return call.see("/events/\(call.parameter("id"))")
    },
    EventPages.post("/events/{id}/close", "Ends an event now.") { call in
      _ = try await call.closeEvent()
      return call.see("/events/\(call.parameter("id"))/organise")
    },
    EventPages.post("/events/{id}/extend", "Moves the end of an event to a later time.") { call in
      let fields = try await call.formFields()
      guard let hours = fields["hours"].flatMap(Double.init), (1...720).contains(hours) else {
        throw TimeWalkError(.invalidValue, "hours must be within 1 to 720", field: "hours")
      }
      let ends = try await call.eventSeen().event.ends
      let later = try EventTimes.date(ends, field: "ends").addingTimeInterval(hours * 3600)
      _ = try await call.extendEvent(to: EventTime.text(later))
      return call.see("/events/\(call.parameter("id"))/organise")
    },
    EventPages.post("/events/{id}/remove", "Deletes an event permanently.") { call in
      _ = try await call.removeEvent()
      return call.see("/events").clearingCache
    },
  ]
}

extension Call {
  /// `/events`, with an empty form or a refused one.
  func eventsPage(_ refused: EventFormContext? = nil) async throws -> Response {
    if let typed = try values(of: [], and: ["id"])["id"]?.string {
      guard let id = EventID(typed) else {
        throw Problem(
          EventError(.noSuchEvent, "no event has this id"), names: front.answers.names)
      }
      return see("/events/\(id.text)")
    }
    let (language, text) = (language, language.text)
    var context = EventsContext(joined: try await joinedLines())
    if organiser != .stranger {
      let events = try await ownEvents()
      let hasPolicy = try await askEvents { (try? $0.policy()) != nil }
      context.organiser = EventsContext.Organiser(
        none: events.isEmpty, noPolicy: !hasPolicy,
        formHTML: (refused ?? EventFormContext([:], language)).html(language),
        events: events.map { event in
          EventsContext.Event(
            id: event.id, name: event.name, stateHTML: EventWords.state(event, language))
        })
    }
    return try await page(
      Page(
        context: context, title: text("Photographing together"), scripts: ["event.js"],
        styles: ["event.css"], status: refused == nil ? .ok : .badRequest))
  }

  /// `/events/{id}/organise`.
  func organisePage() async throws -> Response {
    try refuseParameters()
    let (language, seen) = (language, try await eventSeen())
    let (counts, people, reports, waiting, latest) = try await askEvent { ask in
      var asked = EventPicturesRequest()
      asked.limit = 500
      var waiting: [EventPictureAnswer] = []
      // Waiting pictures are searched page by page; there are few.
      while true {
        let page = try ask.pictures(asked, base: "")
        waiting += page.pictures.filter(\.waiting)
        guard let next = page.next, waiting.count < 100 else { break }
        asked.after = next
      }
      var newest = EventPicturesRequest()
      (newest.before, newest.limit) = (EventPicturesRequest.greatest, EventOrganiserPages.latest)
      return (
        try ask.store.counts(of: ask.id, by: ask.caller, at: ask.now),
        try ask.store.people(of: ask.id, by: ask.caller, at: ask.now).map {
          (name: $0.guest.name, pictures: $0.pictures)
        }, try ask.store.reports(of: ask.id, by: ask.caller, at: ask.now), waiting,
        try ask.pictures(newest, base: "").pictures.filter { !$0.waiting }
      )
    }
    let (event, faults) = (seen.event, front.faults.all)
    let context = EventOrganiseContext(
      id: event.id, name: event.name, stateHTML: EventWords.state(event, language),
      erasesHTML: EventWords.erases(event, language), typed: Self.typed(event.id),
      mail: mail(event), join: event.join, host: base, pictures: language.number(counts.pictures),
      people: language.number(counts.people), downloads: language.number(counts.downloads),
      first: people.isEmpty, running: seen.allows(.closeEvent),
      planned: seen.allows(.changeEvent), stops: !event.stops.isEmpty,
      noneWaiting: waiting.isEmpty, anyHours: !counts.hours.isEmpty, noFilms: people.isEmpty,
      noReports: reports.isEmpty, noFaults: faults.isEmpty,
      hours: counts.hours.map { hour in
        EventOrganiseContext.Hour(
          beginsHTML: EventWords.moment(hour.begins, language),
          pictures: language.number(hour.pictures), downloads: language.number(hour.downloads))
      }, waiting: waiting.map { EventPictureCard($0, event.id, language) },
      latest: PageList(latest.map { EventPictureCard($0, event.id, language) }),
      films: people.map { person in
        EventOrganiseContext.Film(
          name: person.name ?? "–", pictures: language.number(person.pictures))
      }, reports: reports,
      faults: faults.map { fault in
        EventOrganiseContext.Fault(
          text: fault.text, page: fault.page, browser: fault.browser,
          count: language.number(fault.count))
      })
    return try await page(eventPage(context, event.name, kind: event.kind))
  }

  /// A message with the code, which the organiser's own program sends (RFC 6068).
  private func mail(_ event: EventReport) -> String {
    let text = language.text
    let lines = [
      text("Take part with your phone: %1", event.join),
      text("Or type this code at %1: %2", "\(base)/events", Self.typed(event.id)),
    ]
    return "mailto:?subject=\(PercentCoding.encoded(event.name))"
      + "&body=\(PercentCoding.encoded(lines.joined(separator: "\r\n")))"
  }

  /// `/events/{id}/cards`.
  func cardsPage() async throws -> Response {
    try refuseParameters()
    let base = base
    let event = try await askEvent { ask in
      try ask.demand(.showCode)
      return EventReport(try ask.store.event(ask.id, at: ask.now), base: base, at: ask.now)
    }
    let card = EventCardsContext.Card(
      id: event.id, name: event.name, typed: Self.typed(event.id), host: base)
    let context = EventCardsContext(
      id: event.id, name: event.name, cards: Array(repeating: card, count: 8))
    return try await page(eventPage(context, event.name, kind: event.kind))
  }

  /// An id in two halves, easier to read.
  static func typed(_ id: String) -> String { EventID(id)?.forPeople ?? id }
}
