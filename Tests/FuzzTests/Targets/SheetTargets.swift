import Foundation
@testable import TimeWalkFormats
import TimeWalkTestSupport
import TimeWalkBase

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue

extension FuzzTarget {
  private static let rows = """
    <row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" t="s"><v>0</v></c></row>\
    <row r="3"><c r="A3"><v>1E2</v></c><c r="B3" s="1"><v>1990.5</v></c><c r="D3" t="b"><v>1</v></c></row>\
    <row><c t="str"><f>A1</f><v>a_x000D_&#x41;<![CDATA[<b>]]></v></c><c t="e"><v>#N/A</v></c></row>
    """

  /// Whole workbooks.
  static let xlsx = FuzzTarget("xlsx", longest: 8192) {
    [true, false].map {
      WorkbookBuilder(
        [.init("S", rows), .init("T", "", state: "hidden")], texts: ["<r><t>ti</t></r><t>tle</t>"],
        formats: ["yyyy", "00000", "[<9]&quot;A-&quot;0-0;@"]
      ).bytes(isCompressed: $0)
    }
  } run: { bytes in
    for format in [nil, SourceFormat.xlsx] {
      try CatalogueReading.read(bytes, format: format, most: SheetLimits.rows)
    }
    guard let zip = try? ZipReader(bytes) else { return }
    for name in zip.names {
      guard let file = try? zip.open(name, limit: 1 << 20) else { continue }
      var unpacked: [UInt8] = []
      while (try? file.read(into: &unpacked)) == true {}
      try promise(unpacked.count <= 1 << 20, "more comes out than may")
    }
  }

  /// The XML of sheets, in a workbook that is whole.
  static let sheet = FuzzTarget("sheet", longest: 4096) {
    [
      "<worksheet><sheetData>\(rows)</sheetData><mergeCells><mergeCell ref='B3:B9'/></mergeCells>"
        + "<hyperlinks><hyperlink ref='A3' id='rId1' location='x'/></hyperlinks></worksheet>",
      "<d><b><spreadsheet><table><table-row><table-cell columns-repeated='3' "
        + "value-type='float' value='4'><p>04<s c='2'/></p></table-cell></table-row></table>"
        + "</spreadsheet></b></d>",
      "\u{FEFF}<?xml version='1.0'?><!-- a --><x:worksheet xmlns:x='a'><x:sheetData/></x:worksheet>\n",
    ].map { Array($0.utf8) }
  } run: { bytes in
    var read = 0
    if var xml = try? XMLReader({ buffer throws(XMLFault) in
      // In pieces that split each token once.
      let piece = bytes[read..<min(bytes.count, read + 5)]
      read += piece.count
      buffer += piece
      return !piece.isEmpty
    }) {
      var events = 0
      while let event = try? xml.next(), event != .finish {
        events += 1
        try promise(events <= 2 * bytes.count, "the document has no end")
        try promise(xml.depth <= XMLReader.Limits().depth, "elements lie too deep")
      }
    }
    var files = WorkbookBuilder([.init("S", "")]).parts.mapValues { Array($0.utf8) }
    let document = WorkbookBuilder.zip([("content.xml", bytes)], isCompressed: false)
    try CatalogueReading.read(document, format: .xlsx, most: SheetLimits.rows)
    files["xl/worksheets/sheet1.xml"] = bytes
    let book = WorkbookBuilder.zip(files.map { ($0.key, $0.value) }, isCompressed: false)
    try CatalogueReading.read(book, format: .xlsx)
  }

  /// Geometries of GeoPackages.
  static let shape = FuzzTarget("shape", longest: 512) {
    let head: [UInt8] = [0x47, 0x50, 0, 1, 0xE6, 0x10, 0, 0]
    let several: [UInt8] = [1, 4, 0, 0, 0, 1, 0, 0, 0]
    let collection: [UInt8] = [1, 7, 0, 0, 0, 2, 0, 0, 0]
    let point: [UInt8] = [1, 1, 0, 0, 0] + [UInt8](repeating: 0x40, count: 16)
    var polygon: [UInt8] = [1, 3, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0]
    for byte: UInt8 in 0x40...0x42 { polygon += [UInt8](repeating: byte, count: 16) }
    return [
      head + point, head + several + point, head + polygon, head + collection + point + polygon,
    ]
  } run: { bytes in
    _ = try? GeoPackageShape.json(of: Data(bytes)).flatMap { GeometryReading($0) }
  }
}
