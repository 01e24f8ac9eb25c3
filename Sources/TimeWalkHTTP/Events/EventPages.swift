internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents

/// The values of an event's page.
protocol EventContext: PageContext {
  var id: String { get }
}

struct EventPageContext: EventContext {
  static let template = PageTemplate.event
  let id, name, state, stateHTML, erasesHTML, own, ownQuery, guest, last, older, heading,
    from: String
  let pictures: [EventPictureCard]
  let everybody, live, closed, empty, choosing, mayOwn, zip, none, isOlder, organise: Bool
  let join, early, send, camera, stops: Bool
  let left: String
  let next, cover: PageLink?
}

struct EventJoinContext: EventContext {
  static let template = PageTemplate.eventJoin
  let id, name, about, stateHTML, erasesHTML: String
  let noCookies: Bool
}

struct EventNoticeContext: EventContext {
  struct Part: Decodable {
    let heading, text: String
    let headed: Bool
  }

  static let template = PageTemplate.eventNotice
  let id, title: String
  let missing: Bool
  let parts: [Part]
  /// The version to agree to.
  let agree: String?
}

struct EventHelpContext: EventContext {
  struct Report: Decodable {
    let id, browser: String
  }

  struct Contact: Decodable {
    let `operator`, email: String
  }

  static let template = PageTemplate.eventHelp
  let id: String
  let sent: Bool
  let report: Report?
  let contact: Contact?
}

/// A picture in a list.
struct EventPictureCard: Decodable {
  let id, number, page, small, large, alt, words: String
  let waiting: Bool
  var whenHTML: String?

  init(_ picture: EventPictureAnswer, _ event: String, _ language: PageLanguage) {
    id = picture.id
    number = String(picture.number)
    page = "/events/\(event)/pictures/\(picture.id)"
    small = "/v1\(page)/small"
    large = "/v1\(page)/large"
    alt = language.text("Picture %1", language.number(picture.number))
    words = picture.name ?? picture.by ?? alt
    waiting = picture.waiting
  }
}

/// The pages of events for guests; they work without scripts.
enum EventPages {
  static let routes: [Route] =
    guests + EventOrganiserPages.routes + EventWall.routes
    + [EventStopsPage.page, EventAlbum.page, EventManifest.route]

  /// The pictures on a page of a gallery; they fill rows of two to six columns.
  static let shown = 60

  private static let guests: [Route] = [
    RouteTable.page("/events/{id}", right: nil, "Shows an event: joining, sending, the gallery.") {
      call in
      try await call.eventPage()
    },
    RouteTable.page(
      "/events/{id}/join", right: nil, "Shows the page to join, also for an organiser."
    ) { call in
      try call.refuseParameters()
      return try await call.page(call.joinPage(try await call.eventSeen()))
    },
    post("/events/{id}/join", "Joins an event with a name.") { call in
      let fields = try await call.formFields()
      var asked = EventJoinRequest()
      asked.name = fields["name"]
      asked.isByCodeAlone = fields["codeAlone"] == "true"
      let cookie = try await call.joinEvent(asked).cookie
      // A browser that doesn't send the cookie to that address stores none.
      var response = call.see(
        "/events/\(call.parameter("id"))" + (cookie == nil ? "" : "?joined=true"))
      if let cookie { response.headers[.setCookie] = cookie }
      return response
    },
    post("/events/{id}/consent", "Records consent to the privacy notice.") { call in
      var asked = EventPersonRequest()
      asked.consent = try await call.formFields()["consent"] ?? ""
      _ = try await call.changePerson(asked)
      return call.see("/events/\(call.parameter("id"))")
    },
    post("/events/{id}/pictures", "Adds a picture from a form.") { call in
      try await call.receiveEventForm()
    },
    RouteTable.page("/events/{id}/pictures/{picture}", right: nil, "A picture of an event.") {
      call in
      try await call.eventPicturePage()
    },
    post("/events/{id}/pictures/{picture}/delete", "Deletes a picture permanently.") { call in
      _ = try await call.deletePicture(call.parameter("picture"))
      return call.see("/events/\(call.parameter("id"))").clearingCache
    },
    post("/events/{id}/pictures/{picture}/name", "Names a picture.") { call in
      var asked = EventPictureRequest()
      asked.name = try await call.formFields()["name"]?.trimmingCharacters(in: .whitespaces) ?? ""
      try await call.changePicture(asked)
      return call.see("/events/\(call.parameter("id"))/pictures/\(call.parameter("picture"))")
    },
    post("/events/{id}/pictures/{picture}/stop", "Sets the stop that a picture shows.") { call in
      var asked = EventPictureRequest()
      asked.stop = try await call.formFields()["stop"] ?? ""
      try await call.changePicture(asked)
      return call.see("/events/\(call.parameter("id"))/pictures/\(call.parameter("picture"))")
    },
    post("/events/{id}/some", "Redirects to a zip of the selected pictures.") { call in
      try await call.chosenPictures()
    },
    RouteTable.page("/events/{id}/me", right: nil, "Shows the caller's stored data.") { call in
      try await call.eventMePage()
    },
    post("/events/{id}/settings", "Changes the caller's name, and the language of the pages.") {
      call in try await call.saveSettings()
    },
    post("/events/{id}/leave", "Leaves an event.") { call in
      let cookie = try await call.leaveEvent()
      var response = call.see("/events/\(call.parameter("id"))")
      response.headers[.setCookie] = cookie
      return response
    },
    post("/events/{id}/erase", "Erases the caller's data.") { call in
      let cookie = try await call.erasePerson().cookie
      var response = call.see("/events/\(call.parameter("id"))").clearingCache
      response.headers[.setCookie] = cookie
      return response
    },
    RouteTable.page("/events/{id}/privacy", right: nil, "Privacy notice and terms.") { call in
      let text = call.language.text
      var shown = call.noticePage(
        try await call.askEvent { try? $0.side.policy() }, title: text("Privacy and terms"))
      // An erased event has no name any more.
      shown.back = (try? await call.eventSeen())?.event.name
      return try await call.page(shown)
    },
    RouteTable.page("/events/{id}/help", right: nil, "Shows the help of an event.") { call in
      try await call.eventHelpPage()
    },
    post("/events/{id}/report", "Reports a problem.") { call in
      let fields = try await call.formFields()
      // The browser's name is sent only with consent.
      let along = fields["browser"] == "true" ? "\n(\(call.browser))" : ""
      try await call.reportProblem((fields["text"] ?? "") + along)
      return call.see("/events/\(call.parameter("id"))/help?sent=true")
    },
  ]

