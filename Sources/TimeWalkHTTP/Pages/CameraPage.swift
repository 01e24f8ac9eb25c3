internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkImaging

struct CameraContext: PageContext {
  struct Film: Decodable {
    let id, json, left: String
    let hasPositions: Bool
    let views: PageList<EventView>?
  }

  static let template = PageTemplate.camera
  var formats: String?
  var film: Film?
}

/// A stop of an event to choose.
struct EventView: Decodable {
  let key, title: String
  var chosen = false
}

/// `/camera`, and the files with which a browser stores it.
enum CameraPage {
  static let routes: [Route] = [
    RouteTable.page("/camera", right: .submit, "Shows the camera.") { call in
      // An installed page adds a parameter; it is ignored.
      try await call.page(
        Page(
          context: CameraContext(
            formats: ImageFormat.known.map(\.rawValue).joined(separator: ", ")),
          title: call.language.text("Camera"), scripts: ["camera.js"], styles: ["camera.css"]))
    },
    // The service worker receives files that other apps share, also without a network. This route
    // answers if it isn't installed.
    Route(
      method: .post, path: "/camera/share", right: .submit,
      summary: "Submits a photo that another app shares, and redirects to its page."
    ) { call in try await call.receiveForm() },
    Route(
      method: .get, path: "/camera-worker.js", right: nil,
      summary: "Returns the service worker that stores the camera page.",
      answer: .file("text/javascript; charset=utf-8")
    ) { call in
      try call.refuseParameters()
      // It is never cached, since it names the current files.
      return call.kept(
        PageAssets.worker, type: "text/javascript; charset=utf-8", cacheControl: "no-cache")
    },
  ]
}
