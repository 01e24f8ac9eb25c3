internal import CImages
package import TimeWalkBase

/// A decoded picture of any format that this build reads, with the decoder's warnings.
package struct DecodedPicture: Sendable {
  /// The file's format.
  package let format: ImageFormat
  /// The picture as stored, before its orientation is applied, in the colours of ``profile``.
  package let image: PlanarImage
  /// The orientation from the file itself; `nil` if only its metadata has it.
  ///
  /// HEIC and AVIF are always upright: the decoder applies their properties, which override EXIF.
  package let orientation: Orientation?
  // Whether the picture was made small and turned while it was decoded.
  var isFitted = false
  /// The colour profile; `nil` is sRGB.
  package let profile: ColourProfile?
  /// Descriptions of oddities, in sentences that begin with the file's name.
  package let warnings: [String]

  /// Decodes a picture by its content.
  ///
  /// Alpha is composed over white. Of several pages of a TIFF the largest is used, the first of
  /// equal ones. A DNG's embedded JPEG is used if it is large enough and shows the whole frame,
  /// else the sensor's picture. Inks and samples of more than 8 bits are converted to sRGB here,
  /// all others by ``PlanarImage/inSRGB(from:)`` after reduction. Inks without a profile use the
  /// simple product of their transmissions.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The file's name in an error's message.
  ///   - limits: The limits of the picture.
  ///   - enough: The longest side that is needed, pixels; a raw file may then be decoded to fewer,
  ///     but not below it.
  ///   - acceptingDamage: True to return the readable part of a damaged picture.
  ///   - keepingProfile: true if samples of more than 8 bits stay in their profile's colours, too.
  /// - Returns: The picture as it is stored.
  /// - Throws: ``ImagingError``.
  package static func decode(
    _ bytes: [UInt8], name: String = "the file", limits: ImagingLimits = ImagingLimits(),
    enough: Int? = nil, acceptingDamage: Bool = false, keepingProfile: Bool = false
  ) throws(ImagingError) -> DecodedPicture {
    let terms = Terms(
      name: name, limits: limits, acceptingDamage: acceptingDamage, keepingProfile: keepingProfile)
    switch try ImageFormat.taken(bytes, name: name, limits: limits) {
    case .jpeg: return try jpeg(bytes, terms)
    case let format: return try other(bytes, as: format, terms, enough: enough)
    }
  }

  /// The options for reading a picture.
  package struct Terms: Sendable {
    /// The file's name in an error's message.
    package var name: String
    /// The limits of the picture.
    package var limits: ImagingLimits
    /// True to return the readable part of a damaged picture.
    package var acceptingDamage: Bool
    /// True if samples of more than 8 bits stay in their profile's colours, too.
    package var keepingProfile: Bool

    /// Makes terms.
    package init(
      name: String = "the file", limits: ImagingLimits = ImagingLimits(),
      acceptingDamage: Bool = false, keepingProfile: Bool = false
    ) {
      self.name = name
      self.limits = limits
      self.acceptingDamage = acceptingDamage
      self.keepingProfile = keepingProfile
    }
  }

  /// A picture of any format but JPEG: as stored, or small and upright where a side is given and
  /// the picture is larger.
  private static func other(
    _ bytes: [UInt8], as format: ImageFormat, _ terms: Terms, enough: Int?,
    fitting: RowWriter.Fitting? = nil
  ) throws(ImagingError) -> DecodedPicture {
    try PictureFile.open(
      bytes, as: format, name: terms.name, limits: terms.limits, enough: enough
    ) { file throws(ImagingError) in
      if format == .dng, let preview = try preview(of: file, terms, enough: enough) {
        return preview
      }
      let turning = fitting.map {
        RowWriter.Fitting(side: $0.side, orientation: file.orientation ?? $0.orientation)
      }
      let decoded = try file.decode(
        acceptingDamage: terms.acceptingDamage, keepingProfile: terms.keepingProfile,
        fitting: turning)
      return DecodedPicture(
        format: format, image: decoded.image,
        orientation: file.orientation, isFitted: decoded.isFitted,
        profile: decoded.profile, warnings: file.warnings(decoded.report))
    }
  }

  /// Decodes a picture, makes it fit into a square and turns it upright; see
  /// ``PlanarImage/fitted(within:orientation:)``.
  ///
  /// A JPEG is never held whole: its rows are made smaller as they are decoded, by a second thread
  /// where a core is idle.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - side: The longest side, pixels, at least 1.
  ///   - orientation: The stored orientation, unless the file itself has one.
  ///   - terms: the options for reading it.
  ///   - threads: the number of threads for a JPEG, 1 or 2; the number of idle cores when `nil`.
  /// - Returns: The picture as it is shown.
  /// - Throws: ``ImagingError``.
  package static func fitted(
    _ bytes: [UInt8], within side: Int, orientation: Orientation, terms: Terms = Terms(),
    threads: Int? = nil
  ) throws(ImagingError) -> DecodedPicture {
    guard side >= 1 else {
      throw ImagingError(.invalidArgument, "no picture fits into \(side) pixels")
    }
    let fitting = RowWriter.Fitting(side: side, orientation: orientation)
    let format = try ImageFormat.taken(bytes, name: terms.name, limits: terms.limits)
    if format == .jpeg { return try jpeg(bytes, terms, fitting: fitting, threads: threads) }
    let decoded = try other(bytes, as: format, terms, enough: side, fitting: fitting)
    return DecodedPicture(
      format: decoded.format,
      image: decoded.isFitted
        ? decoded.image
        : try decoded.image.fitted(within: side, orientation: decoded.orientation ?? orientation),
      orientation: .upright, profile: decoded.profile, warnings: decoded.warnings)
  }

  /// As stored, or small and upright where a side is given.
  private static func jpeg(
    _ bytes: [UInt8], _ terms: Terms, fitting: RowWriter.Fitting? = nil, threads: Int? = nil
  ) throws(ImagingError) -> DecodedPicture {
    let acceptingDamage = terms.acceptingDamage
    return try JPEGFile.open(bytes, name: terms.name, limits: terms.limits) {
      file throws(ImagingError) in
      let profile = file.profile()
      var picture: JPEGPicture
      var rest = profile
      if let transform = file.inkTransform(profile) {
        picture = try file.decodeInks(transform, acceptingDamage: acceptingDamage)
        if let fitting {
          picture = JPEGPicture(
            image: try picture.image.fitted(
              within: fitting.side, orientation: fitting.orientation),
            warningCount: picture.warningCount, firstWarning: picture.firstWarning,
            isDamaged: picture.isDamaged, missing: picture.missing)
        }
        rest = nil
      } else if let fitting {
        picture = try file.fitted(
          within: fitting.side, orientation: fitting.orientation,
          acceptingDamage: acceptingDamage, isShared: threads.map { $0 > 1 })
        if file.holdsInks { rest = nil }
      } else {
        picture = try file.decode(acceptingDamage: acceptingDamage)
        if file.holdsInks { rest = nil }
      }
      return DecodedPicture(
        format: .jpeg, image: picture.image, orientation: fitting == nil ? nil : .upright,
        profile: rest, warnings: picture.warnings(terms.name))
    }
  }

  /// The JPEG inside a raw file, if it is whole, as large as needed, and of the frame's shape.
  private static func preview(
    of file: borrowing PictureFile, _ terms: Terms, enough: Int?
  ) throws(ImagingError) -> DecodedPicture? {
    guard let bytes = file.preview(),
      let info = try? JPEGInfo.read(bytes, name: terms.name, limits: terms.limits)
    else { return nil }
    let frame = file.size
    let needed = min(enough ?? .max, max(frame.width, frame.height))
    // Cameras cut some pixels off the sensor's edges.
    guard max(info.size.width, info.size.height) * 100 >= needed * 97 else { return nil }
    let isTurned = frame.isAlike(info.size.turned) && !frame.isAlike(info.size)
    var strict = terms.limits
    strict.leastRows = 1
    guard frame.isAlike(info.size) || isTurned,
      let picture = try? jpeg(bytes, Terms(name: terms.name, limits: strict))
    else { return nil }
    return DecodedPicture(
      format: file.format, image: picture.image,
      orientation: isTurned ? .upright : file.orientation, profile: picture.profile,
      warnings: picture.warnings)
  }
}

