import Foundation
import TimeWalkTestSupport

/// Catalogues with everything that makes trouble: quotes, line breaks, other scripts, poles, the
/// antimeridian, far dates.
struct RandomCatalogue {
  private var random: SeededGenerator
  private let files: [String]

  init(seed: UInt64, files: [String] = []) {
    random = SeededGenerator(seed: seed)
    self.files = files
  }

  static let header =
    "id,title,date,latitude,longitude,accuracy,location_of,heading,heading_accuracy,field_of_view,"
    + "pitch,altitude,creator,license,credit,source,media,view_distance,date_text,copy_of"

  /// Pieces that texts are made of.
  static let pieces = [
    "a", "Z", " ", ",", ";", "\t", "\"", "\"\u{301}", "'", "\n", "\r", "\r\n", "\\", "/", "<", ">",
    "&", "]]>", "<b>", "é", "e\u{301}", "北", "👩‍👧", "\u{FEFF}", "\u{202E}", "\u{7F}", "\u{1}",
    "\u{1B}",
    "\u{FFFE}", "\u{2028}", "=1+1", "null", "#", "?", "%20", "{}", "[", "0", "-",
  ]

  private static let dates = [
    "", "1911", "1911-05-04", "1902~", "189X", "1890/1930", "../1900", "1900/..", "{1911,1912}",
    "-0132", "Y-170000002", "Y170000002", "0000", "9999-12-31", "1984-06?/2004-08?", "1964~/2008~",
  ]

  /// A catalogue with some rows.
  mutating func csv(rows: Int) -> String {
    ([RandomCatalogue.header] + (0..<rows).map { row($0) }).joined(separator: "\n") + "\n"
  }

  mutating func text() -> String {
    (0..<Int.random(in: 0...8, using: &random)).map { _ in
      RandomCatalogue.pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  private mutating func maybe(_ value: (inout RandomCatalogue) -> String) -> String {
    Bool.random(using: &random) ? value(&self) : ""
  }

  private mutating func number(_ range: ClosedRange<Double>, _ special: [Double] = []) -> String {
    switch Int.random(in: 0...3, using: &random) {
    case 0: "\((special + [range.lowerBound, range.upperBound]).randomElement(using: &random) ?? 0)"
    case 1: "\((Double.random(in: range, using: &random) * 100).rounded() / 100)"
    default: "\(Double.random(in: range, using: &random))"
    }
  }

  private mutating func media() -> String {
    let places = files + ["https://example.org/a%20b.jpg?x=1&y=2", "http://example.org/<x>"]
    return places.randomElement(using: &random) ?? ""
  }

  private mutating func row(_ index: Int) -> String {
    let values = [
      "\(index) " + text(), text(), RandomCatalogue.dates.randomElement(using: &random) ?? "",
      number(-90...90, [0]), number(-180...180, [0, 179.9999999, -0.000012]),
      maybe { $0.number(0...5000) },
      ["", "camera", "subject"].randomElement(using: &random) ?? "",
      maybe { $0.number(0...360, [359.999999]) }, maybe { $0.number(0...180) },
      maybe { $0.number(0.1...360) }, maybe { $0.number(-90...90) },
      maybe { $0.number(-400...9000) }, text(), maybe { $0.text() }, text(),
      maybe { _ in "https://example.org/item?id=1&x=%22" }, maybe { $0.media() },
      maybe { $0.number(0.5...900_000) }, text(), maybe { $0.text() },
    ]
    return values.map { "\"" + RandomCatalogue.doubled($0) + "\"" }.joined(separator: ",")
  }

  /// A value with its quotes doubled, byte by byte.
  private static func doubled(_ text: String) -> String {
    String(decoding: text.utf8.flatMap { $0 == 0x22 ? [$0, $0] : [$0] }, as: UTF8.self)
  }
}
