import Foundation
import Testing
import TimeWalkTestSupport

/// An archive, a library and files with hostile texts everywhere.
///
/// They try to write the terminal's clipboard, to move its cursor, to reverse the line and to forge
/// another one.
@Suite("Text of strangers on a terminal", .waitsForProcesses, .onEachEngine, .serialized)
struct HostileTextTests {
  static let forged = "Photo 42: /forged.jpg"
  static let attack =
    "A\u{1B}]52;c;Zm9vCg==\u{7}\u{1B}[2J\u{9B}31m\r\(forged)\n\(forged)\u{85}\(forged)\u{2028}\u{202E}gpj\u{2066}\u{200B}\u{E0041}\u{FEFF}B"

  let place: Workplace
  let photo: String

  init() throws {
    place = try Workplace()
    // A file's name can't hold a slash.
    let name = Self.attack.replacing("/", with: "_") + ".jpg"
    var jpeg = JPEGBuilder(width: 64, height: 48)
    jpeg.add(
      SamplePhone.exif(heading: 10, orientation: 1)
        .setting(0x010F, .text(Self.attack), in: .primary)
        .setting(0x0110, .text(Self.attack), in: .primary))
    photo = try place.write(jpeg.bytes, to: name)
  }

  @Test("A printed command quotes the archive's path for a shell")
  func shellWord() throws {
    let file = try Workplace(engine: .file)
    let archive = file.folder.path("it's'\u{301};$(true)\"`.sqlite")
    let source = try file.write(Array("id,latitude,longitude\na,40,-74\n".utf8), to: "a.csv")
    let done = try file.run(["archive", "import", source, "--archive", archive])
    let told = try #require(done.errors.firstMatch(of: /--archive (.+) finds/)).1
    let shell = Process()
    let pipe = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "printf %s \(told)"]
    shell.standardOutput = pipe
    try shell.run()
    let said = try pipe.fileHandleForReading.readToEnd()
    shell.waitUntilExit()
    #expect(said.map { Array($0) } == Array(archive.utf8))
  }

  /// Looks at both streams: every line is whole, and nothing acts on the terminal.
  static func check(_ result: TimeWalkCommand.Result, _ what: String) {
    check([("output", result.output), ("errors", result.errors)], what)
  }

  static func check(_ streams: [(name: String, text: String)], _ what: String) {
    for (stream, text) in streams {
      for scalar in text.unicodeScalars where scalar != "\n" && scalar != "\t" {
        let isSafe =
          scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
          && !scalar.properties.isDefaultIgnorableCodePoint
          && !["\u{2028}", "\u{2029}"].contains(scalar)
        #expect(isSafe, "\(what), \(stream): U+\(String(scalar.value, radix: 16))")
      }
      for line in text.split(separator: "\n") {
        #expect(!line.hasPrefix(forged), "\(what), \(stream)")
      }
    }
  }

  private func run(_ arguments: [String], input: String = "") throws {
    for flags in [[], ["--json"]] {
      Self.check(
        try place.run(arguments + flags, input: input),
        (arguments.prefix(2) + flags).joined(separator: " "))
    }
  }

  @Test("Every command prints lines that are whole and harmless")
  func commands() throws {
    func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }
    let text = quoted(Self.attack)
    let csv = """
      id,title,date,latitude,longitude,location_of,heading,creator,license,credit,source,media
      one,\(text),1911,40.758,-73.9855,camera,10,\(text),CC0-1.0,\(text),https://example.org/1,
      \(text),\(text),\(text),40.758,-73.9855,camera,10,\(text),\(text),\(text),\(text),\(text)
      two,\(text),1912,,,camera,,\(text),CC0-1.0,\(text),,\(text)
      """
    let catalogue = try place.write(Array(csv.utf8), to: "views.csv")
    try run(["archive", "import", catalogue, "--collection", "views", "--dry-run"])
    Self.check(try place.importCatalogue(csv), "import")
    try run(["archive", "import", catalogue, "--map", Self.attack])
    try run(["archive", "set", "views:one", "title=\(Self.attack)!", "creator=\(Self.attack)?"])
    for command in [
      ["list"], ["list", "--unplaced"], ["search", "Photo"], ["show", "views:one"],
      ["show", Self.attack],
      ["show", "views:one", "--history"], ["history"], ["diff", "1"], ["verify"], ["repair"],
      ["collections"], ["rights"], ["review"], ["duplicates"], ["presets"],
      ["era", "add", Self.attack, "1900/1910"], ["era", "list"],
      ["era", "remove", "none \(Self.attack)"],
      ["export", place.folder.path("out\(Self.attack.replacing("/", with: "_")).csv")],
      ["backup", place.folder.path("copy\(Self.attack.replacing("/", with: "_"))")],
      ["undo", "99"], ["remove", Self.attack], ["fetch-media"],
      ["collections", "--archive", Self.attack],
    ] {
      try run(["archive"] + command)
    }
    try run(["match", "--latitude", "40.758", "--longitude", "-73.9855", "--heading", "10"])
    try run(["inspect", photo])
    try run(["submit", photo, "--output", place.output])
    try run(["submit", photo, place.folder.path("none" + Self.attack.replacing("/", with: "_"))])
    try run(["submit", "--output", place.folder.path(Self.attack), photo, "--again"])
    for command in [["list"], ["show", "1"], ["queue"], ["discard"], ["resume"], ["retry"]] {
      try run(["library"] + command)
    }
    try run(["library", "export", place.folder.path("x\u{1B}[2J.zip")])
    try run(["library", "remove", "1"])
    try run(["library", "list", "--library", Self.attack])
    try run(["date", Self.attack, "1911"])
    try run(["doctor", "--archive", Self.attack])
    Self.check(
      try place.run(["request", "archive.item", #"{"id":"views:one"}"#]), "request archive.item")
  }

  @Test(
    "A fault in the arguments prints no control characters",
    arguments: [
      [attack], ["--\(attack)"], ["match", "--latitude", attack], ["submit", "--\(attack)=1"],
      ["archive", attack], ["archive", "import", "x", "--format", attack], ["date", "--\(attack)"],
      ["request", attack, "{}"], ["request", "submit", attack],
      ["endpoint", "--log-level", attack],
      ["submit", "x", "--era", attack], ["archive", "review", "--kind", attack],
    ])
  func arguments(_ arguments: [String]) throws {
    let result = try place.run(arguments)
    #expect(result.status != 0)
    Self.check(result, arguments.first ?? "")
  }

  @Test("The endpoint's log has no control characters")
  func log() throws {
    let text = VisibleTextJSON.quoted(Self.attack)
    let result = try place.run(
      ["endpoint"],
      input: #"{"jsonrpc":"2.0","id":\#(text),"method":\#(text),"params":{"latitude":\#(text)}}"#
        + "\n")
    #expect(result.errors.contains("u009b") || result.errors.contains("u202e"))
    Self.check([("errors", result.errors)], "endpoint")
  }
}

/// JSON by Foundation, which escapes what JSON must.
private enum VisibleTextJSON {
  static func quoted(_ text: String) -> String {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
