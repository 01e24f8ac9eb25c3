import TimeWalkArchive
import TimeWalkBase

/// The shapes of catalogues that can be read.
package enum SourceFormat: String, Hashable, Sendable, CaseIterable {
  /// Comma- or semicolon-separated values with a header.
  case csv
  /// Tab-separated values with a header.
  case tsv
  /// A sheet with a header in a workbook of Excel, or in a spreadsheet of OpenDocument.
  case xlsx
  /// A GeoJSON feature or collection of features.
  case geojson
  /// A JSON object on each line.
  case ndjson
  /// A JSON array of objects, at the top or inside an object.
  case json
  /// A IIIF Presentation 3 manifest, or a collection that holds manifests.
  case iiif
  /// A STAC item, or a collection of items.
  case stac
  /// IIIF Georeference Annotations of maps, one or a page.
  case georef
  /// A layer of a GeoPackage.
  case gpkg
  /// A folder of georeferenced pictures, or a single picture.
  case images
  /// A BagIt bag with a catalogue or pictures in it.
  case bagit
  /// Another archive of TimeWalk.
  case archive

  /// True if it is a folder's.
  var needsFolder: Bool { self == .images || self == .bagit }

  /// The number of first bytes that recognition needs.
  static let neededBytes = 1 << 20

  /// Detects the format by the first bytes.
  ///
  /// One line that is a complete JSON object, with further data, means NDJSON. Other kinds of JSON
  /// documents are distinguished only by their content. Throws `.inputUnreadable` for an empty file
  /// and for anything but text.
  static func recognise(_ bytes: ArraySlice<UInt8>) throws(ArchiveError) -> SourceFormat {
    var text = bytes
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return .xlsx }
    if let kind = kindOfBinary(text) {
      throw ArchiveError(.inputUnreadable, "The source is \(kind), not a catalogue.")
    }
    let start = text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let first = start.first else {
      throw ArchiveError(.inputUnreadable, "The source is empty.")
    }
    switch first {
    case UInt8(ascii: "{"):
      return isFirstLineAnObject(start) ? .ndjson : .json
    case UInt8(ascii: "["): return .json
    case 0x1E: return .ndjson
    default:
      let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
      return Delimiter.guess(line) == Delimiter.tab ? .tsv : .csv
    }
  }

  /// The length of a script's beginning before its data, in bytes: of `var places = ` in
  /// `var places = {…};`; `nil` for anything else.
  static func scriptStart(_ bytes: ArraySlice<UInt8>) -> Int? {
    let head = String(decoding: bytes.prefix(200), as: UTF8.self)
    guard
      let start = head.prefixMatch(
        of:
          #/\u{FEFF}?\s*(?:export\s+default\s+|(?:(?:export\s+)?(?:var|let|const)\s+|window\.)?[A-Za-z_$][\w$.]*\s*=\s*)(?=[\[{])/#
      )
    else { return nil }
    return start.output.utf8.count
  }

  /// Returns true if the first line is an object that is whole, with anything after it, which can't
  /// be the same document.
  private static func isFirstLineAnObject(_ text: ArraySlice<UInt8>) -> Bool {
    let line = text.prefix { $0 != 0x0A }
    guard text[line.endIndex...].contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      return false
    }
    var parser = JSONParser(Array(line))
    return (try? parser.skip()) != nil && parser.isAtEnd
  }

  private static let magic: [(bytes: [UInt8], name: String)] = [
    ([0xFF, 0xD8, 0xFF], "a JPEG picture"), ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
    (Array("GIF8".utf8), "a GIF picture"), (Array("%PDF".utf8), "a PDF document"),
    ([0x1F, 0x8B], "a gzip file (unpack it first)"),
    (Array("SQLite format 3".utf8), "an SQLite database"),
    (
      [0xD0, 0xCF, 0x11, 0xE0],
      "an old Office file or one with a password (save it as .xlsx without a password, or as CSV)"
    ),
    (Array("<?xml".utf8), "an XML document"), (Array("<!DOCTYPE".utf8), "a web page"),
    (Array("<html".utf8), "a web page"),
  ]

  /// The kind of bytes that aren't text; `nil` for text.
  private static func kindOfBinary(_ bytes: ArraySlice<UInt8>) -> String? {
    if let known = magic.first(where: { bytes.starts(with: $0.bytes) }) { return known.name }
    let head = bytes.prefix(4096)
    // A stray NUL in a value is that row's fault; many controls aren't text at all.
    let controls = head.count { $0 < 0x09 || ($0 > 0x0D && $0 < 0x20) }
    return controls * 20 > head.count ? "binary data" : nil
  }
}

/// The separator of a line's values.
enum Delimiter {
  static let comma = UInt8(ascii: ",")
  static let semicolon = UInt8(ascii: ";")
  static let tab = UInt8(ascii: "\t")

  /// The separator that a header has most of outside quotation marks; the comma when it has none.
  static func guess(_ header: ArraySlice<UInt8>) -> UInt8 {
    var counts = [comma: 0, semicolon: 0, tab: 0]
    var isQuoted = false
    for byte in header {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, let count = counts[byte] { counts[byte] = count + 1 }
    }
    return [semicolon, tab].first { (counts[$0] ?? 0) > (counts[comma] ?? 0) } ?? comma
  }
}