  /// The address at which a stranger joins a page's event; `nil` for any other problem.
  static func entrance(_ problem: Problem, _ path: String) -> String? {
    let parts = path.split(separator: "/")
    guard problem.code == EventErrorCode.noSuchGuest.rawValue, parts.count > 2,
      parts[0] == "events", let id = EventID(String(parts[1]))
    else { return nil }
    return "/events/\(id.text)"
  }

  static func post(
    _ path: String, _ summary: String, _ run: @escaping @Sendable (Call) async throws -> Response
  ) -> Route {
    Route(method: .post, path: path, right: nil, summary: summary) { call in
      try call.refuseParameters()
      return try await run(call)
    }
  }
}

extension EventAnswer {
  func allows(_ action: EventAction) -> Bool { may.contains(action.rawValue) }
}

extension Call {
  /// The header of an event's pages.
  ///
  /// - Parameters:
  ///   - context: the values of its template.
  ///   - title: its title.
  ///   - kind: the event's kind.
  ///   - back: the event's name, for the link back to it; `nil` without a link.
  /// - Returns: the page.
  func eventPage(
    _ context: any EventContext, _ title: String, kind: EventKind = .event, back: String? = nil
  ) -> Page {
    var page = Page(
      context: context, title: title, scripts: ["event.js"], styles: ["gallery.css", "event.css"])
    page.event = context.id
    page.back = back
    page.kind = kind
    return page
  }

  /// The event as the caller may see it, for pages.
  func eventSeen() async throws -> EventAnswer {
    let base = base
    return try await askEvent { try $0.answer(base: base) }
  }

  /// The page of the privacy notice; with a version it asks for consent.
  func noticePage(_ policy: EventPolicy?, title: String, asks: Bool = false) -> Page {
    let context = EventNoticeContext(
      id: parameter("id"), title: title, missing: policy == nil,
      parts: (policy?.notice(in: language.ofNotice).parts ?? []).map { part in
        EventNoticeContext.Part(
          heading: part.heading, text: part.text, headed: !part.heading.isEmpty)
      }, agree: asks ? policy?.version : nil)
    return eventPage(context, title)
  }

