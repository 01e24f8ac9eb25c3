import TimeWalkArchive
import TimeWalkBase

/// The rules for IIIF documents: whether a manifest is one picture or an album.
enum Manifest {
  /// The common values of all canvases of a manifest.
  private static let shared = [
    "rights", "requiredStatement", "provider", "homepage", "navDate", "metadata",
  ]

  /// The records, and their inherited values.
  ///
  /// A manifest is one item, unless its canvases have places of their own: then each of them is
  /// one. A collection that only names manifests contains little more than their titles, which a
  /// finding reports.
  static func look(
    _ bytes: [UInt8], _ records: JSONOutline.List, in outline: JSONOutline
  ) throws(ArchiveError) -> (
    records: JSONOutline.List, parent: [String: JSONValue], findings: [ImportFinding]
  ) {
    guard records.isSingle else {
      var parser = JSONParser(bytes)
      parser.index = records.start
      let first = records.count > 0 ? try? parser.value() : nil
      let isNamed =
        first?.members?["type"] == .string("Manifest") && first?.members?["items"] == nil
      guard isNamed else { return (records, [:], []) }
      let finding = ImportFinding(
        .warning, line: nil,
        reason:
          "the collection has only links to its manifests; their places and pictures are unknown",
        hint: "import each manifest, or put the manifests into the collection")
      return (records, [:], [finding])
    }
    guard let document = try? JSONValue(document: bytes),
      let canvases = document.value(at: "items")?.elements,
      canvases.contains(where: { $0.members?["navPlace"] != nil })
    else { return (records, [:], []) }
    var parent = (document.members ?? [:]).filter { shared.contains($0.key) }
    // Most canvases have only a number as their label.
    parent["manifest"] = document.value(at: "label").map { .object(["label": $0]) }
    return (try outline.records("items"), parent, [])
  }
}

extension JSONValue {
  /// An object with another's members as defaults; anything else unchanged.
  func filled(from parent: [String: JSONValue]) -> JSONValue {
    guard !parent.isEmpty, case .object(let members) = self else { return self }
    return .object(members.merging(parent) { own, _ in own })
  }
}
