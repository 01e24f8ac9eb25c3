internal import CImages
internal import TimeWalkBase

/// An opened picture of any format but JPEG: the owner of its decoder, valid while the file's bytes
/// are borrowed.
struct PictureFile: ~Copyable {
  let format: ImageFormat
  /// The file's header; `prepare` may correct it.
  private(set) var header: twx_header
  private let codec: twx_codec
  private let decoder: UnsafeMutableRawPointer
  private let name: String

  deinit { codec.close(decoder) }

  /// Opens a file, checks its header, and passes it to the closure.
  static func open<Result>(
    _ bytes: [UInt8], as format: ImageFormat, name: String, limits: ImagingLimits, enough: Int?,
    _ body: (inout PictureFile) throws(ImagingError) -> Result
  ) throws(ImagingError) -> Result {
    guard let codec = format.codec?.pointee else {
      throw ImagingError(unreadable: format, name: name)
    }
    return try bytes.withUnsafeBufferPointer { buffer throws(ImagingError) in
      var file = try PictureFile(
        buffer, format: format, codec: codec, name: name, limits: limits, enough: enough)
      return try body(&file)
    }
  }

  private init(
    _ bytes: UnsafeBufferPointer<UInt8>, format: ImageFormat, codec: twx_codec, name: String,
    limits: ImagingLimits, enough: Int?
  ) throws(ImagingError) {
    var header = twx_header()
    var report = twx_report()
    var asked = twx_limits(limits, enough: enough)
    guard let decoder = codec.open(bytes.baseAddress, bytes.count, &asked, &header, &report) else {
      throw ImagingError(report, format: format, name: name)
    }
    self.format = format
    self.codec = codec
    self.decoder = decoder
    self.header = header
    self.name = name
  }

  var size: PixelSize { PixelSize(width: Int(header.width), height: Int(header.height)) }

  /// The orientation from the file itself, not its metadata, if any.
  var orientation: Orientation? { Orientation(rawValue: Int(header.orientation)) }

  /// The file's colour profile, if any.
  var profile: ColourProfile? {
    if let bytes = header.profile, header.profile_count > 0 {
      return .icc([UInt8](UnsafeBufferPointer(start: bytes, count: header.profile_count)))
    }
    return ColourProfile(header)
  }

  /// The JPEG inside a raw file; `nil` without one.
  func preview() -> [UInt8]? {
    guard header.preview_count > 0, let preview = codec.preview else { return nil }
    var count = 0
    guard let bytes = preview(decoder, &count), count > 0 else { return nil }
    return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  }

  /// A description of oddities, as a sentence about the file; empty for none.
  func warnings(_ report: twx_report) -> [String] {
    guard report.warnings > 0 else { return [] }
    let text = withUnsafeBytes(of: report.first_warning) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return ["\(name) is slightly damaged: \(text)."]
  }

  /// Decodes the picture.
  ///
  /// Inks and samples of more than 8 bits are converted to sRGB while decoding, because planes
  /// can't hold them; the returned profile is then `nil`. With `keepingProfile`, only colours are
  /// converted that no ICC profile of colour or gray describes.
  ///
  /// With `fitting`, the picture is made small and turned as its rows come, where it is larger than
  /// wanted. With `region`, pixels as stored, only that part is read; it must lie within the
  /// picture, and its corner at multiples of the pixels that share a sample of colour.
  mutating func decode(
    acceptingDamage: Bool, keepingProfile: Bool, fitting: RowWriter.Fitting? = nil,
    region: PixelRegion? = nil
  ) throws(ImagingError) -> (
    image: PlanarImage, isFitted: Bool, profile: ColourProfile?, report: twx_report
  ) {
    var report = twx_report()
    guard codec.prepare(decoder, &header, &report) == TWX_OK else {
      throw ImagingError(report, format: format, name: name)
    }
    let profile = profile
    let layout = header.layout
    let channels = Int(twx_plain_channels(layout))
    let isKept = keepingProfile && profile?.iccBytes(isGray: channels == 1) != nil
    var transform: ColourTransform?
    if !header.planar, layout.bits > 8 || layout.inks, !isKept, let profile {
      transform = ColourTransform.make(profile, channels: channels, isWide: layout.bits > 8)
    }
    let whole = PixelRegion(x: 0, y: 0, width: size.width, height: size.height)
    guard let region = whole.intersection(region ?? whole) else {
      throw ImagingError(.damaged, "\(name) is smaller than its header claims")
    }
    var wanted = twx_region(
      x: UInt32(region.x), y: UInt32(region.y), width: UInt32(region.width),
      height: UInt32(region.height))
    let rows = try RowWriter(header, region: region, transform: transform, fitting: fitting)
    let status = withExtendedLifetime(rows) {
      codec.read(
        decoder, &wanted,
        { context, plane, row, y in
          guard let context, let row else { return }
          Unmanaged<RowWriter>.fromOpaque(context).takeUnretainedValue()
            .take(row, plane: Int(plane), y: Int(y))
        }, Unmanaged.passUnretained(rows).toOpaque(), &report)
    }
    guard status == TWX_OK || acceptingDamage && status == TWX_DAMAGED else {
      throw ImagingError(report, format: format, name: name)
    }
    if !rows.isComplete {
      guard acceptingDamage else {
        throw ImagingError(.damaged, "\(name) is damaged: some of its rows are missing")
      }
      rows.fillRest()
    }
    return (
      rows.finished(), rows.isFitted, transform != nil || layout.inks ? nil : profile, report
    )
  }
}

extension twx_limits {
  /// The limits that decoders check.
  init(_ limits: ImagingLimits, enough: Int? = nil) {
    self.init(
      pixels: UInt64(limits.pixels), decoder_bytes: UInt64(limits.decoderBytes),
      free_pixels: UInt64(limits.freePixels), free_samples: UInt64(limits.freeSamples),
      pixels_per_byte: UInt32(clamping: limits.pixelsPerByte),
      samples_per_byte: UInt32(clamping: limits.samplesPerByte),
      enough: UInt32(clamping: enough ?? 0))
  }
}

extension ImagingError {
  /// A library's error as an `ImagingError`.
  init(_ report: twx_report, format: ImageFormat, name: String) {
    let text = withUnsafeBytes(of: report.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let detail = text.isEmpty ? "" : ": \(text)"
    let kind = format.rawValue
    switch report.status {
    case TWX_MALFORMED:
      self.init(.malformed, "\(name) isn't a valid \(kind)\(detail)")
    case TWX_DAMAGED: self.init(.damaged, "\(name) is damaged\(detail)")
    case TWX_UNSUPPORTED:
      self.init(
        .unsupportedFormat, "\(name) is a \(kind) of an unsupported kind\(detail)")
    case TWX_LIMIT: self.init(.overLimit, "\(name) exceeds a limit\(detail)")
    case TWX_MEMORY: self.init(.outOfMemory, "\(name) needs too much memory\(detail)")
    default: self.init(.failed, "\(name) couldn't be processed\(detail)")
    }
  }

  /// The reason for refusing a file: its library is not installed, or its format is unknown.
  init(unreadable format: ImageFormat?, name: String) {
    let kinds = "only images are supported: \(ImageFormat.readableNames)"
    guard let format else {
      self.init(.notAnImage, "\(name) isn't an image that TimeWalk knows; \(kinds)")
      return
    }
    guard !format.isKnownToTimeWalk else {
      self.init(
        .libraryMissing,
        "\(name) is \(format.rawValue), but its library isn't installed; \(kinds)")
      return
    }
    self.init(.unsupportedFormat, "\(name) is \(format.named); \(kinds)")
  }
}
