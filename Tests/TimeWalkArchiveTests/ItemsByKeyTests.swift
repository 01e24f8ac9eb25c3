import GRDB
import Testing
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

/// The items of an answer are read by their keys.
@Suite struct ItemsByKeyTests {
  /// A line for each item, with all columns filled in every third, and none in every other third.
  static func catalogue(_ count: Int, title: String = "View") -> String {
    let header =
      "id,title,date,latitude,longitude,accuracy,location_of,heading,heading_accuracy,field_of_view,"
      + "pitch,altitude,creator,license,credit,source,media,copy_of\n"
    return header
      + (0..<count).map { index in
        switch index % 3 {
        case 0:
          "i\(index),\(title) \(index) \"é\",\(1800 + index % 200)~,\(index % 80).5,-0.25,12,subject,"
            + "359.5,3,65,-4,12.25,Somebody,CC0-1.0,A library,https://example.org/\(index),"
            + "https://example.org/\(index).jpg,i1"
        case 1: "i\(index),,,1,2,,,,,,,,,,,,,"
        default: "i\(index),\(title) \(index),1905/1911,-33.5,151.25,,,,,,,,,,,,,"
        }
      }.joined(separator: "\n") + "\n"
  }

  @Test func `another connection's change is seen by the next call, but not before its end`()
    throws
  {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(Self.catalogue(200))
    let reader = try SpatiaLiteArchive(path: fixture.archive.path, mode: .readOnly)
    let keys = try fixture.contents().keys.sorted()
    let before = try reader.items(keys: keys)
    // More keys than one statement takes; a change comes between two.
    try reader.reader.unsafeRead { db in
      var isChanged = false
      var titles: [String] = []
      try ItemsByKey(selecting: ItemColumns.selection).forEach(keys, in: db) { row in
        if !isChanged {
          isChanged = true
          try fixture.importCSV(Self.catalogue(200, title: "Later"))
        }
        titles.append(try ItemColumns.item(from: row, inheriting: true).title)
      }
      #expect(titles == keys.map { before[$0]?.title })
    }
    let after = try reader.items(keys: keys)
    #expect(after[keys[0]]?.title.hasPrefix("Later") == true)
    #expect(after == (try fixture.contents()))
  }
}
