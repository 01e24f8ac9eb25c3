import Testing
import TimeWalkCore
import TimeWalkTestSupport

/// The EDTF cases of the development data, where bounds are days, `-inf` or `inf`.
@Suite("EDTF development cases")
struct EDTFCasesTests {
  @Test("every row is read with its bounds or refused", TestData.isPresent)
  func everyRow() throws {
    let rows = TestTable.rows(try TestData.bytes("edtf/cases.csv"))
    #expect(rows.count > 100)
    for row in rows {
      let text = row["edtf"] ?? ""
      guard row["valid"] == "1" else {
        #expect(throws: ChronologyError.self, "\(text)") { try CaptureDate(edtf: text) }
        continue
      }
      let date = try CaptureDate(edtf: text)
      let bounds = [
        date.strict.earliest, date.strict.latest, date.fuzzy.earliest, date.fuzzy.latest,
      ].map { $0.map(String.init(describing:)) }
      let expected = ["lower_strict", "upper_strict", "lower_fuzzy", "upper_fuzzy"].map {
        row[$0].flatMap { $0.hasSuffix("inf") ? nil : $0 }
      }
      #expect(bounds == expected, "\(text)")
    }
  }
}

/// A reader of comma-separated tables with quotes, only as good as these tests need.
enum TestTable {
  /// The rows, each by column name.
  static func rows(_ bytes: [UInt8]) -> [[String: String]] {
    var records: [[String]] = [[]]
    var field: [UInt8] = []
    var isQuoted = false
    func endField() {
      records[records.count - 1].append(String(decoding: field, as: UTF8.self))
      field = []
    }
    for byte in bytes where byte != UInt8(ascii: "\r") {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted: endField()
      case UInt8(ascii: "\n") where !isQuoted:
        endField()
        records.append([])
      default: field.append(byte)
      }
    }
    endField()
    guard let header = records.first else { return [] }
    return records.dropFirst().filter { $0.count == header.count }.map {
      Dictionary(zip(header, $0), uniquingKeysWith: { first, _ in first })
    }
  }
}
