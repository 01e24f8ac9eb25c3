import TimeWalkArchive
import TimeWalkBase
import TimeWalkMaps

/// Maps by their IIIF Georeference Annotations, a single one, a page or a manifest of them.
///
/// An annotation without an id is named after its picture. Further ones of the same picture are
/// numbered in their order: `sheet`, `sheet-2`.
struct GeoreferenceRecords: RawRecords {
  private let annotations: [Result<GeoreferenceAnnotation, AnnotationFault>]
  private var index = -1
  private var fields: [CatalogueColumn: String] = [:]
  /// How many annotations without an id each picture has had.
  private var nameless: [String: Int] = [:]

  let names = [
    CatalogueColumn.id, .title, .source, .media, .kind, .georeference,
  ].map(\.name)

  /// Reads a whole document.
  ///
  /// Throws `.inputUnreadable` unless it is an annotation or a page of them.
  init(_ source: ByteSource) throws(ArchiveError) {
    var source = source
    let bytes = try source.readAll(
      limit: JSONDocument.sizeLimit, advice: "Split the page into several.")
    do throws(AnnotationFault) {
      annotations = try GeoreferenceAnnotations(document: bytes).items
    } catch {
      throw ArchiveError(
        .inputUnreadable, "The source has no Georeference Annotations: \(error.words).")
    }
  }

  /// Returns true if a text that begins so is a document of annotations.
  static func areLikely(in bytes: ArraySlice<UInt8>) -> Bool {
    let head = String(decoding: bytes, as: UTF8.self)
    return head.contains("\"georeferencing\"") && head.contains("\"Annotation")
  }

  mutating func next() -> Bool {
    index += 1
    guard index < annotations.count else { return false }
    guard let annotation = try? annotations[index].get() else {
      fields = [:]
      return true
    }
    fields = Self.fields(of: annotation)
    if annotation.id == nil, let name = fields[.id] {
      let count = nameless[name, default: 0] + 1
      nameless[name] = count
      if count > 1 { fields[.id] = "\(name)-\(count)" }
    }
    return true
  }

  var place: SourceLine {
    SourceLine(path: annotations.count == 1 ? nil : "items[\(index)]")
  }

  var problem: String? {
    switch annotations[index] {
    case .failure(let fault): "isn't a Georeference Annotation: \(fault.words)"
    case .success(let annotation):
      // The row is judged by its text alone, without the other maps of the page.
      annotation.findings.first { $0 == .tooMuchWork }?.words
    }
  }

  func text(_ name: String) -> String? { CatalogueColumn(named: name).flatMap { fields[$0] } }

  private static func fields(
    of annotation: GeoreferenceAnnotation
  ) -> [CatalogueColumn: String] {
    let resource = annotation.resource
    var text = JSONText()
    text.value(annotation.json)
    var fields: [CatalogueColumn: String] = [
      .kind: "map", .georeference: String(decoding: text.bytes, as: UTF8.self),
    ]
    fields[.id] = name(of: annotation.id ?? resource.id)
    fields[.title] = title(in: annotation.json.members?["target"])
    fields[.source] = resource.manifest ?? (WebAddress.isWeb(resource.id) ? resource.id : nil)
    if WebAddress.isWeb(resource.id) {
      switch resource.type {
      case "ImageService3": fields[.media] = resource.id + "/full/max/0/default.jpg"
      case "ImageService2", "ImageService1":
        fields[.media] = resource.id + "/full/full/0/default.jpg"
      default: break
      }
    }
    return fields
  }

  /// The last part of an address, which distinguishes it from its neighbours.
  private static func name(of address: String) -> String {
    address.split(separator: "/").last.map(String.init) ?? address
  }

  /// The label of the outermost thing that the picture is part of: a manifest has the map's name, a
  /// canvas the sheet's number.
  private static func title(in target: JSONValue?) -> String? {
    var labels: [String] = []
    var waiting = [target?.members?["source"]].compactMap(\.self)
    while let value = waiting.popLast(), labels.count < 10 {
      if let label = value.members?["label"] { labels += label.firstText.map { [$0] } ?? [] }
      waiting += value.members?["partOf"]?.elements ?? []
    }
    return labels.isEmpty ? nil : labels.reversed().joined(separator: ", ")
  }
}

extension JSONValue {
  /// The first text of a label, which may be a text or have languages.
  fileprivate var firstText: String? {
    switch self {
    case .string(let text): text
    case .array(let elements): elements.first?.firstText
    case .object(let members): members.sorted { $0.key < $1.key }.first?.value.firstText
    case .null, .bool, .number: nil
    }
  }
}
