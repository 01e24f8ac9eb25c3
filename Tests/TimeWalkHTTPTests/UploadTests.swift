import Foundation
import HTTPTypes
import Testing
import TimeWalk
@testable import TimeWalkHTTP
import TimeWalkBase
import TimeWalkTestSupport

/// Uploads in parts.
@Suite("Uploads in parts", .waitsForProcesses, .serialized)
struct UploadTests {
  static let photo = SamplePhone.photo()
  static let sum = Digest.of(photo).hexadecimal

  /// Begins one.
  static func create(_ served: Served, size: Int = photo.count) throws -> String {
    let made = try served.post("/v1/uploads", json: #"{"size":\#(size)}"#)
    try #require(made.status == 201, "\(made.text)")
    #expect(made.headers["upload-offset"] == "0")
    let id = try #require(try made.object()["id"] as? String)
    #expect(id.wholeMatch(of: #/[0-9a-f]{32}/#) != nil)
    #expect(made.headers["location"] == "/v1/uploads/\(id)")
    return id
  }

  static func send(
    _ served: Served, _ id: String, at offset: Int, _ bytes: some Sequence<UInt8>
  ) throws -> Reply {
    try served.ask(
      "PATCH", "/v1/uploads/\(id)", ["Upload-Offset: \(offset)"], body: Array(bytes))
  }

  static func offset(_ served: Served, _ id: String) throws -> String? {
    try served.ask("HEAD", "/v1/uploads/\(id)").headers["upload-offset"]
  }

  @Test("In parts, over an interruption, a wrong offset and a restart: the photo is complete")
  func wholeWay() throws {
    let photo = Self.photo
    let place = try Served.place()
    var id = ""
    do {
      let served = try Served(place)
      id = try Self.create(served)
      #expect(try Self.send(served, id, at: 0, photo[..<1000]).headers["upload-offset"] == "1000")
      let wrong = try Self.send(served, id, at: 0, photo[..<1000])
      #expect(wrong.status == 409)
      #expect(try wrong.problem() == "conflict")
      #expect(wrong.headers["upload-offset"] == "1000")
      // A connection that breaks within a part: the received bytes stay.
      let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
      do {
        let client = try RawClient(port: port)
        try client.send(
          "PATCH /v1/uploads/\(id) HTTP/1.1\r\nHost: localhost\r\nUpload-Offset: 1000\r\nContent-Length: 500\r\n\r\n"
        )
        try client.send(bytes: Array(photo[1000..<1100]))
        // It must have come before the connection breaks.
        Thread.sleep(forTimeInterval: 0.5)
      }
      var seen: String?
      for _ in 0..<100 where seen != "1100" {
        seen = try Self.offset(served, id)
        Thread.sleep(forTimeInterval: 0.05)
      }
      #expect(seen == "1100")
      // Not all is there yet.
      let early = try served.ask("POST", "/v1/uploads/\(id)")
      #expect(early.status == 409)
      #expect(early.headers["upload-offset"] == "1100")
      served.send(SIGKILL)
      #expect(served.end() == -9)
    }
    let served = try Served(place)
    #expect(try Self.offset(served, id) == "1100")
    #expect(try Self.send(served, id, at: 1100, photo[1100...]).status == 204)
    let wrong = try served.ask(
      "POST", "/v1/uploads/\(id)?sha256=\(String(repeating: "0", count: 64))")
    #expect(wrong.status == 422)
    #expect(try wrong.problem() == "dataRefused")
    #expect(try wrong.object()["field"] as? String == "sha256")
    let made = try served.ask(
      "POST", "/v1/uploads/\(id)?sha256=\(Self.sum.uppercased())&heading=205")
    #expect(made.status == 201, "\(made.text)")
    let answer = try made.object()
    #expect((answer["photo"] as? [String: Any])?["sha256"] as? String == Self.sum)
    #expect((answer["viewpoint"] as? [String: Any])?["heading"] as? Double == 205)
    // An answer that was lost can be had again; the bytes are gone.
    let again = try served.ask("POST", "/v1/uploads/\(id)")
    #expect(again.status == 200)
    #expect(
      (try again.object()["photo"] as? [String: Any])?["id"] as? String
        == (answer["photo"] as? [String: Any])?["id"] as? String)
    #expect(Workplace.names(in: place.library + "/uploads") == ["\(id).json"])
    #expect(try served.ask("DELETE", "/v1/uploads/\(id)").status == 204)
    #expect(Workplace.names(in: place.library + "/uploads").isEmpty)
    #expect(try served.ask("DELETE", "/v1/uploads/\(id)").status == 404)
  }

