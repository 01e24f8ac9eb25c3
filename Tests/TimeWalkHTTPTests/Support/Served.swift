import Foundation
import Testing
import TimeWalk
import TimeWalkTestSupport

/// The built server over a small archive, asked by curl as any client would.
final class Served {
  let place: Workplace
  /// The beginning of addresses; a socket's is any name of this machine.
  let base: String
  /// The path of the socket that it listens on; `nil` if it listens on an address.
  let socket: String?
  /// The host and port of `--behind`, which requests then name.
  private let publicHost: String?
  private let process: Process
  private let output = Pipe()
  private let errors: URL

  static let catalogue = """
    id,title,date,latitude,longitude,accuracy,heading,creator,license,source,media
    510d47dc,Broadway,1911,40.7581,-73.9855,5,193,A. Person,CC0-1.0,https://example.org/1,https://example.org/1.jpg
    kept,"Broadway, kept",1905,40.7582,-73.9855,5,190,B. Person,CC0-1.0,https://example.org/2,kept.jpg

    """

  /// The program, beside the command's.
  static let program = TimeWalkCommand.binary.deletingLastPathComponent()
    .appendingPathComponent("timewalk-serve")

  /// The content of a fresh place: an archive with a picture of its own.
  static func place() throws -> Workplace {
    let place = try Workplace()
    _ = try place.write(JPEGBuilder(width: 320, height: 240).bytes, to: "kept.jpg")
    let csv = try place.write(Array(catalogue.utf8), to: "nypl.csv")
    let places = StorePaths(archive: place.archive, library: place.library, environment: [:])
    _ = try Curator(writing: places)
      .importCatalogue(ImportRequest(source: csv, collection: "nypl"))
    return place
  }

  /// Starts it in a place, and waits until it listens.
  ///
  /// `kilobytes` limits its address space.
  init(
    _ place: Workplace? = nil, _ flags: [String] = [], hasArchive: Bool = true,
    kilobytes: Int? = nil, environment: [String: String] = [:]
  ) throws {
    self.place = try place ?? Served.place()
    errors = self.place.folder.url.appendingPathComponent("serve.log")
    try Data().write(to: errors)
    let behind = flags.firstIndex(of: "--behind").map { flags[$0 + 1] }
    publicHost = behind?.split(separator: "/").last.map(String.init)
    process = Process()
    process.executableURL = Served.program
    process.arguments =
      ["serve", "--port", "0", "--library", self.place.library]
      + (hasArchive ? ["--archive", self.place.archive] : []) + flags
    if let kilobytes {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments =
        ["-c", "ulimit -v \(kilobytes) && exec \"$0\" \"$@\"", Served.program.path]
        + (process.arguments ?? [])
    }
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_DATA_HOME": self.place.folder.path("data")]) { $1 }
      .merging(environment) { $1 }
    process.environment?["TIMEWALK_ARCHIVE"] = nil
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    process.currentDirectoryURL = self.place.folder.url
    try process.run()
    var line: [UInt8] = []
    while line.last != 0x0A {
      guard let byte = try output.fileHandleForReading.read(upToCount: 1)?.first else { break }
      line.append(byte)
    }
    let listened = String(decoding: line.dropLast(), as: UTF8.self)
    socket = listened.hasPrefix("unix:") ? String(listened.dropFirst(5)) : nil
    base = socket == nil ? listened : "http://localhost"
    let said = try log()
    try #require(base.hasPrefix("http"), "it doesn't listen: \(said)")
  }

  deinit {
    if process.isRunning { process.interrupt() }
  }

  /// Its standard error.
  func log() throws -> String { String(decoding: try Data(contentsOf: errors), as: UTF8.self) }

  /// Its number.
  var identifier: Int32 { process.processIdentifier }

