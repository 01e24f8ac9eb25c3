internal import ArgumentParser
internal import Foundation
internal import TimeWalk

/// `timewalk archive show`.
struct ArchiveShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show all fields of an item.")

  @Argument(help: "The item's name, collection:id.")
  var id: String

  @Flag(help: "Show the item's changes, oldest first, instead of its fields.")
  var history = false

  @OptionGroup var archive: ArchiveOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Console.run(json: output.json) {
      let curator = try archive.reading()
      if history {
        let report = try curator.history(of: id)
        return try Console.answer(report, json: output.json) {
          report.history.flatMap { step in
            [JournalText.line(step.entry)] + JournalText.fields(step.change.fields)
          }
        }
      }
      if let item = try curator.unplacedItem(id) {
        return try Console.answer(item, json: output.json) {
          ArchiveShow.lines(item)
        }
      }
      let item = try curator.item(id)
      try Console.answer(item, json: output.json) { ArchiveShow.lines(item) }
    }
  }

  /// The date, with the catalogue's words if they aren't EDTF.
  private static func date(of item: ItemReport) -> String? {
    guard let text = item.dateText else { return item.date }
    return "\(item.date ?? "unknown") (written \"\(text)\")"
  }

  private static func lines(_ item: ItemReport) -> [String] {
    func degrees(_ value: Double?, accuracy: Double? = nil) -> String? {
      value.map { "\($0)°" + (accuracy.map { " ± \($0)°" } ?? "") }
    }
    let place =
      "\(item.latitude), \(item.longitude) ("
      + (item.locationOf == "unknown"
        ? "the camera's or the subject's" : "the \(item.locationOf)'s")
      + (item.accuracy.map { ", ± \($0) m)" } ?? ")")
    let rows: [(String, String?)] = [
      ("Id", item.id), ("Title", item.title), ("Date", date(of: item)), ("Place", place),
      ("Heading", degrees(item.heading, accuracy: item.headingAccuracy)),
      ("Field of view", degrees(item.fieldOfView)), ("Pitch", degrees(item.pitch)),
      ("Altitude", item.altitude.map { "\($0) m" }), ("Creator", item.creator),
      ("License", item.license), ("Credit", item.credit), ("Source", item.source),
      ("Media", item.media?.path ?? item.media?.url),
      (
        "Copies",
        item.copies.map { $0.map { "\($0.id) (\($0.how))" }.joined(separator: ", ") }
      ),
    ]
    let others = (item.otherColumns ?? []).map { line($0.name, $0.value) }
    return rows.compactMap { label, text in text.map { line(label, $0) } } + others
  }

  /// The same for an item without a place, whose fields are named after the catalogue's columns.
  private static func lines(_ item: UnplacedReport) -> [String] {
    let first = ["title", "date", "date_text"]
    let others = item.fields.keys.filter { !first.contains($0) }.sorted()
    return [line("Id", item.id), line("Place", "unknown")]
      + (first + others).compactMap { name in
        item.fields[name].map {
          line(name.prefix(1).uppercased() + name.dropFirst().replacing("_", with: " "), $0)
        }
      }
  }

  private static func line(_ label: String, _ text: String) -> String {
    label + String(repeating: " ", count: max(1, 17 - label.count)) + text
  }
}
