internal import TimeWalkArchive
import TimeWalkCatalogue

/// The options for reading a curator's source, in words; omitted ones are determined by the source
/// itself.
public struct SourceReading: Hashable, Sendable {
  /// The names of all formats.
  public static let formats = SourceFormat.allCases.map(\.rawValue)

  /// The names of all encodings.
  public static let encodings = TextEncoding.names

  /// One of `formats`.
  public var format: String?
  /// A bundled preset's name, or the path of a preset file.
  public var preset: String?
  /// Fields with the source's names, each as `FIELD=NAME`.
  public var map: [String]
  /// True if rows without an id get one made from their values.
  public var makesIDs: Bool
  /// The sheet of a workbook, or the layer of a GeoPackage; `nil` takes the first sheet with a
  /// header, and the layer that is ours or the only one.
  public var table: String?
  /// The coordinate system of map pictures, `EPSG:` and a code; `nil` for their own.
  public var system: String?
  /// The name of the encoding of a CSV or TSV, such as `macintosh`; `nil` finds it by the bytes.
  public var encoding: String?

  /// Makes one.
  public init(
    format: String? = nil, preset: String? = nil, map: [String] = [], makesIDs: Bool = false,
    table: String? = nil, system: String? = nil
  ) {
    self.system = system
    self.format = format
    self.table = table
    self.preset = preset
    self.map = map
    self.makesIDs = makesIDs
  }

  /// The reason why the words can't be understood; `nil` when they can.
  public var fault: String? {
    if let format, SourceFormat(rawValue: format) == nil {
      return
        "\"\(format)\" isn't a format; it must be one of \(SourceReading.formats.joined(separator: ", "))"
    }
    if let system, !system.hasPrefix("EPSG:") || Int(system.dropFirst(5)) == nil {
      return "\"\(system)\" isn't a coordinate system; use EPSG: and a code, such as EPSG:2263"
    }
    if let encoding, TextEncoding(named: encoding) == nil {
      let names = SourceReading.encodings.joined(separator: ", ")
      return "\"\(encoding)\" isn't an encoding; it must be one of \(names)"
    }
    var seen: Set<CatalogueColumn> = []
    for pair in map {
      guard let (column, _) = SourceReading.split(pair) else {
        let names = CatalogueColumn.named.map(\.name).joined(separator: ", ")
        return "\"\(pair)\" must be FIELD=COLUMN with one of the fields \(names)"
      }
      guard seen.insert(column).inserted else { return "\(column.name) is mapped twice" }
    }
    return nil
  }

  func apply(to options: inout ImportOptions) throws(ArchiveError) {
    if let fault { throw ArchiveError(.invalidName, "\(fault).") }
    options.makesIdentifiers = makesIDs
    options.table = table
    options.encoding = encoding.flatMap(TextEncoding.init(named:))
    options.format = format.flatMap(SourceFormat.init(rawValue:))
    if let preset { options.preset = try Preset.find(preset) }
    for pair in map {
      if let (column, name) = SourceReading.split(pair) { options.map[column] = name }
    }
  }

  private static func split(_ pair: String) -> (CatalogueColumn, String)? {
    guard let equals = pair.firstIndex(of: "="),
      let column = CatalogueColumn(named: String(pair[..<equals])), column != .otherColumns
    else { return nil }
    let name = String(pair[pair.index(after: equals)...])
    return name.isEmpty ? nil : (column, name)
  }
}

/// A preset, for display or copying.
public struct PresetReport: Codable, Hashable, Sendable {
  /// Its name.
  public var name: String
  /// Its purpose.
  public var description: String
  /// The unchanged text of the file; `nil` in a list.
  public var text: String?
}

extension PresetReport {
  /// All presets that come with the program, by name.
  public static var all: [PresetReport] {
    Preset.bundled.values.sorted { $0.name < $1.name }
      .map { PresetReport(name: $0.name, description: $0.summary) }
  }

  /// The preset of a name or file, with its text.
  ///
  /// - Throws: `inputMissing` when there is none.
  public static func find(_ name: String) throws(TimeWalkError) -> PresetReport {
    do throws(ArchiveError) {
      let preset = try Preset.find(name)
      return PresetReport(name: preset.name, description: preset.summary, text: preset.text)
    } catch { throw TimeWalkError(error) }
  }
}
