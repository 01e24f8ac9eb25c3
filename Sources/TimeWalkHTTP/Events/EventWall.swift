internal import Foundation
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkEvents

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
    let values: [String: Any] = [
      "name": event.name, "closed": isClosed, "any": !shown.isEmpty, "last": String(last),
      "typed": Self.typed(event.id),
      "pictures": isClosed ? [] : shown.map { wallPicture($0, language) },
    ]
    var page = eventPage(.eventWall, event.name, values, id: event.id, kind: event.kind)
    page.scripts = ["wall.js"]
    return try await self.page(page)
  }

  private func wallPicture(_ picture: EventPictureAnswer, _ language: PageLanguage)
    -> [String: Any]
  {
    [
      "id": picture.id,
      "words": [picture.name, picture.by].compactMap(\.self).joined(separator: " · "),
      "alt": language.text("Picture %1", language.number(picture.number)),
    ]
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
    }.map { guest -> [String: Any] in
      [
        "name": guest.name ?? "–",
        "pictures": (pictures[guest.id] ?? []).map { picture -> [String: Any] in
          [
            "page": "/events/\(id)/pictures/\(picture.id)", "waiting": picture.isWaiting,
            "small": "/v1/events/\(id)/pictures/\(picture.id)/small",
            "alt": language.text("Picture %1", language.number(picture.number)),
          ]
        },
      ]
    }
    return try await page(
      eventPage(
        .eventFilms, language.text("Films"),
        ["none": films.isEmpty, "films": films], id: id, kind: event.kind, back: event.name))
  }
}
