import Foundation
import Testing
import TimeWalkTestSupport
import TimeWalkBase

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

/// All records of a text: their lines with their fields, or their problem.
private func records(_ text: String, recordLimit: Int = 1 << 20) throws -> [String] {
  var reader = try CSVReader(ByteSource(bytes: Array(text.utf8)), recordLimit: recordLimit)
  var found: [String] = []
  while try reader.next() {
    let fields = (0..<reader.count).map { reader.text($0) ?? "(bad)" }
    found.append("\(reader.line): " + (reader.problem ?? fields.joined(separator: "|")))
  }
  return found
}

@Suite struct CSVReaderTests {
  @Test(arguments: [
    ("", []),
    ("\n\r\n\n", []),
    ("a,b", ["1: a|b"]),
    ("a,b\n", ["1: a|b"]),
    ("a,b\r\nc,d\r\n", ["1: a|b", "2: c|d"]),
    ("a,b\rc,d", ["1: a|b", "2: c|d"]),
    ("\u{FEFF}a,b", ["1: a|b"]),
    ("a,\n,b\n,", ["1: a|", "2: |b", "3: |"]),
    ("\"a,b\",c", ["1: a,b|c"]),
    ("\"a\"\"b\",\"\"\"\"", ["1: a\"b|\""]),
    ("\"\"", ["1: "]),
    ("\"a\nb\"\nc", ["1: a\nb", "3: c"]),
    ("\"a\r\nb\r\rc\"\r\nd", ["1: a\r\nb\r\rc", "5: d"]),
    ("\n\na\n\nb", ["3: a", "5: b"]),
    ("5'9\" tall,x", ["1: 5'9\" tall|x"]),
    (" \"a\" ,b", ["1:  \"a\" |b"]),
    ("ü,日本\n", ["1: ü|日本"]),
  ])
  func `records are split after RFC 4180`(text: String, expected: [String]) throws {
    #expect(try records(text) == expected)
  }

  @Test func `an open quotation mark costs its own line only`() throws {
    let found = try records("a,\"b\nc,d\ne,\"f\"\n")
    #expect(found.count == 3)
    #expect(found.first?.hasPrefix("1: text follows") == true)
    #expect(found.dropFirst() == ["2: c|d", "3: e|f"])
    let last = try records("a,b\n1,\"2\n3,4")
    #expect(last.count == 3)
    #expect(last[1].hasPrefix("2: a quotation mark isn't closed"))
    #expect(last[2] == "3: 3|4")
  }

  @Test func `a record above the limit is a problem and not a crash`() throws {
    let long = String(repeating: "x", count: 600_000)
    let found = try records("a,b\n\"\(long)\n\(long)", recordLimit: 500_000)
    #expect(found.contains { $0.hasPrefix("2: ") && $0.contains("longer than") })
  }

  @Test func `text that is not UTF-8 is Windows-1252, or none, and differs from empty text`() throws
  {
    var reader = try CSVReader(ByteSource(bytes: [0x61, 0x2C, 0xE9, 0x2C, 0x0A, 0x8D, 0x0A]))
    #expect(try reader.next())
    #expect(reader.otherEncoding == .windows1252)
    #expect((0..<4).map { reader.text($0) } == ["a", "é", "", ""])
    #expect(try reader.next())
    #expect(reader.text(0) == nil)
  }

  @Test(arguments: [false, true])
  func `UTF-16 is read by its byte order mark`(isBigEndian: Bool) throws {
    let text = "id,ä€,\u{1F5FA}\r\n1,\"x\ny\",z\n"
    var bytes: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
    for unit in text.utf16 {
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      bytes += isBigEndian ? pair : pair.reversed()
    }
    var reader = try CSVReader(ByteSource(bytes: bytes))
    #expect(try reader.next())
    #expect((0..<reader.count).map { reader.text($0) } == ["id", "ä€", "\u{1F5FA}"])
    #expect(try reader.next())
    #expect((0..<reader.count).map { reader.text($0) } == ["1", "x\ny", "z"])
    #expect(try !reader.next())
  }

