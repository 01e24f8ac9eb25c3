import TimeWalkArchive
import TimeWalkCore
import TimeWalkBase

/// Writes records as one manifest of the IIIF Presentation API 3.0, each item as a canvas.
///
/// - `navPlace` (the extension's context comes first) has the point, `navDate` the first day of the
///   date, where that lies in the years 1 to 9999.
/// - `rights` is present if the licence is one of Creative Commons or rightsstatements.org, because
///   the standard allows no other; any licence is among the `metadata`.
/// - A picture is painted onto its canvas, which has the picture's size if the archive knows it,
///   else a default size, which viewers scale to. A picture in a browser's format is also the
///   thumbnail. Without a picture the canvas has an empty page.
/// - A picture that is a file gets an address below the base: its path from the manifest's folder.
///   A file elsewhere gets one made from its collection and name. Paths of this machine are never
///   written.
/// - The catalogue's values are in the `metadata`, with its columns' names in words.
/// - A page of items has its own addresses; the next page is a `seeAlso`, because manifests have no
///   pages.
/// - A collection without items is written as a IIIF collection without items, as a manifest needs
///   a canvas.
final class ManifestWriter: ExportWriter {
  /// Canvases are in the proportions of most photographs; the numbers have no unit.
  private static let (width, height) = (1600, 1200)
  /// A name that no address can have, after RFC 2606.
  static let nowhere = "https://not-published.invalid/iiif"

  private let output: OutputFile
  private let contents: ExportContents
  private let base: String
  private var count = 0

  init(_ contents: ExportContents, to output: OutputFile) throws(ArchiveError) {
    self.contents = contents
    self.output = output
    guard contents.page == nil else {
      base = ""
      return
    }
    let given = contents.options.baseAddress
    if let given {
      guard WebAddress.strict(given) != nil, !given.contains("#"), !given.contains("?") else {
        throw ArchiveError(
          .invalidExport, "\"\(given)\" isn't an http or https address.")
      }
    }
    var base = given.flatMap(WebAddress.strict) ?? ManifestWriter.nowhere
    while base.hasSuffix("/") { base.removeLast() }
    self.base = base
  }

  func write(_ record: CatalogueRecord) throws -> Bool {
    let label = contents.page?.isItem == true ? ManifestWriter.label(of: record) : nil
    try output.write(count == 0 ? head(type: "Manifest", label: label) : ",\n")
    count += 1
    try output.write(canvas(record, picture: try picture(of: record)))
    return false
  }

  /// The picture on a canvas.
  private struct Picture {
    var address: String
    var type: String?
    var size: (width: Int, height: Int)?

    /// The picture as a content resource of the standard.
    var json: String {
      var members = [("id", JSONText.string(address)), ("type", "\"Image\"")]
      if let type { members.append(("format", JSONText.string(type))) }
      if let size {
        members += [("width", "\(size.width)"), ("height", "\(size.height)")]
      }
      return JSONText.object(members.map { (name: $0.0, json: $0.1) })
    }

    /// True if every browser shows it.
    var isShownByBrowsers: Bool {
      ImageFormat.allCases.contains { $0.isShownByBrowsers && $0.mediaType == type }
    }
  }

  private func picture(of record: CatalogueRecord) throws -> Picture? {
    guard let media = record.media, let address = address(of: media, record) else { return nil }
    let known = try contents.mediaRecord(media.origin)
    var picture = Picture(
      address: address, type: known?.type ?? ManifestWriter.mediaType(of: address))
    if let width = known?.width, let height = known?.height, width > 0, height > 0 {
      picture.size = (width, height)
    }
    return picture
  }

  /// The address of a picture, now or after it is published with the manifest.
  private func address(of media: Media, _ record: CatalogueRecord) -> String? {
    switch media {
    case .url(let address): return WebAddress.strict(address)
    case .file(let path):
      // A relative name is below the manifest's folder.
      if let name = record.text(.media), !name.hasPrefix("/") {
        let plain = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
        return base + "/"
          + plain.split(separator: "/").map(ManifestWriter.escaped).joined(separator: "/")
      }
      let file = path.split(separator: "/").last ?? ""
      let ending = file.lastIndex(of: ".").map { String(file[$0...]) } ?? ""
      return base + "/pictures/" + ManifestWriter.escaped(record.id.collection) + "/"
        + ManifestWriter.escaped(record.id.identifier + ending)
    }
  }

