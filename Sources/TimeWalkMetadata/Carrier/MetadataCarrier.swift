/// Carries a photo's metadata over to pictures made from it.
///
/// Blocks are copied byte for byte and in order, from any kind of file, except for values that
/// become false for the upright, resized picture:
///
/// - Exif and XMP: orientation becomes 1, the pixel size the new one, in place and in each entry's
///   own type. The old thumbnail is unlinked and its bytes cut off or zeroed. Everything else keeps
///   its position, especially maker notes. The position of the subject (`SubjectArea`,
///   `SubjectLocation`) is turned and scaled with the picture, as are a panorama's values in
///   pixels. A TIFF's or DNG's tags about its stored pixels are dropped.
/// - The embedded thumbnails of JFXX, Photoshop and XMP go.
/// - MPF, gain maps and JPEG-HDR residues are dropped: they refer to the old pixels. `Adobe`
///   (APP14) and SPIFF, which describe the old coding, are dropped, too, as are XMP's properties
///   about gain maps and files behind the picture.
/// - The density of JFIF, or of PNG's `pHYs`, goes into the new picture's own APP0.
/// - The options' colour profile, if any, replaces the photo's. Otherwise the photo's profile stays
///   if it fits the new picture's number of components.
/// - A link to the original replaces XMP's `InstanceID` and `DerivedFrom`.
///
/// XMP that is longer than a segment is split into a main packet and an extended one. A longer Exif
/// block goes into several segments if the JPEG had several; otherwise it loses its longest values,
/// with a warning.
///
/// An Exif block with an unreadable header or first directory is left out with a warning. Other
/// readers would fail on it, or worse, would turn the picture again. A block that is damaged
/// further in is copied, with corrections in its readable part.
package struct MetadataCarrier: Sendable {
  /// The metadata to copy.
  package struct Options: Codable, Hashable, Sendable {
    /// Leaves out the photo's place, and all blocks that may contain it.
    ///
    /// These are the GPS directory, maker notes, XMP, IPTC, comments, captions and unknown tags and
    /// segments. Exif's data about the camera, the time and the author stay.
    package var stripLocation: Bool
    /// Leaves out everything but the colour profile.
    package var stripMetadata: Bool
    /// The ICC profile that the outputs have, which must fit them; `nil` keeps the photo's.
    package var profile: [UInt8]?
    /// The original, for the outputs to name it; `nil` names none.
    package var link: OriginalLink?
    /// The user's values that replaced the photo's, for the outputs; `nil` changes nothing.
    package var given: CaptureMetadata?
    /// The program that makes the outputs, with its version.
    package var software: String

    /// The greatest number of bytes to carry over; `nil` for all of them.
    ///
    /// Above this limit, extended XMP is dropped first, which holds further pictures and maps of
    /// depth for the old pixels, then makers' own application segments. The rest stays at any
    /// length.
    package var mostBytes: Int?

    /// Makes options; without any, all metadata is carried over and nothing added.
    package init(
      stripLocation: Bool = false, stripMetadata: Bool = false, profile: [UInt8]? = nil,
      link: OriginalLink? = nil, given: CaptureMetadata? = nil, software: String = "TimeWalk",
      mostBytes: Int? = nil
    ) {
      self.stripLocation = stripLocation
      self.stripMetadata = stripMetadata
      self.profile = profile
      self.link = link
      self.given = given
      self.software = software
      self.mostBytes = mostBytes
    }
  }

  /// The parts that could not be copied, with the reason.
  public private(set) var warnings: [MetadataWarning] = []

  private typealias Piece = EmbeddedMetadata.Block
  private var pieces: [Piece] = []
  private var density: JFIFDensity?
  private let options: Options
  private let limits: MetadataLimits
  private var originalFrame: FrameSize?
  private var isTurned = false
  private var leavesOutExtension = false
  /// True if the photo's Exif is in several segments, and may be again.
  private var hasLongExif = false

  /// Takes the metadata of a photo.
  ///
  /// - Parameters:
  ///   - original: the whole file.
  ///   - container: the structure of the file.
  ///   - options: the metadata to copy.
  ///   - limits: the limits of the copy.
  package init(
    original: [UInt8], container: PhotoContainer = .jpeg, options: Options = Options(),
    limits: MetadataLimits = MetadataLimits()
  ) {
    self.init(
      EmbeddedMetadata(original, in: container, limits: limits), options: options, limits: limits)
  }

  /// Takes the blocks of a photo.
  package init(
    _ embedded: EmbeddedMetadata, options: Options = Options(),
    limits: MetadataLimits = MetadataLimits()
  ) {
    self.options = options
    self.limits = limits
    if !options.stripMetadata {
      take(embedded)
      leaveOutLargeBlocks()
      takeXMP(embedded)
    }
    replaceProfile()
  }

  /// Carries only a colour profile and the picture's own credits.
  package init(profile: [UInt8]?, credits: PictureCredits? = nil) {
    options = Options(profile: profile)
    limits = MetadataLimits()
    if let credits {
      pieces = [
        Piece(
          marker: 0xE1, kind: .xmp, payload: JPEGSegment.Signature.xmp + credits.packet()),
        Piece(
          marker: 0xED, kind: .photoshop,
          payload: JPEGSegment.Signature.photoshop
            + PhotoshopResources.wrapping(iptc: credits.record()[...])),
      ]
    }
    replaceProfile()
  }

  /// Puts the metadata into a freshly encoded JPEG.
  ///
  /// - Parameters:
  ///   - jpeg: the encoded picture, upright, with an APP0 as its only metadata.
  ///   - width: its width in pixels, 1...65535.
  ///   - height: its height in pixels, 1...65535.
  /// - Returns: the same picture with the metadata.
  /// - Throws: `notJPEG` or `invalidSize`.
  package func carry(
    into jpeg: [UInt8], width: Int, height: Int
  ) throws(MetadataError) -> [UInt8] {
    let target = try CarrierTarget(jpeg, width: width, height: height)
    return target.joined(jpeg, to: try head(of: target))
  }

  /// The metadata for the beginning of a picture, before its own data.
  ///
  /// - Throws: `invalidSize`.
  package func head(of target: CarrierTarget) throws(MetadataError) -> [UInt8] {
    let (width, height) = (target.width, target.height)
    guard (1...65_535).contains(width), (1...65_535).contains(height) else {
      throw MetadataError(
        .invalidSize, "A JPEG can't have \(width) x \(height) pixels.")
    }
    var result: [UInt8] = [0xFF, 0xD8]
    result.reserveCapacity(pieces.reduce(64) { $0 + $1.payload.count + 4 })
    if let own = target.header ?? density.map({ _ in JFIFDensity.header }) {
      MetadataCarrier.append(
        0xE0, density?.written(into: own, turned: isTurned) ?? own, to: &result)
    }
    for piece in pieces where fits(piece, target.components) {
      for payload in renewed(piece, width: width, height: height) {
        MetadataCarrier.append(piece.marker, payload, to: &result)
      }
    }
    return result
  }

  private mutating func take(_ embedded: EmbeddedMetadata) {
    // The reader of the photo's values reports the rest.
    warnings += embedded.warnings.filter { $0.code == .notJPEG }
    if embedded.warnings.contains(where: { $0.code == .limitReached }) {
      warn(.limitReached, "The photo has too much metadata; some of it wasn't copied.")
    }
    originalFrame = embedded.frame
    var stated: Int?
    for block in embedded.blocks {
      if block.kind == .jfif, density == nil { density = JFIFDensity(block.payload) }
      guard isKept(block.kind, block.payload) else { continue }
      if block.kind == .exif {
        guard let orientation = ExifEditor.orientation(ofSegment: block.payload, limits: limits)
        else {
          warn(.leftOut, "The photo's Exif block can't be read and wasn't copied.")
          continue
        }
        stated = orientation == 0 ? nil : orientation
        hasLongExif =
          embedded.container == .jpeg && block.payload.count > JPEGSegment.greatestPayload
        if !hasLongExif { warnAboutLength(of: block) }
      }
      pieces.append(block)
    }
    // The same choice as that of the photo's reader.
    stated =
      stated
      ?? embedded.xmp.flatMap { XMPPacket($0, limits: limits).number("Orientation", in: .tiff) }
      .flatMap { Int(exactly: $0) }
    if !embedded.isTurnedByFile, let stated { isTurned = (5...8).contains(stated) }
    if let given = options.given, !pieces.contains(where: { $0.kind == .exif }) {
      var amendment = ExifAmendment(order: .big)
      amendment.set(given, stripLocation: options.stripLocation)
      if !amendment.isEmpty {
        pieces.insert(
          Piece(
            marker: 0xE1, kind: .exif,
            payload: JPEGSegment.Signature.exif + ExifAmendment.emptyBlock), at: 0)
      }
    }
    recutPhotoshop()
    // Other data may follow the profile in its segments.
    let profile = pieces.filter { $0.kind == .icc }.map { $0.payload[...] }
    if options.stripLocation, !JPEGSegment.isWholeProfile(profile) {
      pieces.removeAll { $0.kind == .icc }
    }
    if options.profile == nil { leaveOutForeignProfile() }
  }

  /// The values that a block longer than a segment will lose, for any size of the picture.
  private mutating func warnAboutLength(of block: Piece) {
    let content = renewedExif(block.payload, width: 65_535, height: 65_535) ?? []
    guard content.count > ExifComposer.greatestSize,
      let parsed = TIFFBlock(content, limits: limits)
    else { return }
    var composer = ExifComposer(parsed)
    _ = composer.composed()
    warnings += composer.warnings
  }

  /// Removes false values from the packet and adds the picture's origin.
  private mutating func takeXMP(_ embedded: EmbeddedMetadata) {
    var link = options.link
    if options.stripLocation { link?.path = nil }
    let origin = XMPOrigin(link: link, given: options.given, software: options.software)
    if let at = pieces.firstIndex(where: { $0.kind == .xmp }) {
      let conditions = StaleXMP.Conditions(
        isRaw: embedded.isRaw, isRecoded: embedded.container != .jpeg, hasLink: link != nil,
        hasExtension: pieces.contains { $0.kind == .extendedXMP }, given: options.given)
      if let packet = origin.put(
        into: Array(pieces[at].content), removing: conditions, limits: limits)
      {
        pieces[at].payload = JPEGSegment.Signature.xmp + packet
      } else if !origin.isEmpty {
        warn(.leftOut, "The photo's XMP is damaged, so it doesn't name the original.")
      }
    } else if !origin.isEmpty {
      let at = pieces.firstIndex { $0.kind == .exif }.map { $0 + 1 } ?? 0
      pieces.insert(
        Piece(marker: 0xE1, kind: .xmp, payload: JPEGSegment.Signature.xmp + origin.packet()),
        at: at)
    }
  }

  private mutating func warn(_ code: MetadataWarning.Code, _ message: String) {
    warnings.append(MetadataWarning(code, nil, message))
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
          "The photo's metadata has \(count) bytes, more than the limit; left out \(what)."))
    }
    leaveOut("extended XMP") { $0 == .extendedXMP }
    // A packet that isn't split yet.
    if let packet = pieces.first(where: { $0.kind == .xmp })?.payload.count,
      packet > JPEGSegment.greatestPayload,
      pieces.reduce(0, { $0 + $1.payload.count + 4 }) > most
    {
      leavesOutExtension = true
      warn(
        .leftOut,
        "The photo's XMP has \(packet) bytes, more than the limit; left out its longest parts.")
    }
    leaveOut("its maker's data") { if case .application = $0 { true } else { false } }
  }

  /// Puts the options' profile in the place of the photo's.
  private mutating func replaceProfile() {
    guard var profile = options.profile else { return }
    if options.stripLocation {
      profile = Array(profile.prefix(JPEGSegment.statedLength(ofProfile: profile)))
    }
    pieces.removeAll { $0.kind == .icc }
    pieces += JPEGSegment.icc(profile).map { Piece(marker: 0xE2, kind: .icc, payload: $0) }
  }

  /// Returns true if a segment holds for a picture made from the photo.
  private func isKept(_ kind: JPEGSegment.Kind, _ payload: [UInt8]) -> Bool {
    switch kind {
    case .exif, .icc: true
    case .xmp, .extendedXMP, .photoshop, .comment: !options.stripLocation
    case .application(0):
      // Canon's CIFF; any other APP0 is a header of the old file.
      !options.stripLocation && payload.dropFirst(6).starts(with: Array("HEAPJPGM".utf8))
    case .application(8) where payload.starts(with: Array("SPIFF\0".utf8)): false
    case .application(11) where payload.starts(with: Array("HDR_RI".utf8)): false
    case .application: !options.stripLocation
    case .jfif, .jfxx, .multiPicture, .gainMap, .adobe, .frame, .coding: false
    }
  }

  /// Resources may cross the ends of segments, so they are joined and split again.
  private mutating func recutPhotoshop() {
    guard let at = pieces.firstIndex(where: { $0.kind == .photoshop }) else { return }
    let parts = pieces.filter { $0.kind == .photoshop }
    let joined = parts.flatMap(\.content)
    let isTooLong = parts.contains { $0.payload.count > JPEGSegment.greatestPayload }
    guard let kept = PhotoshopResources.withoutThumbnails(joined) ?? (isTooLong ? joined : nil)
    else { return }
    let marker = pieces[at].marker
    let signature = JPEGSegment.Signature.photoshop
    pieces.removeAll { $0.kind == .photoshop }
    let capacity = JPEGSegment.greatestPayload - signature.count
    let cut = stride(from: 0, to: kept.count, by: capacity).map { start in
      Piece(
        marker: marker, kind: .photoshop,
        payload: signature + kept[start..<min(start + capacity, kept.count)])
    }
    pieces.insert(contentsOf: cut, at: at)
  }

  /// Outputs are coloured or grey, so a profile for anything else can't hold.
  private mutating func leaveOutForeignProfile() {
    guard let space = profileSpace, space != "RGB ", space != "GRAY" else { return }
    pieces.removeAll { $0.kind == .icc }
    warnings.append(
      MetadataWarning(.leftOut, nil, "The photo's colour profile isn't for RGB; left out."))
  }

  /// The profile's colour space: bytes 16 to 19 of its header (ICC.1, 7.2).
  private var profileSpace: String? {
    let start = JPEGSegment.Signature.icc.count + 2
    guard
      let first = pieces.first(where: { $0.kind == .icc && $0.payload.count >= start + 20 }),
      first.payload[start - 2] == 1
    else { return nil }
    return String(decoding: first.payload[(start + 16)..<(start + 20)], as: UTF8.self)
  }

  private func fits(_ piece: Piece, _ components: Int?) -> Bool {
    guard piece.kind == .icc, options.profile == nil, let space = profileSpace, let components
    else { return true }
    return (space == "GRAY") == (components == 1)
  }

  /// The contents of the segments that a block becomes, made true for the new picture; none where
  /// it can't be.
  private func renewed(_ piece: Piece, width: Int, height: Int) -> [[UInt8]] {
    switch piece.kind {
    case .exif:
      guard var block = renewedExif(piece.payload, width: width, height: height) else { return [] }
      if block.count > ExifComposer.greatestSize {
        if hasLongExif { return EmbeddedMetadata.segments(ofExif: block) }
        guard let parsed = TIFFBlock(block, limits: limits) else { return [] }
        var composer = ExifComposer(parsed)
        block = composer.composed()
      }
      return block.isEmpty ? [] : [JPEGSegment.Signature.exif + block]
    case .xmp:
      let packet = XMPEditor(Array(piece.content), limits: limits)
        .renewed(width: width, height: height, original: isTurned ? nil : originalFrame)
      if let fitting = XMPExtension.fitted(packet) { return [JPEGSegment.Signature.xmp + fitting] }
      guard !pieces.contains(where: { $0.kind == .extendedXMP }),
        let (main, more) = XMPExtension.cut(
          packet, keepingAll: !leavesOutExtension, limits: limits)
      else { return [] }
      return [JPEGSegment.Signature.xmp + main] + more
    default:
      return piece.payload.count <= JPEGSegment.greatestPayload ? [piece.payload] : []
    }
  }

  /// An Exif block from its byte order mark, of any length; `nil` if unreadable.
  private func renewedExif(_ payload: [UInt8], width: Int, height: Int) -> [UInt8]? {
    guard
      let block = ExifEditor(segment: payload, limits: limits)?
        .renewed(
          width: width, height: height, original: originalFrame,
          stripLocation: options.stripLocation)
    else { return nil }
    guard let given = options.given,
      let order = TIFFBlock(block, limits: limits)?.order
    else { return block }
    var amendment = ExifAmendment(order: order)
    amendment.set(given, stripLocation: options.stripLocation)
    return amendment.applied(to: block, limits: limits) ?? block
  }

  private static func append(_ marker: UInt8, _ payload: [UInt8], to result: inout [UInt8]) {
    let length = payload.count + 2
    result += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]
    result += payload
  }
}
