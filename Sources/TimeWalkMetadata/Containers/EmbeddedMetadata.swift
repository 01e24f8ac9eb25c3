/// The blocks of metadata in a photo's file, of any format.
///
/// The reader and the carrier of metadata both use it, so a new format is only added to
/// ``PhotoContainer``. No decoder is needed. Sizes, counts and offsets are checked before use.
/// Blocks outside the file or beyond the limits are left out with a warning.
package struct EmbeddedMetadata: Sendable {
  /// One block, in the form of a JPEG segment's content, but perhaps longer than a segment can be.
  struct Block: Sendable {
    let marker: UInt8
    let kind: JPEGSegment.Kind
    /// The content with the signature that its kind starts with.
    var payload: [UInt8]

    /// The content behind the signature.
    var content: ArraySlice<UInt8> {
      switch kind {
      case .exif: payload.dropFirst(JPEGSegment.Signature.exif.count)
      case .xmp: payload.dropFirst(JPEGSegment.Signature.xmp.count)
      case .photoshop: payload.dropFirst(JPEGSegment.Signature.photoshop.count)
      default: payload[...]
      }
    }
  }

  /// The structure of the file.
  package let container: PhotoContainer
  /// The file's faults, and the omitted blocks.
  public internal(set) var warnings: [MetadataWarning] = []
  /// In the file's order.
  var blocks: [Block] = []
  /// The picture's stored size, or the upright size if the file itself has an orientation.
  var frame: FrameSize?
  /// True if the file itself has an orientation; Exif's orientation then doesn't count (ISO
  /// 23008-12, 6.5.10).
  var isTurnedByFile = false
  /// True if the pixels are a raw camera's; tags about their development are then false for the
  /// developed picture.
  var isRaw = false
  /// The ground position of the pixels, from a TIFF's tags.
  package internal(set) var geoTIFF: GeoTIFFTags?
  private let limits: MetadataLimits

  /// Looks for the blocks of a file.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - container: the structure of the file.
  ///   - limits: the limits of the search.
  package init(
    _ bytes: [UInt8], in container: PhotoContainer, limits: MetadataLimits = MetadataLimits()
  ) {
    self.container = container
    self.limits = limits
    readBlocks(bytes, limits)
  }

  /// Adds the XMP packet of a sidecar file, equivalent to an embedded one.
  package init(sidecar packet: [UInt8]) {
    container = .jpeg
    limits = MetadataLimits()
    add(xmp: packet[...])
  }

  /// The Exif block from its byte order mark; `nil` if there is none.
  package var exif: [UInt8]? { first(.exif) }
  /// The main XMP packet; `nil` if there is none.
  package var xmp: [UInt8]? { first(.xmp) }

  /// All Photoshop resources as one; `nil` if there are none.
  var photoshop: [UInt8]? {
    let parts = blocks.filter { $0.kind == .photoshop }
    return parts.isEmpty ? nil : parts.flatMap(\.content)
  }

  private func first(_ kind: JPEGSegment.Kind) -> [UInt8]? {
    blocks.first { $0.kind == kind }.map { Array($0.content) }
  }

  mutating func readJPEG(_ bytes: [UInt8], _ limits: MetadataLimits) {
    let segments: JPEGSegments
    do { segments = try JPEGSegments(bytes, limits: limits) } catch {
      warn(.notJPEG, error.message)
      return
    }
    if segments.isTruncated { warn(.truncated, "The file ends before its picture.") }
    if segments.isLimited {
      warn(.limitReached, "The file has more metadata than the limit; the rest was skipped.")
    }
    frame = segments.frame.flatMap { FrameSize(width: $0.width, height: $0.height) }
    blocks = segments.segments.map {
      Block(marker: $0.marker, kind: $0.kind, payload: Array(bytes[$0.payload]))
    }
    joinExif(limits)
  }
}

/// Adding a container's blocks.
extension EmbeddedMetadata {
  mutating func warn(_ code: MetadataWarning.Code, _ message: String) {
    warnings.append(MetadataWarning(code, nil, message))
  }

  mutating func breaksOff() { warn(.truncated, "The file ends too early.") }

  /// Adds an Exif block, with or without the signature that JPEG puts before it; only the first one
  /// counts.
  mutating func add(exif bytes: ArraySlice<UInt8>) {
    guard !blocks.contains(where: { $0.kind == .exif }) else { return }
    let signature = JPEGSegment.Signature.exif
    let block = bytes.starts(with: signature) ? bytes.dropFirst(signature.count) : bytes
    guard !block.isEmpty else { return }
    blocks.append(Block(marker: 0xE1, kind: .exif, payload: signature + block))
  }

