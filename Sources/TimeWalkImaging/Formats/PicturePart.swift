internal import CImages
internal import TimeWalkBase

/// A rectangle of a picture that was read without the rest, as it is shown.
package struct PicturePart: Sendable {
  /// The part, upright, in the colours of ``profile``.
  package var image: PlanarImage
  /// The part's position in the whole picture.
  package let place: PartPlace
  /// The colour profile; `nil` is sRGB.
  package let profile: ColourProfile?
  /// Descriptions of oddities, in sentences that begin with the file's name.
  package let warnings: [String]

  /// Makes one from its fields.
  package init(
    image: PlanarImage, place: PartPlace, profile: ColourProfile? = nil, warnings: [String] = []
  ) {
    self.image = image
    self.place = place
    self.profile = profile
    self.warnings = warnings
  }

  /// Reads a part of a picture, at the coarsest scale that is fine enough.
  ///
  /// Of a JPEG with one scan only the part's own rows and columns are transformed, in libjpeg's
  /// transformation to a half, a quarter or an eighth. The rows above go only through its entropy
  /// decoder, or are skipped with restart markers. Of a TIFF the strips and tiles of the part are
  /// decoded, of a PNG without passes the rows down to its end. Other files are decoded and held in
  /// full.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - question: the requested part, and its resolution.
  ///   - orientation: The stored orientation, unless the file itself has one.
  ///   - name: The file's name in an error's message.
  ///   - limits: The limits of the picture; ``ImagingLimits/partedPixels`` applies to JPEG, PNG and
  ///     TIFF.
  /// - Returns: The part.
  /// - Throws: ``ImagingError``, with `invalidArgument` for a rectangle outside the picture and
  ///   `overLimit` for too many pixels at that scale.
  package static func read(
    _ bytes: [UInt8], _ question: PartQuestion, orientation: Orientation,
    name: String = "the file", limits: ImagingLimits = ImagingLimits()
  ) throws(ImagingError) -> PicturePart {
    let format = try ImageFormat.taken(bytes, name: name, limits: limits)
    if format == .jpeg {
      return try JPEGFile.open(bytes, name: name, limits: limits.ofParts(format)) {
        file throws(ImagingError) in
        try jpeg(file, question, orientation: orientation, name: name, limits: limits)
      }
    }
    return try PictureFile.open(
      bytes, as: format, name: name, limits: limits.ofParts(format), enough: nil
    ) { file throws(ImagingError) in
      try other(&file, question, orientation: orientation, name: name, limits: limits)
    }
  }

  private static func jpeg(
    _ file: borrowing JPEGFile, _ question: PartQuestion, orientation: Orientation, name: String,
    limits: ImagingLimits
  ) throws(ImagingError) -> PicturePart {
    let size = file.info.size
    let stored = try question.stored(in: size, orientation, name: name)
    let divisor = [8, 4, 2].first { Double($0) <= question.step } ?? 1
    let region = PixelRegion(
      x: stored.x / divisor, y: stored.y / divisor,
      width: (stored.x + stored.width + divisor - 1) / divisor - stored.x / divisor,
      height: (stored.y + stored.height + divisor - 1) / divisor - stored.y / divisor)
    try check(
      PixelSize(width: region.width, height: region.height), name: name, limits: limits)
    let profile = file.profile()
    let inks = file.inkTransform(profile)
    let picture = try file.decode(
      region, divisor: divisor, inks: inks, acceptingDamage: question.acceptsDamage)
    let place = PartPlace(
      x: Double(region.x * divisor), y: Double(region.y * divisor),
      step: SIMD2(Double(divisor), Double(divisor)), whole: size)
    let image = try picture.image.resampled(to: picture.image.size, turning: orientation)
    return PicturePart(
      image: image, place: place.turned(orientation, from: picture.image.size),
      profile: file.holdsInks ? nil : profile, warnings: picture.warnings(name))
  }

  private static func other(
    _ file: inout PictureFile, _ question: PartQuestion, orientation: Orientation, name: String,
    limits: ImagingLimits
  ) throws(ImagingError) -> PicturePart {
    let size = file.size
    let held = Int(clamping: file.header.held_bytes)
    guard
      size.width * size.height <= limits.pixels || (1...8 * limits.partPixels).contains(held)
    else {
      throw ImagingError(
        .overLimit,
        "\(name) has \(size.width) x \(size.height) pixels that can't be read in parts, more than "
          + "the limit of \(limits.pixels)")
    }
    let turning = file.orientation ?? orientation
    let stored = try question.stored(in: size, turning, name: name).spread(to: 4)
    let longest = Double(max(stored.width, stored.height))
    let fitting = RowWriter.Fitting(
      side: max(1, Int((longest / question.step).rounded(.up))), orientation: turning)
    let target = PixelSize(width: stored.width, height: stored.height).fitted(within: fitting.side)
    try check(target, name: name, limits: limits)
    let decoded = try file.decode(
      acceptingDamage: question.acceptsDamage, keepingProfile: false, fitting: fitting,
      region: stored)
    let image =
      decoded.isFitted
      ? decoded.image
      : try decoded.image.resampled(to: decoded.image.size, turning: turning)
    let place = PartPlace(
      x: Double(stored.x), y: Double(stored.y),
      step: SIMD2(
        Double(stored.width) / Double(target.width), Double(stored.height) / Double(target.height)),
      whole: size)
    return PicturePart(
      image: image, place: place.turned(turning, from: target), profile: decoded.profile,
      warnings: file.warnings(decoded.report))
  }

  private static func check(
    _ size: PixelSize, name: String, limits: ImagingLimits
  ) throws(ImagingError) {
    guard size.width * size.height <= limits.partPixels else {
      throw ImagingError(
        .overLimit,
        "a part of \(name) would have \(size.width) x \(size.height) pixels, more than the limit "
          + "of \(limits.partPixels)")
    }
  }
}

