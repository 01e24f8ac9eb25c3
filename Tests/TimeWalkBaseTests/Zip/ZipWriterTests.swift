import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkBase

@Suite("A zip")
struct ZipWriterTests {
  /// Looks at a zip with Python's own reader; `nil` if there is none.
  private func python(_ path: String, _ script: String) throws -> String? {
    let program = URL(fileURLWithPath: "/usr/bin/env")
    let code = "import zipfile, sys\nz = zipfile.ZipFile(sys.argv[1])\n" + script
    let result = try TimeWalkCommand.run(program, ["python3", "-c", code, path])
    if result.status == 127 { return nil }
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  private func write(
    _ folder: TemporaryFolder, _ body: (inout ZipWriter<any Error>) throws -> Void
  ) throws -> String {
    let path = folder.path("a.zip")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    var zip = ZipWriter<any Error> { try file.write(contentsOf: Data($0)) }
    try body(&zip)
    try zip.finish()
    try file.close()
    return path
  }

  private func add(_ name: String, _ bytes: [UInt8], to zip: inout ZipWriter<any Error>) throws {
    var checksum = Checksum()
    checksum.add(bytes)
    let time = ZipTime(year: 2026, month: 11, day: 21, hour: 13, minute: 14, second: 16)
    try zip.begin(name, size: bytes.count, checksum: checksum.value, changed: time)
    try zip.add(bytes)
    try zip.end()
  }

  @Test("is read by others, stored and compressed, with its names and times")
  func small() throws {
    let folder = try TemporaryFolder()
    let path = try write(folder) { zip in
      try add("a/photo ü.jpg", Array("picture".utf8), to: &zip)
      try add("empty", [], to: &zip)
      try zip.beginCompressed("long.txt")
      for _ in 0..<1000 { try zip.add(Array("all the same ".utf8)) }
      try zip.end()
    }
    let listing = try python(
      path,
      """
      print(z.testzip())
      for i in z.infolist(): print(i.filename, i.file_size, i.compress_type, i.date_time)
      """)
    guard let listing else { return }
    #expect(
      listing == """
        None
        a/photo ü.jpg 7 0 (2026, 11, 21, 13, 14, 16)
        empty 0 0 (2026, 11, 21, 13, 14, 16)
        long.txt 13000 8 (1980, 1, 1, 0, 0, 0)

        """)
    #expect(
      try TimeWalkCommand.run(URL(fileURLWithPath: "/usr/bin/env"), ["unzip", "-tq", path]).status
        == 0)
  }

  @Test("may hold more than 65,535 files")
  func many() throws {
    let folder = try TemporaryFolder()
    let path = try write(folder) { zip in
      for number in 0..<66_000 { try add("\(number)", [], to: &zip) }
    }
    let count = try python(path, "print(len(z.namelist()), z.namelist()[-1])")
    #expect(count == nil || count == "66000 65999\n")
  }

  @Test("may hold more than 4 GB, and files of that size, in a file with holes")
  func large() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("large.zip")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    let portion = [UInt8](repeating: 0, count: 1 << 20)
    // Zeros are left out: the file has a hole there, which takes neither time nor room.
    var zip = ZipWriter<any Error> { bytes in
      if bytes.count == portion.count {
        try file.seek(toOffset: file.offset() + UInt64(bytes.count))
      } else {
        try file.write(contentsOf: Data(bytes))
      }
    }
    let size = 4097 * portion.count
    // The checksum isn't looked at here.
    try zip.begin("large", size: size, checksum: 0)
    for _ in 0..<4097 { try zip.add(portion) }
    try zip.end()
    try add("after", Array("far behind".utf8), to: &zip)
    try zip.finish()
    try file.close()
    let answer = try python(
      path, "print([(i.filename, i.file_size) for i in z.infolist()], z.read('after'))")
    #expect(
      answer == nil || answer == "[('large', \(size)), ('after', 10)] b'far behind'\n",
      "\(answer ?? "")")
  }

  @Test(
    "uses 64 bits only for values that need them",
    arguments: [
      (UInt64(0), UInt64(0), 0, 0), (0xFFFF_FFFE, 0xFFFF_FFFE, 0, 0),
      (0xFFFF_FFFF, 0, 20, 20), (0, 0xFFFF_FFFF, 0, 12), (1 << 40, 1 << 40, 20, 28),
    ])
  func extensions(size: UInt64, offset: UInt64, local: Int, central: Int) {
    let header = ZipHeader(
      name: [0x61], method: .stored, checksum: 0, size: size, compressed: size, offset: offset,
      time: .first)
    #expect(header.local.count == 31 + local)
    #expect(header.central.count == 47 + central)
  }

  @Test("has a checksum as published: CRC-32 of 123456789 is CBF43926")
  func checksum() {
    var checksum = Checksum()
    checksum.add(Array("12345".utf8))
    checksum.add([])
    checksum.add(Array("6789".utf8))
    #expect(checksum.value == 0xCBF4_3926)
  }
}
