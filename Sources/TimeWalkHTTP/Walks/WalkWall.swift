internal import Foundation
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkEvents

/// Pictures for a projector, and the films of all guests; for organisers.
enum WalkWall {
  static let routes: [Route] = [
    RouteTable.page("/walks/{id}/wall", right: nil, "The newest pictures large, for a projector.") {
      call in try await call.wallPage()
    },
    RouteTable.page("/walks/{id}/films", right: nil, "The pictures of each guest in their order.") {
      call in try await call.filmsPage()
    },
  ]

  /// How many pictures a wall begins with.
  static let newest = 40
}

extension WalkAsking {
  /// All pictures that whoever asks may see, in their order.
  func allPictures() throws(WalkFault) -> [Picture] {
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
  /// `/walks/{id}/wall`.
  func wallPage() async throws -> Response {
    try refuseParameters()
    let language = language
    let (walk, shown, last) = try await askWalk { ask in
      try ask.demand(.showCode)
      let walk = WalkReport(try ask.store.walk(ask.id, at: ask.now), base: "", at: ask.now)
      let all = try ask.allPictures()
      // What waits for a look is not for everybody's eyes.
      let newest = all.filter { !$0.isWaiting }.suffix(WalkWall.newest)
      let names = try ask.store.names(
        of: Array(newest), in: ask.id, by: ask.caller, at: ask.now)
      let shown = newest.map { ask.answer($0, names: names, me: nil, base: "") }
      return (walk, shown, all.last?.number ?? 0)
    }
    // A film is developed at the end, on a wall, too.
    let isClosed = walk.gallery == .atEnd && walk.state != .ended
    let values: [String: Any] = [
      "name": walk.name, "closed": isClosed, "any": !shown.isEmpty, "last": String(last),
      "typed": Self.typed(walk.id),
      "pictures": isClosed ? [] : shown.map { wallPicture($0, language) },
    ]
    var page = walkPage(.walkWall, walk.name, values, id: walk.id)
    page.scripts = ["wall.js"]
    return self.page(page)
  }

  private func wallPicture(_ picture: WalkPictureAnswer, _ language: PageLanguage)
    -> [String: Any]
  {
    [
      "id": picture.id,
      "words": [picture.name, picture.by].compactMap(\.self).joined(separator: " · "),
      "alt": language.text("Picture %1", language.number(picture.number)),
    ]
  }

  /// `/walks/{id}/films`.
  func filmsPage() async throws -> Response {
    try refuseParameters()
    let language = language
    let (walk, people, pictures) = try await askWalk { ask in
      (
        try ask.store.walk(ask.id, at: ask.now).settings.name,
        try ask.store.people(of: ask.id, by: ask.caller, at: ask.now).map(\.guest),
        Dictionary(grouping: try ask.allPictures(), by: \.guest)
      )
    }
    let id = parameter("id")
    let films = people.filter { pictures[$0.id] != nil }.sorted {
      // Who sent first is first: that doesn't change, whatever comes later.
      (pictures[$0.id]?.first?.number ?? 0) < (pictures[$1.id]?.first?.number ?? 0)
    }.map { guest -> [String: Any] in
      [
        "name": guest.name ?? "–",
        "pictures": (pictures[guest.id] ?? []).map { picture -> [String: Any] in
          [
            "page": "/walks/\(id)/pictures/\(picture.id)", "waiting": picture.isWaiting,
            "small": "/v1/walks/\(id)/pictures/\(picture.id)/small",
            "alt": language.text("Picture %1", language.number(picture.number)),
          ]
        },
      ]
    }
    return page(
      walkPage(
        .walkFilms, language.text("Films"),
        ["name": walk, "none": films.isEmpty, "films": films], id: id))
  }
}
