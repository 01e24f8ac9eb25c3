import Foundation
import Testing
import TimeWalkTestSupport
import TimeWalkBase

@testable import TimeWalkEvents

@Suite("The zip of a gallery")
struct ZipTests {
  /// The whole of a zip, in portions.
  static func bytes(of zip: GalleryZip, from start: Int = 0, portion: Int = 1000) throws -> [UInt8]
  {
    var bytes: [UInt8] = []
    while true {
      let next = try zip.read(at: start + bytes.count, most: portion)
      if next.isEmpty { return bytes }
      bytes += next
    }
  }

  /// The names in a zip, sorted.
  static func names(of zip: GalleryZip) throws -> [String] {
    try ZipReader(bytes(of: zip)).names.sorted()
  }

  @Test("has the declared length, the pictures and a list, and resumes at any offset")
  func whole() throws {
    let place = try EventFixture()
    let event = try place.event { $0.showsPositions = true }
    let maria = try place.guest("=Maria/../x", in: event)
    let paul = try place.guest("Paul", in: event, byCodeAlone: true)
    for index in 0..<6 {
      try place.send("picture \(index)", to: event, by: index == 3 ? paul : maria)
    }
    let now = EventFixture.during
    let zip = try place.store.galleryZip(of: event.id, by: paul, at: now)
    let bytes = try Self.bytes(of: zip)
    #expect(bytes.count == zip.count && zip.pictures == 6)
    for start in [0, 1, 29, 30, 77, bytes.count / 2, bytes.count - 1, bytes.count] {
      let rest = try Self.bytes(of: zip, from: start, portion: 7)
      #expect(rest == Array(bytes[start...]), "from \(start)")
    }
    let reader = try ZipReader(bytes)
    #expect(
      reader.names.sorted() == [
        "00001 Mariax.jpg", "00002 Mariax.jpg", "00003 Mariax.jpg", "00004 Paul.jpg",
        "00005 Mariax.jpg", "00006 Mariax.jpg", "pictures.csv",
      ])
    var content: [UInt8] = []
    let file = try #require(try reader.open("00004 Paul.jpg", limit: 1000))
    while try file.read(into: &content) {}
    #expect(content == Array("picture 3".utf8))
    content = []
    let list = try #require(try reader.open("pictures.csv", limit: 10_000))
    while try list.read(into: &content) {}
    let lines = String(decoding: content, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 7 && lines[0].hasPrefix("file,number,guest,name,taken,uploaded,"))
    #expect(lines[1].hasPrefix("00001 Mariax.jpg,1,'=Maria/../x,,,2026-11-23T10:10:00Z,48.85"))
  }

  @Test("is opened by three tools")
  func tools() throws {
    let place = try EventFixture()
    let event = try place.event()
    let maria = try place.guest("María 李", in: event)
    for index in 0..<3 { try place.send("picture \(index)", to: event, by: maria) }
    let zip = try place.store.exportZip(of: event.id, by: .keeper, at: EventFixture.during)
    let path = place.folder.path("event.zip")
    try Data(Self.bytes(of: zip)).write(to: URL(fileURLWithPath: path))
    let commands = [
      ["unzip", "-tq", path],
      [
        "python3", "-c",
        "import sys, zipfile; sys.exit(zipfile.ZipFile(sys.argv[1]).testzip() is not None)", path,
      ],
      ["bsdtar", "-tf", path], ["7z", "t", path], ["jar", "tf", path],
    ]
    var opened = 0
    for command in commands {
      // bsdtar reads names in the locale of a shell.
      let result = try TimeWalkCommand.run(
        URL(fileURLWithPath: "/usr/bin/env"), ["LC_ALL=C.UTF-8"] + command)
      // 127: not installed.
      guard result.status != 127 else { continue }
      #expect(result.status == 0, "\(command): \(result.output) \(result.errors)")
      opened += 1
    }
    #expect(opened >= 3, "of unzip, python3 and bsdtar one is not installed")
  }

  @Test("shows by its tag whether it is unchanged, and ends at a deleted picture")
  func changed() throws {
    let place = try EventFixture()
    let event = try place.event()
    let maria = try place.guest("Maria", in: event)
    let (store, now) = (place.store, EventFixture.during)
    let first = try place.send("first", to: event, by: maria)
    let zip = try store.galleryZip(of: event.id, by: maria, at: now)
    #expect(try store.galleryZip(of: event.id, by: maria, at: now + 5).tag == zip.tag)
    let second = try place.send("second", to: event, by: maria)
    let both = try store.galleryZip(of: event.id, by: maria, at: now)
    #expect(both.tag != zip.tag)
    let chosen = try store.galleryZip(of: event.id, only: [second.id], by: maria, at: now)
    #expect(chosen.pictures == 1)
    #expect(
      code { _ = try store.galleryZip(of: event.id, only: ["none"], by: maria, at: now) }
        == .noSuchPicture)
    _ = try store.delete(first.id, in: event.id, by: maria, at: now)
    #expect(code { _ = try Self.bytes(of: zip) } == .noSuchPicture)
  }

  @Test("of 6 GB takes less than 64 MB of memory, alone in a process")
  func memory() async {
    await #expect(processExitsWith: .success) {
      let before = ZipTests.peak
      precondition(before < .max)
      let plan = ZipPlan(
        (0..<70_000).map { ZipPlan.Entry(name: "\($0).jpg", size: 86_000, checksum: 7) })
      var offset = 0
      while offset < plan.count {
        offset +=
          plan.read(at: offset, most: 1 << 18) { _, _, count in
            [UInt8](repeating: 0, count: count)
          }.count
      }
      precondition(offset > 6_000_000_000)
      // A sanitizer delays the release of freed memory.
      precondition(Sanitizer.isThere || ZipTests.peak - before < 64 << 20)
    }
  }

  @Test("of 6 GB in 70,000 files uses 64 bits, and Python can read it")
  func large() throws {
    // The content is zeros, made when it is asked for; its checksums are right.
    var sum = Checksum()
    sum.add([UInt8](repeating: 0, count: 86_000))
    let checksum = sum.value
    let entries = (0..<70_000).map {
      ZipPlan.Entry(name: "\($0).jpg", size: 86_000, checksum: checksum)
    }
    let plan = ZipPlan(entries)
    #expect(plan.count > 6_000_000_000)
    let folder = try TemporaryFolder()
    let path = folder.path("large.zip")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    var offset = 0
    while offset < plan.count {
      var isContent = false
      let bytes = plan.read(at: offset, most: 1 << 18) { _, _, count in
        isContent = true
        return [UInt8](repeating: 0, count: count)
      }
      // Holes read as zeros, and take no disk.
      if !isContent {
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: bytes)
      }
      offset += bytes.count
      #expect(!bytes.isEmpty)
    }
    try file.close()
    #expect(offset == plan.count)
    let script = """
      import sys, zipfile
      z = zipfile.ZipFile(sys.argv[1])
      print(len(z.namelist()), z.read("69999.jpg") == bytes(86000))
      """
    let result = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", script, path])
    #expect(result.status == 127 || result.output == "70000 True\n", "\(result.errors)")
  }

  /// The most memory that this process had, bytes.
  static var peak: Int {
    // Its own peak, and not, as `getrusage` says it, that of the program which started it.
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first).flatMap { Int($0) }.map { $0 << 10 }
      ?? .max
  }
}
