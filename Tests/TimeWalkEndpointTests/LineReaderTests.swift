import Foundation
import Testing
import TimeWalkEndpoint
import TimeWalkTestSupport

@Suite("Reading line by line", .waitsForProcesses)
struct LineReaderTests {
  /// Reads bytes from a file as the endpoint reads its input.
  static func lines(_ bytes: [UInt8], limit: Int = 100) throws -> [LineReader.Line] {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("input")
    try Data(bytes).write(to: url)
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    var reader = LineReader(descriptor: handle.fileDescriptor, limit: limit)
    var lines: [LineReader.Line] = []
    while let line = reader.next() { lines.append(line) }
    #expect(reader.next() == nil, "the end stays the end")
    return lines
  }

  static func text(_ text: String) -> LineReader.Line { .text(Array(text.utf8)) }

  @Test(
    "Lines end with a line feed, which is optional for the last one",
    arguments: [
      ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]),
      ("a\n\nb\n", ["a", "", "b"]), ("a\r\nb\r\n", ["a\r", "b\r"]), ("a\rb", ["a\rb"]),
      ("a\0b\nc", ["a\0b", "c"]), ("é\n", ["é"]),
    ] as [(String, [String])])
  func ends(input: String, expected: [String]) throws {
    #expect(try Self.lines(Array(input.utf8)) == expected.map(Self.text))
  }

  @Test("Invalid UTF-8 is passed on unchanged")
  func invalidText() throws {
    #expect(
      try Self.lines([0xFF, 0xFE, 0x0A, 0xC3, 0x0A]) == [.text([0xFF, 0xFE]), .text([0xC3])])
  }

  @Test("A line of just the limit is taken, one byte more is skipped", arguments: [1, 10, 99])
  func limit(limit: Int) throws {
    let fits = [UInt8](repeating: 0x61, count: limit)
    let input = fits + [0x0A] + fits + [0x61, 0x0A] + fits + [0x0A]
    #expect(try Self.lines(input, limit: limit) == [.text(fits), .tooLong, .text(fits)])
    #expect(try Self.lines(fits, limit: limit) == [.text(fits)])
    #expect(try Self.lines(fits + [0x61], limit: limit) == [.tooLong])
  }

  @Test("A line far over the limit is reported once, and the next is served")
  func longLine() throws {
    let long = [UInt8](repeating: 0x61, count: 1_000_000)
    let input = Array("a\n".utf8) + long + Array("\nb\n".utf8) + long
    #expect(
      try Self.lines(input, limit: 70_000)
        == [Self.text("a"), .tooLong, Self.text("b"), .tooLong])
  }

  @Test("Lines that cross the pieces in which input is read are whole", arguments: [1, 7, 65_535])
  func pieces(length: Int) throws {
    let line = [UInt8](repeating: 0x61, count: length)
    let count = 200_000 / (length + 1) + 1
    let input = [UInt8](repeatElement(line + [0x0A], count: count).joined())
    let lines = try Self.lines(input, limit: 65_535)
    #expect(lines.count == count)
    #expect(lines.allSatisfy { $0 == .text(line) })
  }
}
