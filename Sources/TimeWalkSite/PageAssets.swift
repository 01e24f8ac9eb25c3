internal import Crypto
internal import TimeWalkJSON
internal import TimeWalkPages
internal import TimeWalkText

/// Styles, modules and words of the pages.
///
/// They lie in a folder that is named by what is in them all, so that modules find each other by
/// relative names and browsers may keep everything for good.
package enum PageAssets {
  /// One of them, with its media type.
  package struct Asset: Sendable {
    package let type: String
    package let bytes: [UInt8]
  }

  private static let all: [String: Asset] = {
    let script = "text/javascript; charset=utf-8"
    let style = "text/css; charset=utf-8"
    var all = [
      "view.css": Asset(type: style, bytes: WebPage.style),
      "view.js": Asset(type: script, bytes: WebPage.script),
      "site.css": Asset(type: style, bytes: PackageResources.site_css),
      "answer.js": Asset(type: script, bytes: PackageResources.answer_js),
      "text.js": Asset(type: script, bytes: PackageResources.text_js),
      "home.js": Asset(type: script, bytes: PackageResources.home_js),
      "photo.js": Asset(type: script, bytes: PackageResources.photo_js),
      "item.js": Asset(type: script, bytes: PackageResources.item_js),
      "map.js": Asset(type: script, bytes: PackageResources.map_js),
      "map-picture.js": Asset(type: script, bytes: PackageResources.map_picture_js),
      "library.js": Asset(type: script, bytes: PackageResources.library_js),
      "ground.js": Asset(type: script, bytes: PackageResources.ground_js),
      "ground-moves.js": Asset(type: script, bytes: PackageResources.ground_moves_js),
      "coast.js": Asset(type: script, bytes: PackageResources.coast_js),
      "place.js": Asset(type: script, bytes: PackageResources.place_js),
      "walk.css": Asset(type: style, bytes: PackageResources.walk_css),
      "faults.js": Asset(type: script, bytes: PackageResources.faults_js),
      "wall.js": Asset(type: script, bytes: PackageResources.wall_js),
      "walk-events.js": Asset(type: script, bytes: PackageResources.walk_events_js),
      "walk-gallery.js": Asset(type: script, bytes: PackageResources.walk_gallery_js),
      "walk-outbox.js": Asset(type: script, bytes: PackageResources.walk_outbox_js),
      "walk.js": Asset(type: script, bytes: PackageResources.walk_js),
      "camera.css": Asset(type: style, bytes: PackageResources.camera_css),
      "camera.webmanifest": Asset(
        type: "application/manifest+json; charset=utf-8", bytes: PackageResources.camera_webmanifest
      ),
      "camera.js": Asset(type: script, bytes: PackageResources.camera_js),
      "camera-eye.js": Asset(type: script, bytes: PackageResources.camera_eye_js),
      "camera-ghost.js": Asset(type: script, bytes: PackageResources.camera_ghost_js),
      "camera-lens.js": Asset(type: script, bytes: PackageResources.camera_lens_js),
      "camera-place.js": Asset(type: script, bytes: PackageResources.camera_place_js),
      "camera-pose.js": Asset(type: script, bytes: PackageResources.camera_pose_js),
      "camera-pro.js": Asset(type: script, bytes: PackageResources.camera_pro_js),
      "camera-queue.js": Asset(type: script, bytes: PackageResources.camera_queue_js),
      "camera-send.js": Asset(type: script, bytes: PackageResources.camera_send_js),
      "camera-settings.js": Asset(type: script, bytes: PackageResources.camera_settings_js),
      "camera-store.js": Asset(type: script, bytes: PackageResources.camera_store_js),
      "camera-walk.js": Asset(type: script, bytes: PackageResources.camera_walk_js),
      "icon.svg": Asset(type: "image/svg+xml", bytes: PackageResources.icon_svg),
    ]
    for language in PageLanguage.allCases {
      var text = JSONText()
      text.value(.object(language.translations.mapValues(JSONValue.string)))
      all["words-\(language.rawValue).js"] = Asset(
        type: script, bytes: Array("globalThis.timewalkWords = ".utf8) + text.take() + [0x3B, 0x0A])
    }
    return all
  }()

  /// One by its name; `nil` where there is none.
  package static func named(_ name: String) -> Asset? { all[name] }

  /// One in the format gzip; `nil` where there is none, or that isn't shorter.
  package static func packed(_ name: String) -> [UInt8]? { allPacked[name] }

  // Compressed once, when the first of them is asked for.
  private static let allPacked = all.compactMapValues { Gzip.compressed($0.bytes) }

  /// What tells this set from another.
  package static let version: String = {
    var hash = SHA256()
    for (name, asset) in all.sorted(by: { $0.key < $1.key }) {
      hash.update(data: Array(name.utf8) + [0])
      hash.update(data: asset.bytes)
    }
    return String(Array(hash.finalize()).hexadecimal.prefix(16))
  }()

  /// Their addresses.
  package static var addresses: [String] { all.keys.sorted().map { folder + $0 } }

  /// Where they are.
  package static var folder: String { "/assets/\(version)/" }

  /// The service worker, which begins with what it keeps: all parts of the pages, by version.
  package static let worker: [UInt8] = {
    var text = JSONText()
    text.value(
      .object([
        "version": .string(version),
        "addresses": .array(addresses.map(JSONValue.string)),
      ]))
    return Array("const parts = ".utf8) + text.take() + Array(";\n".utf8)
      + PackageResources.camera_worker_js
  }()
}
