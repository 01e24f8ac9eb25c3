internal import Foundation
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkEvents

struct EventWallContext: EventContext {
  struct Picture: Decodable {
    let id, words, alt: String
  }

  static let template = PageTemplate.eventWall
  let id, name, last, typed: String
  let closed, any: Bool
  let pictures: [Picture]
}

struct EventFilmsContext: EventContext {
  struct Film: Decodable {
    let name: String
    let pictures: [Picture]
  }

  struct Picture: Decodable {
    let page, small, alt: String
    let waiting: Bool
  }

  static let template = PageTemplate.eventFilms
  let id, name: String
  let none: Bool
  let films: [Film]
}

/// The pictures for a projector, and the films of all guests; for organisers.
enum EventWall {
  static let routes: [Route] = [
    RouteTable.page(
      "/events/{id}/wall", right: nil, "Shows the newest pictures large, for a projector."
    ) {
      call in try await call.wallPage()
    },
    RouteTable.page("/events/{id}/films", right: nil, "Shows the pictures of each guest in order.")
    {
      call in try await call.filmsPage()
    },
  ]

  /// The number of pictures that the wall shows first.
  static let newest = 40
}

extension EventCallContext {
  /// All pictures that the caller may see, in order.
  func allPictures() throws(EventError) -> [Picture] {
    var all: [Picture] = []
    while true {
      let page = try store.gallery(
        of: id, by: caller, after: all.last?.number ?? 0, limit: 500, at: now)
      all += page
      guard page.count == 500 else { return all }
    }
  }
}

extension Call {
  /// `/events/{id}/wall`.
  func wallPage() async throws -> Response {
    try refuseParameters()
    let language = language
    let (event, shown, last) = try await askEvent { ask in
      try ask.demand(.showCode)
      let event = EventReport(try ask.store.event(ask.id, at: ask.now), base: "", at: ask.now)
      let all = try ask.allPictures()
      // Waiting pictures aren't shown.
      let newest = all.filter { !$0.isWaiting }.suffix(EventWall.newest)
      let names = try ask.store.names(
        of: Array(newest), in: ask.id, by: ask.caller, at: ask.now)
      let shown = newest.map { ask.answer($0, names: names, me: nil, base: "") }
      return (event, shown, all.last?.number ?? 0)
    }
    // The wall shows films only after the end of the event, too.
    let isClosed = event.gallery == .atEnd && event.state != .ended
    let context = EventWallContext(
      id: event.id, name: event.name, last: String(last), typed: Self.typed(event.id),
      closed: isClosed, any: !shown.isEmpty,
      pictures: isClosed
        ? []
        : shown.map { picture in
          EventWallContext.Picture(
            id: picture.id,
            words: [picture.name, picture.by].compactMap(\.self).joined(separator: " · "),
            alt: language.text("Picture %1", language.number(picture.number)))
        })
    var page = eventPage(context, event.name, kind: event.kind)
    page.scripts = ["wall.js"]
    return try await self.page(page)
  }

  /// `/events/{id}/films`.
  func filmsPage() async throws -> Response {
    try refuseParameters()
    let language = language
    let (event, people, pictures) = try await askEvent { ask in
      (
        try ask.store.event(ask.id, at: ask.now).settings,
        try ask.store.people(of: ask.id, by: ask.caller, at: ask.now).map(\.guest),
        Dictionary(grouping: try ask.allPictures(), by: \.guest)
      )
    }
    let id = parameter("id")
    let films = people.filter { pictures[$0.id] != nil }.sorted {
      // Guests are ordered by their first picture: new pictures don't change the order.
      (pictures[$0.id]?.first?.number ?? 0) < (pictures[$1.id]?.first?.number ?? 0)
    }.map { guest in
      EventFilmsContext.Film(
        name: guest.name ?? "–",
        pictures: (pictures[guest.id] ?? []).map { picture in
          EventFilmsContext.Picture(
            page: "/events/\(id)/pictures/\(picture.id)",
            small: "/v1/events/\(id)/pictures/\(picture.id)/small",
            alt: language.text("Picture %1", language.number(picture.number)),
            waiting: picture.isWaiting)
        })
    }
    return try await page(
      eventPage(
        EventFilmsContext(id: id, name: event.name, none: films.isEmpty, films: films),
        language.text("Films"), kind: event.kind, back: event.name))
  }
}
