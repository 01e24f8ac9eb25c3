/// Carries a photo's metadata over to pictures made from it.
///
/// Segments go over byte for byte and in their order, except for what became false on the upright, resized picture:
///
/// - Exif and XMP: orientation becomes 1, the pixel size the new one, in place and in each entry's own type. The
///   old thumbnail is unlinked and its bytes cut off or zeroed; nothing else moves, maker notes least of all. What a
///   panorama says in pixels is scaled.
/// - The embedded thumbnails of JFXX, Photoshop and XMP go.
/// - MPF, gain maps and JPEG-HDR residues go: they point to or belong to the old pixels. So do `Adobe` (APP14) and SPIFF,
///   which describe the old coding.
/// - The JFIF density goes into the new picture's own APP0.
/// - A colour profile gives way to the one that the options name; without one it stays as it is where it fits the new
///   picture's number of components, else it goes.
///
/// An Exif block whose header or first directory can't be read is left out with a warning: nobody could read it, or
/// worse, somebody could, and would turn the picture again. A block that is damaged further in is carried, with what can
/// be reached made true.
public struct MetadataCarrier: Sendable {
  /// What is carried over.
  public struct Options: Hashable, Sendable {
    /// Leaves out where the photo was taken, and all blocks that may tell it.
    ///
    /// These are the GPS directory, maker notes, XMP, IPTC, comments and unknown application segments. What Exif says of
    /// the camera and the time stays.
    public var stripLocation: Bool

    /// The ICC profile that the outputs have, which must fit them; `nil` keeps the photo's.
    public var profile: [UInt8]?

    /// How many bytes are carried over at most; `nil` for all of them.
    ///
    /// Where there are more, extended XMP goes, which holds further pictures and maps of depth for the old pixels, then
    /// makers' own application segments. What else is there stays, however long.
    public var mostBytes: Int?

    /// Makes options; without any, all metadata is carried over.
    public init(stripLocation: Bool = false, profile: [UInt8]? = nil, mostBytes: Int? = nil) {
      self.stripLocation = stripLocation
      self.profile = profile
      self.mostBytes = mostBytes
    }
  }

  /// What could not be carried over, and why.
  public private(set) var warnings: [MetadataWarning] = []

  private var pieces: [Piece] = []
  private var density: JFIFDensity?
  private let options: Options
  private let limits: MetadataLimits
  private var originalFrame: FrameSize?
  private var isTurned = false

  private struct Piece {
    let marker: UInt8
    let kind: JPEGSegment.Kind
    let payload: [UInt8]
  }

  /// Takes the metadata of a photo.
  ///
  /// - Parameters:
  ///   - original: the whole file. From one that is no JPEG nothing is carried, with a warning.
  ///   - container: how the file is built; nothing is carried from others than JPEG yet.
  ///   - options: what is carried.
  ///   - limits: how much is carried.
  public init(
    original: [UInt8], container: PhotoContainer = .jpeg, options: Options = Options(),
    limits: MetadataLimits = MetadataLimits()
  ) {
    self.options = options
    self.limits = limits
    switch container {
    case .jpeg:
      do {
        take(original, try JPEGSegments(original, limits: limits))
      } catch {
        warnings.append(MetadataWarning(.notJPEG, nil, error.message))
      }
    case .png, .heif, .tiff, .webp: break
    }
    leaveOutLargeBlocks()
    replaceProfile()
  }

  /// Carries nothing but a colour profile.
  public init(profile: [UInt8]?) {
    options = Options(profile: profile)
    limits = MetadataLimits()
    replaceProfile()
  }

  /// Puts the metadata into a freshly encoded JPEG.
  ///
  /// - Parameters:
  ///   - jpeg: the encoded picture, upright, without metadata of its own but an APP0.
  ///   - width: its width in pixels, 1...65535.
  ///   - height: its height in pixels, 1...65535.
  /// - Returns: the same picture with the metadata.
  /// - Throws: `notJPEG` or `invalidSize`.
  public func carry(
    into jpeg: [UInt8], width: Int, height: Int
  ) throws(MetadataError) -> [UInt8] {
    guard (1...65_535).contains(width), (1...65_535).contains(height) else {
      throw MetadataError(
        code: .invalidSize, message: "A JPEG of \(width) x \(height) pixels can't be.")
    }
    let target = try JPEGSegments(jpeg, limits: limits)
    var result: [UInt8] = [0xFF, 0xD8]
    result.reserveCapacity(jpeg.count + pieces.reduce(64) { $0 + $1.payload.count + 4 })
    let header = target.segments.first { $0.kind == .jfif }
    if let own = header.map({ Array(jpeg[$0.payload]) }) ?? density.map({ _ in JFIFDensity.header })
    {
      MetadataCarrier.append(
        0xE0, density?.written(into: own, turned: isTurned) ?? own, to: &result)
    }
    for piece in pieces where fits(piece, target.frame) {
      guard let payload = renewed(piece, width: width, height: height) else { continue }
      MetadataCarrier.append(piece.marker, payload, to: &result)
    }
    result += jpeg[2..<(header?.range.lowerBound ?? 2)]
    result += jpeg[(header?.range.upperBound ?? 2)...]
    return result
  }

