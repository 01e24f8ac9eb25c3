internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import TimeWalk
internal import TimeWalkEvents

struct EventStopsContext: EventContext {
  static let template = PageTemplate.eventStops
  let id, planHTML: String
  let stops: [EventStopCard]
  /// The first one without a picture, if the caller may take one.
  let next: EventStopCard?
  let file, mainFile: Bool
}

/// A stop with its old picture, and those that guests took.
struct EventStopCard: Decodable {
  struct Old: Decodable {
    let url, alt, year, credits: String
  }

  struct Away: Decodable {
    let year: String
  }

  struct Again: Decodable {
    let url: String
  }

  let number, title: String
  let untaken: Bool
  let pictures: [EventPictureCard]
  var more: PageWords?
  var old: Old?
  var away: Away?
  var again: Again?
}

/// The stops of an event, then beside now: a page, and the same in one file.
enum EventStopsPage {
  /// The longest side of an old picture in the file, pixels.
  private static let side = 1152
  /// The most pictures of guests in the file in their large size.
  private static let mostLarge = 40

  static let page = RouteTable.page(
    "/events/{id}/stops", right: nil, "Shows the stops, then beside now."
  ) { call in try await call.stopsPage() }

  static let file = Route(
    method: .get, path: "/v1/events/{id}/then-and-now", right: nil,
    summary:
      "Returns all stops of the event, then beside now, as a page in one file; for the organiser.",
    fields: [RouteTable.eventID], answer: .file("text/html")
  ) { call in
    try call.refuseParameters()
    let (front, text) = (call.front, call.language.text)
    let (name, id, stops) = try await call.askEvent(.photo) { ask in
      try ask.demand(.exportEvent)
      let event = try ask.store.event(ask.id, at: ask.now)
      let all = try ask.taken()
      let count = all.values.reduce(0) { $0 + $1.count }
      var remaining = EventStops.mostOnPage
      let stops = try Pipeline.items(event.settings.stops, of: front.pipeline).map { item in
        let pictures = (all[item.id] ?? []).prefix(remaining)
        remaining -= pictures.count
        return EventStop(
          item: item, old: try? front.itemPicture(item.id, side: side),
          taken: try pictures.map { picture in
            let size = count > mostLarge ? "small" : "large"
            let path = try ask.store.file(
              of: picture.id, size: size, in: ask.id, by: ask.caller, at: ask.now
            ).path
            return EventStop.GuestPicture(
              bytes: [UInt8](FileManager.default.contents(atPath: path) ?? Data()),
              words: picture.by ?? "")
          })
      }
      return (event.settings.name, ask.id.text, stops)
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
        .contentDisposition: "attachment; filename=\"timewalk-\(id).html\"",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: EventStops.page(of: name, stops, in: text))))
  }
}

extension Pipeline {
  /// The stops of an event that are in the archive.
  static func items(_ stops: [String], of pipeline: Pipeline) -> [ItemReport] {
    stops.compactMap { try? pipeline.item($0) }
  }
}

extension EventCallContext {
  /// The pictures that the caller may see, by stop.
  func taken() throws(EventError) -> [String: [EventPictureAnswer]] {
    let shown = try allPictures().filter { !$0.stops.isEmpty && !$0.isWaiting }
    let names = try store.names(of: shown, in: id, by: caller, at: now)
    let me = try store.role(of: caller, in: id, at: now).guest?.id
    return Dictionary(grouping: shown.map { answer($0, names: names, me: me, base: "") }) {
      $0.stop ?? ""
    }
  }
}

extension Call {
  /// `/events/{id}/stops`.
  func stopsPage() async throws -> Response {
    try refuseParameters()
    let text = language.text
    let (event, all, mayTake, mayExport) = try await askEvent { ask in
      try ask.demand(.seeGallery)
      let mayTake = try ask.store.allows(.useCamera, to: ask.caller, in: ask.id, at: ask.now)
      let mayExport = try ask.store.allows(.exportEvent, to: ask.caller, in: ask.id, at: ask.now)
      return (try ask.store.event(ask.id, at: ask.now), try ask.taken(), mayTake, mayExport)
    }
    let (items, stops) = try await stops(of: event, taken: all, mayTake: mayTake)
    let context = EventStopsContext(
      id: event.id.text, planHTML: EventStops.plan(of: items, in: text) ?? "",
      stops: stops, next: stops.first { $0.untaken && $0.again != nil }, file: mayExport,
      mainFile: mayExport && !mayTake)
    return try await page(
      eventPage(
        context, text("Then and now"), kind: event.settings.kind, back: event.settings.name))
  }

  /// The stops of an event that are in the archive, and their cards.
  func stops(
    of event: Event, taken all: [String: [EventPictureAnswer]], mayTake: Bool
  ) async throws -> (items: [ItemReport], cards: [EventStopCard]) {
    let (pipeline, language, text) = (front.pipeline, language, language.text)
    let id = event.id.text
    let places = event.settings.stops
    let items = try await front.pool.run(.search) { () throws(TimeWalkError) in
      Pipeline.items(places, of: pipeline)
    }
    var remaining = EventStops.mostOnPage
    let cards = items.enumerated().map { index, item in
      let year = text.year(item.date.map(ItemWords.year) ?? "undated")
      let title = ItemWords.title(item.title, or: item.id, beside: year)
      let (pictures, all) = ((all[item.id] ?? []).prefix(remaining), all[item.id]?.count ?? 0)
      remaining -= pictures.count
      var stop = EventStopCard(
        number: String(index + 1), title: title, untaken: all == 0,
        pictures: pictures.map { EventPictureCard($0, id, language) })
      if pictures.count < all {
        stop.more = PageWords(words: text("%1 more", language.number(all - pictures.count)))
      }
      if item.media?.path != nil, let place = places.firstIndex(of: item.id) {
        stop.old = EventStopCard.Old(
          url: "/events/\(id)/stops/\(place + 1)/picture", alt: title, year: year,
          credits: [item.creator, item.credit].compactMap(\.self).joined(separator: ", "))
      } else {
        stop.away = EventStopCard.Away(year: year)
      }
      if mayTake {
        stop.again = EventStopCard.Again(
          url: "/events/\(id)/camera?stop=\(PercentCoding.encoded(item.id))")
      }
      return stop
    }
    return (items, cards)
  }
}
