import Foundation
import Testing

/// One line of `--json`, looked at as a program would.
package struct Answer {
  package let object: [String: Any]

  /// Those of a run, one a line.
  package static func all(of result: TimeWalkCommand.Result) throws -> [Answer] {
    try result.json().map(Answer.init)
  }

  package init(_ object: [String: Any]) { self.object = object }

  /// A rendition by its role; `nil` if there is none.
  package func rendition(_ role: String) -> [String: Any]? {
    (object["renditions"] as? [[String: Any]])?.first { $0["role"] as? String == role }
  }

  /// The path of a rendition that must be there.
  package func path(_ role: String) throws -> String {
    try #require(rendition(role)?["path"] as? String, "no \(role) in \(object.keys.sorted())")
  }

  /// The size of a rendition that must be there, as it is reported.
  package func size(_ role: String) throws -> [Int] {
    let found = try #require(self.rendition(role))
    return try ["width", "height"].map { try #require(found[$0] as? Int) }
  }

  /// The photo's number.
  package var sequence: Int? { (object["photo"] as? [String: Any])?["sequence"] as? Int }
  /// The photo's path.
  package var original: String? { (object["photo"] as? [String: Any])?["original"] as? String }
  /// The stable word of a photo that failed.
  package var errorCode: String? { (object["error"] as? [String: Any])?["code"] as? String }
  /// The sentence of a photo that failed.
  package var errorMessage: String? { (object["error"] as? [String: Any])?["message"] as? String }
  /// The names of the matches, best first.
  package var matches: [String] {
    (object["matches"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
  }
  /// The sentences that the user should know.
  package var warnings: [String] { object["warnings"] as? [String] ?? [] }

  /// A number of the viewpoint.
  package func viewpoint(_ key: String) -> Double? {
    (object["viewpoint"] as? [String: Any])?[key] as? Double
  }
}