  private mutating func take(_ bytes: [UInt8], _ segments: JPEGSegments) {
    if segments.isLimited {
      warnings.append(
        MetadataWarning(.limitReached, nil, "The photo has more metadata than is carried over."))
    }
    originalFrame = segments.frame.flatMap { FrameSize(width: $0.width, height: $0.height) }
    for segment in segments.segments {
      let payload = Array(bytes[segment.payload])
      if segment.kind == .jfif, density == nil { density = JFIFDensity(payload) }
      guard isKept(segment.kind, payload) else { continue }
      if segment.kind == .exif {
        guard let orientation = ExifEditor.orientation(ofSegment: payload, limits: limits) else {
          warnings.append(
            MetadataWarning(
              .leftOut, nil, "The photo's Exif block can't be read and was not carried over."))
          continue
        }
        isTurned = isTurned || (5...8).contains(orientation)
      }
      pieces.append(Piece(marker: segment.marker, kind: segment.kind, payload: payload))
    }
    dropPhotoshopThumbnails()
    if options.profile == nil { leaveOutForeignProfile() }
  }

  private mutating func leaveOutLargeBlocks() {
    guard let most = options.mostBytes else { return }
    func leaveOut(_ what: String, _ isMeant: (JPEGSegment.Kind) -> Bool) {
      let count = pieces.reduce(0) { $0 + $1.payload.count + 4 }
      guard count > most, pieces.contains(where: { isMeant($0.kind) }) else { return }
      pieces.removeAll { isMeant($0.kind) }
      warnings.append(
        MetadataWarning(
          .leftOut, nil,
          "The photo's metadata have \(count) bytes, too many to send; \(what) was left out."))
    }
    leaveOut("extended XMP") { $0 == .extendedXMP }
    leaveOut("what its maker added") { if case .application = $0 { true } else { false } }
  }

  /// Puts the options' profile in the place of the photo's, cut into numbered segments (ICC.1, annex B.4).
  private mutating func replaceProfile() {
    guard let profile = options.profile else { return }
    pieces.removeAll { $0.kind == .icc }
    let signature = JPEGSegment.Signature.icc
    let room = 65_533 - signature.count - 2
    let count = (profile.count + room - 1) / room
    guard (1...255).contains(count) else { return }
    for index in 0..<count {
      let part = profile[(index * room)..<min((index + 1) * room, profile.count)]
      pieces.append(
        Piece(
          marker: 0xE2, kind: .icc,
          payload: signature + [UInt8(index + 1), UInt8(count)] + part))
    }
  }

  /// Whether a segment holds for a picture made from the photo.
  private func isKept(_ kind: JPEGSegment.Kind, _ payload: [UInt8]) -> Bool {
    switch kind {
    case .exif, .icc: true
    case .xmp, .extendedXMP, .photoshop, .comment: !options.stripLocation
    case .application(0):
      // Canon's CIFF; what else claims APP0 is a header of the old file.
      !options.stripLocation && payload.dropFirst(6).starts(with: Array("HEAPJPGM".utf8))
    case .application(8) where payload.starts(with: Array("SPIFF\0".utf8)): false
    case .application(11) where payload.starts(with: Array("HDR_RI".utf8)): false
    case .application: !options.stripLocation
    case .jfif, .jfxx, .multiPicture, .gainMap, .adobe, .frame, .coding: false
    }
  }

  /// Resources may run over the ends of segments, so they are read as one and cut anew.
  private mutating func dropPhotoshopThumbnails() {
    guard let at = pieces.firstIndex(where: { $0.kind == .photoshop }) else { return }
    let marker = pieces[at].marker
    let signature = JPEGSegment.Signature.photoshop
    let joined = pieces.filter { $0.kind == .photoshop }
      .flatMap { $0.payload.dropFirst(signature.count) }
    guard let kept = PhotoshopResources.withoutThumbnails(joined) else { return }
    pieces.removeAll { $0.kind == .photoshop }
    let room = 65_533 - signature.count
    let cut = stride(from: 0, to: kept.count, by: room).map { start in
      Piece(
        marker: marker, kind: .photoshop,
        payload: signature + kept[start..<min(start + room, kept.count)])
    }
    pieces.insert(contentsOf: cut, at: at)
  }

  /// Outputs are coloured or grey, so a profile for anything else can't hold.
  private mutating func leaveOutForeignProfile() {
    guard let space = profileSpace, space != "RGB ", space != "GRAY" else { return }
    pieces.removeAll { $0.kind == .icc }
    warnings.append(
      MetadataWarning(.leftOut, nil, "The photo's colour profile is not for RGB and was left out."))
  }

  /// The colour space that the profile is for: bytes 16 to 19 of its header (ICC.1, 7.2).
  private var profileSpace: String? {
    let start = JPEGSegment.Signature.icc.count + 2
    guard
      let first = pieces.first(where: { $0.kind == .icc && $0.payload.count >= start + 20 }),
      first.payload[start - 2] == 1
    else { return nil }
    return String(decoding: first.payload[(start + 16)..<(start + 20)], as: UTF8.self)
  }

  private func fits(_ piece: Piece, _ frame: JPEGSegments.Frame?) -> Bool {
    guard piece.kind == .icc, options.profile == nil, let space = profileSpace, let frame else {
      return true
    }
    return (space == "GRAY") == (frame.components == 1)
  }

  /// A segment's content made true for the new picture; `nil` where it can't be.
  private func renewed(_ piece: Piece, width: Int, height: Int) -> [UInt8]? {
    switch piece.kind {
    case .exif:
      ExifEditor(segment: piece.payload, limits: limits)?
        .renewed(width: width, height: height, stripLocation: options.stripLocation)
    case .xmp:
      XMPEditor(segment: piece.payload, limits: limits)
        .renewed(width: width, height: height, original: isTurned ? nil : originalFrame)
    default: piece.payload
    }
  }

  private static func append(_ marker: UInt8, _ payload: [UInt8], to result: inout [UInt8]) {
    let length = payload.count + 2
    result += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]
    result += payload
  }
}