  @Test("An upload of a sum that was named at the beginning is held to it")
  func sumAtTheBeginning() throws {
    let served = try Served()
    let wrong = String(repeating: "a", count: 64)
    let made = try served.post(
      "/v1/uploads", json: #"{"size":\#(Self.photo.count),"sha256":"\#(wrong)"}"#)
    let id = try #require(try made.object()["id"] as? String)
    _ = try Self.send(served, id, at: 0, Self.photo)
    #expect(try served.ask("POST", "/v1/uploads/\(id)").problem() == "dataRefused")
    let short = try served.post("/v1/uploads", json: #"{"size":1,"sha256":"abc"}"#)
    #expect(try short.object()["field"] as? String == "sha256")
  }

  @Test("More bytes than announced are refused, and none beyond the size are kept")
  func tooMany() throws {
    let served = try Served()
    let id = try Self.create(served, size: 100)
    #expect(try Self.send(served, id, at: 0, [UInt8](repeating: 1, count: 101)).status == 413)
    #expect(try Self.offset(served, id) == "0")
    #expect(try Self.send(served, id, at: 0, [UInt8](repeating: 1, count: 60)).status == 204)
    #expect(try Self.send(served, id, at: 60, [UInt8](repeating: 1, count: 41)).status == 413)
    #expect(Int(try Self.offset(served, id) ?? "") ?? 101 <= 100)
    for header in [[], ["Upload-Offset: -1"], ["Upload-Offset: x"]] {
      let reply = try served.ask("PATCH", "/v1/uploads/\(id)", header, body: [1])
      #expect(try reply.problem() == "invalidValue")
      #expect(try reply.object()["field"] as? String == "Upload-Offset")
    }
    #expect(try served.ask("PATCH", "/v1/uploads/0", ["Upload-Offset: 0"], body: [1]).status == 404)
  }

  @Test("Limits on their number, size and age; their remains on the disk are removed")
  func bounds() throws {
    let folder = try TemporaryFolder()
    var limits = HTTPLimits()
    limits.photoBytes = 1000
    limits.uploads = 3
    limits.uploadsPerClient = 2
    limits.uploadBytes = 1500
    limits.uploadAge = 100
    let store = try UploadStore(folder: folder.path("uploads"), limits: limits)
    func client(_ name: String) -> Client {
      Client(key: "token " + name, address: "", group: nil, right: .submit, token: name)
    }
    func refusal(_ size: Int, _ name: String) -> Int? {
      do {
        _ = try store.create(size: size, sha256: nil, client: client(name))
        return nil
      } catch { return (error as? Problem)?.status.code }
    }
    #expect(refusal(1001, "a") == 413)
    #expect(refusal(1000, "a") == nil)
    #expect(refusal(501, "b") == 503)
    #expect(refusal(100, "a") == nil)
    #expect(refusal(100, "a") == 503)
    #expect(refusal(100, "b") == nil)
    #expect(refusal(100, "c") == 503)
    #expect(store.count == 3)
    // They count in the next run, too.
    try Data([1]).write(to: URL(fileURLWithPath: folder.path("uploads/stray.part")))
    try Data([1]).write(to: URL(fileURLWithPath: folder.path("uploads/whole.received")))
    let next = try UploadStore(folder: folder.path("uploads"), limits: limits)
    #expect(next.count == 3)
    #expect(Workplace.names(in: folder.path("uploads")).count == 6)
    let now = Date().timeIntervalSince1970
    next.expire(now: now + 90)
    #expect(next.count == 3)
    next.expire(now: now + 110)
    #expect(next.count == 0)
    #expect(Workplace.names(in: folder.path("uploads")).isEmpty)
  }
}
