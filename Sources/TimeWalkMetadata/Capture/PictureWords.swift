import Foundation

/// A picture's descriptive metadata: title, author, date and rights.
///
/// XMP comes first, because current editors write it, then IPTC-IIM, then EXIF. Fields are those of
/// the IPTC Photo Metadata Standard.
package struct PictureWords: Codable, Hashable, Sendable {
  /// The title or headline, else the caption's beginning isn't taken for one.
  package var title: String?
  /// The description of its subject, in a sentence or more.
  package var caption: String?
  /// The author; several names are joined with semicolons.
  package var creator: String?
  /// The date of the subject, in EDTF if the metadata's form allows, to the day.
  package var date: String?
  /// The rights: the address of a license or statement if given, else the notice's words.
  package var rights: String?
  /// The credit line that the holder requests.
  package var credit: String?

  /// Makes empty metadata.
  package init() {}

  /// Reads a picture of any supported format; unreadable values stay empty.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - container: the structure of the file.
  ///   - limits: the limits of the search.
  /// - Returns: the words.
  package static func read(
    _ bytes: [UInt8], in container: PhotoContainer, limits: MetadataLimits = MetadataLimits()
  ) -> PictureWords {
    read(EmbeddedMetadata(bytes, in: container, limits: limits), limits: limits)
  }

  /// Reads a photo's blocks.
  package static func read(
    _ embedded: EmbeddedMetadata, limits: MetadataLimits = MetadataLimits()
  ) -> PictureWords {
    var words = PictureWords()
    if let packet = embedded.xmp { words.fill(from: XMPPacket(packet, limits: limits)) }
    if let resources = embedded.photoshop {
      words.fill(from: IPTCRecord(photoshop: resources[...], limits: limits))
    }
    if let block = embedded.exif.flatMap({ TIFFBlock($0, limits: limits) }),
      let exif = ExifReader(block)
    {
      words.fill(from: exif)
    }
    return words
  }

  /// Reads a JPEG; unreadable values stay empty.
  package static func read(jpeg: [UInt8], limits: MetadataLimits = MetadataLimits()) -> PictureWords
  {
    read(jpeg, in: .jpeg, limits: limits)
  }

  private mutating func fill(from packet: XMPPacket) {
    func text(_ names: [(String, XMPPacket.Namespace)]) -> String? {
      names.lazy.compactMap { packet.words($0.0, in: $0.1).first }.first
    }
    title = text([("title", .dublinCore), ("Headline", .photoshop)])
    caption = text([("description", .dublinCore)])
    let makers = packet.words("creator", in: .dublinCore)
    if !makers.isEmpty { creator = makers.joined(separator: "; ") }
    date = text([("DateCreated", .photoshop)]).flatMap(PictureWords.day)
    // A licensor is a structure in a list.
    rights =
      packet.words("WebStatement", in: .rights).first
      ?? packet.words("LicensorURL", in: .plus, at: .anywhere).first
      ?? packet.words("rights", in: .dublinCore).first
    credit = text([("Credit", .photoshop)])
  }

  private mutating func fill(from record: IPTCRecord) {
    title = title ?? record.text(.objectName) ?? record.text(.headline)
    caption = caption ?? record.text(.caption)
    let makers = record.texts(.byline)
    if creator == nil, !makers.isEmpty { creator = makers.joined(separator: "; ") }
    date = date ?? record.text(.dateCreated).flatMap(PictureWords.day)
    rights = rights ?? record.text(.copyright)
    credit = credit ?? record.text(.credit)
  }

  private mutating func fill(from exif: ExifReader) {
    // The tags of the TIFF part of Exif 2.32, table 4.
    func text(_ tag: UInt16) -> String? {
      let text = exif.field(tag, in: .primary)?.text?
        .trimmingCharacters(in: .whitespacesAndNewlines.union(["\0"]))
      return text?.isEmpty == false ? text : nil
    }
    caption = caption ?? text(0x010E)
    creator = creator ?? text(0x013B)
    rights = rights ?? text(0x8298)
  }

  /// The day, month or year of a date of XMP (`1905-04-03T10:00:00`), IPTC (`19050403`) or EXIF
  /// (`1905:04:03 …`), in EDTF.
  ///
  /// Zeros mean that a part is unknown; `nil` for anything else.
  static func day(_ text: String) -> String? {
    let digits = text.prefix(10).filter(\.isNumber)
    let head = text.prefix { $0.isNumber && $0.isASCII }
    guard head.count == 4 || head.count == 8, digits.allSatisfy(\.isASCII),
      [4, 6, 8].contains(digits.count)
    else { return nil }
    let parts = [digits.prefix(4), digits.dropFirst(4).prefix(2), digits.dropFirst(6)]
    guard parts[0] != "0000" else { return nil }
    return parts.prefix { !$0.isEmpty && $0 != "00" }.joined(separator: "-")
  }
}
