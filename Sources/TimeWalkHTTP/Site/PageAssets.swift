internal import TimeWalkBase
internal import TimeWalk
internal import TimeWalkImaging

/// The styles, modules and texts of the pages.
///
/// Their folder is named by a hash of all. So modules find each other by relative names, and
/// browsers may cache all permanently.
package enum PageAssets {
  /// A file with its media type.
  package struct Asset: Sendable {
    package let type: String
    package let bytes: [UInt8]
  }

  private static let folderOfFiles = "Assets/"
  // It can't be one of the files that it stores.
  private static let workerName = "camera-worker.js"
  private static let manifestName = "camera.webmanifest"

  private static let all: [String: Asset] = {
    var all = [
      "view.css": Asset(type: type(of: "view.css"), bytes: WebPage.style),
      "view.js": Asset(type: type(of: "view.js"), bytes: WebPage.script),
    ]
    for (path, bytes) in PageFiles.all where path.hasPrefix(folderOfFiles) {
      let name = String(path.dropFirst(folderOfFiles.count))
      if name != workerName { all[name] = Asset(type: type(of: name), bytes: bytes) }
    }
    all["formats.js"] = Asset(type: type(of: "formats.js"), bytes: formats)
    all[manifestName] = Asset(type: type(of: manifestName), bytes: manifest)
    for language in PageLanguage.allCases {
      var text = JSONText()
      text.value(.object(language.translations.mapValues(JSONValue.string)))
      let name = "words-\(language.rawValue).js"
      all[name] = Asset(
        type: type(of: name),
        bytes: Array("globalThis.timewalkWords = ".utf8) + text.take() + [0x3B, 0x0A])
    }
    return all
  }()

  /// The module with the formats that photos may have.
  private static var formats: [UInt8] {
    var text = JSONText()
    text.value(
      .array(
        ImageFormat.known.map { format in
          .object([
            "name": .string(format.rawValue),
            "endings": .array(format.endings.map(JSONValue.string)),
            "brands": .array(format.brands.map(JSONValue.string)),
            "signatures": .array(
              format.signatures.map {
                .array($0.bytes.map { $0.map { .number("\($0)") } ?? .null })
              }),
          ])
        }))
    return Array("export const formats = ".utf8) + text.take() + Array(";\n".utf8)
  }

  /// The web app manifest, which accepts a file by the endings of these formats.
  private static var manifest: [UInt8] {
    let endings = ImageFormat.known.flatMap(\.endings).map { "\".\($0)\"" }
    let text = String(decoding: PageFiles.bytes(folderOfFiles + manifestName), as: UTF8.self)
    return Array(text.replacing("\"ENDINGS\"", with: endings.joined(separator: ", ")).utf8)
  }

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "jpg": "image/jpeg"
    case "svg": "image/svg+xml"
    case "webmanifest": "application/manifest+json; charset=utf-8"
    default: preconditionFailure("unknown media type of \(name)")
    }
  }

  /// A file by its name; `nil` if there is none.
  package static func named(_ name: String) -> Asset? { all[name] }

  /// A file in gzip format; `nil` if there is none, or gzip isn't shorter.
  package static func packed(_ name: String) -> [UInt8]? { allPacked[name] }

  // Compressed once, at the first request for any of them.
  private static let allPacked = all.compactMapValues { Gzip.compressed($0.bytes) }

  /// The hash of all files.
  package static let version: String = {
    var digest = Digest()
    for (name, asset) in all.sorted(by: { $0.key < $1.key }) {
      digest.add(Array(name.utf8) + [0])
      digest.add(asset.bytes)
    }
    return String(digest.bytes().hexadecimal.prefix(16))
  }()

  /// Their addresses.
  package static var addresses: [String] { all.keys.sorted().map { folder + $0 } }

  /// The address of the folder.
  package static var folder: String { "/assets/\(version)/" }

  /// The service worker; it begins with the files to store.
  ///
  /// The camera needs no pictures.
  package static let worker: [UInt8] = {
    var text = JSONText()
    text.value(
      .object([
        "version": .string(version),
        "addresses": .array(
          addresses.filter { !$0.hasSuffix(".jpg") }.map(JSONValue.string)),
      ]))
    return Array("const parts = ".utf8) + text.take() + Array(";\n".utf8)
      + PageFiles.bytes(folderOfFiles + workerName)
  }()
}
