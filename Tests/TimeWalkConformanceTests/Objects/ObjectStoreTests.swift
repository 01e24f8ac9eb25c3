import Foundation
import TimeWalkTestSupport
import Testing

@testable import TimeWalkPostGIS

/// A client of a store that checks signatures.
struct Bucket {
  let server: ThrowawayObjectStore
  let folder: TemporaryFolder
  let store: ObjectStore

  init(
    _ address: String = "s3://pictures/a/b", _ changes: [String: String] = [:],
    server: ThrowawayObjectStore? = nil, _ set: (inout ObjectLimits) -> Void = { _ in }
  ) throws {
    let server = try server ?? ThrowawayObjectStore()
    self.server = server
    folder = try TemporaryFolder()
    var limits = ObjectLimits()
    limits.pause = 0.02
    limits.rest = 0.2
    set(&limits)
    let environment = server.environment(cache: "").merging(changes) { $1 }
    store = try ObjectStore(
      ObjectAddress(address), settings: ObjectSettings(environment: environment), limits: limits)
  }

  func put(_ bytes: [UInt8], as name: String) throws {
    let path = folder.path("file")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try store.put(path, as: name, bytes: bytes.count, sha256: try Self.sha256(path))
  }

  func get(_ name: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try store.get(name) {
      bytes += $0; return true
    }
    return bytes
  }

  /// The system's program reports it, without a prompt.
  static func sha256(_ path: String) throws -> String {
    let sum = try TimeWalkCommand.run(URL(fileURLWithPath: "/usr/bin/sha256sum"), [path])
    return String(sum.output.prefix(64))
  }
}

@Suite(
  "Objects of a store with the S3 interface", .waitsForProcesses, ThrowawayObjectStore.isInstalled)
struct ObjectStoreTests {
  /// Enough that it is sent in several pieces.
  static let large = [UInt8]((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })

  @Test("A stored object is read, listed and removed", arguments: ["path", "virtual"])
  func rounds(style: String) throws {
    let server = try ThrowawayObjectStore()
    let bucket = try Bucket(
      "s3://pictures/a/b/",
      ["TIMEWALK_S3_STYLE": style, "AWS_ENDPOINT_URL": "http://localhost:\(server.port)"],
      server: server)
    try bucket.store.check()
    #expect(try bucket.store.size(of: "x/1.jpg") == nil)
    try bucket.put(Self.large, as: "x/1.jpg")
    try bucket.put([1, 2, 3], as: "x/2-_.jpg")
    try bucket.put([], as: "y")
    #expect(server.names == ["a/b/x/1.jpg", "a/b/x/2-_.jpg", "a/b/y"])
    #expect(try bucket.store.size(of: "x/1.jpg") == Self.large.count)
    #expect(try bucket.get("x/1.jpg") == Self.large)
    #expect(try bucket.get("y") == [])
    // Each page has one, and a name of others' is left out.
    try Bucket("s3://pictures", server: server).put([1], as: "other")
    for most in [1, 2, 1_000] {
      var names: [String] = []
      try bucket.store.list(most: most) { names.append("\($0) \($1)") }
      #expect(names == ["x/1.jpg 3000000", "x/2-_.jpg 3", "y 0"])
    }
    var shelf: [String] = []
    try bucket.store.list("x/") { name, _ in shelf.append(name) }
    #expect(shelf == ["x/1.jpg", "x/2-_.jpg"])
    try bucket.store.remove("x/1.jpg")
    try bucket.store.remove("x/1.jpg")
    let missing = #expect(throws: ObjectError.self) { try bucket.get("x/1.jpg") }
    #expect(missing?.code == .missing)
  }