  @Test func `UTF-16 is the same wherever its pieces end`() throws {
    let bytes: [UInt8] = [0x61, 0x00, 0x3D, 0xD8, 0x00, 0xDE, 0x3D, 0xD8, 0x62, 0x00, 0x63]
    let whole = try #require(UTF16Decoder(mark: [0xFF, 0xFE]))
    for size in 1...bytes.count {
      var decoder = whole
      var text: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        decoder.decode(Array(bytes[start..<min(start + size, bytes.count)]), into: &text)
      }
      decoder.finish(into: &text)
      #expect(String(decoding: text, as: UTF8.self) == "a\u{1F600}\u{FFFD}b\u{FFFD}")
    }
  }

  @Test func `records are the same wherever the pieces of a file end`() throws {
    // Records of odd lengths put every kind of byte on the border of a piece somewhere.
    var text = ""
    var expected: [String] = []
    var line = 1
    for number in 0..<40_000 {
      let filler = String(repeating: "é", count: number % 23)
      text += "\(number),\"\(filler)\"\"\r\n\",\r\n"
      expected.append("\(line): \(number)|\(filler)\"\r\n|")
      line += 2
    }
    #expect(text.utf8.count > 1 << 20)
    #expect(try records(text) == expected)
  }

  @Test(TestData.isPresent, arguments: CSVReaderTests.cases)
  func `published cases read as their JSON twins`(name: String) throws {
    let bytes = try TestData.bytes("hostile/csv/csvs__\(name).csv")
    let twin = try JSONSerialization.jsonObject(
      with: Data(TestData.bytes("hostile/csv/json__\(name).json")))
    // One twin is a lone object with another telephone number than its file. One file lost the CR
    // of its line endings on its way here.
    let objects = try #require(
      twin as? [[String: String]] ?? (twin as? [String: String]).map { [$0] })
    let expected = objects.map { row in
      row.filter { $0.key != "Contact Phone Number" }
        .mapValues { $0.replacingOccurrences(of: "\r\n", with: "\n") }
    }
    var reader = try CSVReader(ByteSource(bytes: bytes))
    #expect(try reader.next())
    let header = (0..<reader.count).map { reader.text($0) ?? "(bad)" }
    var rows: [[String: String]] = []
    while try reader.next() {
      #expect(reader.problem == nil)
      let fields = (0..<reader.count).map { reader.text($0) ?? "(bad)" }
      let row = Dictionary(uniqueKeysWithValues: zip(header, fields))
      rows.append(row.filter { $0.key != "Contact Phone Number" })
    }
    #expect(rows == expected)
  }

  private static let cases = TestData.files(in: "hostile/csv")
    .filter { $0.hasPrefix("csvs__") }
    .map { String($0.dropFirst(6).dropLast(4)) }
}

@Suite struct DecimalTextTests {
  @Test(
    arguments: [
      ("0", 0), ("-0.5", -0.5), ("+7", 7), ("40.7580", 40.758), ("-73.9683809", -73.9683809),
      (".5", 0.5), ("5.", 5), ("1e3", 1000), ("2.5E-2", 0.025), ("007", 7),
      ("0.1234567890123456789", 0.12345678901234568),
      ("123456789012345678", 123_456_789_012_345_680),
    ] as [(String, Double)])
  func `numbers are read to the nearest double`(text: String, value: Double) {
    #expect(DecimalText.parse(text.utf8) == value)
  }

  @Test(arguments: [
    "", "-", ".", "e5", "1e", "1e+", "1,5", "0x10", "nan", "inf", "1 ", "--1", "1.2.3", "1e999",
    "٣",
  ])
  func `anything else is no number`(text: String) {
    #expect(DecimalText.parse(text.utf8) == nil)
  }

  @Test func `the short way reads as the standard library does`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let digits = Int.random(in: 0...15, using: &random)
      let value = Double.random(in: -360...360, using: &random)
      let scale = (0..<digits).reduce(1.0) { product, _ in product * 10 }
      let text = "\((value * scale).rounded() / scale)"
      #expect(DecimalText.parse(text.utf8) == Double(text))
      #expect(DecimalText.parse(DecimalText.write(value).utf8) == value)
    }
  }
}
