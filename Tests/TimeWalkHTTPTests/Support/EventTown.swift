import Foundation
import Testing
@testable import TimeWalkHTTP
import TimeWalkTestSupport

/// A server with tokens of two organisers, and a completed privacy notice.
final class EventTown {
  let served: Served
  let organiser: String
  let other: String
  let place: Workplace

  /// Starts one.
  ///
  /// - Parameters:
  ///   - earlier: one that has ended, whose place is taken.
  ///   - moment: the time of its clock, in seconds since 1970.
  ///   - ahead: a file with the seconds by which its clock is ahead, else as it is.
  ///   - all: true if the clock that limits use is ahead as well.
  ///   - flags: more of the server's.
  /// - Throws: when it can't be started.
  init(
    in earlier: EventTown? = nil, at moment: Int? = nil, ahead: String? = nil,
    ofAllClocks all: Bool = false, flags: [String] = []
  ) throws {
    place = try earlier?.place ?? Served.place()
    let file = place.folder.path("tokens.json")
    if let earlier {
      (organiser, other) = (earlier.organiser, earlier.other)
    } else {
      organiser = try AccessTests.add("first", .submit, file)
      other = try AccessTests.add("second", .submit, file)
      try Self.completeNotice(in: place)
    }
    var environment: [String: String] = [:]
    if moment != nil || ahead != nil {
      let clock: String = try #require(Self.clock)
      environment["LD_PRELOAD"] = Sanitizer.preload(clock)
    }
    if let moment { environment["TIMEWALK_CLOCK"] = "\(moment)" }
    if let ahead { environment["TIMEWALK_CLOCK_FILE"] = ahead }
    if all { environment["TIMEWALK_CLOCK_ALL"] = "1" }
    served = try Served(place, ["--tokens", file] + flags, environment: environment)
  }

  /// Completes the privacy notice of a place, without which no event is made.
  static func completeNotice(in place: Workplace) throws {
    try FileManager.default.createDirectory(
      atPath: place.library, withIntermediateDirectories: true)
    let policy = [
      "operator": "Museum of Towns", "address": "Market Street 1", "email": "us@example.org",
      "machine": "our cellar", "authority": "the commissioner", "more": "",
    ]
    try JSONSerialization.data(withJSONObject: policy)
      .write(to: URL(fileURLWithPath: place.library + "/event-policy.json"))
  }

  /// The library that sets a program's time of day; `nil` without a C compiler.
  static let clock: String? = {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent(
        "timewalk-event-clock-\(ProcessInfo.processInfo.processIdentifier).so"
      )
      .path
    let source = Project.root.appendingPathComponent("Tests/Faults/clock.c").path
    for compiler in ["clang", "cc"] {
      let arguments = [
        compiler, "-std=gnu11", "-O1", "-shared", "-fPIC", "-o", path, source, "-ldl", "-lpthread",
      ]
      let result = try? TimeWalkCommand.run(URL(fileURLWithPath: "/usr/bin/env"), arguments)
      if result?.status == 0 { return path }
    }
    return nil
  }()

  /// The headers of an organiser.
  var asOrganiser: [String] { ["Authorization: Bearer \(organiser)"] }
  var asOther: [String] { ["Authorization: Bearer \(other)"] }

  /// Makes an event.
  func make(_ settings: String = #"{"name":"Old town"}"#) throws -> String {
    let made = try served.post("/v1/events", json: settings, asOrganiser)
    #expect(made.status == 201, "\(made.text)")
    return try #require(try made.object()["id"] as? String)
  }

  /// The notice's version.
  func policy(_ event: String) throws -> String {
    try #require(try served.ask("/v1/events/\(event)").object()["policy"] as? String)
  }

  /// Comes in; the headers are a guest's from then on.
  func join(
    _ event: String, _ name: String, byCode: Bool = false, agrees: Bool = true
  ) throws -> [String] {
    let consent = agrees ? #","consent":"\#(try policy(event))""# : ""
    let reply = try served.post(
      "/v1/events/\(event)/people", json: #"{"name":"\#(name)","codeAlone":\#(byCode)\#(consent)}"#)
    #expect(reply.status == 201, "\(reply.text)")
    let cookie = try #require(reply.headers["set-cookie"])
    return ["Cookie: \(cookie.prefix { $0 != ";" })"]
  }

  /// Sends a picture.
  func send(
    _ event: String, _ who: [String], _ query: String = "", photo: [UInt8] = EventTown.photo
  ) throws -> Reply {
    try served.ask("POST", "/v1/events/\(event)/pictures" + query, who, body: photo)
  }

  /// Sends a picture that is taken.
  func sent(_ event: String, _ who: [String], _ query: String = "") throws -> String {
    let reply = try send(event, who, query)
    #expect(reply.status == 201, "\(reply.text)")
    return try #require(try reply.object()["id"] as? String)
  }

  /// Makes so many pictures of one, with its files: to send thousands would take minutes.
  func copy(_ picture: String, until count: Int, in event: String) throws {
    let folder = URL(fileURLWithPath: place.library + "/events/\(event)")
    let files = FileManager.default
    for number in 2...count {
      let id = String(repeating: "0", count: 24) + String(number + 0x1000_0000, radix: 16)
      for ending in [".jpg", "-small.jpg", "-large.jpg"] {
        try files.linkItem(
          at: folder.appendingPathComponent(picture + ending),
          to: folder.appendingPathComponent(id + ending))
      }
    }
    let columns =
      "event, guest, state, taken, kept, ending, bytes, sha256, checksum, waiting, sizes"
    let statements = """
      WITH RECURSIVE n(number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM n WHERE number < \(count))
        INSERT INTO pictures (id, number, \(columns))
        SELECT printf('%024d%08x', 0, n.number + 0x10000000), n.number, \(columns)
        FROM pictures, n WHERE id = '\(picture)';
      UPDATE events SET last = \(count) WHERE id = '\(event)';
      """
    let result = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["sqlite3", place.library + "/events.sqlite", statements])
    try #require(result.status == 0, "\(result.errors)")
  }

  /// The ids of the pictures visible to a caller.
  func seen(_ event: String, _ who: [String], _ query: String = "") throws -> [String] {
    let object = try served.ask("GET", "/v1/events/\(event)/pictures" + query, who).object()
    return try #require(object["pictures"] as? [[String: Any]]).compactMap { $0["id"] as? String }
  }

  /// Returns true if a text is in the bytes or the name of any file of the library.
  func holds(_ text: String) -> Bool {
    let files = FileManager.default
    let all = files.enumerator(atPath: place.library)?.allObjects as? [String] ?? []
    return all.contains { path in
      let bytes = files.contents(atPath: place.library + "/" + path) ?? Data()
      return path.contains(text) || bytes.range(of: Data(text.utf8)) != nil
    }
  }

  /// A phone's photo with its position.
  static let photo = SamplePhone.photo()

  /// The bytes before a JPEG's pixels.
  static func head(of jpeg: [UInt8]) -> [UInt8] {
    for index in jpeg.indices.dropLast() where jpeg[index] == 0xFF && jpeg[index + 1] == 0xDA {
      return Array(jpeg[..<index])
    }
    return jpeg
  }

  /// Returns true if a JPEG has a GPS directory, by its entry in Exif.
  static func tellsPlace(_ jpeg: Data) -> Bool {
    let head = head(of: [UInt8](jpeg))
    return head.indices.dropLast(3).contains { index in
      Array(head[index..<index + 4]) == [0x88, 0x25, 0x00, 0x04]
        || Array(head[index..<index + 4]) == [0x25, 0x88, 0x04, 0x00]
    }
  }
}