  @Test("Temporary keys are signed with their token")
  func token() throws {
    let server = try ThrowawayObjectStore()
    let lent = ["AWS_ACCESS_KEY_ID": "LENTKEY", "AWS_SECRET_ACCESS_KEY": "lent/secret"]
    let with = lent.merging(["AWS_SESSION_TOKEN": "lent-token=="]) { $1 }
    try Bucket("s3://pictures", with, server: server).put([1], as: "x")
    for changes in [lent, lent.merging(["AWS_SESSION_TOKEN": "other"]) { $1 }] {
      let error = #expect(throws: ObjectError.self) {
        try Bucket("s3://pictures", changes, server: server).store.check()
      }
      #expect(error?.code == .denied)
    }
  }

  @Test(
    "Errors are reported by kind, without a key",
    arguments: [
      (["AWS_SECRET_ACCESS_KEY": "Wrong+0001"], "s3://pictures", ObjectErrorCode.denied),
      (["AWS_ACCESS_KEY_ID": "NOBODY"], "s3://pictures", .denied),
      (["AWS_REGION": "us-east-1"], "s3://pictures", .configuration),
      ([:], "s3://nowhere/a", .missingBucket),
      (["AWS_ENDPOINT_URL": "http://127.0.0.1:9"], "s3://pictures", .busy),
    ])
  func wrong(changes: [String: String], address: String, code: ObjectErrorCode) throws {
    let bucket = try Bucket(address, changes)
    for ask: () throws -> Void in [
      { try bucket.store.check() }, { try bucket.put([1, 2], as: "x") },
      { _ = try bucket.get("x") },
    ] {
      let error = #expect(throws: ObjectError.self) { try ask() }
      #expect(error?.code == code, "\(error?.message ?? "")")
      for key in ["Secret", "Wrong", "TESTKEY", "NOBODY"] {
        #expect(error?.message.contains(key) == false, "\(error?.message ?? "")")
      }
    }
    #expect(bucket.server.names == [])
  }

  @Test("A busy or failing store is tried again, but not forever")
  func faults() throws {
    let bucket = try Bucket()
    let server = bucket.server
    try server.fail("2 PUT status 503")
    try bucket.put(Self.large, as: "x")
    #expect(server.requests.map { $0.split(separator: " ")[2] } == ["503", "503", "200"])
    try server.fail("1 PUT cutput 100000", "1 PUT lost")
    try bucket.put(Self.large, as: "y")
    #expect(try bucket.get("y") == Self.large)
    try server.fail("9 HEAD status 500")
    let busy = #expect(throws: ObjectError.self) { try bucket.store.size(of: "y") }
    #expect(busy?.code == .busy)
    #expect(server.requests.filter { $0.hasPrefix("HEAD") }.count == 4)
    try server.fail("1 HEAD slow 300")
    #expect(try bucket.store.size(of: "y") == Self.large.count)
  }

  @Test("A store is tried again for a time in all")
  func patience() throws {
    let bucket = try Bucket {
      $0.attempts = 6
      $0.pause = 0.2
      $0.patience = 0.5
    }
    try bucket.server.fail("9 HEAD status 503")
    let busy = #expect(throws: ObjectError.self) { try bucket.store.size(of: "x") }
    #expect(busy?.code == .busy)
    // Each pause is at least the half of twice the one before: 0.1 s, 0.2 s, 0.4 s.
    #expect(bucket.server.requests.count <= 3, "\(bucket.server.requests)")
  }

  /// A store that answers each request with a list of one object, without checking it.
  private func store(
    at server: LocalServer, _ set: (inout ObjectLimits) -> Void
  ) throws -> ObjectStore {
    var limits = ObjectLimits()
    limits.attempts = 1
    set(&limits)
    let environment = [
      "AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "secret",
      "AWS_ENDPOINT_URL": server.address(""),
    ]
    return try ObjectStore(
      ObjectAddress("s3://pictures"), settings: ObjectSettings(environment: environment),
      limits: limits)
  }

  private static let list = [UInt8](
    ("<ListBucketResult><Contents><Key>x</Key><Size>1</Size></Contents></ListBucketResult>"
      + String(repeating: " ", count: 4_000)).utf8)

  @Test("A request and a file have a time each, though the bytes never rest")
  func times() throws {
    // It takes some 2 s, faster than a stalled transfer.
    let server = try LocalServer { _ in
      var reply = LocalServer.Reply(body: Self.list)
      reply.piece = 200
      return reply
    }
    let hasty = try store(at: server) { $0.question = 1 }
    #expect(throws: ObjectError.self) { try hasty.check() }
    try hasty.get("x") { _ in true }
    let short = try store(at: server) { $0.transfer = 1 }
    try short.check()
    let busy = #expect(throws: ObjectError.self) { try short.get("x") { _ in true } }
    #expect(busy?.code == .busy, "\(busy?.message ?? "")")
  }

  @Test("A store that doesn't answer is left alone as long as a request has waited")
  func silence() throws {
    let server = try LocalServer { _ in
      Thread.sleep(forTimeInterval: 5)
      return LocalServer.Reply()
    }
    let store = try store(at: server) {
      $0.question = 1
      $0.patience = 0.5
    }
    func time() -> Duration {
      ContinuousClock().measure { #expect(throws: ObjectError.self) { try store.check() } }
    }
    #expect(time() > .milliseconds(900))
    #expect(time() < .milliseconds(900))
  }

  @Test("A page of a list has a greatest size")
  func pageSize() throws {
    let server = try LocalServer { _ in .init(body: Self.list) }
    try store(at: server) { $0.pageBytes = Self.list.count }.check()
    let error = #expect(throws: ObjectError.self) {
      try store(at: server) { $0.pageBytes = Self.list.count - 1 }.check()
    }
    #expect(error?.code == .refused)
    #expect(error?.message.contains("more than \(Self.list.count - 1) bytes") == true)
  }

  @Test("A redirect isn't followed")
  func redirect() throws {
    let bucket = try Bucket()
    try bucket.put([1], as: "x")
    try bucket.server.fail("1 GET status 307")
    let error = #expect(throws: ObjectError.self) { try bucket.get("x") }
    #expect(error?.code == .configuration)
    #expect(bucket.server.requests.filter { $0.hasPrefix("GET") }.count == 1)
    #expect(try bucket.get("x") == [1])
  }

  @Test("An interrupted transfer resumes")
  func cut() throws {
    let bucket = try Bucket()
    try bucket.put(Self.large, as: "x")
    try bucket.server.fail("1 GET cut 1000000", "1 GET cut 700000")
    #expect(try bucket.get("x") == Self.large)
    let ranges = bucket.server.requests.suffix(5).filter { $0.hasPrefix("GET") }
      .map { $0.split(separator: " ").last }
    #expect(ranges.contains("bytes=1000000-") && ranges.contains("bytes=1700000-"))
    try bucket.server.fail("9 GET cut 10")
    let busy = #expect(throws: ObjectError.self) { try bucket.get("x") }
    #expect(busy?.code == .busy)
  }

  @Test("An unreachable store is left alone for a moment, and then tried again")
  func gone() throws {
    let bucket = try Bucket()
    try bucket.put([1], as: "x")
    try bucket.server.stop()
    for words in ["can't be reached", "a moment ago"] {
      let error = #expect(throws: ObjectError.self) { try bucket.get("x") }
      #expect(error?.code == .busy && error?.message.contains(words) == true, "\(error as Any)")
    }
    try bucket.server.restart()
    usleep(300_000)
    #expect(try bucket.get("x") == [1])
  }

  @Test("Over HTTPS the store must show a certificate that is trusted")
  func safe() throws {
    let server = try ThrowawayObjectStore(isSafe: true)
    let safe = ["AWS_ENDPOINT_URL": "https://localhost:\(server.port)"]
    let trusted = safe.merging(["AWS_CA_BUNDLE": server.certificate]) { $1 }
    let bucket = try Bucket("s3://pictures", trusted, server: server)
    try bucket.put(Self.large, as: "x")
    #expect(try bucket.get("x") == Self.large)
    let requests = server.requests.count
    let error = #expect(throws: ObjectError.self) {
      try Bucket("s3://pictures", safe, server: server).store.check()
    }
    #expect(error?.code == .configuration && error?.message.contains("certificate") == true)
    #expect(server.requests.count == requests, "nothing was asked of one that isn't trusted")
  }

  @Test("Many may ask at the same time")
  func many() throws {
    let bucket = try Bucket()
    for name in 0..<8 { try bucket.put(Array(Self.large.prefix(200_000 + name)), as: "\(name)") }
    DispatchQueue.concurrentPerform(iterations: 64) { turn in
      let name = turn % 8
      #expect((try? bucket.get("\(name)"))?.count == 200_000 + name)
    }
  }
}

