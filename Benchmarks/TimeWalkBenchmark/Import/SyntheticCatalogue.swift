import Foundation

/// A catalogue of views in cities, the same every time, with all that a careful catalogue says of
/// an item.
struct SyntheticCatalogue {
  let rows: Int
  /// One row in so many has another title in the changed catalogue.
  private static let changedShare = 100
  private static let words = [
    "Street", "Avenue", "looking north", "house", "store front", "church", "bridge", "park",
    "elevated", "station", "west side", "corner",
  ]
  private static let header =
    "id,title,date,latitude,longitude,accuracy,location_of,heading,heading_accuracy,field_of_view,"
    + "pitch,altitude,creator,license,credit,source,media\n"

  /// The number of rows that differ between the two catalogues.
  var changedRows: Int {
    (rows + SyntheticCatalogue.changedShare - 1) / SyntheticCatalogue.changedShare
  }

  /// The file, made unless an earlier run has.
  func file(in folder: URL, changed: Bool) throws -> URL {
    let name = changed ? "import-\(rows)-changed.csv" : "import-\(rows).csv"
    let file = folder.appendingPathComponent(name)
    guard !FileManager.default.fileExists(atPath: file.path) else { return file }
    Report.talk("Writing \(file.lastPathComponent)")
    let unfinished = file.appendingPathExtension("part")
    guard FileManager.default.createFile(atPath: unfinished.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    let output = try FileHandle(forWritingTo: unfinished)
    var chance = Chance(seed: 23)
    var text = SyntheticCatalogue.header
    for index in 0..<rows {
      text += row(index, changed: changed, &chance)
      if text.utf8.count > 1 << 20 {
        try output.write(contentsOf: Data(text.utf8))
        text = ""
      }
    }
    try output.write(contentsOf: Data(text.utf8))
    try output.close()
    try FileManager.default.moveItem(at: unfinished, to: file)
    return file
  }

  private func row(_ index: Int, changed: Bool, _ chance: inout Chance) -> String {
    func whole(_ range: ClosedRange<Double>) -> Int { Int(chance.even(range)) }
    func word() -> String {
      SyntheticCatalogue.words[whole(0...Double(SyntheticCatalogue.words.count) - 0.001)]
    }
    func degrees(_ range: ClosedRange<Double>) -> String { Report.number(chance.even(range), 6) }
    let mark = changed && index % SyntheticCatalogue.changedShare == 0 ? "again " : ""
    let month = whole(1...12.999)
    let date = "\(whole(1860...1990.999))-\(month < 10 ? "0" : "")\(month)"
    let title = "\"\(mark)\(whole(1...200)) \(word()), \(word()) \(word())\""
    let place = "\(degrees(40.5...41)),\(degrees(-74.3 ... -73.7)),\(whole(5...100)),camera"
    let view = "\(whole(0...359.9)),10,\(whole(30...80)),,"
    let address = "https://example.org/items/\(index)"
    return
      "img-\(index),\(title),\(date),\(place),\(view),P. Sperr,CC0-1.0,,\(address),\(address).jpg\n"
  }
}
