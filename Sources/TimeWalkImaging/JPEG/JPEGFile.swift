internal import CTurboJPEG

/// An opened JPEG: the owner of libjpeg's decoder, alive while the file's bytes are lent.
struct JPEGFile: ~Copyable {
  let info: JPEGInfo
  private let decoder: OpaquePointer
  private let route: twj_route
  private let name: String
  private let limits: ImagingLimits

  deinit { twj_decoder_close(decoder) }

  /// Opens a file, checks what its header asks for, and lends it.
  static func open<Result>(
    _ bytes: [UInt8], name: String, limits: ImagingLimits,
    _ body: (borrowing JPEGFile) throws(ImagingError) -> Result
  ) throws(ImagingError) -> Result {
    guard bytes.count <= limits.bytes else {
      throw ImagingError(
        .overLimit, "\(name) has \(bytes.count) bytes, more than the limit of \(limits.bytes)")
    }
    switch ImageFormat.recognise(bytes) {
    case .jpeg: break
    case .some(let format):
      throw ImagingError(.unsupportedFormat, "\(name) is \(format.rawValue); this build reads JPEG")
    case nil:
      throw ImagingError(
        .notAnImage,
        bytes.isEmpty
          ? "\(name) is empty" : "\(name) is no image that TimeWalk knows; it reads JPEG")
    }
    return try bytes.withUnsafeBufferPointer { buffer throws(ImagingError) in
      let file = try JPEGFile(buffer, name: name, limits: limits)
      try file.checkSize()
      return try body(file)
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, name: String, limits: ImagingLimits)
    throws(ImagingError)
  {
    var header = twj_header()
    var report = twj_report()
    guard let decoder = twj_decoder_open(bytes.baseAddress, bytes.count, &header, &report) else {
      throw ImagingError(report, name: name)
    }
    self.decoder = decoder
    info = JPEGInfo(header)
    route = header.route
    self.name = name
    self.limits = limits
  }

  /// Refuses an empty picture and one of too many pixels, before memory is taken for them.
  private func checkSize() throws(ImagingError) {
    let size = info.size
    guard size.width > 0, size.height > 0 else {
      throw ImagingError(.malformed, "\(name) has no size")
    }
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflow, pixels <= limits.pixels else {
      throw ImagingError(
        .overLimit,
        "\(name) has \(size.width) x \(size.height) pixels, more than the limit of \(limits.pixels)"
      )
    }
  }

  /// Decodes the picture.
  func decode(acceptingDamage: Bool) throws(ImagingError) -> JPEGPicture {
    guard route != TWJ_ROUTE_NONE else {
      throw ImagingError(
        .unsupportedFormat,
        "\(name) has \(info.components) components that no colours are known for")
    }
    let planes = try makePlanes()
    var report = twj_report()
    let status = Plane.withMemory(of: planes) { memory in
      twj_decoder_read(
        decoder, memory.baseAddress, CInt(memory.count), CInt(clamping: limits.scans),
        limits.decoderBytes,
        acceptingDamage, &report)
    }
    guard status == TWJ_OK else { throw ImagingError(report, name: name) }
    return JPEGPicture(
      image: PlanarImage(
        size: info.size, sampling: info.sampling, planes: planes.map { $0.finished() }),
      warningCount: report.warnings,
      firstWarning: report.warnings > 0 ? JPEGFile.text(report.first_warning) : nil,
      isDamaged: report.damaged)
  }

  /// Planes that are large enough for the whole blocks that libjpeg writes.
  private func makePlanes() throws(ImagingError) -> [Plane] {
    let sampling = info.sampling
    let luma = PixelSize(width: 8 * sampling.horizontal, height: 8 * sampling.vertical)
    var planes = [try Plane(size: info.size, roundedUpTo: luma)]
    guard !(route == TWJ_ROUTE_PLANES && info.components == 1) else { return planes }
    let chroma = sampling.planeSize(of: info.size)
    for _ in 0..<2 {
      planes.append(try Plane(size: chroma, roundedUpTo: PixelSize(width: 8, height: 8)))
    }
    return planes
  }

  /// The text in one of C's fixed arrays, which Swift sees as a tuple.
  fileprivate static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension ImagingError {
  /// What libjpeg said, in our terms.
  init(_ report: twj_report, name: String) {
    let text = JPEGFile.text(report.message)
    let detail = text.isEmpty ? "" : ": \(text)"
    switch report.status {
    case TWJ_MALFORMED: self.init(.malformed, "\(name) is no JPEG that can be followed\(detail)")
    case TWJ_DAMAGED: self.init(.damaged, "\(name) is damaged\(detail)")
    case TWJ_UNSUPPORTED:
      self.init(.unsupportedFormat, "\(name) is a JPEG of a kind that is not supported\(detail)")
    case TWJ_TOO_MANY_SCANS: self.init(.overLimit, "\(name) has too many scans\(detail)")
    case TWJ_MEMORY: self.init(.overLimit, "\(name) needs too much memory\(detail)")
    default: self.init(.failed, "\(name) could not be handled by libjpeg\(detail)")
    }
  }
}