  /// `/events/{id}`.
  func eventPage() async throws -> Response {
    let choose = WireField("choose", .flag, "True to select pictures for a download.")
    let joined = WireField("joined", .flag, "True after joining.")
    let values = try values(of: EventPicturesRequest.fields.map(\.wire) + [choose, joined])
    let ofPage: Set = ["id", "choose", "joined"]
    var asked = try EventPicturesRequest(values.filter { !ofPage.contains($0.key) })
    asked.limit = EventPages.shown
    let isFirst = asked.before == nil
    asked.before = asked.before ?? EventPicturesRequest.greatest
    let seen = try await eventSeen()
    let (language, text) = (language, language.text)
    let hasJoined = values["joined"] == .bool(true)
    guard let me = seen.me, me.id != nil || me.role == EventRole.organiser.rawValue else {
      return try await page(joinPage(seen, noCookies: hasJoined))
    }
    // The address may be sent to others.
    if hasJoined { return see("/events/\(seen.event.id)") }
    if me.id != nil, !me.agreed {
      return try await page(
        noticePage(
          try await askEvent { try? $0.side.policy() }, title: text("Before the first picture"),
          asks: true))
    }
    let isPublic = seen.allows(.seeGallery)
    let mayOwn = me.id != nil && seen.allows(.seeOwnGallery)
    // Until the gallery opens, a guest sees at least the own pictures.
    if !isPublic, mayOwn { asked.isOwn = true }
    let wanted = asked
    let isOpen = isPublic || wanted.isOwn
    let found =
      isOpen
      ? try await askEvent { try $0.pictures(wanted, base: "") }
      : EventPicturesAnswer(pictures: [], next: nil)
    let event = seen.event
    let mayTake = seen.allows(.downloadAll)
    let isChoosing = mayTake && !found.pictures.isEmpty && values["choose"] == .bool(true)
    let own = wanted.isOwn ? "&own=true" : ""
    let cover = isPublic ? try await cover() : nil
    let maySend = me.id != nil && seen.allows(.upload) && !isChoosing
    let context = EventPageContext(
      id: event.id, name: event.name, state: event.state.rawValue,
      stateHTML: EventWords.state(event, language),
      erasesHTML: EventWords.erases(event, language), own: wanted.isOwn ? "true" : "false",
      ownQuery: own, guest: me.id ?? "", last: String(found.pictures.first?.number ?? 0),
      older: found.next.map(String.init) ?? "",
      heading: wanted.isOwn ? text("My pictures") : text("Everybody's pictures"),
      from: String(wanted.before ?? 0),
      pictures: found.pictures.map { EventPictureCard($0, event.id, language) },
      everybody: wanted.isOwn && isPublic, live: isFirst && !isChoosing, closed: !isPublic,
      empty: isOpen && found.pictures.isEmpty, choosing: isChoosing,
      mayOwn: mayOwn && !wanted.isOwn, zip: mayTake && !isChoosing, none: found.pictures.isEmpty,
      isOlder: !isFirst && !isChoosing, organise: seen.allows(.seeCounts), join: me.id == nil,
      early: event.state == .planned, send: maySend, camera: seen.allows(.useCamera),
      stops: !event.stops.isEmpty && isPublic,
      left: text("Photos left: %1", language.number(me.photosLeft ?? 0)),
      next: found.next.map { next in
        PageLink(
          url: "/events/\(event.id)?before=\(next)\(own)\(isChoosing ? "&choose=true" : "")")
      },
      cover: cover.map { PageLink(url: "/v1/events/\(event.id)/pictures/\($0)/large") })
    return try await self.page(eventPage(context, event.name, kind: event.kind))
  }

  /// The id of the cover picture, if there is one that the caller may see.
  private func cover() async throws -> String? {
    try await askEvent { ask in
      // While it is being deleted, it isn't found.
      guard let cover = try ask.store.event(ask.id, at: ask.now).cover,
        (try? ask.store.allows(
          .seePicture, to: ask.caller, in: ask.id, picture: cover, at: ask.now)) == true
      else { return nil }
      return cover
    }
  }

  /// The page to join with a name.
  func joinPage(_ seen: EventAnswer, noCookies: Bool = false) -> Page {
    let (event, text) = (seen.event, language.text)
    let context = EventJoinContext(
      id: event.id, name: event.name,
      about: text(
        "Each guest takes up to %1 photos. All go into one gallery.",
        language.number(event.photos)), stateHTML: EventWords.state(event, language),
      erasesHTML: EventWords.erases(event, language), noCookies: noCookies)
    return eventPage(context, event.name, kind: event.kind)
  }

  /// Adds a picture from a form without scripts.
  func receiveEventForm() async throws -> Response {
    try await demandSending(PictureSending())
    let (received, type) = (front.uploads.received, request.headers[.contentType] ?? "")
    let form = try await received.receive(self, most: EventLimits.largestPicture)
    let photo = received.newFile()
    defer {
      received.discard(form)
      received.discard(photo)
    }
    _ = try await front.pool.run { () throws(TimeWalkError) in
      try Call.photo(of: form, to: photo, contentType: type)
    }.get()
    _ = try await addPicture(PictureSending(), from: photo)
    return see("/events/\(parameter("id"))")
  }

  /// `/events/{id}/help`.
  func eventHelpPage() async throws -> Response {
    let isSent = try values(of: [], and: ["sent"])["sent"] != nil
    let (seen, policy) = (
      try await eventSeen(), try await askEvent { try? $0.side.policy() }
    )
    let context = EventHelpContext(
      id: seen.event.id, sent: isSent,
      report: seen.me?.id != nil && !isSent
        ? EventHelpContext.Report(id: seen.event.id, browser: browser) : nil,
      contact: policy.map { EventHelpContext.Contact(operator: $0.operator, email: $0.email) })
    return try await page(
      eventPage(context, language.text("Help"), kind: seen.event.kind, back: seen.event.name))
  }
}
