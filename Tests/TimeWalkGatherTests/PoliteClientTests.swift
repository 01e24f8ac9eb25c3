import Foundation
import Synchronization
import Testing
import TimeWalkGather
import TimeWalkTestSupport

@Suite("Requests to sources", .waitsForProcesses)
struct PoliteClientTests {
  private static let files = (1...120).map { PlayedFile($0, 38.714 + Double($0) * 1e-5, -9.139) }

  /// A played Commons that answers its first requests otherwise.
  private final class Troubled: Sendable {
    private let count = Mutex(0)
    private let played = PlayedCommons(files: PoliteClientTests.files)
    let trouble: @Sendable (Int, String) -> LocalServer.Reply?

    init(_ trouble: @escaping @Sendable (Int, String) -> LocalServer.Reply?) {
      self.trouble = trouble
    }

    func answer(_ path: String) -> LocalServer.Reply {
      let number = count.withLock { value in
        value += 1
        return value
      }
      return trouble(number, path) ?? played.answer(path)
    }
  }

  private func gather(
    cache: String? = nil, refreshes: Bool = false, hosts: Bool = true,
    trouble: @escaping @Sendable (Int, String) -> LocalServer.Reply? = { _, _ in nil },
    set: (inout GatherLimits) -> Void = { _ in }
  ) throws -> (Gathered, [String]) {
    let troubled = Troubled(trouble)
    let server = try LocalServer { troubled.answer($0) }
    let gathered = try Gathered.from(
      CommonsSource.self, at: server.address("/w/api.php"), cache: cache, refreshes: refreshes,
      hosts: hosts, set: set)
    return (gathered, server.asked)
  }

  private static let lag: LocalServer.Reply = .json(
    ["error": ["code": "maxlag", "info": "Waiting for a database", "lag": 5.4]],
    headers: ["Retry-After: 5"])

  @Test("An overloaded source is tried again after its delay")
  func maxlag() throws {
    let (gathered, asked) = try gather { number, _ in number <= 2 ? Self.lag : nil }
    #expect(gathered.error == nil && gathered.rows.count == 120)
    #expect(gathered.pauses.count == 2 && gathered.pauses.allSatisfy { $0 >= 5 })
    #expect(asked.allSatisfy { $0.contains("maxlag=5") })
  }

  @Test("A long answer that requests a retry is treated like a short one")
  func longLag() throws {
    let info = String(repeating: "Waiting for a database. ", count: 500)
    let long = LocalServer.Reply.json(
      ["error": ["code": "maxlag", "info": info]], headers: ["Retry-After: 7"])
    let (gathered, _) = try gather { number, _ in (2...3).contains(number) ? long : nil }
    #expect(gathered.error == nil && gathered.rows.count == 120)
    #expect(gathered.pauses.count == 2 && gathered.pauses.allSatisfy { $0 >= 7 })
    let (never, asked) = try gather { number, _ in number > 1 ? long : nil }
    #expect(never.error?.code == .busy && never.rows.isEmpty && asked.count > 5)
  }

