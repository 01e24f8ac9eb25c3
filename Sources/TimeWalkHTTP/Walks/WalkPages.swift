internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents

/// Pages of walks for guests, which work without scripts.
enum WalkPages {
  static let routes: [Route] =
    guests + WalkOrganiserPages.routes + WalkWall.routes
    + [WalkStopsPage.page, WalkManifest.route]

  /// How many pictures a page of a gallery has: rows of two to six columns are full.
  static let shown = 60

  private static let guests: [Route] = [
    RouteTable.page("/walks/{id}", right: nil, "A walk: coming in, sending, the gallery.") { call in
      try await call.walkPage()
    },
    RouteTable.page("/walks/{id}/join", right: nil, "Coming in, also for an organiser.") { call in
      try call.refuseParameters()
      return call.page(call.joinPage(try await call.walkSeen()))
    },
    post("/walks/{id}/join", "Comes into a walk with a name.") { call in
      let fields = try await call.formFields()
      var asked = WalkJoiningRequest()
      asked.name = fields["name"]
      asked.isByCodeAlone = fields["codeAlone"] == "true"
      let cookie = try await call.joinWalk(asked).cookie
      var response = call.see("/walks/\(call.parameter("id"))")
      if let cookie { response.headers[.setCookie] = cookie }
      return response
    },
    post("/walks/{id}/consent", "Records consent to the privacy notice.") { call in
      var asked = WalkPersonRequest()
      asked.consent = try await call.formFields()["consent"] ?? ""
      _ = try await call.changePerson(asked)
      return call.see("/walks/\(call.parameter("id"))")
    },
    post("/walks/{id}/pictures", "Takes a picture in that a form sends.") { call in
      try await call.receiveWalkForm()
    },
    RouteTable.page("/walks/{id}/pictures/{picture}", right: nil, "A picture of a walk.") { call in
      try await call.walkPicturePage()
    },
    post("/walks/{id}/pictures/{picture}/delete", "Deletes a picture for good.") { call in
      _ = try await call.deletePicture(call.parameter("picture"))
      return call.see("/walks/\(call.parameter("id"))")
    },
    post("/walks/{id}/pictures/{picture}/name", "Names a picture.") { call in
      var asked = WalkPictureRequest()
      asked.name = try await call.formFields()["name"]?.trimmingCharacters(in: .whitespaces) ?? ""
      try await call.changePicture(asked)
      return call.see("/walks/\(call.parameter("id"))/pictures/\(call.parameter("picture"))")
    },
    post("/walks/{id}/pictures/{picture}/stop", "Says which view a picture shows.") { call in
      var asked = WalkPictureRequest()
      asked.stop = try await call.formFields()["stop"] ?? ""
      try await call.changePicture(asked)
      return call.see("/walks/\(call.parameter("id"))/pictures/\(call.parameter("picture"))")
    },
    post("/walks/{id}/some", "Leads to a zip of the pictures that were ticked.") { call in
      try await call.chosenPictures()
    },
    RouteTable.page("/walks/{id}/me", right: nil, "What is kept of oneself.") { call in
      try await call.walkMePage()
    },
    post("/walks/{id}/settings", "Corrects a name, and chooses the language of the pages.") {
      call in try await call.saveSettings()
    },
    post("/walks/{id}/leave", "Goes out of a walk.") { call in
      let cookie = try await call.leaveWalk()
      var response = call.see("/walks/\(call.parameter("id"))")
      response.headers[.setCookie] = cookie
      return response
    },
    post("/walks/{id}/erase", "Erases whoever asks.") { call in
      let cookie = try await call.erasePerson().cookie
      var response = call.see("/walks/\(call.parameter("id"))")
      response.headers[.setCookie] = cookie
      return response
    },
    RouteTable.page("/walks/{id}/privacy", right: nil, "Privacy notice and terms.") { call in
      let text = call.language.text
      return call.page(
        call.noticePage(
          try await call.askWalk { try? $0.side.policy() }, title: text("Privacy and terms")))
    },
    RouteTable.page("/walks/{id}/help", right: nil, "Help with a walk.") { call in
      try await call.walkHelpPage()
    },
    post("/walks/{id}/report", "Reports a problem.") { call in
      let fields = try await call.formFields()
      // Which browser it is goes along only where that was agreed to.
      let along = fields["browser"] == "true" ? "\n(\(call.browser))" : ""
      try await call.reportProblem((fields["text"] ?? "") + along)
      return call.see("/walks/\(call.parameter("id"))/help?sent=true")
    },
  ]

