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
    var parser = JSONParser(bytes)
    parser.index = records.start
    parser.mostValues = JSONDocument.mostValues
    guard records.isSingle else {
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
    let parent = try? canvasesParent(&parser)
    guard let parent else { return (records, [:], []) }
    return (try outline.records("items"), parent, [])
  }

  /// The values that each canvas of a manifest inherits; `nil` if none has a place of its own.
  ///
  /// The canvases are passed over, since they may be very many.
  private static func canvasesParent(
    _ parser: inout JSONParser
  ) throws(JSONFault) -> [String: JSONValue]? {
    var parent: [String: JSONValue] = [:]
    var havePlaces = false
    try parser.object(depth: 0) { (parser, key) throws(JSONFault) in
      if key == "items", try parser.peek() == UInt8(ascii: "[") {
        try parser.array(depth: 1) { (parser) throws(JSONFault) in
          guard try parser.peek() == UInt8(ascii: "{") else { return try parser.skip(depth: 2) }
          try parser.object(depth: 2) { (parser, key) throws(JSONFault) in
            if key == "navPlace" { havePlaces = true }
            try parser.skip(depth: 3)
          }
        }
      } else if key == "label" {
        // Most canvases have only a number as their label.
        parent["manifest"] = .object([key: try parser.value(depth: 1)])
      } else if shared.contains(key) {
        parent[key] = try parser.value(depth: 1)
      } else {
        try parser.skip(depth: 1)
      }
    }
    return havePlaces ? parent : nil
  }
}

extension JSONValue {
  /// An object with another's members as defaults; anything else unchanged.
  func filled(from parent: [String: JSONValue]) -> JSONValue {
    guard !parent.isEmpty, case .object(let members) = self else { return self }
    return .object(members.merging(parent) { own, _ in own })
  }
}
