import Foundation
import Synchronization
package import Testing

/// An object store of a test's own, which checks signatures (`Tests/Objects/store.py`); it goes
/// with this value.
package final class ThrowawayObjectStore: Sendable {
  /// Makes a test skip, with a notice, where it can't run.
  package static var isInstalled: ConditionTrait {
    .enabled(if: canRun, "Python is not installed (Debian: python3)")
  }

  /// True if it can run.
  package static let canRun = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  /// The secret key, which must not be printed.
  package static let secret = "test/Secret+0001"
  /// The name of that key.
  package static let key = "TESTKEY0001"

  /// The number of its port on 127.0.0.1.
  package let port: String
  private let folder: TemporaryFolder
  private let process: Mutex<ThrowawayProcess?>

  /// The certificate that it shows over HTTPS, to be trusted as its own authority.
  package var certificate: String { folder.path("certificate.pem") }

  /// Starts it, with an empty bucket `pictures`; with a certificate for `localhost` if it must be
  /// secure.
  package init(isSafe: Bool = false) throws {
    folder = try TemporaryFolder()
    if isSafe { try ThrowawayObjectStore.makeCertificate(in: folder) }
    try FileManager.default.createDirectory(
      atPath: folder.path("pictures"), withIntermediateDirectories: false)
    let process = try ThrowawayObjectStore.start(folder, port: "0")
    port = process.words.first ?? "0"
    self.process = Mutex(process)
  }

  private static func makeCertificate(in folder: TemporaryFolder) throws {
    let words = [
      "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
      "-addext", "subjectAltName=DNS:localhost", "-keyout", folder.path("tls.pem"), "-out",
      folder.path("certificate.pem"),
    ]
    let made = try TimeWalkCommand.run(URL(fileURLWithPath: "/usr/bin/openssl"), words)
    try #require(made.status == 0, "\(made.errors)")
    let both = try ["tls.pem", "certificate.pem"].map {
      try Data(contentsOf: URL(fileURLWithPath: folder.path($0)))
    }
    try (both[0] + both[1]).write(to: URL(fileURLWithPath: folder.path("tls.pem")))
  }

  private static func start(_ folder: TemporaryFolder, port: String) throws -> ThrowawayProcess {
    let program = Project.root.appendingPathComponent("Tests/Objects/store.py").path
    return try ThrowawayProcess(
      "exec /usr/bin/python3 \"$1\" \"$2\" \"$3\"", [program, folder.url.path, port],
      name: "the object store \(program)")
  }

  /// Ends it; its objects stay.
  package func stop() throws {
    process.withLock { $0 = nil }
    // It ends with its input, which takes a moment.
    for _ in 0..<200 where (try? answers()) == true { usleep(10_000) }
  }

  /// Starts it again, at the same port.
  package func restart() throws {
    let process = try ThrowawayObjectStore.start(folder, port: port)
    self.process.withLock { $0 = process }
  }

  private func answers() throws -> Bool {
    let asked = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/usr/bin/python3"),
      ["-c", "import socket; socket.create_connection(('127.0.0.1', \(port)), 1)"])
    return asked.status == 0
  }

  /// The variables by which it is found and asked; `cache` is the folder of pictures that were
  /// read.
  package func environment(cache: String) -> [String: String] {
    [
      "AWS_ACCESS_KEY_ID": ThrowawayObjectStore.key,
      "AWS_SECRET_ACCESS_KEY": ThrowawayObjectStore.secret, "AWS_SESSION_TOKEN": "",
      "AWS_REGION": "eu-test-1", "AWS_ENDPOINT_URL": "http://127.0.0.1:\(port)",
      "AWS_ENDPOINT_URL_S3": "", "AWS_CA_BUNDLE": "", "TIMEWALK_S3_STYLE": "",
      "TIMEWALK_PICTURE_CACHE": cache,
    ]
  }

  /// The path of an object of the bucket `pictures`, by its whole name.
  package func path(_ name: String) -> String { folder.path("pictures/" + name) }

  /// The names of the objects of the bucket `pictures`, sorted.
  package var names: [String] {
    let all = FileManager.default.enumerator(atPath: folder.path("pictures"))
    return (all?.compactMap { $0 as? String } ?? []).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder)
        && !isFolder.boolValue && !name.contains(".part")
    }.sorted()
  }

  /// Sets the faults from now on, as `store.py` describes: `COUNT METHOD KIND [NUMBER]`.
  package func fail(_ faults: String...) throws {
    let text = faults.map { $0 + "\n" }.joined()
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("faults")), options: .atomic)
  }

  /// The requests so far: method, path, status and range.
  package var requests: [String] {
    let log = FileManager.default.contents(atPath: folder.path("log")) ?? Data()
    return String(decoding: log, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
