import Testing
import TimeWalkBase
import TimeWalkTestSupport

@Suite("Writing JSON")
struct JSONTextTests {
  static func written(_ write: (inout JSONText) -> Void) -> String {
    var text = JSONText()
    write(&text)
    return String(decoding: text.take(), as: UTF8.self)
  }

  /// A number as the shortest text that gives it back, whole ones without a point.
  static func shortest(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15, value != 0 || value.sign == .plus {
      return String(Int(value))
    }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func check(_ value: Double) -> Bool {
    let (text, wanted) = (written { $0.number(value) }, shortest(value))
    #expect(text == wanted)
    return text == wanted
  }

  @Test("A number of any size and number of places is its shortest text", arguments: 0...12)
  func decimals(places: Int) {
    var random = SeededGenerator(seed: UInt64(places))
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    for digits in 1...17 {
      for _ in 0..<200 {
        let most = (0..<digits).reduce(1.0) { most, _ in most * 10 }
        let value = Double.random(in: -most...most, using: &random).rounded() / scale
        guard Self.check(value), Self.check(value.nextUp), Self.check(value.nextDown) else {
          return
        }
      }
    }
  }

  @Test("Any number is read back equal")
  func anyNumber() {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
      guard !value.isFinite || Self.check(value) else { return }
    }
    for value in [0.001, 0.000_999_9, 0.000_1, 0.000_012_3, 99_999_999.999, 1e8 + 0.5, -0.0, 0.1] {
      _ = Self.check(value)
    }
    #expect(Self.written { $0.number(Double.nan) } == "null")
  }

  @Test("Whole numbers have all their digits")
  func whole() {
    var numbers = [0, 1, -1, .max, .min, .max - 1, .min + 1]
    var power = 1
    for _ in 1...18 {
      power *= 10
      numbers += [power - 1, power, power + 1, 1 - power, -power, -power - 1]
    }
    for number in numbers { #expect(Self.written { $0.number(number) } == String(number)) }
  }

  /// A text by the letter of RFC 8259, byte by byte.
  static func plainly(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{8}": quoted += "\\b"
      case "\t": quoted += "\\t"
      case "\n": quoted += "\\n"
      case "\u{C}": quoted += "\\f"
      case "\r": quoted += "\\r"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  @Test("Every character is right at each position among others")
  func everyPlace() {
    let characters = (0..<0x180).compactMap(Unicode.Scalar.init) + ["\u{2028}", "😀"]
    for scalar in characters {
      for before in 0...17 {
        for after in [0, 1, 7, 8, 9] {
          let text =
            String(repeating: "a", count: before) + String(Character(scalar))
            + String(repeating: "é", count: after)
          let written = Self.written { $0.string(text) }
          #expect(written == Self.plainly(text))
          guard written == Self.plainly(text) else { return }
        }
      }
    }
  }

  @Test(
    "Texts of any length are whole",
    arguments: [0, 1, 63, 64, 4095, 4096, 4097, 8192, 100_000])
  func lengths(length: Int) {
    for letter in ["a", "\u{1}", "\"", "é"] {
      let text = String(repeating: letter, count: length)
      #expect(Self.written { $0.string(text) } == Self.plainly(text))
    }
  }

  @Test("Taking the bytes empties the text, and writing starts again")
  func take() {
    var text = JSONText()
    text.openArray()
    text.number(1)
    text.number(2.5)
    #expect(text.bytes == Array("[1,2.5".utf8))
    #expect(text.count == 6)
    text.closeArray()
    #expect(text.take() == Array("[1,2.5]".utf8))
    text.string("next")
    #expect(text.take() == Array(#""next""#.utf8))
    #expect(text.take() == [])
  }
}