/// The requested part of a picture, and its resolution.
package struct PartQuestion: Codable, Hashable, Sendable {
  /// The part, in pixels of the upright picture: as viewers show it, EXIF's orientation heeded.
  ///
  /// Parts of it outside the picture are left out.
  package var region: PixelRegion
  /// The maximum number of the file's pixels, along a side, that become one pixel of the part, at
  /// least 1, up to rounding.
  package var step: Double
  /// True if the readable rest of a damaged part is returned.
  package var acceptsDamage = false

  /// Makes one.
  package init(region: PixelRegion, step: Double = 1, acceptsDamage: Bool = false) {
    self.region = region
    self.step = step
    self.acceptsDamage = acceptsDamage
  }

  /// The part as it is stored in a picture of a size.
  fileprivate func stored(
    in size: PixelSize, _ orientation: Orientation, name: String
  ) throws(ImagingError) -> PixelRegion {
    guard step.isFinite, step >= 1, !region.isEmpty else {
      throw ImagingError(.invalidArgument, "the part of \(name) is empty")
    }
    let upright = orientation.swapsSides ? size.turned : size
    let whole = PixelRegion(x: 0, y: 0, width: upright.width, height: upright.height)
    guard let part = region.intersection(whole) else {
      throw ImagingError(
        .overLimit,
        "the part is outside \(name), which has \(upright.width) x "
          + "\(upright.height) pixels")
    }
    let found =
      orientation.swapsSides
      ? PixelRegion(x: part.y, y: part.x, width: part.height, height: part.width) : part
    return PixelRegion(
      x: orientation.mirrorsStoredColumns ? size.width - found.x - found.width : found.x,
      y: orientation.mirrorsStoredRows ? size.height - found.y - found.height : found.y,
      width: found.width, height: found.height)
  }
}

/// The position of a part in the whole picture.
package struct PartPlace: Codable, Hashable, Sendable {
  /// The part's top left corner relative to that of the whole upright picture, in pixels of the
  /// picture.
  ///
  /// With EXIF's orientations it may lie half a pixel of the part outside.
  package let x: Double, y: Double
  /// The size of one of the part's pixels, in pixels of the whole picture.
  package let step: SIMD2<Double>
  /// The size of the whole upright picture.
  package let whole: PixelSize

  /// The part's corner.
  var corner: SIMD2<Double> { SIMD2(x, y) }

  /// Makes one from its fields.
  package init(x: Double, y: Double, step: SIMD2<Double>, whole: PixelSize) {
    self.x = x
    self.y = y
    self.step = step
    self.whole = whole
  }

  /// The place of the upright part, of one of a size that is stored in this place.
  fileprivate func turned(_ orientation: Orientation, from size: PixelSize) -> PartPlace {
    let right = x + Double(size.width) * step.x, bottom = y + Double(size.height) * step.y
    let column = orientation.mirrorsStoredColumns ? Double(whole.width) - right : x
    let row = orientation.mirrorsStoredRows ? Double(whole.height) - bottom : y
    guard orientation.swapsSides else {
      return PartPlace(x: column, y: row, step: step, whole: whole)
    }
    return PartPlace(x: row, y: column, step: SIMD2(step.y, step.x), whole: whole.turned)
  }
}

extension PixelRegion {
  /// The smallest region around it whose corner lies at multiples of a unit.
  fileprivate func spread(to unit: Int) -> PixelRegion {
    let left = x / unit * unit, top = y / unit * unit
    return PixelRegion(x: left, y: top, width: x + width - left, height: y + height - top)
  }
}
