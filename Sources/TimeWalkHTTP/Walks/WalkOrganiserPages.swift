internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents

/// Pages of walks for organisers, and the page that leads into walks.
enum WalkOrganiserPages {
  static let routes: [Route] = [
    RouteTable.page("/walks", right: nil, "Goes into a walk by its code; walks of an organiser.") {
      call in try await call.walksPage()
    },
    WalkPages.post("/walks", "Makes a walk.") { call in
      let walk = try await call.makeWalk(WalkForm.settings(try await call.formFields()))
      return call.see("/walks/\(walk.id)/organise")
    },
    WalkPages.post("/walks/sign-in", "Signs an organiser in.") { call in
      let fields = try await call.formFields()
      var asked = AccountRequest()
      (asked.name, asked.passphrase) = (fields["name"], fields["passphrase"])
      let cookie = try await call.signInOrganiser(asked)
      var response = call.see("/walks")
      response.headers[.setCookie] = cookie
      return response
    },
    WalkPages.post("/walks/sign-out", "Signs an organiser out.") { call in
      var response = call.see("/walks")
      response.headers[.setCookie] = call.signOutOrganiser()
      return response
    },
    RouteTable.page("/walks/{id}/organise", right: nil, "Looking after a walk.") { call in
      try await call.organisePage()
    },
    RouteTable.page("/walks/{id}/cards", right: nil, "Cards with a walk's code, to be printed.") {
      call in try await call.cardsPage()
    },
    RouteTable.page("/walks/{id}/change", right: nil, "Changes a walk that has not begun.") {
      call in try await call.changeWalkPage()
    },
    WalkPages.post("/walks/{id}/change", "Changes a walk that has not begun.") { call in
      var asked = try WalkForm.settings(try await call.formFields())
      // A form sends nothing for what isn't ticked, and for what was emptied.
      asked.review = asked.review ?? false
      asked.positions = asked.positions ?? false
      asked.stops = asked.stops ?? ""
      _ = try await call.changeWalk(asked)
      return call.see("/walks/\(call.parameter("id"))/organise")
    },
    WalkPages.post("/walks/{id}/pictures/{picture}/show", "Lets everybody see a picture.") { call in
      var asked = WalkPictureRequest()
      asked.isShown = true
      try await call.changePicture(asked)
      return call.see("/walks/\(call.parameter("id"))/organise")
    },
    WalkPages.post("/walks/{id}/close", "Ends a walk now.") { call in
      _ = try await call.closeWalk()
      return call.see("/walks/\(call.parameter("id"))/organise")
    },
    WalkPages.post("/walks/{id}/extend", "Ends a walk later.") { call in
      let fields = try await call.formFields()
      guard let hours = fields["hours"].flatMap(Double.init), (1...720).contains(hours) else {
        throw WalkError(.invalidValue, "hours must be within 1 to 720", field: "hours")
      }
      let ends = try await call.walkSeen().walk.ends
      let later = try WalkTimes.date(ends, field: "ends").addingTimeInterval(hours * 3600)
      _ = try await call.extendWalk(to: WalkTime.text(later))
      return call.see("/walks/\(call.parameter("id"))/organise")
    },
    WalkPages.post("/walks/{id}/remove", "Takes a walk away for good.") { call in
      _ = try await call.removeWalk()
      return call.see("/walks")
    },
  ]
}

extension Call {
  /// `/walks`.
  func walksPage() async throws -> Response {
    try refuseParameters(but: ["id"])
    if let typed = try values(of: [])["id"]?.string {
      guard let id = WalkID(typed) else {
        throw Problem(
          WalkFault(.noSuchWalk, "there is no walk of this id"), names: front.answers.names)
      }
      return see("/walks/\(id.text)")
    }
    let (language, text) = (language, language.text)
    var values: [String: Any] = [:]
    if organiser != .nobody {
      let walks = try await ownWalks()
      let hasPolicy = try await askWalks { (try? $0.policy()) != nil }
      values["organiser"] = [
        "none": walks.isEmpty, "noPolicy": !hasPolicy,
        "formHTML": PageTemplate.walkForm.html(language, ["hours": "24", "photos": "24"]),
        "walks": walks.map { walk in
          ["id": walk.id, "name": walk.name, "stateHTML": WalkWords.state(walk, language)]
        },
      ]
    }
    return page(
      Page(
        template: .walks, title: text("Walks together"), values: values, scripts: ["walk.js"],
        styles: ["walk.css"]))
  }

  /// `/walks/{id}/organise`.
  func organisePage() async throws -> Response {
    try refuseParameters()
    let (language, seen) = (language, try await walkSeen())
    let (counts, people, reports, waiting) = try await askWalk { ask in
      var asked = WalkPicturesRequest()
      asked.limit = 500
      var waiting: [WalkPictureAnswer] = []
      // What waits is looked for page by page; there is little of it.
      while true {
        let page = try ask.pictures(asked, base: "")
        waiting += page.pictures.filter(\.waiting)
        guard let next = page.next, waiting.count < 100 else { break }
        asked.after = next
      }
      return (
        try ask.store.counts(of: ask.id, by: ask.caller, at: ask.now),
        try ask.store.people(of: ask.id, by: ask.caller, at: ask.now).map {
          (name: $0.guest.name, pictures: $0.pictures)
        }, try ask.store.reports(of: ask.id, by: ask.caller, at: ask.now), waiting
      )
    }
    let (walk, faults) = (seen.walk, front.faults.all)
    let values: [String: Any] = [
      "name": walk.name, "stateHTML": WalkWords.state(walk, language), "typed": Self.typed(walk.id),
      "join": walk.join, "pictures": language.number(counts.pictures),
      "people": language.number(counts.people), "downloads": language.number(counts.downloads),
      "hours": counts.hours.map { hour in
        [
          "beginsHTML": WalkWords.moment(hour.begins, language),
          "pictures": language.number(hour.pictures), "downloads": language.number(hour.downloads),
        ]
      }, "noneWaiting": waiting.isEmpty,
      "waiting": waiting.map { card($0, walk.id, language) },
      "films": people.map { person in
        ["name": person.name ?? "–", "pictures": language.number(person.pictures)]
      }, "reports": reports, "noReports": reports.isEmpty, "running": seen.allows(.closeWalk),
      "planned": seen.allows(.changeWalk), "stops": !walk.stops.isEmpty, "noFaults": faults.isEmpty,
      "anyHours": !counts.hours.isEmpty, "noFilms": people.isEmpty,
      "faults": faults.map { fault in
        [
          "text": fault.text, "page": fault.page, "browser": fault.browser,
          "count": language.number(fault.count),
        ]
      },
      "erasesHTML": WalkWords.erases(walk, language),
    ]
    return page(walkPage(.walkOrganise, walk.name, values, id: walk.id))
  }

  /// `/walks/{id}/cards`.
  func cardsPage() async throws -> Response {
    try refuseParameters()
    let base = base
    let walk = try await askWalk { ask in
      try ask.demand(.showCode)
      return WalkReport(try ask.store.walk(ask.id, at: ask.now), base: base, at: ask.now)
    }
    let card = [
      "id": walk.id, "name": walk.name, "typed": Self.typed(walk.id), "join": walk.join,
    ]
    return page(
      walkPage(
        .walkCards, walk.name,
        ["name": walk.name, "cards": Array(repeating: card, count: 8)], id: walk.id))
  }

  /// An id in two halves.
  static func typed(_ id: String) -> String { WalkID(id)?.forPeople ?? id }
}