@Suite("How an object store is named", .waitsForProcesses)
struct ObjectAddressTests {
  @Test(
    "Addresses are a bucket and a plain prefix",
    arguments: [
      ("s3://pictures", "pictures", ""), ("s3://pictures/", "pictures", ""),
      ("S3://my-bucket.2/a", "my-bucket.2", "a/"), ("s3://abc/a_1/B-2.c/", "abc", "a_1/B-2.c/"),
    ])
  func good(text: String, bucket: String, prefix: String) throws {
    let address = try ObjectAddress(text)
    #expect(address.bucket == bucket && address.prefix == prefix)
    #expect(try ObjectAddress(address.description) == address)
  }

  @Test(
    "Others are refused, and not repeated",
    arguments: [
      "s3://", "s3://ab", "s3://Pictures", "s3://-abc", "s3://abc-", "s3://abc//a",
      "s3://abc/../a", "s3://abc/a b", "s3://abc/ä", "s3://key:secret@abc/a", "s3://abc/a?x=secret",
      "/srv/pictures", "s3://abc/a%2Fb",
    ])
  func bad(text: String) {
    let error = #expect(throws: ObjectError.self) { try ObjectAddress(text) }
    #expect(error?.code == .configuration && error?.message.contains("secret") == false)
  }

  @Test("The environment gives the keys, and an error names only the variable")
  func settings() throws {
    let keys = ["AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "secret"]
    func settings(_ more: [String: String]) throws -> ObjectSettings {
      try ObjectSettings(environment: keys.merging(more) { $1 })
    }
    #expect(
      try settings(["AWS_REGION": "eu-west-1"]).address(of: "abc")
        == "https://abc.s3.eu-west-1.amazonaws.com/")
    #expect(
      try settings(["AWS_ENDPOINT_URL": "http://[::1]:9000/"]).address(of: "abc")
        == "http://[::1]:9000/abc/")
    let endpoint = ["AWS_ENDPOINT_URL": "https://s3.example.org", "TIMEWALK_S3_STYLE": "virtual"]
    #expect(try settings(endpoint).address(of: "abc") == "https://abc.s3.example.org/")
    for (more, name) in [
      (["AWS_SECRET_ACCESS_KEY": ""], "AWS_SECRET_ACCESS_KEY"),
      (["AWS_SECRET_ACCESS_KEY": "secret\r\nx: y"], "AWS_SECRET_ACCESS_KEY"),
      (["AWS_SESSION_TOKEN": "a b"], "AWS_SESSION_TOKEN"), (["AWS_REGION": "a/b"], "AWS_REGION"),
      (["AWS_ENDPOINT_URL": "ftp://host"], "AWS_ENDPOINT_URL"),
      (["AWS_ENDPOINT_URL": "http://k:secret@host"], "AWS_ENDPOINT_URL"),
      (["AWS_ENDPOINT_URL": "https://host/path"], "AWS_ENDPOINT_URL"),
      (["TIMEWALK_S3_STYLE": "other"], "TIMEWALK_S3_STYLE"),
    ] {
      let error = #expect(throws: ObjectError.self) { try settings(more) }
      #expect(error?.code == .configuration && error?.message.contains(name) == true)
      #expect(error?.message.contains("secret") == false)
    }
  }

  @Test("A list is read by its few elements, and other documents are refused")
  func listing() {
    let page = """
      <ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>a&amp;lt;b</Key><Size>7</Size>
      </Contents><NextContinuationToken>a+b/c==</NextContinuationToken></ListBucketResult>
      """
    let read = ObjectListing(page)
    #expect(read?.objects.map(\.name) == ["a&lt;b"] && read?.objects.map(\.bytes) == [7])
    #expect(read?.next == "a+b/c==")
    #expect(ObjectListing("<html>") == nil)
    #expect(ObjectListing(page.replacing("a+b/c==", with: "")) == nil)
    #expect(ObjectListing(page.replacing("<Size>7", with: "<Size>x")) == nil)
  }
}
