import TimeWalkArchive
import TimeWalkCore
import TimeWalkBase

extension CatalogueRecord {
  /// The columns as members of a JSON object: unknown ones are `null`, numbers are numbers.
  func members(_ contents: ExportContents) -> [(name: String, json: String)] {
    let collection =
      contents.isMixed ? [(name: "collection", json: JSONText.string(id.collection))] : []
    return collection + contents.columns.map { ($0.name, JSONText.value(self[$0])) }
      + contents.others.map { ($0, others[$0].map(JSONText.string) ?? "null") }
  }
}
