internal import Foundation
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkEvents

struct EventPictureContext: EventContext {
  static let template = PageTemplate.eventPicture
  let id, title, large, page, back, name, wordsHTML: String
  let waiting, delete, rename, show, cover, hasOthers: Bool
  let newer, older, original: PageLink?
  let views: PageList<EventView>?
}

/// The pictures beside one of a gallery.
struct PictureNeighbours: Sendable {
  /// The id of the next newer picture.
  var newer: String?
  /// The id of the next older picture.
  var older: String?
  /// True if the picture is on the gallery's first page.
  let isOnFirstPage: Bool
}

extension EventCallContext {
  /// The pictures beside one in the gallery; before it opens, those of the caller.
  fileprivate func neighbours(of number: Int, isOpen: Bool) throws(EventError)
    -> PictureNeighbours
  {
    var asked = EventPicturesRequest()
    asked.isOwn = !isOpen
    (asked.after, asked.limit) = (number, EventPages.shown)
    let newer = try pictures(asked, base: "").pictures
    (asked.after, asked.before, asked.limit) = (0, number, 1)
    let older = number > 1 ? try pictures(asked, base: "").pictures : []
    return PictureNeighbours(
      newer: newer.first?.id, older: older.first?.id,
      isOnFirstPage: newer.count < EventPages.shown)
  }
}

extension Call {
  /// `/events/{id}/pictures/{picture}`.
  func eventPicturePage() async throws -> Response {
    try refuseParameters()
    let (picture, language, text) = (parameter("picture"), language, language.text)
    let pipeline = front.pipeline
    let (shown, actions, event, stops, around) = try await askEvent { ask in
      let found = try ask.store.file(
        of: picture, size: "large", in: ask.id, by: ask.caller, at: ask.now
      ).picture
      let isOpen = try ask.store.allows(.seeGallery, to: ask.caller, in: ask.id, at: ask.now)
      let names =
        isOpen ? try ask.store.names(of: [found], in: ask.id, by: ask.caller, at: ask.now) : [:]
      let me = try ask.store.role(of: ask.caller, in: ask.id, at: ask.now).guest?.id
      var actions: Set<EventAction> = []
      for action in [EventAction.download, .deletePicture, .renamePicture, .reviewPicture]
      where try ask.store.allows(
        action, to: ask.caller, in: ask.id, picture: picture, at: ask.now)
      { actions.insert(action) }
      let event = try ask.store.event(ask.id, at: ask.now)
      return (
        ask.answer(found, names: names, me: me, base: ""), actions, event,
        actions.contains(.renamePicture) ? Pipeline.items(event.settings.stops, of: pipeline) : [],
        try ask.neighbours(of: found.number, isOpen: isOpen)
      )
    }
    let title = shown.name ?? text("Picture %1", language.number(shown.number))
    let when = shown.taken ?? shown.kept
    let id = event.id.text
    let address = "/events/\(id)/pictures/\(shown.id)"
    func link(_ id: String) -> PageLink { PageLink(url: "/events/\(event.id.text)/pictures/\(id)") }
    let views = stops.map { item in
      EventView(
        key: item.id, title: item.title.isEmpty ? item.id : item.title,
        chosen: item.id == shown.stop)
    }
    let context = EventPictureContext(
      id: id, title: title, large: "\(shown.url)/large", page: address,
      back: "/events/\(id)" + (around.isOnFirstPage ? "" : "?before=\(shown.number &+ 1)")
        + "#picture-\(shown.number)",
      name: shown.name ?? "",
      wordsHTML: EventWords.sentence(
        shown.by.map { text("By %1, %2", $0, EventWords.place) } ?? EventWords.place, when, language
      ), waiting: shown.waiting, delete: actions.contains(.deletePicture),
      rename: actions.contains(.renamePicture),
      show: shown.waiting && actions.contains(.reviewPicture),
      cover: !shown.waiting && event.cover != picture && actions.contains(.reviewPicture),
      hasOthers: around.newer != nil || around.older != nil, newer: around.newer.map(link),
      older: around.older.map(link),
      original: actions.contains(.download) ? PageLink(url: "\(shown.url)/original") : nil,
      views: PageList(views))
    return try await page(
      eventPage(context, title, kind: event.settings.kind, back: event.settings.name))
  }
}
