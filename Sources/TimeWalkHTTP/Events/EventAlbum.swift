internal import Foundation
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkEvents

struct EventAlbumContext: EventContext {
  static let template = PageTemplate.eventAlbum
  let id, name: String
  let stops: [EventStopCard]
  let pictures: [EventPictureCard]
  let next: PageLink?
}

/// `/events/{id}/album`: the pictures of an event to print, then beside now first.
enum EventAlbum {
  static let page = RouteTable.page(
    "/events/{id}/album", right: nil, "Shows the pictures of an event to print."
  ) { call in try await call.albumPage() }
}

extension Call {
  /// `/events/{id}/album`, for the organiser; a page has as many pictures as one of the gallery.
  fileprivate func albumPage() async throws -> Response {
    let after = try values(of: [], and: ["after"])["after"]?.string.flatMap { Int($0) } ?? 0
    let (language, text) = (language, language.text)
    let (event, taken, found) = try await askEvent { ask in
      try ask.demand(.exportEvent)
      var asked = EventPicturesRequest()
      (asked.after, asked.limit) = (max(0, after), EventPages.shown)
      return (
        try ask.store.event(ask.id, at: ask.now), after == 0 ? try ask.taken() : [:],
        try ask.pictures(asked, base: "")
      )
    }
    let id = event.id.text
    let stops = try await stops(of: event, taken: taken, mayTake: false).cards
    let context = EventAlbumContext(
      id: id, name: event.settings.name, stops: stops.filter { $0.old != nil && !$0.untaken },
      pictures: found.pictures.filter { !$0.waiting }.map { picture in
        var card = EventPictureCard(picture, id, language)
        card.whenHTML = EventWords.moment(picture.taken ?? picture.kept, language)
        return card
      }, next: found.next.map { PageLink(url: "/events/\(id)/album?after=\($0)") })
    return try await page(eventPage(context, text("Album"), kind: event.settings.kind))
  }
}