  @Test(
    "Temporary failures are retried, after increasing random waits",
    arguments: [
      "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 429 Slow\r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{\"query\":{",
      "",
    ])
  func retried(raw: String) throws {
    let (gathered, _) = try gather { number, _ in
      (2...4).contains(number) ? .init(raw: Array(raw.utf8)) : nil
    }
    #expect(gathered.error == nil && gathered.rows.count == 120)
    let pauses = gathered.pauses
    try #require(pauses.count == 3)
    #expect(zip(pauses, [0.5, 1.0, 2.0]).allSatisfy { $0 >= $1 } && Set(pauses).count == 3)
    if raw.contains("Retry-After") { #expect(pauses.allSatisfy { $0 >= 3 }) }
    #expect(gathered.cost.waited == pauses.reduce(0, +))
  }

  @Test("An unreachable source is given up, and earlier results are kept")
  func givenUp() throws {
    let (gathered, asked) = try gather { number, _ in number > 3 ? .init("503 Busy") : nil }
    #expect(gathered.error?.code == .busy)
    // A search and a batch; then five tries.
    #expect(gathered.rows.count == 50 && asked.count == 3 + 5 && gathered.pauses.count == 4)
    let (patient, few) = try gather { number, _ in
      number > 3 ? .init("429 Slow", headers: ["Retry-After: 86400"]) : nil
    }
    #expect(patient.error?.code == .busy && few.count == 4 && patient.pauses.isEmpty)
    #expect(patient.error?.message.contains("86400 s") == true)
  }

  @Test(
    "No wait is longer than the limit; a source that asks for a longer one is given up",
    arguments: [("", [3.0]), ("Retry-After: 3", [3.0]), ("Retry-After: 4", [])])
  func longestWait(header: String, pauses: [Double]) throws {
    let (gathered, _) = try gather(
      trouble: { number, _ in
        number == 1 ? .init("503 Busy", headers: header.isEmpty ? [] : [header]) : nil
      },
      set: {
        $0.firstWait = 100
        $0.longestWait = 3
      })
    #expect(gathered.pauses == pauses)
    #expect(gathered.rows.count == (pauses.isEmpty ? 0 : 120))
    #expect(gathered.error?.code == (pauses.isEmpty ? .busy : nil))
  }

  @Test(
    "Permanent failures aren't retried",
    arguments: [
      (LocalServer.Reply("404 Not Found"), GatherErrorCode.refused),
      (.init("403 Forbidden"), .refused),
      (.init(type: "text/html", body: Array("<html>".utf8)), .badAnswer),
      (.init(type: "application/json", body: Array("{\"query\":1,\"query\":2}".utf8)), .badAnswer),
      (.init(type: "application/json", body: Array("[]".utf8)), .refused),
    ])
  func refused(reply: LocalServer.Reply, code: GatherErrorCode) throws {
    let (gathered, asked) = try gather { _, _ in reply }
    #expect(gathered.error?.code == code && asked.count == 1 && gathered.rows.isEmpty)
  }

  @Test("Hosts outside the public internet are never contacted, not by a redirect either")
  func hosts() throws {
    let (gathered, asked) = try gather(hosts: false)
    #expect(gathered.error?.code == .refused && asked == [])
    #expect(gathered.error?.message.contains("isn't on the public internet") == true)
    let (moved, again) = try gather { _, _ in
      .init("302 Found", headers: ["Location: file:///etc/passwd"])
    }
    #expect(moved.error?.code == .refused && again.count == 1)
  }

  @Test("Requests and bytes are limited; the same command continues from there")
  func bounds() throws {
    let folder = try TemporaryFolder()
    let cache = folder.path("cache")
    let (first, asked) = try gather(cache: cache, set: { $0.requests = 3 })
    #expect(first.error?.code == .usedUp && first.rows.count == 50 && asked.count == 3)
    #expect(first.error?.message.contains("--max-requests") == true)
    // Another server, with another port: it is another question.
    let played = PlayedCommons(files: Self.files)
    let server = try LocalServer { played.answer($0) }
    func run(_ requests: Int) throws -> Gathered {
      try Gathered.from(
        CommonsSource.self, at: server.address("/w/api.php"), cache: cache,
        set: { $0.requests = requests })
    }
    _ = try run(3)
    let before = server.asked.count
    let second = try run(2000)
    #expect(second.error == nil && second.rows.count == 120)
    #expect(second.cost.cached == 3 && server.asked.count == before + 4)
    let third = try run(2000)
    #expect(third.cost.requests == 0 && third.rows == second.rows && third.cost.oldest != nil)
    // A failure is reported as such, though it was the last request.
    let (last, once) = try gather(trouble: { _, _ in .init("503 Busy") }, set: { $0.requests = 1 })
    #expect(last.error?.code == .busy && once.count == 1 && last.pauses.isEmpty)
    let (bytes, _) = try gather(set: { $0.bytes = 100 })
    #expect(bytes.error?.message.contains("--max-bytes") == true)
    let (large, _) = try gather(set: { $0.answerBytes = 1000 })
    #expect(large.error?.code == .badAnswer && large.rows.isEmpty)
  }

  @Test("Cached answers expire: old, torn or unwanted ones are requested again")
  func cache() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("cache")
    let cache = try AnswerCache(folder: path)
    let now = Date(timeIntervalSince1970: 1_790_000_000)
    let bytes = Array(#"{"a":1}"#.utf8)
    try cache.keep(bytes, as: "http://a/?b", at: now)
    #expect(cache.answer(to: "http://a/?b", at: now)?.bytes == bytes)
    #expect(cache.answer(to: "http://a/?b", at: now.addingTimeInterval(29 * 86_400)) != nil)
    #expect(cache.answer(to: "http://a/?b", at: now.addingTimeInterval(31 * 86_400)) == nil)
    #expect(cache.answer(to: "http://a/?b", at: now.addingTimeInterval(-2 * 86_400)) == nil)
    #expect(cache.answer(to: "http://a/?c", at: now) == nil)
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    try #require(names.count == 1)
    let file = "\(path)/\(names[0])"
    let whole = try Workplace.bytes(file)
    // Cut at each byte, as a power cut may leave it.
    for count in 0..<whole.count {
      try Data(whole[..<count]).write(to: URL(fileURLWithPath: file))
      #expect(cache.answer(to: "http://a/?b", at: now) == nil)
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test("The cache is bounded: the oldest answers and incomplete files are removed")
  func tidy() throws {
    let folder = try TemporaryFolder()
    var limits = GatherLimits()
    limits.cacheBytes = 2500
    let path = folder.path("cache")
    let cache = try AnswerCache(folder: path, limits: limits)
    let now = Date()
    for index in 0..<5 {
      try cache.keep([UInt8](repeating: 65, count: 900), as: "q\(index)", at: now)
      let names = try FileManager.default.contentsOfDirectory(atPath: path)
      for name in names where name.hasSuffix(".answer") {
        let url = URL(fileURLWithPath: "\(path)/\(name)")
        let text = String(decoding: try Data(contentsOf: url).prefix(300), as: UTF8.self)
        guard text.contains("\"q\(index)\"") else { continue }
        try FileManager.default.setAttributes(
          [.modificationDate: now.addingTimeInterval(Double(index - 10) * 60)],
          ofItemAtPath: url.path)
      }
    }
    try Data("half".utf8).write(to: URL(fileURLWithPath: "\(path)/x.part"))
    try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(path)/note.txt"))
    cache.tidy(at: now)
    #expect(
      (0..<5).map { cache.answer(to: "q\($0)", at: now) != nil } == [
        false, false, false, true, true,
      ])
    cache.tidy(at: now.addingTimeInterval(40 * 86_400))
    #expect(Workplace.names(in: path) == ["note.txt"])
  }

  @Test("A new request replaces the stored answer")
  func refresh() throws {
    let folder = try TemporaryFolder()
    let count = Mutex(0)
    let server = try LocalServer { path in
      let files = count.withLock { $0 } == 0 ? 1 : 2
      return PlayedCommons(files: Array(Self.files.prefix(files))).answer(path)
    }
    func run(_ refreshes: Bool) throws -> Int {
      try Gathered.from(
        CommonsSource.self, at: server.address("/w/api.php"), cache: folder.path("c"),
        refreshes: refreshes
      ).rows.count
    }
    #expect(try run(false) == 1)
    count.withLock { $0 = 1 }
    #expect(try run(false) == 1)
    #expect(try run(true) == 2)
    #expect(try run(false) == 2)
  }
}
