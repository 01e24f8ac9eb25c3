internal import Crypto
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import TimeWalk
internal import TimeWalkJSON

/// Styles, modules and words of the pages.
///
/// They lie in a folder that is named by what is in them all, so that modules find each other by
/// relative names and browsers may keep everything for good.
enum PageAssets {
  private struct Asset {
    let type: String
    let bytes: [UInt8]
  }

  private static let all: [String: Asset] = {
    let script = "text/javascript; charset=utf-8"
    let style = "text/css; charset=utf-8"
    var all = [
      "view.css": Asset(type: style, bytes: PhotoView.style),
      "view.js": Asset(type: script, bytes: PhotoView.script),
      "site.css": Asset(type: style, bytes: PackageResources.site_css),
      "text.js": Asset(type: script, bytes: PackageResources.text_js),
      "home.js": Asset(type: script, bytes: PackageResources.home_js),
      "photo.js": Asset(type: script, bytes: PackageResources.photo_js),
      "item.js": Asset(type: script, bytes: PackageResources.item_js),
      "map.js": Asset(type: script, bytes: PackageResources.map_js),
      "library.js": Asset(type: script, bytes: PackageResources.library_js),
      "ground.js": Asset(type: script, bytes: PackageResources.ground_js),
      "coast.js": Asset(type: script, bytes: PackageResources.coast_js),
      "place.js": Asset(type: script, bytes: PackageResources.place_js),
      "walk.css": Asset(type: style, bytes: PackageResources.walk_css),
      "faults.js": Asset(type: script, bytes: PackageResources.faults_js),
      "wall.js": Asset(type: script, bytes: PackageResources.wall_js),
      "walk-events.js": Asset(type: script, bytes: PackageResources.walk_events_js),
      "walk-gallery.js": Asset(type: script, bytes: PackageResources.walk_gallery_js),
      "walk-outbox.js": Asset(type: script, bytes: PackageResources.walk_outbox_js),
      "walk.js": Asset(type: script, bytes: PackageResources.walk_js),
      "icon.svg": Asset(type: "image/svg+xml", bytes: PackageResources.icon_svg),
    ]
    all.merge(CameraPage.assets.mapValues { Asset(type: $0.type, bytes: $0.bytes) }) { $1 }
    for language in PageLanguage.allCases {
      var text = JSONText()
      text.value(.object(language.translations.mapValues(JSONValue.string)))
      all["words-\(language.rawValue).js"] = Asset(
        type: script, bytes: Array("globalThis.timewalkWords = ".utf8) + text.take() + [0x3B, 0x0A])
    }
    return all
  }()

  /// What tells this set from another.
  static let version: String = {
    var hash = SHA256()
    for (name, asset) in all.sorted(by: { $0.key < $1.key }) {
      hash.update(data: Array(name.utf8) + [0])
      hash.update(data: asset.bytes)
    }
    return String(Array(hash.finalize()).hexadecimal.prefix(16))
  }()

  /// Their addresses.
  static var addresses: [String] { all.keys.sorted().map { folder + $0 } }

  /// Where they are.
  static var folder: String { "/assets/\(version)/" }

  static let route = Route(
    method: .get, path: "/assets/{version}/{name}", right: nil,
    summary: "A style, a module or words of the pages.", answer: .file("text/css")
  ) { call in
    guard let asset = all[call.parameter("name")] else {
      throw Problem(.notFound, "there is no such part of a page")
    }
    // A page that is open since before an update gets what there is now, and asks again.
    let isCurrent = call.parameter("version") == version
    return call.kept(
      asset.bytes, type: asset.type,
      cacheControl: isCurrent ? "public, max-age=31536000, immutable" : "no-cache")
  }
}

extension Call {
  /// Bytes as a response with their ETag, which is asked for again in vain.
  func kept(_ bytes: [UInt8], type: String, cacheControl: String) -> Response {
    let sum = Array(SHA256.hash(data: bytes)).hexadecimal
    let tag = "\"\(sum.prefix(32))\""
    var headers: HTTPFields = [.eTag: tag, .cacheControl: cacheControl]
    let known = request.headers[.ifNoneMatch] ?? ""
    if known.split(separator: ",").contains(where: { $0.filter { $0 != " " } == tag }) {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = type
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