extension PixelSize {
  /// Returns true if two pictures have the same aspect ratio, to three per cent.
  fileprivate func isAlike(_ other: PixelSize) -> Bool {
    let one = Double(width) * Double(other.height)
    let two = Double(height) * Double(other.width)
    return abs(one - two) <= 0.03 * max(one, two)
  }
}

/// The contents of a picture's header, for any format that this build reads.
package struct PictureInfo: Codable, Sendable, Hashable {
  /// The file's format.
  package let format: ImageFormat
  /// The size as stored; of HEIC and AVIF as shown.
  package let size: PixelSize
  /// The orientation from the file itself; `nil` if only its metadata has it.
  package let orientation: Orientation?

  /// Reads a header without decoding a pixel.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The file's name in an error's message.
  ///   - limits: The limits of the picture.
  /// - Returns: The header's contents.
  /// - Throws: ``ImagingError`` for an unsupported picture or other data (the message names its
  ///   kind), for a missing size, or for exceeding a limit.
  package static func read(
    _ bytes: [UInt8], name: String = "the file", limits: ImagingLimits = ImagingLimits()
  ) throws(ImagingError) -> PictureInfo {
    switch try ImageFormat.taken(bytes, name: name, limits: limits) {
    case .jpeg:
      let info = try JPEGInfo.read(bytes, name: name, limits: limits)
      return PictureInfo(format: .jpeg, size: info.size, orientation: nil)
    case let format:
      return try PictureFile.open(bytes, as: format, name: name, limits: limits, enough: nil) {
        PictureInfo(format: format, size: $0.size, orientation: $0.orientation)
      }
    }
  }
}

extension ImageFormat {
  /// The format of a file, where this build reads it.
  ///
  /// - Parameters:
  ///   - bytes: The file, or its first ``headLength`` bytes.
  ///   - name: The file's name in an error's message.
  /// - Returns: The format.
  /// - Throws: ``ImagingError`` for all other files; the message names the kind and the supported
  ///   ones.
  @discardableResult
  package static func readable(_ bytes: [UInt8], name: String) throws(ImagingError) -> ImageFormat {
    guard !bytes.isEmpty else { throw ImagingError(.notAnImage, "\(name) is empty") }
    guard let format = recognise(bytes), format.isReadable else {
      throw ImagingError(unreadable: recognise(bytes), name: name)
    }
    return format
  }

  /// The format of a whole file that this build reads; throws for all others, and for one of too
  /// many bytes.
  static func taken(
    _ bytes: [UInt8], name: String, limits: ImagingLimits
  ) throws(ImagingError) -> ImageFormat {
    let format = try readable(bytes, name: name)
    guard bytes.count <= limits.bytes else {
      throw ImagingError(
        .overLimit, "\(name) has \(bytes.count) bytes, more than the limit of \(limits.bytes)")
    }
    return format
  }
}
