import TimeWalkArchive
import TimeWalkBase

/// The greatest sizes of a workbook; more is refused with an error that names the limit.
package struct SheetLimits: Hashable, Sendable {
  /// The file, bytes.
  package var file = 512 << 20
  /// The cells of a sheet, unpacked, bytes; they are never held whole.
  package var sheet = 2 << 30
  /// The texts that cells share, unpacked, bytes.
  package var texts = 512 << 20
  /// Any other part, unpacked, bytes.
  package var part = 64 << 20
  /// A row's texts together, bytes.
  package var row = 16 << 20
  /// Merged cells, and linked cells.
  package var areas = SheetLimits.rows
  /// Cells of a sheet that repeat another one, eight for each row.
  package var copies = 8 * SheetLimits.rows
  /// Sheets of a workbook.
  static let sheets = 256
  /// Rows, as many as Excel has.
  static let rows = 1_048_576
  /// Columns, as many as Excel has.
  package static let columns = 16_384

  /// The usual ones.
  package init() {}

  /// The fault of a row whose texts are longer than `row`.
  var longRow: XMLFault { XMLFault("has a row longer than \(row) bytes") }
  /// The fault of a sheet with more such cells than `copies`.
  var manyCopies: XMLFault { XMLFault("has more than \(copies) cells that repeat others") }
  /// The fault of a workbook with more sheets than `sheets`.
  static let manySheets = XMLFault("has more than \(sheets) sheets")
}

/// The parts of an office file: documents of XML in a zip that name each other (ECMA-376, part 2).
struct OfficePackage {
  let limits: SheetLimits
  private let zip: ZipReader

  /// Throws `.inputUnreadable` for an invalid zip.
  init(_ bytes: [UInt8], limits: SheetLimits) throws(ArchiveError) {
    self.limits = limits
    do throws(ZipFault) { zip = try ZipReader(bytes) } catch {
      throw OfficePackage.refusal("\(error)")
    }
  }

  /// The names of all parts.
  var names: Set<String> { zip.names }

  /// Unpacks a part; `limit` is in bytes.
  private func unpack(_ part: String, limit: Int) throws(ArchiveError) -> UnpackedFile {
    let file: UnpackedFile?
    do throws(ZipFault) { file = try zip.open(part, limit: limit) } catch {
      throw OfficePackage.refusal("\(error)")
    }
    guard let file else { throw OfficePackage.refusal("its part \(part.prefix(200)) is missing") }
    return file
  }

  /// Reads a part with a closure from its first tag on.
  ///
  /// `limit` is in bytes; `nil` is the limit of any part.
  func read<Result>(
    _ part: String, limit: Int? = nil,
    _ body: (inout XMLReader) throws(XMLFault) -> Result
  ) throws(ArchiveError) -> Result {
    var xml = try open(part, limit: limit ?? limits.part)
    do throws(XMLFault) { return try body(&xml) } catch { throw OfficePackage.refusal(part, error) }
  }

  /// Starts to read a part; `limit` is in bytes.
  func open(_ part: String, limit: Int) throws(ArchiveError) -> XMLReader {
    let file = try unpack(part, limit: limit)
    do throws(XMLFault) {
      return try XMLReader { buffer throws(XMLFault) in
        do throws(ZipFault) { return try file.read(into: &buffer) } catch {
          throw XMLFault("can't be unpacked: \(error)")
        }
      }
    } catch { throw OfficePackage.refusal(part, error) }
  }

  /// Returns true if one of some words, at least two bytes each, is anywhere in a part's bytes.
  ///
  /// After R. N. Horspool, "Practical fast searching in strings", 1980, for several words at once.
  func contains(
    _ words: [String], in part: String, limit: Int
  ) throws(ArchiveError) -> Bool {
    let words = words.map { Array($0.utf8) }
    let length = words.map(\.count).min() ?? 0
    var steps = [Int](repeating: length, count: 256)
    var isLast = [Bool](repeating: false, count: 256)
    for word in words {
      isLast[Int(word[length - 1])] = true
      for (index, byte) in word.prefix(length - 1).enumerated() {
        steps[Int(byte)] = min(steps[Int(byte)], length - 1 - index)
      }
    }
    let file = try unpack(part, limit: limit)
    var buffer: [UInt8] = []
    do throws(ZipFault) {
      while try file.read(into: &buffer) {
        var end = length - 1
        while end < buffer.count {
          let last = Int(buffer[end])
          if isLast[last],
            words.contains(where: { buffer[(end - length + 1)...].starts(with: $0) })
          {
            return true
          }
          end += steps[last]
        }
        // A word may begin in this piece and end in the next.
        buffer.removeFirst(max(0, buffer.count - (words.map(\.count).max() ?? 0)))
      }
      return false
    } catch { throw OfficePackage.refusal("\(error)") }
  }

  /// The targets of a part's links, or those of the whole package for `nil`.
  ///
  /// They are parts by the links' identifiers, with the last words of their types, such as
  /// `worksheet`.
  func links(of part: String?) throws(ArchiveError) -> [String: (type: String, part: String)] {
    let folder = OfficePackage.folder(of: part)
    return try targets(of: part, outside: false).mapValues {
      ($0.type, OfficePackage.path($0.target, from: folder))
    }
  }

  /// The addresses outside the package that a part links to, by the links' identifiers.
  func addresses(of part: String) throws(ArchiveError) -> [String: String] {
    try targets(of: part, outside: true).mapValues(\.target)
  }

  private func targets(
    of part: String?, outside: Bool
  ) throws(ArchiveError) -> [String: (type: String, target: String)] {
    let folder = OfficePackage.folder(of: part)
    let file = part.map { String($0.dropFirst(folder.count)) } ?? ""
    let name = "\(folder)_rels/\(file).rels"
    guard names.contains(name) else { return [:] }
    return try read(name) { xml throws(XMLFault) in
      var links: [String: (type: String, target: String)] = [:]
      while true {
        switch try xml.next() {
        case .finish: return links
        case .start where xml.isNamed("Relationship"):
          let isOutside = try xml.attribute("TargetMode") == "External"
          guard isOutside == outside, let id = try xml.attribute("Id"),
            let type = try xml.attribute("Type"), let target = try xml.attribute("Target")
          else { continue }
          links[id] = (type.split(separator: "/").last.map(String.init) ?? "", target)
        default: continue
        }
      }
    }
  }

  /// The folder of a part, with a slash at its end; "" for the package itself.
  private static func folder(of part: String?) -> String {
    guard let part, let slash = part.lastIndex(of: "/") else { return "" }
    return String(part[...slash])
  }

  /// The path of a part that another one names relative to its folder.
  private static func path(_ target: String, from folder: String) -> String {
    var parts: [Substring] = []
    let whole = target.hasPrefix("/") ? target : folder + target
    for part in whole.split(separator: "/") {
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  /// The reason why a workbook can't be read.
  static func refusal(_ reason: String) -> ArchiveError {
    ArchiveError(.inputUnreadable, "Can't read the workbook: \(reason).")
  }

  static func refusal(_ part: String, _ fault: XMLFault) -> ArchiveError {
    refusal("its part \(part.prefix(200)) \(fault.reason)")
  }
}
