internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import TimeWalkBase
internal import TimeWalkEvents

/// The web app manifest of an event: the installed app opens the event.
enum EventManifest {
  static func path(_ id: String) -> String { "/events/\(id)/app.webmanifest" }

  // Browsers request it without a cookie. The name is public to everyone with the id, here as
  // elsewhere.
  static let route = Route(
    method: .get, path: "/events/{id}/app.webmanifest", right: nil,
    summary: "Returns the web app manifest of an event.", answer: .file("application/manifest+json")
  ) { call in
    try call.refuseParameters()
    let (id, name) = try await call.askEvent { ask in
      (ask.id.text, try ask.store.event(ask.id, at: ask.now).settings.name)
    }
    var text = JSONText()
    text.value(
      .object([
        "id": .string("/events/\(id)"), "name": .string(name),
        "short_name": .string(String(name.prefix(12))), "start_url": .string("/events/\(id)"),
        "scope": .string("/"), "display": .string("standalone"),
        "background_color": .string("#f4f0e8"), "theme_color": .string("#f4f0e8"),
        "icons": .array([
          .object([
            "src": .string(PageAssets.folder + "icon.svg"), "sizes": .string("any"),
            "type": .string("image/svg+xml"),
          ])
        ]),
      ]))
    return Response(
      status: .ok, headers: [.contentType: "application/manifest+json", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: text.take())))
  }
}
