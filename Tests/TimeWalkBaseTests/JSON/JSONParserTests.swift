import Testing
import TimeWalkBase
import TimeWalkTestSupport

@Suite("Reading JSON")
struct JSONParserTests {
  static func read(_ bytes: [UInt8]) throws(JSONFault) -> JSONValue {
    var parser = JSONParser(bytes)
    let value = try parser.value()
    guard parser.isAtEnd else { throw JSONFault(reason: "goes on", offset: parser.index) }
    return value
  }

  static func fault(_ text: String) -> JSONFault? {
    do throws(JSONFault) { _ = try read(Array(text.utf8)) } catch { return error }
    return nil
  }

  @Test(
    "JSONTestSuite's files are accepted or refused according to their names", TestData.isPresent)
  func suite() throws {
    var count = 0
    for name in TestData.files(in: "hostile/json") {
      guard let kind = name.split(separator: "__").last?.prefix(2), kind != "i_",
        name.hasSuffix(".json")
      else { continue }
      count += 1
      let bytes = try TestData.bytes("hostile/json/" + name)
      let isTaken = (try? Self.read(bytes)) != nil
      // Two values of one key are ours to refuse.
      let isWanted = kind == "y_" && !name.contains("duplicated_key")
      #expect(isTaken == isWanted, "\(name)")
    }
    #expect(count > 250)
  }

  @Test("A fault lies within the text", arguments: [#""\"#, #"["a\"#, #"{"\"#, "\"", "", "["])
  func place(text: String) throws {
    let fault = try #require(Self.fault(text))
    #expect(fault.offset <= text.utf8.count)
  }

  @Test("A duplicate key is named, in any notation and at any depth")
  func duplicates() {
    for text in [#"{"a":1,"a":2}"#, #"[{"b":{"a":1,"\u0061":1}}]"#] {
      #expect(Self.fault(text)?.duplicate == "a")
    }
    #expect(Self.fault(#"{"a":1,"b":{"a":2}}"#) == nil)
    #expect(Self.fault(#"{"a":1,,}"#)?.duplicate == nil)
  }

  @Test(
    "Numbers keep their text",
    arguments: ["0", "-0", "1.50", "1e400", "1E+2", "12345678901234567890123"])
  func numbers(text: String) throws {
    let value = try Self.read(Array(text.utf8))
    #expect(value == .number(text))
    #expect(value.line == text)
  }

  @Test("Nesting is bounded, for reading and for passing over")
  func nesting() throws {
    for (depth, isTaken) in [(128, true), (129, false), (100_000, false)] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect((Self.fault(text) == nil) == isTaken)
      var parser = JSONParser(Array(text.utf8))
      #expect(((try? parser.skip()) != nil) == isTaken)
    }
  }

  @Test("Written values are read back equal, with any texts")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 4)
    func text() -> String {
      String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
            Unicode.Scalar(
              UInt32.random(in: 0...0x10FFFF, using: &random)
                >> UInt32.random(in: 0...16, using: &random))
          }))
    }
    func value(_ depth: Int) -> JSONValue {
      switch Int.random(in: 0...(depth > 3 ? 3 : 5), using: &random) {
      case 0: .null
      case 1: .bool(Bool.random(using: &random))
      case 2: .number(String(Int.random(in: -1000...1000, using: &random)))
      case 3: .string(text())
      case 4: .array((0..<3).map { _ in value(depth + 1) })
      default:
        .object(Dictionary((0..<3).map { _ in (text(), value(depth + 1)) }) { first, _ in first })
      }
    }
    for _ in 0..<300 {
      let value = value(0)
      #expect(try Self.read(Array(value.line.utf8)) == value)
      #expect(!value.line.utf8.contains(0x0A))
    }
  }
}
