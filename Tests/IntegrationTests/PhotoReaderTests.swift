import Foundation
import Testing
import TimeWalkBase
import TimeWalkImaging
import TimeWalkTestSupport

/// Photos are read in separate processes: their failures, and their restrictions.
@Suite("Readers of photos", .waitsForProcesses)
struct PhotoReaderTests {
  private static let place = ["--latitude", "40.758", "--longitude=-73.9855"]

  private static func request(_ id: Int, _ path: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"submit","params":{"path":"\#(path)","#
      + #""latitude":40.758,"longitude":-73.9855}}"#
  }

  private static func code(_ answer: [String: Any]) -> String? {
    let error = answer["error"] as? [String: Any]
    return (error?["data"] as? [String: Any])?["code"] as? String
  }

  /// A photo whose decoding takes a while.
  private static func slow(in place: Workplace) throws -> String {
    try place.write(LargePhotos.heic(columns: 24, rows: 24), to: "slow.heic")
  }

  /// Waits until the endpoint has a reader of which something is true.
  private static func reader(
    of endpoint: EndpointSession, _ isMeant: (ChildProcess) -> Bool = { _ in true }
  ) throws -> ChildProcess {
    for _ in 0..<6000 {
      let found = ChildProcess.all(of: endpoint.processIdentifier).first(where: isMeant)
      if let found { return found }
      usleep(10_000)
    }
    throw Missing()
  }

  private struct Missing: Error {}

  @Test(
    "A crashed or killed one refuses one photo, and the next is served",
    .enabled(if: ImageFormat.heic.isReadable, "libheif is not installed"),
    // A sanitizer takes SIGSEGV for a finding of its own.
    arguments: [
      (Sanitizer.isThere ? SIGTRAP : SIGSEGV, "imageDamaged"), (SIGABRT, "imageDamaged"),
      (SIGKILL, "limitExceeded"),
    ])
  func crash(signal: Int32, code: String) throws {
    let place = try Workplace()
    let slow = try place.write(LargePhotos.heic(columns: 16, rows: 12), to: "slow.heic")
    let small = try place.write(SmallPhoto.bytes(1), to: "small.jpg")
    let endpoint = try EndpointSession(place, ["--jobs", "1"])
    try endpoint.send(line: Self.request(1, slow))
    let reader = try Self.reader(of: endpoint) { $0.processorTime > 0.2 }
    reader.send(signal)
    let answer = try #require(try endpoint.receive() as? [String: Any])
    #expect(Self.code(answer) == code, "\(answer)")
    let next = try endpoint.ask(Self.request(2, small))
    #expect(next["result"] != nil, "\(next)")
    #expect(try endpoint.close() == 0)
  }

  @Test(
    "Signals to a terminal's or a service's programs don't end a busy one",
    .enabled(if: ImageFormat.heic.isReadable, "libheif is not installed"),
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func asked(signal: Int32) throws {
    let place = try Workplace()
    let slow = try place.write(LargePhotos.heic(columns: 16, rows: 12), to: "slow.heic")
    let endpoint = try EndpointSession(place, ["--jobs", "1"])
    try endpoint.send(line: Self.request(1, slow))
    try Self.reader(of: endpoint) { $0.processorTime > 0.2 }.send(signal)
    let answer = try #require(try endpoint.receive() as? [String: Any])
    #expect(answer["result"] != nil, "\(answer)")
    #expect(try endpoint.close() == 0)
  }

  @Test("A killed idle one is replaced without an error")
  func idle() throws {
    let place = try Workplace()
    let endpoint = try EndpointSession(place, ["--jobs", "1"])
    for number in 1...3 {
      let path = try place.write(SmallPhoto.bytes(number), to: "p\(number).jpg")
      let answer = try endpoint.ask(Self.request(number, path))
      #expect(answer["result"] != nil, "\(answer)")
      let reader = try Self.reader(of: endpoint)
      reader.send(SIGKILL)
      while reader.isRunning { usleep(1000) }
    }
    #expect(try endpoint.close() == 0)
  }

  @Test("They can open nothing, start nothing, and leave nothing behind")
  func confined() throws {
    let place = try Workplace()
    let endpoint = try EndpointSession(place, ["--jobs", "1"])
    let path = try place.write(SmallPhoto.bytes(1), to: "p.jpg")
    #expect(try endpoint.ask(Self.request(1, path))["result"] != nil)
    let reader = try Self.reader(of: endpoint)
    // The streams lead nowhere; the others are the socket and the shared memory.
    #expect(reader.descriptors == [0, 1, 2, 3, 4])
    for stream in 0...2 {
      let link = "/proc/\(reader.identifier)/fd/\(stream)"
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/dev/null")
    }
    let variables = FileManager.default.contents(atPath: "/proc/\(reader.identifier)/environ")
    #expect(variables?.split(separator: 0).contains { $0.starts(with: "PATH=".utf8) } == false)
    #expect(reader.status("NoNewPrivs") == "1")
    let doctor = try place.run(["doctor"]).output
    // With the sanitizers, or where the kernel has none, there is no filter, and doctor says so.
    if doctor.contains("seccomp)") {
      #expect(reader.status("Seccomp") == "2")
    } else {
      #expect(doctor.contains("without a system-call filter"))
    }
    let limits = try String(contentsOfFile: "/proc/\(reader.identifier)/limits", encoding: .utf8)
    let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file") })
    #expect(core.split(separator: " ").contains("0"))
    // Its parent is killed: it ends on its own.
    endpoint.signal(SIGKILL)
    #expect(endpoint.end() == -SIGKILL)
    for _ in 0..<3000 where reader.isRunning { usleep(10_000) }
    #expect(!reader.isRunning)
  }

  @Test(
    "A photo that takes more time or memory than it may have is refused, and passes where it may",
    .enabled(if: ImageFormat.heic.isReadable, "libheif is not installed"))
  func limits() throws {
    let place = try Workplace()
    let slow = try Self.slow(in: place)
    for (flags, name) in [
      (["--photo-time", "1"], "--photo-time"), (["--photo-memory", "128MB"], "--photo-memory"),
    ] where !(Sanitizer.isThere && name == "--photo-memory") {
      let refused = try place.run(["inspect", slow] + flags)
      #expect(refused.status == 65)
      #expect(refused.errors.contains(name), "\(refused.errors)")
      let submitted = try place.submit([slow, "--json"] + Self.place + flags)
      #expect(submitted.status == 65)
      let answer = try #require(try submitted.json().map(Answer.init).first)
      #expect(answer.errorCode == "limitExceeded")
    }
    // More than the usual half minute: this may be a build that is slow.
    let taken = try place.run(["inspect", slow, "--photo-time", "600"])
    #expect(taken.status == 0, "\(taken.errors)")
  }

  @Test(
    "A photo that was refused for its limits isn't tried again by the queue",
    Sanitizer.absent("a sanitizer takes several times the memory, so that readers have no limit"),
    .enabled(if: ImageFormat.heic.isReadable, "libheif is not installed"))
  func queue() throws {
    let place = try Workplace()
    let photos = [
      try place.write(SmallPhoto.bytes(1), to: "1.jpg"),
      try place.write(LargePhotos.heic(columns: 16, rows: 12), to: "2.heic"),
      try place.write(SmallPhoto.bytes(3), to: "3.jpg"),
    ]
    let batch = try place.submit(
      photos + ["--json", "--photo-memory", "128MB"] + Self.place)
    #expect(batch.status == 65)
    let answers = try batch.json().map(Answer.init)
    #expect(answers.map(\.errorCode) == [nil, "limitExceeded", nil])
    let again = try place.run(["library", "resume", "--json"])
    #expect(again.status == 0, "\(again.errors)")
    #expect(try again.json().isEmpty, "nothing waits")
  }

  @Test(
    "Photos that are read at the same time stay within the endpoint's memory",
    Sanitizer.absent("a sanitizer takes several times the memory, so that readers have no limit"),
    .enabled(if: ImageFormat.heic.isReadable, "libheif is not installed"))
  func shared() throws {
    let place = try Workplace()
    let photo = LargePhotos.heic(columns: 16, rows: 12)
    let most = 800_000_000
    let endpoint = try EndpointSession(place, ["--jobs", "4", "--memory", "800MB"])
    let count = 4
    for id in 1...count {
      // Each other bytes, or an earlier answer would do.
      let path = try place.write(photo + HEIFBuilder.box("free", [UInt8(id)]), to: "\(id).heic")
      try endpoint.send(line: Self.request(id, path))
    }
    let greatest = Greatest()
    let identifier = endpoint.processIdentifier
    let watch = Thread {
      while !greatest.isOver {
        let all = ChildProcess.all(of: identifier)
        let own = ChildProcess(identifier: identifier)
        greatest.take((all + [own]).reduce(0) { $0 + $1.memory })
        usleep(20_000)
      }
    }
    watch.start()
    for _ in 1...count {
      let answer = try #require(try endpoint.receive() as? [String: Any])
      #expect(answer["result"] != nil, "\(answer)")
    }
    greatest.end()
    #expect(greatest.value < most)
    #expect(greatest.value > 100_000_000, "the photos were seen being read")
    #expect(try endpoint.close() == 0)
  }
}

/// The maximum of a thread's measurements.
private final class Greatest: @unchecked Sendable {
  private let lock = NSLock()
  private var greatest = 0
  private var hasEnded = false

  var value: Int { lock.withLock { greatest } }
  var isOver: Bool { lock.withLock { hasEnded } }
  func take(_ value: Int) { lock.withLock { greatest = max(greatest, value) } }
  func end() { lock.withLock { hasEnded = true } }
}
