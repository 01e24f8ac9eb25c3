internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk

/// `/camera`, and what a browser needs to keep it.
enum CameraPage {
  static let routes: [Route] = [
    RouteTable.page("/camera", right: .submit, "The camera.") { call in
      // An installed page says where it was opened from, which changes nothing here.
      call.page(
        Page(
          template: .camera, title: call.language.text("Camera"), values: [:],
          scripts: ["camera.js"], styles: ["camera.css"]))
    },
    // The service worker takes what other apps share, and keeps it when there is no network. This
    // answers where a browser has none.
    Route(
      method: .post, path: "/camera/share", right: .submit,
      summary: "Takes a photo in that another app shares, and leads to its page."
    ) { call in try await call.receiveForm() },
    Route(
      method: .get, path: "/camera-worker.js", right: nil,
      summary: "What keeps the camera page in a browser.",
      answer: .file("text/javascript; charset=utf-8")
    ) { call in
      try call.refuseParameters()
      // It is asked for anew each time, since it names the current parts.
      return call.kept(
        PageAssets.worker, type: "text/javascript; charset=utf-8", cacheControl: "no-cache")
    },
  ]
}
