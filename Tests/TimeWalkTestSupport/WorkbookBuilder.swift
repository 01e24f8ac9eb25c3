internal import TimeWalkBase

/// Makes workbooks in the forms of spreadsheet programs, and invalid ones.
///
/// The cells are given as XML, which allows testing each form.
package struct WorkbookBuilder {
  /// A sheet: the name on its tab, the content of `sheetData`, and its state.
  package struct Sheet {
    let name: String
    let rows: String
    let state: String?

    /// Makes one; `state` is `hidden` or `veryHidden`.
    package init(_ name: String, _ rows: String, state: String? = nil) {
      (self.name, self.rows, self.state) = (name, rows, state)
    }
  }

  /// The parts by their names; to be changed by tests.
  package var parts: [String: String] = [:]

  /// Makes a workbook.
  ///
  /// - Parameters:
  ///   - sheets: in their order.
  ///   - texts: the shared texts, each as the content of its `si`.
  ///   - formats: a code for each style from 1 on, or the number of a built-in one.
  ///   - isFrom1904: true if days are counted from 1904.
  package init(
    _ sheets: [Sheet], texts: [String] = [], formats: [String] = [], isFrom1904: Bool = false
  ) {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let head = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\r\n"
    func links(_ targets: [(type: String, target: String)]) -> String {
      head
        + #"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">"#
        + targets.enumerated().map {
          #"<Relationship Id="rId\#($0 + 1)" Type="\#(office)/\#($1.type)" Target="\#($1.target)"/>"#
        }.joined() + "</Relationships>"
    }
    parts["[Content_Types].xml"] = head + "<Types/>"
    parts["_rels/.rels"] = links([("officeDocument", "xl/workbook.xml")])
    parts["xl/_rels/workbook.xml.rels"] = links(
      sheets.indices.map { ("worksheet", "worksheets/sheet\($0 + 1).xml") }
        + [("styles", "styles.xml"), ("sharedStrings", "/xl/sharedStrings.xml")])
    parts["xl/workbook.xml"] =
      head + #"<workbook xmlns="\#(main)" xmlns:r="\#(office)">"#
      + (isFrom1904 ? #"<workbookPr date1904="1"/>"# : "<workbookPr/>") + "<sheets>"
      + sheets.enumerated().map { index, sheet in
        let state = sheet.state.map { #" state="\#($0)""# } ?? ""
        return
          #"<sheet name="\#(sheet.name)" sheetId="\#(index + 1)"\#(state) r:id="rId\#(index + 1)"/>"#
      }.joined() + "</sheets></workbook>"
    for (index, sheet) in sheets.enumerated() {
      parts["xl/worksheets/sheet\(index + 1).xml"] =
        head + #"<worksheet xmlns="\#(main)"><dimension ref="A1"/><sheetData>"# + sheet.rows
        + "</sheetData><pageMargins left=\"0.7\"/></worksheet>"
    }
    parts["xl/sharedStrings.xml"] =
      head + #"<sst xmlns="\#(main)" count="\#(texts.count)">"#
      + texts.map { "<si>\($0)</si>" }.joined() + "</sst>"
    func builtIn(_ code: String) -> Int? { code.hasPrefix("00") ? nil : Int(code) }
    let own = formats.enumerated().filter { builtIn($1) == nil }
    parts["xl/styles.xml"] =
      head + #"<styleSheet xmlns="\#(main)"><numFmts>"#
      + own.map { #"<numFmt numFmtId="\#(164 + $0)" formatCode="\#($1)"/>"# }.joined()
      + #"</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>"#
      + formats.enumerated().map { #"<xf numFmtId="\#(builtIn($1) ?? 164 + $0)"/>"# }.joined()
      + "</cellXfs></styleSheet>"
  }

  /// Makes a workbook of one sheet from texts: a row for each list, an empty text being no cell.
  package init(_ rows: [[String]]) {
    self.init([
      Sheet(
        "Sheet1",
        rows.enumerated().map { number, texts in
          let cells = texts.enumerated().filter { !$1.isEmpty }.map { column, text in
            #"<c r="\#(Self.column(column))\#(number + 1)" t="inlineStr"><is><t xml:space="preserve">"#
              + Self.escaped(text) + "</t></is></c>"
          }
          return #"<row r="\#(number + 1)">\#(cells.joined())</row>"#
        }.joined())
    ])
  }

  /// Adds XML behind the rows of the first sheet, with `rId1` and so on for links to addresses.
  package mutating func append(_ xml: String, addresses: [String] = []) {
    let sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet]?.replacing("</sheetData>", with: "</sheetData>" + xml)
    let links = addresses.enumerated().map { index, address in
      #"<Relationship Id="rId\#(index + 1)" Type="http://x/hyperlink" Target="\#(address)" "#
        + #"TargetMode="External"/>"#
    }
    parts["xl/worksheets/_rels/sheet1.xml.rels"] =
      "<Relationships>\(links.joined())</Relationships>"
  }

  /// The bytes of the file.
  package func bytes(isCompressed: Bool = true) -> [UInt8] {
    Self.zip(parts.map { ($0.key, Array($0.value.utf8)) }, isCompressed: isCompressed)
  }

  /// A zip of files in the order of their names.
  package static func zip(_ files: [(name: String, bytes: [UInt8])], isCompressed: Bool = true)
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    var zip = ZipWriter<Never> { bytes += $0 }
    for file in files.sorted(by: { $0.name < $1.name }) {
      if isCompressed {
        zip.beginCompressed(file.name)
      } else {
        var checksum = Checksum()
        checksum.add(file.bytes)
        zip.begin(file.name, size: file.bytes.count, checksum: checksum.value)
      }
      zip.add(file.bytes)
      zip.end()
    }
    zip.finish()
    return bytes
  }

  /// A text as XML has it.
  package static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// The letters of a column, from 0, up to `ZZ`.
  private static func column(_ index: Int) -> String {
    func letter(_ number: Int) -> String { String(Unicode.Scalar(UInt8(0x41 + number))) }
    return (index >= 26 ? letter(index / 26 - 1) : "") + letter(index % 26)
  }
}
