import Foundation
import Testing
import TimeWalkTestSupport

/// A table of requests: the permitted callers, in each state of an event.
///
/// Columns are words with spaces between. P is planned, R running, E ended; `-` is never.
struct EventTable {
  /// One request.
  struct Row {
    /// Its first words: a setting where the table has such a column, the method, the path.
    let words: [String]
    /// The states in which it is allowed, by role.
    let allowed: [String: String]

    var method: String { words[words.count - 2] }
    var path: String { words[words.count - 1] }
    /// True if it needs a picture, which a planned event lacks.
    var needsPicture: Bool { path.contains("PICTURE") || path.contains("OWN") }

    func isAllowed(_ role: String, _ state: String) -> Bool {
      allowed[role]?.contains(state) ?? false
    }
  }

  let rows: [Row]

  /// Reads a table whose first line names its columns, the roles after `path`.
  init(_ text: String) throws {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let head = try #require(lines.first)
    let first = try #require(head.firstIndex(of: "path")) + 1
    rows = try lines.dropFirst().map { line in
      try #require(line.count == head.count, "\(line)")
      return Row(
        words: Array(line.prefix(first)),
        allowed: Dictionary(uniqueKeysWithValues: zip(head, line).dropFirst(first).map { ($0, $1) })
      )
    }
  }
}

extension EventTown {
  /// Asks something of an event.
  ///
  /// - Parameters:
  ///   - what: a method, or a word for a method with its body.
  ///   - path: behind the event's address; `.` is the address itself.
  ///   - event: the event.
  ///   - who: the headers of the caller.
  /// - Returns: the answer.
  /// - Throws: when curl can't be run.
  func ask(_ what: String, _ path: String, of event: String, _ who: [String]) throws -> Reply {
    let rest = path == "." ? "" : path
    let (api, page) = ("/v1/events/\(event)\(rest)", "/events/\(event)\(rest)")
    func send(_ method: String, _ json: String) throws -> Reply {
      try served.ask(
        method, api, who + ["Content-Type: application/json"], body: Array(json.utf8))
    }
    func later(_ hours: Double) -> String {
      Date(timeIntervalSinceNow: hours * 3600).formatted(.iso8601)
    }
    return switch what {
    case "NAME": try send("PATCH", #"{"name":"Another"}"#)
    case "STOP": try send("PATCH", #"{"stop":""}"#)
    case "SHOW": try send("PATCH", #"{"shown":true}"#)
    case "PHOTOS": try send("PATCH", #"{"photos":30}"#)
    case "REPORT": try send("POST", #"{"text":"It is dark"}"#)
    case "JOIN": try send("POST", #"{"name":"Newcomer"}"#)
    case "EXTEND": try send("POST", #"{"ends":"\#(later(72))"}"#)
    case "PHOTO": try served.ask("POST", api, who, body: EventTown.photo)
    // Taken five minutes ago, by the sender's clock.
    case "LATE":
      try served.ask("POST", api + "?taken=\(later(-1.0 / 12))", who, body: EventTown.photo)
    case "PAGE": try served.ask("GET", page, who)
    case "FORM":
      try served.ask("POST", page, who + Self.form, body: Array(try fields(rest, of: event).utf8))
    case "PHOTOFORM":
      try served.ask(
        "POST", page, who + ["Content-Type: multipart/form-data; boundary=f"], body: Self.photoForm)
    default: try served.ask(what, api, who)
    }
  }

  static let form = ["Content-Type: application/x-www-form-urlencoded"]

  /// The fields that a page's form sends.
  private func fields(_ path: String, of event: String) throws -> String {
    switch path.split(separator: "/").last {
    case "consent": "consent=\(try policy(event))"
    case "name", "settings", "join": "name=Another"
    case "change": "name=Another&hours=1"
    case "extend": "hours=1"
    case "report": "text=It+is+dark"
    case "stop": "stop="
    default: ""
    }
  }

  /// A form with a photo, as a browser without scripts sends it.
  private static let photoForm: [UInt8] =
    Array(
      """
      --f\r
      Content-Disposition: form-data; name="photo"; filename="x.jpg"\r
      Content-Type: image/jpeg\r
      \r

      """.utf8) + photo + Array("\r\n--f--\r\n".utf8)
}
