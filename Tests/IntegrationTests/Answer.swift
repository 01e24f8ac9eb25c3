import Foundation
import Testing

/// One line of `--json`, looked at as a program would.
struct Answer {
  let object: [String: Any]

  init(_ object: [String: Any]) { self.object = object }

  /// A rendition by its role; `nil` where there is none.
  func rendition(_ role: String) -> [String: Any]? {
    (object["renditions"] as? [[String: Any]])?.first { $0["role"] as? String == role }
  }

  /// The path of a rendition that must be there.
  func path(_ role: String) throws -> String {
    try #require(rendition(role)?["path"] as? String, "no \(role) in \(object.keys.sorted())")
  }

  /// The size of a rendition that must be there, as it is reported.
  func size(_ role: String) throws -> [Int] {
    let found = try #require(self.rendition(role))
    return try ["width", "height"].map { try #require(found[$0] as? Int) }
  }

  /// The photo's number.
  var sequence: Int? { (object["photo"] as? [String: Any])?["sequence"] as? Int }
  /// The photo's path.
  var original: String? { (object["photo"] as? [String: Any])?["original"] as? String }
  /// The stable word of a photo that failed.
  var errorCode: String? { (object["error"] as? [String: Any])?["code"] as? String }
  /// The sentence of a photo that failed.
  var errorMessage: String? { (object["error"] as? [String: Any])?["message"] as? String }
  /// The names of the matches, best first.
  var matches: [String] {
    (object["matches"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
  }
  /// The sentences that the user should know.
  var warnings: [String] { object["warnings"] as? [String] ?? [] }

  /// A number of the viewpoint.
  func viewpoint(_ key: String) -> Double? {
    (object["viewpoint"] as? [String: Any])?[key] as? Double
  }
}
