internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkJSON

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
        worker, type: "text/javascript; charset=utf-8", cacheControl: "no-cache")
    },
  ]

  /// Its styles, modules and manifest, by their names.
  static let assets: [String: (type: String, bytes: [UInt8])] = {
    let script = "text/javascript; charset=utf-8"
    return [
      "camera.css": ("text/css; charset=utf-8", PackageResources.camera_css),
      "camera.webmanifest": (
        "application/manifest+json; charset=utf-8", PackageResources.camera_webmanifest
      ),
      "camera.js": (script, PackageResources.camera_js),
      "camera-eye.js": (script, PackageResources.camera_eye_js),
      "camera-ghost.js": (script, PackageResources.camera_ghost_js),
      "camera-lens.js": (script, PackageResources.camera_lens_js),
      "camera-place.js": (script, PackageResources.camera_place_js),
      "camera-pose.js": (script, PackageResources.camera_pose_js),
      "camera-pro.js": (script, PackageResources.camera_pro_js),
      "camera-queue.js": (script, PackageResources.camera_queue_js),
      "camera-send.js": (script, PackageResources.camera_send_js),
      "camera-settings.js": (script, PackageResources.camera_settings_js),
      "camera-store.js": (script, PackageResources.camera_store_js),
      "camera-walk.js": (script, PackageResources.camera_walk_js),
    ]
  }()

  /// The service worker, which begins with what it keeps: all parts of the pages, by version.
  private static let worker: [UInt8] = {
    var text = JSONText()
    text.value(
      .object([
        "version": .string(PageAssets.version),
        "addresses": .array(PageAssets.addresses.map(JSONValue.string)),
      ]))
    return Array("const parts = ".utf8) + text.take() + Array(";\n".utf8)
      + PackageResources.camera_worker_js
  }()
}
