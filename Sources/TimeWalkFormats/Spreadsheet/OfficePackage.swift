import TimeWalkArchive
import TimeWalkBase

/// The greatest sizes of a workbook; more is refused with an error that names the limit.
package enum SheetLimits {
  /// The file, bytes.
  package static let file = 512 << 20
  /// The cells of a sheet, unpacked, bytes; they are never held whole.
  static let sheet = 2 << 30
  /// The texts that cells share, unpacked, bytes.
  static let texts = 512 << 20
  /// Any other part, unpacked, bytes.
  static let part = 64 << 20
  /// A row's texts together, bytes.
  static let row = 16 << 20
  /// Rows, as many as Excel has.
  static let rows = 1_048_576
  /// Columns, as many as Excel has.
  static let columns = 16_384
}

/// The parts of an office file: documents of XML in a zip that name each other (ECMA-376, part 2).
struct OfficePackage {
  private let zip: ZipReader

  /// Throws `.inputUnreadable` for an invalid zip.
  init(_ bytes: [UInt8]) throws(ArchiveError) {
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

  /// Reads a part with a closure from its first tag on; `limit` is in bytes.
  func read<Result>(
    _ part: String, limit: Int = SheetLimits.part,
    _ body: (inout XMLReader) throws(XMLFault) -> Result
  ) throws(ArchiveError) -> Result {
    var xml = try open(part, limit: limit)
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

  /// The targets of a part's links, or those of the whole package for `nil`.
  ///
  /// They are parts by the links' identifiers, with the last words of their types, such as
  /// `worksheet`.
  func links(of part: String?) throws(ArchiveError) -> [String: (type: String, part: String)] {
    let slash = part?.lastIndex(of: "/")
    let folder = part.flatMap { part in slash.map { String(part[...$0]) } } ?? ""
    let file = part.map { String($0.dropFirst(folder.count)) } ?? ""
    let name = "\(folder)_rels/\(file).rels"
    guard names.contains(name) else { return [:] }
    return try read(name) { xml throws(XMLFault) in
      var links: [String: (type: String, part: String)] = [:]
      while true {
        switch try xml.next() {
        case .finish: return links
        case .start where xml.isNamed("Relationship"):
          guard try xml.attribute("TargetMode") != "External", let id = try xml.attribute("Id"),
            let type = try xml.attribute("Type"), let target = try xml.attribute("Target")
          else { continue }
          let word = type.split(separator: "/").last.map(String.init) ?? ""
          links[id] = (word, OfficePackage.path(target, from: folder))
        default: continue
        }
      }
    }
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