  /// Sends a signal.
  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for its end.
  func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
      ? -process.terminationStatus : process.terminationStatus
  }

  /// Requests an address.
  func ask(_ path: String) throws -> Reply { try ask("GET", path) }

  /// Asks by curl.
  func ask(
    _ method: String, _ path: String, _ headers: [String] = [], body: [UInt8]? = nil,
    _ flags: [String] = []
  ) throws -> Reply {
    let folder = try TemporaryFolder()
    var arguments = [
      "-sS", "--max-time", "120", "-D", folder.path("head"), "-o", folder.path("body"),
    ]
    arguments += method == "HEAD" ? ["-I"] : ["-X", method]
    for header in headers { arguments += ["-H", header] }
    if let publicHost, !headers.contains(where: { $0.hasPrefix("Host:") }) {
      arguments += ["-H", "Host: " + publicHost]
    }
    if let body {
      try Data(body).write(to: URL(fileURLWithPath: folder.path("sent")))
      arguments += ["--data-binary", "@" + folder.path("sent")]
      if !headers.contains(where: { $0.lowercased().hasPrefix("content-type") }) {
        arguments += ["-H", "Content-Type: application/octet-stream"]
      }
    }
    let isElsewhere = path.hasPrefix("http")
    if let socket, !isElsewhere { arguments += ["--unix-socket", socket] }
    let address = isElsewhere ? path : base + path
    let result = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/usr/bin/curl"), arguments + flags + [address])
    return try Reply(folder: folder, curl: result)
  }

  /// Asks `match` and the like: a JSON object as the body.
  func post(_ path: String, json: String, _ headers: [String] = []) throws -> Reply {
    try ask("POST", path, ["Content-Type: application/json"] + headers, body: Array(json.utf8))
  }

  /// Sends a photo in one go.
  func submit(_ query: String = "", _ headers: [String] = []) throws -> Reply {
    try ask("POST", "/v1/photos" + query, headers, body: SamplePhone.photo())
  }
}

/// The response.
struct Reply {
  let status: Int
  /// By their names in small letters.
  let headers: [String: String]
  /// The cookies as a browser sends them back: `name=value`.
  let cookies: [String]
  let body: Data
  /// curl's own exit code.
  let exit: Int32

  init(folder: TemporaryFolder, curl: TimeWalkCommand.Result) throws {
    exit = curl.status
    let head = (try? String(contentsOfFile: folder.path("head"), encoding: .utf8)) ?? ""
    // Of several heads, as behind 100 Continue, the last counts.
    let blocks = head.components(separatedBy: "\r\n\r\n").filter { !$0.isEmpty }
    let lines = (blocks.last ?? "").components(separatedBy: "\r\n")
    status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    var headers: [String: String] = [:]
    var cookies: [String] = []
    for line in lines.dropFirst() {
      let pair = line.split(separator: ":", maxSplits: 1)
      guard pair.count == 2 else { continue }
      let value = pair[1].trimmingCharacters(in: .whitespaces)
      headers[pair[0].lowercased()] = value
      if pair[0].lowercased() == "set-cookie" { cookies.append(String(value.prefix { $0 != ";" })) }
    }
    self.cookies = cookies
    self.headers = headers
    body = (try? Data(contentsOf: URL(fileURLWithPath: folder.path("body")))) ?? Data()
  }

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as a JSON object.
  func object() throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: body) as? [String: Any], "\(status): \(text)")
  }

  /// The word of a problem, when it is one as RFC 9457 wants it.
  func problem() throws -> String {
    #expect(headers["content-type"] == "application/problem+json")
    let object = try object()
    #expect(object["status"] as? Int == status)
    #expect((object["title"] as? String)?.isEmpty == false)
    #expect((object["detail"] as? String)?.isEmpty == false)
    return try #require(object["code"] as? String)
  }

  /// Every text in the body.
  func texts() throws -> [String] {
    func all(_ value: Any) -> [String] {
      switch value {
      case let text as String: [text]
      case let list as [Any]: list.flatMap(all)
      case let object as [String: Any]: object.flatMap { [$0.key] + all($0.value) }
      default: []
      }
    }
    return all(try JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed))
  }
}
