internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import TimeWalk
internal import TimeWalkEvents

/// The data of an event for the camera page.
struct EventFilm: Codable, Sendable {
  /// A stop: a view to find.
  struct Stop: Codable, Sendable {
    var id: String
    var title: String
    var latitude: Double
    var longitude: Double
    var locationOf: String
    var heading: Double?
    var pitch: Double?
    var fieldOfView: Double?
    /// The address of its picture; absent if the archive has no file.
    var picture: String?
  }

  /// The event.
  var id: String
  /// Its title.
  var name: String
  /// The guest's id; photos that wait on a phone are sent only by this guest.
  var guest: String
  /// The greatest number of the guest's photos.
  var photos: Int
  /// The number of them that are left.
  var left: Int
  /// True if the event shows positions; if not, the page doesn't read the position.
  var positions: Bool
  /// True if the camera is open; if not, the page only sends waiting pictures.
  var open: Bool
  /// The end of the event, ISO 8601.
  var ends: String
  /// The stops.
  var stops: [Stop]
}

/// `/events/{id}/camera`: the camera page for an event.
enum EventCamera {
  /// The longest side of a stop's picture in the viewfinder, pixels.
  private static let side = 640

  static let routes: [Route] = [
    RouteTable.page("/events/{id}/camera", right: nil, "Shows the camera page of an event.") {
      call in
      try await call.eventCameraPage()
    },
    Route(
      method: .get, path: "/events/{id}/stops/{number}/picture", right: nil,
      summary: "Returns the picture of a stop, for the people of the event.",
      answer: .file("image/jpeg")
    ) { call in
      try call.refuseParameters()
      let number = Int(call.parameter("number")) ?? 0
      let stop = try await call.askEvent { ask in
        try ask.demand(.seeGallery, .seeOwnGallery)
        let stops = try ask.store.event(ask.id, at: ask.now).settings.stops
        return number > 0 && number <= stops.count ? stops[number - 1] : nil
      }
      guard let stop else { throw Problem(.notFound, "the event doesn't have this stop") }
      let bytes = try await call.front.picture(ofItem: stop, side: side)
      return Response(
        status: .ok,
        headers: [.contentType: "image/jpeg", .cacheControl: "private, max-age=3600"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    },
  ]
}

extension Call {
  /// `/events/{id}/camera`.
  ///
  /// It also opens after the end, to send pictures that were taken before.
  fileprivate func eventCameraPage() async throws -> Response {
    try refuseParameters(but: ["stop"])
    let (seen, isOpen) = try await askEvent { ask in
      let isOpen = try ask.store.allows(.useCamera, to: ask.caller, in: ask.id, at: ask.now)
      if !isOpen {
        // The code alone doesn't open the camera, even if pictures may still be sent. As for
        // settings, it takes a guest.
        try ask.demand(.changeSettings)
        try ask.demand(.sendLater)
      }
      return (try ask.answer(base: ""), isOpen)
    }
    // An organiser must join, too: a consent precedes the first picture.
    guard let guest = seen.me?.id else { return see("/events/\(seen.event.id)/join") }
    guard seen.me?.agreed == true else { return see("/events/\(seen.event.id)") }
    let event = seen.event
    let film = EventFilm(
      id: event.id, name: event.name, guest: guest, photos: event.photos,
      left: seen.me?.photosLeft ?? 0, positions: event.positions, open: isOpen, ends: event.ends,
      stops: try await stops(of: event))
    let json = String(decoding: try WireFormat.bytes(film), as: UTF8.self)
    let views = film.stops.map { EventView(key: $0.id, title: $0.title) }
    let context = CameraContext(
      film: CameraContext.Film(
        id: event.id, json: json,
        left: language.text(
          "%1 of %2 left", language.number(film.left), language.number(film.photos)),
        hasPositions: event.positions, views: PageList(views)))
    var page = Page(
      context: context, title: event.name, scripts: ["camera.js"], styles: ["camera.css"])
    page.event = event.id
    page.kind = event.kind
    return try await self.page(page)
  }

  /// The stops that are in the archive.
  private func stops(of event: EventReport) async throws -> [EventFilm.Stop] {
    let pipeline = front.pipeline
    return try await front.pool.run { () throws(TimeWalkError) in
      var stops: [EventFilm.Stop] = []
      for (index, name) in event.stops.enumerated() {
        guard let item = try? pipeline.item(name) else { continue }
        stops.append(
          EventFilm.Stop(
            id: item.id, title: item.title.isEmpty ? item.id : item.title,
            latitude: item.latitude, longitude: item.longitude, locationOf: item.locationOf,
            heading: item.heading, pitch: item.pitch, fieldOfView: item.fieldOfView,
            picture: item.media?.path == nil
              ? nil : "/events/\(event.id)/stops/\(index + 1)/picture"))
      }
      return stops
    }
  }
}
