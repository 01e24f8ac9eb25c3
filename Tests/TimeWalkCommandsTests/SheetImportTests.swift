import Foundation
import Testing
import TimeWalkTestSupport

@Suite("A catalogue from a spreadsheet", .waitsForProcesses, .onEachEngine)
struct SheetImportTests {
  private static let rows = [
    ["Inventarnummer", "Titel", "Datum", "Breite", "Länge", "Azimut", "Rechte", "Box no."],
    ["A/1", "Fifth \"Avenue\"; north", "c. 1905", "40,758", "-73.9855", "N", "CC BY 4.0", "B 12"],
    ["A/2", "Straße & <Platz>", "1911-05-26", "40.7", "-74", "", "", ""],
    ["A/3", "No place", "189X", "", "", "", "In copyright", ""],
  ]

  private func csv(_ separator: String) -> String {
    Self.rows.map { row in
      row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: separator)
    }.joined(separator: "\r\n")
  }

  private func utf16(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  @Test("XLSX, semicolons and UTF-16 give the same catalogue, and columns that are not known stay")
  func same() throws {
    let place = try Workplace()
    let files: [(name: String, bytes: [UInt8])] = [
      ("a/t.csv", Array(csv(";").utf8)), ("b/t.txt", utf16(csv("\t"))),
      ("c/t.xlsx", WorkbookBuilder(Self.rows).bytes()),
    ]
    let exports = try files.map { file in
      let path = try place.write(file.bytes, to: file.name)
      let archive = path + ".sqlite"
      let result = try place.run(["archive", "import", path, "--archive", archive])
      #expect(result.status == 0, "\(file.name): \(result.errors)")
      #expect(result.output.hasPrefix("t: 3 added"))
      return try place.run(["archive", "export", "-", "--format", "csv", "--archive", archive])
        .output
    }
    #expect(exports[0].contains("https://creativecommons.org/licenses/by/4.0/"), "\(exports[0])")
    #expect(exports[0].contains("1905~") && exports[0].contains("B 12"))
    #expect(exports[1] == exports[0])
    #expect(exports[2] == exports[0])
  }

  @Test("A sheet comes from a pipe and from a folder, and the same again changes nothing")
  func ways() throws {
    let place = try Workplace()
    let bytes = WorkbookBuilder(Self.rows).bytes()
    let path = try place.write(bytes, to: "views/catalogue.xlsx")
    // Excel leaves a note beside a workbook that is open.
    _ = try place.write([1, 2, 3], to: "views/~$catalogue.xlsx")
    let folder = place.folder.path("views")
    let first = try place.run(["archive", "import", folder, "--archive", place.archive])
    #expect(first.output.hasPrefix("views: 3 added"), "\(first.errors)")
    let again = try place.run(["archive", "import", path, "--collection", "views"])
    #expect(again.output.contains("3 unchanged"), "\(again.errors)")
    let shell = URL(fileURLWithPath: "/bin/sh")
    let piped = try TimeWalkCommand.run(
      shell,
      [
        "-c", #"cat "$1" | "$2" archive import - --collection piped --archive "$3""#, "sh", path,
        TimeWalkCommand.binary.path, place.archive,
      ])
    #expect(piped.output.hasPrefix("piped: 3 added"), "\(piped.errors)")
  }

  @Test("With several sheets the one that is read is named, and --table reads another")
  func table() throws {
    let place = try Workplace()
    func sheet(_ name: String, _ id: String) -> WorkbookBuilder.Sheet {
      WorkbookBuilder.Sheet(
        name,
        #"<row><c t="str"><v>id</v></c><c t="str"><v>title</v></c></row><row><c><v>\#(id)</v></c></row>"#
      )
    }
    let book = WorkbookBuilder([sheet("Views", "1"), sheet("Maps", "2")])
    let path = try place.write(book.bytes(), to: "t.xlsx")
    let plain = try place.run(["archive", "import", path, "--archive", place.archive])
    #expect(plain.errors.contains(#"reading the sheet "Views", not "Maps""#), "\(plain.errors)")
    let other = try place.run(["archive", "import", path, "--table", "Maps", "--collection", "m"])
    #expect(other.status == 0 && other.output.hasPrefix("m: 1 added"), "\(other.errors)")
    let wrong = try place.run(["archive", "import", path, "--table", "Mops"])
    #expect(
      wrong.status == 65 && wrong.errors.contains(#"it has "Views", "Maps""#), "\(wrong.errors)")
    let csv = try place.write(Array("id\n1\n".utf8), to: "t.csv")
    let needless = try place.run(["archive", "import", csv, "--table", "Maps"])
    #expect(
      needless.status == 65 && needless.errors.contains("has no tables"), "\(needless.errors)")
  }

  @Test("A workbook that can't be read is bad data and leaves no archive")
  func broken() throws {
    let place = try Workplace()
    let path = try place.write(
      Array(WorkbookBuilder(Self.rows).bytes().dropLast(100)), to: "t.xlsx")
    let result = try place.run(["archive", "import", path, "--archive", place.archive])
    #expect(result.status == 65, "\(result.errors)")
    #expect(result.errors.contains("Can't read the workbook: it isn't a complete zip"))
    #expect(!place.hasArchive)
  }
}