  /// Where a stranger comes into the walk of a page; `nil` for any other problem.
  static func entrance(_ problem: Problem, _ path: String) -> String? {
    let parts = path.split(separator: "/")
    guard problem.code == WalkFault.Code.noSuchGuest.rawValue, parts.count > 2,
      parts[0] == "walks", let id = WalkID(String(parts[1]))
    else { return nil }
    return "/walks/\(id.text)"
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

extension WalkAnswer {
  func allows(_ action: WalkAction) -> Bool { may.contains(action.rawValue) }
}

extension Call {
  /// What the pages of a walk begin with.
  func walkPage(
    _ template: PageTemplate, _ title: String, _ values: [String: Any], id: String
  ) -> Page {
    var values = values
    values["id"] = id
    var page = Page(
      template: template, title: title, values: values, scripts: ["walk.js"], styles: ["walk.css"])
    page.walk = id
    return page
  }

  /// The walk as whoever asks sees it, for pages.
  func walkSeen() async throws -> WalkAnswer {
    let base = base
    return try await askWalk { try $0.answer(base: base) }
  }

  /// The privacy notice; with a version it asks for consent.
  func noticePage(_ policy: WalkPolicy?, title: String, asks: Bool = false) -> Page {
    var values: [String: Any] = [
      "title": title, "missing": policy == nil,
      "parts": (policy?.notice(in: language.ofNotice).parts ?? []).map { part in
        ["heading": part.heading, "headed": !part.heading.isEmpty, "text": part.text]
          as [String: Any]
      },
    ]
    if asks, let policy {
      values["agree"] = ["version": policy.version, "id": parameter("id")]
    }
    return walkPage(.walkNotice, title, values, id: parameter("id"))
  }

  /// `/walks/{id}`.
  func walkPage() async throws -> Response {
    let choose = WireField("choose", .flag, "Whether pictures are chosen to be downloaded.")
    let values = try values(of: WalkPicturesRequest.fields.map(\.wire) + [choose])
    var asked = try WalkPicturesRequest(values.filter { !["id", "choose"].contains($0.key) })
    asked.limit = WalkPages.shown
    let isFirst = asked.before == nil
    asked.before = asked.before ?? WalkPicturesRequest.greatest
    let seen = try await walkSeen()
    let (language, text) = (language, language.text)
    guard let me = seen.me, me.id != nil || me.role == WalkRole.organiser.rawValue else {
      return page(joinPage(seen))
    }
    if me.id != nil, !me.agreed {
      return page(
        noticePage(
          try await askWalk { try? $0.side.policy() }, title: text("Before the first picture"),
          asks: true))
    }
    let wanted = asked
    let isOpen = seen.allows(.seeGallery) || wanted.isOwn
    let found =
      isOpen
      ? try await askWalk { try $0.pictures(wanted, base: "") }
      : WalkPicturesAnswer(pictures: [], next: nil)
    let walk = seen.walk
    let mayTake = seen.allows(.downloadAll)
    let isChoosing = mayTake && !found.pictures.isEmpty && values["choose"] == .bool(true)
    let own = wanted.isOwn ? "&own=true" : ""
    var page: [String: Any] = [
      "name": walk.name, "state": walk.state.rawValue,
      "stateHTML": WalkWords.state(walk, language),
      "own": wanted.isOwn ? "true" : "false", "guest": me.id ?? "",
      "isOwn": wanted.isOwn, "last": String(found.pictures.first?.number ?? 0),
      "live": isFirst && !isChoosing, "older": found.next.map(String.init) ?? "",
      "heading": wanted.isOwn ? text("My pictures") : text("Everybody's pictures"),
      "closed": !isOpen, "empty": isOpen && found.pictures.isEmpty,
      "pictures": found.pictures.map { picture in
        card(picture, walk.id, language).merging(["choosing": isChoosing]) { $1 }
      },
      "choosing": isChoosing, "mayOwn": me.id != nil && seen.allows(.seeOwnGallery),
      "zip": mayTake && !isChoosing, "none": found.pictures.isEmpty, "ownQuery": own,
      "isOlder": !isFirst && !isChoosing,
      "from": String(wanted.before ?? 0),
      "organise": seen.allows(.seeCounts), "join": me.id == nil,
      "erasesHTML": WalkWords.erases(walk, language),
    ]
    if me.id != nil, seen.allows(.upload), !isChoosing {
      page["send"] = true
      page["camera"] = seen.allows(.useCamera)
      page["left"] = text("Photos left: %1", language.number(me.photosLeft ?? 0))
    }
    if let next = found.next {
      page["next"] = [
        "url": "/walks/\(walk.id)?before=\(next)\(own)\(isChoosing ? "&choose=true" : "")"
      ]
    }
    page["stops"] = !walk.stops.isEmpty && seen.allows(.seeGallery)
    return self.page(walkPage(.walk, walk.name, page, id: walk.id))
  }

  /// Coming in with a name.
  func joinPage(_ seen: WalkAnswer) -> Page {
    let (walk, text) = (seen.walk, language.text)
    return walkPage(
      .walkJoin, walk.name,
      [
        "name": walk.name,
        "about": text(
          "Everybody takes up to %1 photos, and all of them go into one gallery.",
          language.number(walk.photos)), "stateHTML": WalkWords.state(walk, language),
        "erasesHTML": WalkWords.erases(walk, language),
      ], id: walk.id)
  }

  /// A picture in a list.
  func card(_ picture: WalkPictureAnswer, _ walk: String, _ language: PageLanguage)
    -> [String: Any]
  {
    let number = language.text("Picture %1", language.number(picture.number))
    return [
      "id": picture.id, "number": String(picture.number),
      "page": "/walks/\(walk)/pictures/\(picture.id)",
      "small": "/v1/walks/\(walk)/pictures/\(picture.id)/small", "alt": number,
      "words": picture.name ?? picture.by ?? number,
    ]
  }

  /// Takes a picture in that a form without scripts sent.
  func receiveWalkForm() async throws -> Response {
    try await demandSending(PictureSending())
    try checkLength(min(front.options.limits.photoBytes, WalkLimits.largestPicture))
    let form = try await front.uploads.receive(request.body, note)
    let (uploads, type) = (front.uploads, request.headers[.contentType] ?? "")
    let photo = uploads.newFile()
    defer {
      uploads.discard(form)
      uploads.discard(photo)
    }
    _ = try await front.room.run { () throws(WalkError) in
      try Call.photo(of: form, to: photo, contentType: type)
    }.get()
    _ = try await addPicture(PictureSending(), from: photo)
    return see("/walks/\(parameter("id"))")
  }

  /// `/walks/{id}/pictures/{picture}`.
  func walkPicturePage() async throws -> Response {
    try refuseParameters()
    let (picture, language, text) = (parameter("picture"), language, language.text)
    let walker = front.walker
    let (shown, actions, walk, stops) = try await askWalk { ask in
      let found = try ask.store.file(
        of: picture, size: "large", in: ask.id, by: ask.caller, at: ask.now
      ).picture
      let isOpen = try ask.store.allows(.seeGallery, to: ask.caller, in: ask.id, at: ask.now)
      let names =
        isOpen ? try ask.store.names(of: [found], in: ask.id, by: ask.caller, at: ask.now) : [:]
      let me = try ask.store.role(of: ask.caller, in: ask.id, at: ask.now).guest?.id
      var actions: Set<WalkAction> = []
      for action in [WalkAction.download, .deletePicture, .renamePicture, .reviewPicture]
      where try ask.store.allows(
        action, to: ask.caller, in: ask.id, picture: picture, at: ask.now)
      { actions.insert(action) }
      let stops = try ask.store.walk(ask.id, at: ask.now).settings.stops
      return (
        ask.answer(found, names: names, me: me, base: ""), actions, ask.id,
        actions.contains(.renamePicture) ? Walker.items(stops, of: walker) : []
      )
    }
    let title = shown.name ?? text("Picture %1", language.number(shown.number))
    let when = shown.taken ?? shown.kept
    let id = walk.text
    let address = "/walks/\(id)/pictures/\(shown.id)"
    var values: [String: Any] = [
      "title": title, "large": "\(shown.url)/large", "back": "/walks/\(id)", "page": address,
      "name": shown.name ?? "", "waiting": shown.waiting,
      "wordsHTML": WalkWords.sentence(
        shown.by.map { text("By %1, %2", $0, WalkWords.place) } ?? WalkWords.place, when, language),
      "delete": actions.contains(.deletePicture), "rename": actions.contains(.renamePicture),
      "show": shown.waiting && actions.contains(.reviewPicture),
    ]
    if !stops.isEmpty {
      values["views"] = [
        "all": stops.map { item -> [String: Any] in
          [
            "key": item.id, "title": item.title.isEmpty ? item.id : item.title,
            "chosen": item.id == shown.stop,
          ]
        }
      ]
    }
    if actions.contains(.download) { values["original"] = ["url": "\(shown.url)/original"] }
    return page(walkPage(.walkPicture, title, values, id: id))
  }

  /// `/walks/{id}/help`.
  func walkHelpPage() async throws -> Response {
    try refuseParameters(but: ["sent"])
    let isSent = try values(of: [])["sent"] != nil
    let (seen, policy) = (
      try await walkSeen(), try await askWalk { try? $0.side.policy() }
    )
    var values: [String: Any] = ["sent": isSent]
    if seen.me?.id != nil, !isSent { values["report"] = ["id": seen.walk.id, "browser": browser] }
    if let policy { values["contact"] = ["operator": policy.operator, "email": policy.email] }
    return page(walkPage(.walkHelp, language.text("Help"), values, id: seen.walk.id))
  }
}
