package import Foundation
internal import TimeWalkBase

/// Pictures of an event as one zip: its length is known, and any part of it can be made.
///
/// The pictures are read from their files piece by piece, which limits memory for a zip of any
/// length. Nothing is stored on the disk.
package final class GalleryZip: Sendable {
  private enum Part: Sendable {
    case file(String)
    case bytes([UInt8])
  }

  private let plan: ZipPlan
  private let parts: [Part]
  /// The whole length, bytes.
  package var count: Int { plan.count }
  /// The number of pictures in it.
  package let pictures: Int
  /// The identifier of this zip's content, for resuming: an entity tag, hexadecimal.
  package let tag: String
  /// Equal for zips of the same pictures, which may differ in their names; the tag of a personal
  /// one, which is no other's.
  package let likeness: String
  /// The approximate bytes of this plan in memory.
  package let memory: Int

  /// Lays a zip out.
  ///
  /// - Parameters:
  ///   - pictures: with the folder's path, in their order.
  ///   - documents: additional files, by name.
  ///   - isPersonal: true if the documents are for one person alone.
  init(
    _ pictures: [ZippedPicture], documents: [(name: String, bytes: [UInt8])],
    isPersonal: Bool = false
  ) {
    var entries: [ZipPlan.Entry] = []
    var parts: [Part] = []
    for document in documents {
      var checksum = Checksum()
      checksum.add(document.bytes)
      entries.append(
        ZipPlan.Entry(
          name: document.name, size: document.bytes.count, checksum: checksum.value))
      parts.append(.bytes(document.bytes))
    }
    for picture in pictures {
      entries.append(
        ZipPlan.Entry(
          name: picture.name, size: picture.bytes, checksum: picture.checksum,
          changed: GalleryZip.time(of: picture.date)))
      parts.append(.file(picture.path))
    }
    plan = ZipPlan(entries)
    self.parts = parts
    self.pictures = pictures.count
    var digest = Digest()
    for entry in entries {
      digest.add("\(entry.name)\n\(entry.size) \(entry.checksum)\n".utf8)
    }
    // The sum of a picture in its row is longer than a zip's, which two pictures may share.
    for picture in pictures { digest.add(picture.sha256.utf8) }
    tag = digest.bytes().prefix(16).hexadecimal
    var same = Digest()
    for picture in pictures { same.add("\(picture.picture.id)\n".utf8) }
    likeness = isPersonal ? tag : same.bytes().prefix(16).hexadecimal
    memory =
      documents.reduce(0) { $0 + $1.bytes.count }
      + entries.reduce(0) { $0 + 640 + 4 * $1.name.utf8.count }
  }

  /// Makes a part of the zip.
  ///
  /// - Parameters:
  ///   - offset: the start of the part.
  ///   - most: the greatest number of its bytes.
  /// - Returns: bytes from there on; empty at the end.
  /// - Throws: `noSuchPicture` when one was deleted meanwhile; the zip must then be made again.
  package func read(at offset: Int, most: Int = 1 << 18) throws(EventError) -> [UInt8] {
    try plan.read(at: offset, most: most) { (index, start, count) throws(EventError) in
      switch parts[index] {
      case .bytes(let bytes): Array(bytes[start..<start + count])
      case .file(let path): try PictureFile.read(path, at: start, count: count)
      }
    }
  }

  /// A picture's time in UTC; a zip has no zone.
  private static func time(of date: Date) -> ZipTime? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: date)
    return ZipTime(
      year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0, hour: parts.hour ?? 0,
      minute: parts.minute ?? 0, second: parts.second ?? 0)
  }
}

/// A picture that goes into a zip.
struct ZippedPicture {
  let picture: Picture
  /// Its owner's name, if stored.
  let guest: String?
  let path: String

  /// Its name in the zip: number and owner, in characters that all systems take.
  var name: String {
    let digits = String(picture.number)
    let number = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    let plain = (guest ?? "").filter {
      $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_"
    }
    let owner = plain.trimmingCharacters(in: .whitespaces)
    return owner.isEmpty
      ? "\(number).\(picture.ending)" : "\(number) \(owner.prefix(40)).\(picture.ending)"
  }

  var bytes: Int { picture.bytes }
  var checksum: UInt32 { picture.checksum }
  var sha256: String { picture.sha256 }
  var date: Date { picture.taken ?? picture.kept }

  /// Columns of the list of pictures.
  static let columns = [
    "file", "number", "guest", "name", "taken", "uploaded", "latitude", "longitude", "bytes",
    "sha256",
  ]

  var row: [String] {
    [
      name, String(picture.number), guest ?? "", picture.name ?? "",
      picture.taken.map(EventTime.text) ?? "", EventTime.text(picture.kept),
      picture.position.map { String($0.latitude) } ?? "",
      picture.position.map { String($0.longitude) } ?? "", String(picture.bytes), picture.sha256,
    ]
  }

  /// The list of pictures as CSV, in which a spreadsheet computes nothing.
  static func list(_ pictures: [ZippedPicture]) -> [UInt8] {
    let text = SeparatedText()
    // Numbers below zero aren't guarded: they are ours, and no formulas.
    let kept: Set = ["latitude", "longitude"]
    let rows = pictures.map { picture in
      text.row(
        zip(columns, picture.row).map { kept.contains($0) ? $1 : FormulaGuard.guarded($1) })
    }
    return Array((text.row(columns) + rows.joined()).utf8)
  }
}

/// Times as texts.
package enum EventTime {
  /// ISO 8601 in UTC: `2026-11-23T20:15:00Z`.
  package static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}
