internal import CImages
internal import TimeWalkBase

/// An opened JPEG: the owner of libjpeg's decoder, valid while the file's bytes are borrowed.
struct JPEGFile: ~Copyable {
  let info: JPEGInfo
  private let decoder: OpaquePointer
  private let route: twj_route
  private let header: twj_header
  private let name: String
  private let limits: ImagingLimits

  deinit { twj_decoder_close(decoder) }

  /// Opens a file, checks its header, and passes it to the closure.
  static func open<Result>(
    _ bytes: [UInt8], name: String, limits: ImagingLimits,
    _ body: (borrowing JPEGFile) throws(ImagingError) -> Result
  ) throws(ImagingError) -> Result {
    guard bytes.count <= limits.bytes else {
      throw ImagingError(
        .overLimit, "\(name) has \(bytes.count) bytes, more than the limit of \(limits.bytes)")
    }
    guard ImageFormat.recognise(bytes) == .jpeg else {
      guard let format = ImageFormat.recognise(bytes) else {
        throw ImagingError(
          .notAnImage, bytes.isEmpty ? "\(name) is empty" : "\(name) isn't a known image")
      }
      throw ImagingError(.unsupportedFormat, "\(name) is \(format.named), not a JPEG")
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
    twj_decoder_accept_end(decoder, limits.leastRows)
    self.decoder = decoder
    info = JPEGInfo(header)
    route = header.route
    self.header = header
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
    try checkProportion(pixels: pixels)
  }

  /// Refuses a picture with far too few bytes for its pixels, and an excessive number of scans.
  private func checkProportion(pixels: Int) throws(ImagingError) {
    guard header.scan_samples <= UInt64(limits.scanSamples) else {
      throw ImagingError(
        .overLimit,
        "\(name) has too many scans: \(header.scan_samples) samples, more than the limit of \(limits.scanSamples)"
      )
    }
    var asked = twx_limits(limits)
    asked.free_samples = UInt64(limits.freeCoefficients)
    var report = twx_report()
    guard twx_lossy_allowed(UInt64(pixels), header.coded_bytes, &asked, &report),
      !header.has_scans
        || twx_lossless_allowed(2 * header.samples, header.coded_bytes, &asked, &report)
    else { throw ImagingError(report, format: .jpeg, name: name) }
  }

  /// The ICC profile in the file's segments; `nil` without a whole one.
  func profile() -> ColourProfile? {
    var count = 0
    guard let bytes = twj_decoder_profile(decoder, &count) else { return nil }
    defer { twj_free(bytes) }
    return .icc([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
  }

  /// True if it holds printing inks.
  var holdsInks: Bool { route == TWJ_ROUTE_CMYK }

  /// The way from the file's inks to sRGB; `nil` if it holds none, or none that the profile is for.
  func inkTransform(_ profile: ColourProfile?) -> ColourTransform? {
    guard holdsInks, let profile else { return nil }
    return ColourTransform.make(profile, channels: 4, isWide: false)
  }

  /// Decodes a picture of inks, and turns it to sRGB by its profile.
  func decodeInks(
    _ transform: ColourTransform, acceptingDamage: Bool
  ) throws(ImagingError) -> JPEGPicture {
    var inks: [Plane] = []
    for _ in 0..<4 { inks.append(try Plane(size: info.size)) }
    let report = try read(into: inks, acceptingDamage: acceptingDamage)
    return picture(try Self.inSRGB(inks, by: transform), report)
  }

  /// Planes of inks as a picture in sRGB.
  private static func inSRGB(
    _ inks: [Plane], by transform: ColourTransform
  ) throws(ImagingError) -> PlanarImage {
    let size = inks[0].size
    let image = try PlanarImage.blank(size: size, sampling: .full, isGray: false)
    let width = size.width
    var row = [UInt8](repeating: 0, count: 4 * width)
    var colours = [UInt8](repeating: 0, count: 3 * width)
    Plane.withMemory(of: inks) { from in
      Plane.withMemory(of: image.planes) { to in
        for y in 0..<size.height {
          let pointers = from.map { plane in plane.data.map { UnsafePointer($0) + y * plane.stride }
          }
          twx_join_inks(pointers, width, &row)
          row.withUnsafeBytes { row in
            colours.withUnsafeMutableBufferPointer { transform.run(row, into: $0, pixels: width) }
          }
          let at = y * to[0].stride
          twx_store_row(
            3, false, width, colours, to[0].data + at, to[1].data + at, to[2].data + at)
        }
      }
    }
    return PlanarImage(size: size, sampling: .full, planes: image.planes.map { $0.finished() })
  }

  /// Decodes a part of the picture, with colour for each pixel, without ever holding more.
  ///
  /// libjpeg reduces every `divisor` pixels along each side to one. For a file of several scans it
  /// still holds all coefficients.
  ///
  /// - Parameters:
  ///   - region: The part, in pixels of the picture that is so many times smaller.
  ///   - divisor: 1, 2, 4 or 8.
  ///   - inks: The conversion from inks to sRGB, if any.
  ///   - acceptingDamage: true to return the readable rest of a damaged part.
  /// - Returns: The part, as stored.
  /// - Throws: ``ImagingError``.
  func decode(
    _ region: PixelRegion, divisor: Int, inks: ColourTransform?, acceptingDamage: Bool
  ) throws(ImagingError) -> JPEGPicture {
    try checkColours()
    let size = PixelSize(width: region.width, height: region.height)
    var planes: [Plane] = []
    for _ in 0..<(inks != nil ? 4 : info.components == 1 ? 1 : 3) {
      planes.append(try Plane(size: size))
    }
    var part = twj_part(
      divisor: CInt(divisor), x: UInt32(region.x), y: UInt32(region.y),
      width: UInt32(region.width), height: UInt32(region.height),
      scan_limit: CInt(clamping: limits.scans), memory_limit: limits.decoderBytes,
      accept_damage: acceptingDamage)
    var report = twj_report()
    let status = Plane.withMemory(of: planes) { memory in
      twj_decoder_read_part(decoder, &part, memory.baseAddress, CInt(memory.count), &report)
    }
    guard status == TWJ_OK else { throw ImagingError(report, name: name) }
    guard let inks else {
      return picture(
        PlanarImage(size: size, sampling: .full, planes: planes.map { $0.finished() }), report)
    }
    return picture(try Self.inSRGB(planes, by: inks), report)
  }

  private func checkColours() throws(ImagingError) {
    guard route != TWJ_ROUTE_NONE else {
      throw ImagingError(
        .unsupportedFormat,
        "\(name) has \(info.components) components without known colours")
    }
  }

  /// Decodes the picture; inks let light through by their plain product.
  func decode(acceptingDamage: Bool) throws(ImagingError) -> JPEGPicture {
    try checkColours()
    let planes = try makePlanes()
    let report = try read(into: planes, acceptingDamage: acceptingDamage)
    return picture(
      PlanarImage(
        size: info.size, sampling: info.sampling, planes: planes.map { $0.finished() }), report)
  }

  /// Decodes the picture, makes it fit into a square and turns it upright, without ever holding the
  /// whole.
  ///
  /// A second thread helps if a core is idle, unless `isShared`.
  func fitted(
    within side: Int, orientation: Orientation, acceptingDamage: Bool, isShared: Bool? = nil
  ) throws(ImagingError) -> JPEGPicture {
    try checkColours()
    let size = info.size
    let target = size.fitted(within: side)
    let newSampling = info.sampling.kept(from: size, to: target)
    var shares = twj_shares()
    twj_decoder_divide(decoder, CInt(Self.divisor(from: size, to: target)), &shares)
    var planes: [Plane] = []
    var fitting = twj_fitting()
    for index in 0..<(route == TWJ_ROUTE_PLANES && info.components == 1 ? 1 : 3) {
      let axes = Axis.both(
        from: size, shared: shares.sampling(of: index), to: target,
        newShared: index == 0 ? .full : newSampling, turning: orientation)
      let plane = PixelSize(width: axes.columns.newCount, height: axes.rows.newCount)
      planes.append(try Plane(size: orientation.swapsSides ? plane.turned : plane))
      fitting.setAxes(columns: axes.columns.record, rows: axes.rows.record, at: index)
    }
    fitting.count = CInt(planes.count)
    fitting.orientation = CInt(orientation.rawValue)
    let cores = Cores.take(upTo: 2)
    fitting.threaded = isShared ?? (cores.count > 1)
    var report = twj_report()
    let status = Plane.withMemory(of: planes) { memory in
      for (index, plane) in memory.enumerated() { fitting.setPlane(plane, at: index) }
      return twj_decoder_fit(
        decoder, &fitting, &shares, CInt(clamping: limits.scans), limits.decoderBytes,
        acceptingDamage, &report)
    }
    guard status == TWJ_OK else { throw ImagingError(report, name: name) }
    return picture(
      PlanarImage(
        size: orientation.swapsSides ? target.turned : target,
        sampling: orientation.swapsSides ? newSampling.turned : newSampling,
        planes: planes.map { $0.finished() }), report)
  }

  /// The number of pixels along each side that libjpeg combines into one, in its transformation.
  ///
  /// This reduction cuts high frequencies off without a filter. The remaining resampling must
  /// therefore be about half. Below a ratio of 3.8 the loss shows; from there on SSIM stays within
  /// 0.001.
  private static func divisor(from size: PixelSize, to target: PixelSize) -> Int {
    let ratio = Double(max(size.width, size.height)) / Double(max(target.width, target.height))
    return ratio >= 2 * leastRatioAfterDivision ? (ratio >= 4 * leastRatioAfterDivision ? 4 : 2) : 1
  }

  /// The least ratio that is left for the resampler after libjpeg has made a picture smaller.
  private static let leastRatioAfterDivision = 1.9

  private func read(into planes: [Plane], acceptingDamage: Bool) throws(ImagingError)
    -> twj_report
  {
    var report = twj_report()
    let status = Plane.withMemory(of: planes) { memory in
      twj_decoder_read(
        decoder, memory.baseAddress, CInt(memory.count), CInt(clamping: limits.scans),
        limits.decoderBytes,
        acceptingDamage, &report)
    }
    guard status == TWJ_OK else { throw ImagingError(report, name: name) }
    return report
  }

  private func picture(_ image: PlanarImage, _ report: twj_report) -> JPEGPicture {
    JPEGPicture(
      image: image, warningCount: report.warnings,
      firstWarning: report.warnings > 0 ? JPEGFile.text(report.first_warning) : nil,
      isDamaged: report.damaged, missing: missing(report))
  }

  /// The part that the file lacks, in words.
  private func missing(_ report: twj_report) -> String? {
    if report.missing_scan > 0 {
      return "its fine details are missing, from scan \(report.missing_scan) on"
    }
    guard report.missing_rows > 0 else { return nil }
    return "the last \(report.missing_rows) of its \(info.size.height) stored rows are missing"
  }

  /// Planes that are large enough for the whole blocks that libjpeg writes.
  private func makePlanes() throws(ImagingError) -> [Plane] {
    // A component has up to four blocks vertically in a unit, even if none is larger than another:
    // a unit of 8, 16, 24 or 32 rows.
    let units = PixelSize(width: 32, height: 96)
    var planes = [try Plane(size: info.size, roundedUpTo: units)]
    guard !(route == TWJ_ROUTE_PLANES && info.components == 1) else { return planes }
    let chroma = info.sampling.planeSize(of: info.size)
    for _ in 0..<2 { planes.append(try Plane(size: chroma, roundedUpTo: units)) }
    return planes
  }

  /// The text in one of C's fixed arrays, which Swift sees as a tuple.
  fileprivate static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension twj_shares {
  /// The number of pixels that share a sample of a plane.
  fileprivate func sampling(of plane: Int) -> ChromaSampling {
    let horizontal = [self.horizontal.0, self.horizontal.1, self.horizontal.2]
    let vertical = [self.vertical.0, self.vertical.1, self.vertical.2]
    return ChromaSampling(horizontal: Int(horizontal[plane]), vertical: Int(vertical[plane]))
  }
}

extension twj_fitting {
  /// Swift sees C's fixed array as a tuple.
  private mutating func change(_ index: Int, _ body: (inout twj_target) -> Void) {
    switch index {
    case 0: body(&targets.0)
    case 1: body(&targets.1)
    default: body(&targets.2)
    }
  }

  fileprivate mutating func setAxes(columns: twx_axis, rows: twx_axis, at index: Int) {
    change(index) { ($0.columns, $0.rows) = (columns, rows) }
  }

  fileprivate mutating func setPlane(_ plane: twj_plane, at index: Int) {
    change(index) { $0.plane = plane }
  }
}

extension ImagingError {
  /// libjpeg's error as an `ImagingError`.
  init(_ report: twj_report, name: String) {
    let text = JPEGFile.text(report.message)
    let detail = text.isEmpty ? "" : ": \(text)"
    switch report.status {
    case TWJ_MALFORMED: self.init(.malformed, "\(name) isn't a valid JPEG\(detail)")
    case TWJ_DAMAGED: self.init(.damaged, "\(name) is damaged\(detail)")
    case TWJ_UNSUPPORTED:
      self.init(.unsupportedFormat, "\(name) is a JPEG of an unsupported kind\(detail)")
    case TWJ_TOO_MANY_SCANS: self.init(.overLimit, "\(name) has too many scans\(detail)")
    case TWJ_MEMORY: self.init(.overLimit, "\(name) needs too much memory\(detail)")
    default: self.init(.failed, "libjpeg couldn't process \(name)\(detail)")
    }
  }
}
