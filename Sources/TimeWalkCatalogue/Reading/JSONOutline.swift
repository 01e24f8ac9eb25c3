import TimeWalkArchive
import TimeWalkBase

/// The positions of the lists in a JSON document, and its declared type.
struct JSONOutline {
  /// A list of records, or the document as a single one.
  struct List {
    /// Its path; "" for the document itself.
    var path: String
    /// The offset behind its bracket, or that of the single record.
    var start: Int
    /// The number of its elements.
    var count: Int
    /// The number of them that are objects.
    var objects: Int
    /// True if the document itself is the one record.
    var isSingle = false
  }

  /// The greatest depth at which lists are searched for.
  private static let depth = 3

  /// The kind of document.
  var kind = SourceFormat.json
  /// True if it is an exported manifest, of which every canvas is a record.
  private(set) var hasOwnCanvases = false
  private var lists: [List] = []
  /// The coordinate system that a GeoJSON of before 2016 names; `nil` when it names none.
  private(set) var system: ReferenceSystem?
  private var words: [String: String] = [:]
  private let isObject: Bool
  private let start: Int

  /// Passes over the whole document once.
  init(_ bytes: [UInt8]) throws(JSONFault) {
    var parser = JSONParser(bytes)
    parser.mostValues = JSONDocument.mostValues
    isObject = try parser.peek() == UInt8(ascii: "{")
    start = parser.index
    try survey(&parser, path: "", depth: 0)
    guard parser.isAtEnd else {
      throw JSONFault(reason: "has more text after its end", offset: parser.index)
    }
    let type = words["type"]
    if words["@context"]?.contains("iiif.io/api/presentation") == true {
      kind = .iiif
    } else if words["stac_version"] != nil || words["features.0.stac_version"] != nil {
      kind = .stac
    } else if type == "FeatureCollection" || type == "Feature" {
      kind = .geojson
    }
  }

  /// The records under a path, or those that are meant when none is given.
  ///
  /// Throws `.inputUnreadable` when there are none.
  func records(_ path: String?) throws(ArchiveError) -> List {
    if let path {
      guard let list = lists.first(where: { $0.path == path }) else {
        throw ArchiveError(
          .inputUnreadable,
          "The document has no list \"\(path)\"; it has \(described.isEmpty ? "none" : described).")
      }
      return list
    }
    let single = List(path: "", start: start, count: 1, objects: 1, isSingle: true)
    switch kind {
    case .geojson, .stac:
      return lists.first { $0.path == "features" } ?? single
    case .iiif:
      // Version 2 calls things otherwise.
      let isCollection =
        words["type"] == "Collection" || words["@type"] == "sc:Collection" || hasOwnCanvases
      return isCollection
        ? lists.first { ["items", "manifests", "members"].contains($0.path) } ?? single : single
    default:
      if let geometry = words["type"], GeometryReading.kinds.contains(geometry) {
        throw ArchiveError(
          .inputUnreadable,
          "The document is a bare \(geometry); it must be a Feature or a FeatureCollection.")
      }
      if let longest = lists.filter({ $0.objects > 0 }).max(by: { $0.objects < $1.objects }) {
        return longest
      }
      guard isObject, lists.isEmpty else {
        throw ArchiveError(.inputUnreadable, "The document has no list of objects.")
      }
      return single
    }
  }

  /// The collections that an export of ours describes beside its records, each with its eras.
  func collections(in bytes: [UInt8]) -> [CollectionFile] {
    func list(_ path: String) -> JSONValue? {
      lists.first { $0.path == path }.flatMap { list in
        var parser = JSONParser(bytes)
        // Its bracket lies before it.
        parser.index = list.start - 1
        return try? parser.value()
      }
    }
    let eras = list("eras")
    return (list("collections")?.elements ?? []).compactMap { collection in
      guard var members = collection.members else { return nil }
      members["eras"] = eras
      return try? CollectionFile(json: .object(members), path: "collections")
    }
  }

  private var described: String {
    lists.filter { $0.objects > 0 }.prefix(10).map { "\"\($0.path)\"" }.joined(separator: ", ")
  }

  private mutating func survey(
    _ parser: inout JSONParser, path: String, depth: Int
  ) throws(JSONFault) {
    guard depth < JSONOutline.depth else { return try parser.skip(depth: depth) }
    switch try parser.peek() {
    case UInt8(ascii: "{"):
      var outline = self
      // With a second owner, each list would be appended to a copy of all.
      lists = []
      try parser.object(depth: depth) { (parser, key) throws(JSONFault) in
        let own = path.isEmpty ? key : "\(path).\(key)"
        if own == "crs" {
          outline.system = ReferenceSystem(try parser.value(depth: depth + 1))
        } else if ["type", "@type", "@context", "stac_version"].contains(own),
          let value = Optional(try parser.peek()), value != UInt8(ascii: "{")
        {
          outline.words[own] = try parser.value(depth: depth + 1).text
        } else {
          try outline.survey(&parser, path: own, depth: depth + 1)
        }
      }
      self = outline
    case UInt8(ascii: "["):
      var list = List(path: path, start: parser.index + 1, count: 0, objects: 0)
      var version: String?
      var isCanvas = false
      try parser.array(depth: depth) { (parser) throws(JSONFault) in
        let isObject = try parser.peek() == UInt8(ascii: "{")
        if list.count == 0, isObject, path == "features" || path == "items" {
          let start = parser
          let first = try? parser.value(depth: depth + 1)
          version = path == "features" ? first?.value(at: "stac_version")?.text : nil
          isCanvas = first.map(CanvasFields.isOwn) ?? false
          parser = start
        }
        try parser.skip(depth: depth + 1)
        list.count += 1
        if isObject { list.objects += 1 }
      }
      if isCanvas, path == "items" { hasOwnCanvases = true }
      if let version { words["features.0.stac_version"] = version }
      lists.append(list)
    default: try parser.skip(depth: depth)
    }
  }
}