  /// Adds an XMP packet; only the first one counts.
  mutating func add(xmp bytes: ArraySlice<UInt8>) {
    guard !blocks.contains(where: { $0.kind == .xmp }) else { return }
    let signature = JPEGSegment.Signature.xmp
    let packet = bytes.starts(with: signature) ? bytes.dropFirst(signature.count) : bytes
    // TIFF pads with NULs.
    let trimmed = Array(packet.prefix { $0 != 0 })
    let text = trimmed.count < packet.count / 2 ? EmbeddedMetadata.utf8(packet) : trimmed
    guard !text.isEmpty else { return }
    guard text.count <= limits.maximumPacketBytes else {
      return warn(.limitReached, "The photo's XMP is longer than the limit; the rest was skipped.")
    }
    blocks.append(Block(marker: 0xE1, kind: .xmp, payload: signature + text))
  }

  /// XMP may be written in UTF-16 outside JPEG (ISO 16684-1, 7.1).
  private static func utf8(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let start = Array(bytes.prefix(4))
    guard start.count == 4 else { return [] }
    let isBig = start.starts(with: [0xFE, 0xFF]) || (start[0] == 0 && start[1] != 0)
    let isLittle = start.starts(with: [0xFF, 0xFE]) || (start[1] == 0 && start[0] != 0)
    guard isBig || isLittle else { return [] }
    let order: ByteOrder = isBig ? .big : .little
    let all = Array(bytes)
    var units = stride(from: 0, to: all.count - 1, by: 2).map { order.uint16(all, $0) }
    if units.first == 0xFEFF { units.removeFirst() }
    return Array(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self).utf8)
  }

  /// Adds Photoshop's image resources, or the bare IPTC record that some put in their place.
  mutating func add(photoshop bytes: ArraySlice<UInt8>) {
    let signature = JPEGSegment.Signature.photoshop
    var resources = bytes.starts(with: signature) ? bytes.dropFirst(signature.count) : bytes
    if resources.first == 0x1C {
      resources = PhotoshopResources.wrapping(iptc: resources)[...]
    }
    guard resources.starts(with: Array("8BIM".utf8)) else { return }
    blocks.append(Block(marker: 0xED, kind: .photoshop, payload: signature + resources))
  }

  /// Adds a colour profile, cut into numbered segments (ICC.1, annex B.4); only the first one
  /// counts.
  mutating func add(profile: ArraySlice<UInt8>) {
    guard !blocks.contains(where: { $0.kind == .icc }),
      profile.count <= 255 * JPEGSegment.greatestPayload
    else { return }
    blocks += JPEGSegment.icc(Array(profile)).map {
      Block(marker: 0xE2, kind: .icc, payload: $0)
    }
  }

  /// Adds a comment, truncated to a segment's capacity.
  mutating func add(comment: String) {
    let bytes = Array(comment.utf8)
    guard bytes.contains(where: { $0 > 0x20 }) else { return }
    if bytes.count > JPEGSegment.greatestPayload {
      warn(.leftOut, "A comment of the photo was cut off after 64 KB.")
    }
    blocks.append(
      Block(
        marker: 0xFE, kind: .comment, payload: Array(bytes.prefix(JPEGSegment.greatestPayload))))
  }
}

extension JPEGSegment {
  /// The greatest length of a segment's content in bytes.
  static let greatestPayload = 65_533

  /// The length that a colour profile states (ICC.1, 7.2.2).
  static func statedLength(ofProfile profile: some Collection<UInt8>) -> Int {
    profile.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns true if a profile's segments are together as long as it states; also without any.
  static func isWholeProfile(_ payloads: [ArraySlice<UInt8>]) -> Bool {
    let parts = payloads.map { $0.dropFirst(Signature.icc.count + 2) }
    return parts.reduce(0) { $0 + $1.count } == statedLength(ofProfile: parts.first ?? [])
  }

  /// The contents of the segments of a colour profile; empty if 255 segments can't hold it.
  static func icc(_ profile: [UInt8]) -> [[UInt8]] {
    let capacity = greatestPayload - Signature.icc.count - 2
    let count = (profile.count + capacity - 1) / capacity
    guard (1...255).contains(count) else { return [] }
    return (0..<count).map { index in
      Signature.icc + [UInt8(index + 1), UInt8(count)]
        + profile[(index * capacity)..<min((index + 1) * capacity, profile.count)]
    }
  }
}