  /// A segment of an address (RFC 3986): letters, digits and `-._~` stay.
  private static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        escaped += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return escaped
  }

  func finish() throws {
    if count == 0 { try output.write(head(type: "Collection")) }
    try output.write("\n]}\n")
    try output.finish()
  }

  /// The text before the items.
  private func head(type: String, label: String? = nil) -> String {
    let one = contents.collections.count == 1 ? contents.collections[0] : nil
    let names = contents.collections.map(\.name).joined(separator: ", ")
    var members: [(name: String, json: String)] = [
      (
        "@context",
        #"["http://iiif.io/api/extension/navplace/context.json","http://iiif.io/api/presentation/3/context.json"]"#
      ),
      ("id", JSONText.string(contents.page?.addresses.own ?? "\(base)/manifest.json")),
      ("type", JSONText.string(type)),
      ("label", ManifestWriter.text(label ?? one?.title ?? (names.isEmpty ? "Items" : names))),
    ]
    if let next = contents.page?.addresses.next {
      members.append(("seeAlso", JSONText.array([ManifestWriter.next(next)])))
    }
    if let text = one?.description {
      members.append(("summary", ManifestWriter.text(ManifestWriter.plain(text))))
    }
    if let license = one?.license {
      members.append(("metadata", JSONText.array([pair("License", license)])))
      if let rights = RightsAddress.address(of: license) {
        members.append(("rights", JSONText.string(rights)))
      }
    }
    if let credit = one?.credit {
      members.append(("requiredStatement", pair("Attribution", credit)))
    }
    if let homepage = one?.homepage.flatMap({ ManifestWriter.page($0, label: one?.title ?? names) })
    {
      members.append(("homepage", homepage))
    }
    return String(JSONText.object(members).dropLast()) + ",\n\"items\":[\n"
  }

  private func canvas(_ record: CatalogueRecord, picture: Picture?) -> String {
    let id =
      contents.page.map { $0.addresses.item(record.id) + "/canvas" } ?? "\(base)/canvas/\(count)"
    let title = ManifestWriter.label(of: record)
    var members: [(name: String, json: String)] = [
      ("id", JSONText.string(id)), ("type", "\"Canvas\""), ("label", ManifestWriter.text(title)),
      ("width", "\(picture?.size?.width ?? ManifestWriter.width)"),
      ("height", "\(picture?.size?.height ?? ManifestWriter.height)"),
      ("metadata", metadata(record)),
    ]
    if let picture, picture.isShownByBrowsers {
      members.append(("thumbnail", JSONText.array([picture.json])))
    }
    if let rights = record.license.flatMap(RightsAddress.address) {
      members.append(("rights", JSONText.string(rights)))
    }
    if let credit = record.credit {
      members.append(("requiredStatement", pair("Attribution", credit)))
    }
    if let page = record.text(.source).flatMap({ ManifestWriter.page($0, label: title) }) {
      members.append(("homepage", page))
    }
    if let day = record.date?.strict.earliest?.inCalendar {
      members.append(("navDate", JSONText.string(day + "T00:00:00Z")))
    }
    if let pose = record.pose {
      let point = GeoJSONWriter.point(
        pose.coordinate.latitude, CatalogueRecord.longitude(pose.coordinate))
      let feature = JSONText.object([
        ("id", JSONText.string("\(id)/place/1")), ("type", "\"Feature\""),
        ("properties", JSONText.object([("label", ManifestWriter.text(title))])),
        ("geometry", point),
      ])
      members.append(
        (
          "navPlace",
          JSONText.object([
            ("id", JSONText.string("\(id)/place")), ("type", "\"FeatureCollection\""),
            ("features", JSONText.array([feature])),
          ])
        ))
    }
    members.append(("items", JSONText.array([page(picture, on: id)])))
    return JSONText.object(members)
  }

  private static func label(of record: CatalogueRecord) -> String {
    record.title.isEmpty ? record.id.identifier : record.title
  }

  /// The link to the next page.
  private static func next(_ address: String) -> String {
    JSONText.object([
      ("id", JSONText.string(address)), ("type", "\"Dataset\""), ("label", text("Next page")),
      ("format", "\"application/ld+json\""),
      ("profile", "\"http://iiif.io/api/presentation/3/context.json\""),
    ])
  }

  /// The annotation page of a canvas with its one picture, if it has one.
  private func page(_ picture: Picture?, on canvas: String) -> String {
    let annotations = picture.map { picture in
      JSONText.object([
        ("id", JSONText.string("\(canvas)/page/1/picture")), ("type", "\"Annotation\""),
        ("motivation", "\"painting\""), ("body", picture.json),
        ("target", JSONText.string(canvas)),
      ])
    }
    return JSONText.object([
      ("id", JSONText.string("\(canvas)/page/1")), ("type", "\"AnnotationPage\""),
      ("items", JSONText.array([annotations].compactMap(\.self))),
    ])
  }

  /// The catalogue's values, with its columns' names in words.
  ///
  /// The identifier and the view's columns are passed on separately.
  private func metadata(_ record: CatalogueRecord) -> String {
    let collection = [pair(CanvasFields.collection, record.id.collection)]
    return JSONText.array(
      collection
        + contents.columns.compactMap { column in
          guard let text = record.text(column) else { return nil }
          // A path of this machine is never written; its picture has an address.
          if column == .media, text.hasPrefix("/") { return nil }
          return pair(CanvasFields.label(of: column), text)
        }
        + contents.others.compactMap { name in record.others[name].map { pair(name, $0) } })
  }

  private func pair(_ label: String, _ value: String) -> String {
    JSONText.object([
      ("label", JSONText.object([("en", JSONText.array([JSONText.string(label)]))])),
      ("value", ManifestWriter.text(ManifestWriter.plain(value))),
    ])
  }

  /// A text without a language.
  private static func text(_ text: String) -> String {
    JSONText.object([("none", JSONText.array([JSONText.string(text)]))])
  }

  /// A value that is not HTML; the standard treats a value from `<` to `>` as HTML.
  private static func plain(_ text: String) -> String {
    guard text.hasPrefix("<"), text.hasSuffix(">") else { return text }
    return "<span>\(XMLText.escaped(text))</span>"
  }

  /// The text of a value that `plain` made.
  static func unwrapped(_ value: String) -> String {
    let (start, end) = ("<span>", "</span>")
    guard value.hasPrefix(start), value.hasSuffix(end) else { return value }
    return XMLText.unescaped(String(value.dropFirst(start.count).dropLast(end.count)))
  }

  private static func page(_ address: String, label: String) -> String? {
    guard let address = WebAddress.strict(address) else { return nil }
    let page = JSONText.object([
      ("id", JSONText.string(address)), ("type", "\"Text\""), ("label", text(label)),
      ("format", "\"text/html\""),
    ])
    return JSONText.array([page])
  }

  /// The media type of an address's extension; `nil` if unknown.
  static func mediaType(of address: String) -> String? {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    guard let point = path.lastIndex(of: ".") else { return nil }
    return ImageFormat(ending: path[path.index(after: point)...].lowercased())?.mediaType
  }
}
