internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkLibrary
internal import TimeWalkMetadata
import TimeWalkReading

/// One picture that was made, not yet written.
struct Picture {
  var role: Rendition.Role
  var size: PixelSize
  var bytes: [UInt8]
  var quality: Int
  var overlay: PixelRegion?
  var item: String?
  var kind: String?
}

/// The pictures of one photo.
struct Pictures {
  var all: [Picture] = []
  var warnings: [String] = []
  /// The alignment of the historical picture in the photo's frame, if requested.
  var alignment: AlignmentReport?
}

/// A photo of a submission, with its pose and its search results.
struct SearchedPhoto {
  var photo: Photo
  /// The photo's orientation, by Exif.
  var orientation: Int
  var pose: ResolvedPose
  var found: SearchResult
  /// The subject of the historical picture.
  var historical: HistoricalView?
  var request: SubmitRequest

  /// The warnings about the pose and the search.
  var warnings: [String] {
    pose.warnings.map(\.message) + found.warnings + HistoricalView.warnings(found, historical)
  }
}

extension Pipeline {
  /// Given values with a height above sea level, if it was converted: few programs know the
  /// ellipsoid, which is EXIF 3.0's, and take such a height for one above the sea.
  private static func seaLevel(_ given: CaptureMetadata, as pose: ResolvedPose) -> CaptureMetadata {
    guard given.altitude != nil, pose.seaLevelCorrection != nil,
      let altitude = pose.viewpoint.altitude
    else { return given }
    var given = given
    (given.altitude, given.altitudeReference) = (altitude.meters, altitude.reference)
    return given
  }

  /// Makes the clean and the overlaid picture, and the historical one.
  func render(
    _ searched: SearchedPhoto, hold: MemoryBudget.Hold
  ) throws(TimeWalkError) -> Pictures {
    let (photo, pose, found) = (searched.photo, searched.pose, searched.found)
    let (view, request) = (searched.historical, searched.request)
    let orientation = Orientation(rawValue: searched.orientation) ?? .upright
    guard request.maxBytes > 0 else {
      throw TimeWalkError(
        .invalidValue, "maxBytes \(request.maxBytes) isn't a possible size of a picture",
        field: "maxBytes")
    }
    guard let fonts else {
      throw TimeWalkError(.componentMissing, "no font was loaded; install one")
    }
    var result = Pictures()
    // A plate is drawn while the photo is still being decoded.
    var historical = Pictures()
    var shownItem: (item: Item, path: String)?
    switch view {
    case .match(let match):
      if let path = try picturePath(of: match.item) {
        shownItem = (match.item, path)
      } else {
        historical = try plate(for: match.item, fonts: fonts, maxBytes: request.maxBytes)
      }
    case .nothing(let asked, let nearest):
      historical = try plate(
        Plate(nothingOf: asked, nearest: nearest), of: nil,
        PictureCredits(nothingOf: asked, nearest: nearest), fonts: fonts,
        maxBytes: request.maxBytes)
    case nil: break
    }
    let shown = try photo.content.shown(
      ShowQuestion(
        side: Pipeline.greatestSide, orientation: orientation, keepsProfile: request.keepProfile))
    result.warnings = shown.warnings
    let options = MetadataCarrier.Options(
      stripLocation: request.stripLocation, stripMetadata: request.stripMetadata,
      profile: shown.profile,
      link: OriginalLink(sha256: photo.original.sha256, path: photo.original.path),
      given: try request.given.written().map { Self.seaLevel($0, as: pose) },
      software: "TimeWalk \(Version.current)",
      // At least half of the space is for the picture.
      mostBytes: request.maxBytes / 2)
    result.warnings += try photo.content.carried(CarryQuestion(options)).warnings.map(\.message)
    let texts = OverlayFields(pose: pose, stripLocation: request.stripLocation).texts
    let image = shown.image
    let made = try ByteBudget(bytes: request.maxBytes).best(
      of: max(image.size.width, image.size.height)
    ) { side, quality throws(TimeWalkError) in
      let pair = try self.pair(
        image, side: side, quality: quality, texts: texts, font: fonts.regular
      ) { jpeg, size throws(TimeWalkError) in
        try photo.content.carry(options, into: jpeg, size: size)
      }
      return (pair, pair.pictures.map(\.bytes.count).max() ?? 0)
    }
    guard let made else {
      throw TimeWalkError(
        .limitExceeded,
        "\(photo.name) doesn't fit into \(request.maxBytes) bytes with its metadata; allow more bytes or remove the metadata",
        field: "maxBytes")
    }
    result.all = made.pictures
    if !made.dropped.isEmpty {
      let lost = made.dropped.joined(separator: ", ")
      result.warnings.append("\(photo.name) is too small for text: \(lost).")
    }
    result.warnings += made.gaps.warnings(on: "The overlay of \(photo.name)")
    var old: OldPicture?
    if let (item, path) = shownItem {
      (historical, old) = try picture(
        at: path, of: item, fonts: fonts, maxBytes: request.maxBytes, hold: hold)
    }
    if old == nil, shownItem == nil, let places = found.places, !request.stripLocation {
      var isMatch = false
      if case .match = view { isMatch = true }
      let terms = MapCropTerms(
        pose: pose, radius: request.placesRadius, fonts: fonts, maxBytes: request.maxBytes,
        hold: hold)
      // A map replaces a missing view; its caption has its date.
      let map = isMatch ? Pictures() : try mapCrop(of: places, terms)
      historical.warnings += map.warnings
      if !map.all.isEmpty { historical.all = map.all }
    }
    result.all += historical.all
    result.warnings += historical.warnings
    if let compose = request.compose, !compose.isEmpty, let clean = result.all.first {
      // Compositions are sRGB, like historical pictures.
      let plain =
        request.keepProfile
        ? try photo.content.shown(
          ShowQuestion(side: Pipeline.greatestSide, orientation: orientation)
        ).image : image
      let answer = draft(searched)
      var notice: String?
      if old == nil, case .match(let best) = view,
        let next = try nextPicture(in: answer, after: best.item.id, hold: hold)
      {
        (old, notice) = next
      }
      var composer = Composer(
        pipeline: self, fonts: fonts, hold: hold, maxBytes: request.maxBytes,
        photo: try ComposedPhoto(
          plain, size: clean.size,
          words: request.stripMetadata ? PictureWords() : photo.content.words()),
        answer: answer, old: old, notice: notice)
      // A submission waits for it; "compose" takes its time.
      composer.alignsEveryPeriod = false
      composer.placesRadius = request.placesRadius
      let made = try composer.compose(compose)
      result.all += made.all
      result.warnings += made.warnings
      result.alignment = made.alignment
    }
    return result
  }

  /// The answer as known before the pictures are made, without withheld values.
  private func draft(_ searched: SearchedPhoto) -> SubmitResponse {
    let photo = searched.photo
    var answer = SubmitResponse(
      photo: PhotoReport(original: photo.original.path, sha256: photo.original.sha256),
      search: searched.found.response(for: searched.pose, warnings: []))
    if searched.request.stripLocation { answer.withholdLocation(photo: photo.name) }
    return answer
  }

  private func pair(
    _ image: PlanarImage, side: Int, quality: Int, texts: [String], font: Typeface,
    completed: ([UInt8], PixelSize) throws(TimeWalkError) -> [UInt8]
  ) throws(TimeWalkError) -> (pictures: [Picture], dropped: [String], gaps: TextGaps) {
    do {
      let clean = try image.fitted(within: side)
      let overlaid = try clean.overlaid(fields: texts, font: font)
      // The rows that are alike are encoded once; metadata comes afterwards.
      let encoded = try clean.encode(quality: quality)
      var pictures = [
        Picture(role: .clean, size: clean.size, bytes: encoded, quality: quality),
        Picture(
          role: .overlaid, size: clean.size,
          bytes: try overlaid.encode(reusing: encoded, quality: quality), quality: quality,
          overlay: overlaid.region),
      ]
      for index in pictures.indices {
        pictures[index].bytes = try completed(pictures[index].bytes, pictures[index].size)
      }
      return (pictures, overlaid.dropped, overlaid.gaps)
    } catch let error as ImagingError {
      throw TimeWalkError(error)
    } catch let error as TimeWalkError {
      throw error
    } catch {
      throw TimeWalkError(.internalFault, "can't make the pictures", cause: error)
    }
  }

  /// A match's picture, or a plate where it can't be shown.
  private func picture(
    at path: String, of item: Item, fonts: FontSet, maxBytes: Int, hold: MemoryBudget.Hold?
  ) throws(TimeWalkError) -> (made: Pictures, shown: OldPicture?) {
    do throws(TimeWalkError) {
      let shown = try historicalPicture(at: path, hold: hold)
      let made = try historical(
        shown, of: item.id, PictureCredits(item), kind: "picture", maxBytes: maxBytes)
      return (Pictures(all: [made]), OldPicture(item: item, shown: shown, historical: made.size))
    } catch {
      var plate = try plate(for: item, fonts: fonts, maxBytes: maxBytes)
      plate.warnings.insert(
        "Can't show the picture of \(item.id); a card replaces it: \(storeFaults.words(error)).",
        at: 0)
      return (plate, nil)
    }
  }

  /// A plate for an item without a usable picture in the archive.
  private func plate(for item: Item, fonts: FontSet, maxBytes: Int) throws(TimeWalkError)
    -> Pictures
  {
    try plate(Plate(item), of: item.id, PictureCredits(item), fonts: fonts, maxBytes: maxBytes)
  }

  private func plate(
    _ plate: Plate, of item: ItemID?, _ credits: PictureCredits, fonts: FontSet, maxBytes: Int
  ) throws(TimeWalkError) -> Pictures {
    let key = PlateCache.Key(plate: plate, item: item, credits: credits, maxBytes: maxBytes)
    if let known = plates.plate(key) { return known }
    let drawn = try ImagingError.rethrowing(plate.draw(fonts: fonts))
    let shown = ShownPicture(image: drawn.image, profile: ColourProfile.sRGB(isGray: false))
    let card = item.map { "The card of \($0)" } ?? "The card"
    let made = Pictures(
      all: [try historical(shown, of: item, credits, kind: "plate", maxBytes: maxBytes)],
      warnings: drawn.gaps.warnings(on: card))
    plates.keep(made, key)
    return made
  }

  func historical(
    _ shown: ShownPicture, of item: ItemID?, _ credits: PictureCredits, kind: String, maxBytes: Int
  ) throws(TimeWalkError) -> Picture {
    let image = shown.image
    var made = try picture(
      .historical, of: item, MetadataCarrier(profile: shown.profile, credits: credits),
      side: max(image.size.width, image.size.height), maxBytes: maxBytes
    ) { (side) throws(ImagingError) in try image.fitted(within: side) }
    made.kind = kind
    return made
  }

  /// A JPEG within its limit of bytes.
  ///
  /// - Parameters:
  ///   - role: its role.
  ///   - item: the item that it shows.
  ///   - carrier: its metadata.
  ///   - side: its longest side at best, pixels.
  ///   - maxBytes: the greatest number of its bytes.
  ///   - draw: makes it for a longest side.
  /// - Returns: the picture.
  /// - Throws: `limitExceeded` if it can't be made small enough, and the errors of drawing.
  func picture(
    _ role: Rendition.Role, of item: ItemID?, _ carrier: MetadataCarrier, side: Int, maxBytes: Int,
    draw: (_ side: Int) throws(ImagingError) -> PlanarImage
  ) throws(TimeWalkError) -> Picture {
    let made = try ByteBudget(bytes: maxBytes).best(of: side) {
      side, quality throws(TimeWalkError) in
      do {
        let image = try draw(side)
        var picture = Picture(
          role: role, size: image.size, bytes: try image.encode(quality: quality),
          quality: quality, item: item?.description)
        try carrier.complete(&picture)
        return (picture, picture.bytes.count)
      } catch let error as ImagingError {
        throw TimeWalkError(error)
      } catch let error as MetadataError {
        throw TimeWalkError(error)
      } catch {
        throw TimeWalkError(.internalFault, "can't make the picture", cause: error)
      }
    }
    guard let made else { throw TimeWalkError.pictureTooLarge(for: maxBytes) }
    return made
  }

  func picturePath(of item: Item) throws(TimeWalkError) -> String? {
    guard let media = item.media, let archive else { return nil }
    return try ArchiveError.rethrowing(archive.picturePath(of: media))
  }

  func historicalPicture(at path: String, hold: MemoryBudget.Hold?) throws(TimeWalkError)
    -> ShownPicture
  {
    // The photo's own pixels are freed by now: the historical picture gets their share.
    let file = try read(.file(path: path), hold: hold)
    let orientation = file.head.capture.orientation
    return try file.content.shown(
      ShowQuestion(
        side: Pipeline.greatestSide, orientation: Orientation(rawValue: orientation) ?? .upright,
        acceptsDamage: true))
  }
}

extension PictureContent {
  /// A picture made from this one, with its part of the metadata.
  func carry(
    _ options: MetadataCarrier.Options, into jpeg: [UInt8], size: PixelSize
  ) throws(TimeWalkError) -> [UInt8] {
    let target = try MetadataError.rethrowing(
      CarrierTarget(jpeg, width: size.width, height: size.height))
    return target.joined(jpeg, to: try carried(CarryQuestion(options, into: target)).head.bytes)
  }
}

extension MetadataCarrier {
  /// Adds a picture's metadata.
  func complete(_ picture: inout Picture) throws(MetadataError) {
    picture.bytes = try carry(
      into: picture.bytes, width: picture.size.width, height: picture.size.height)
  }
}

extension TimeWalkError {
  /// No picture fits into this number of bytes.
  static func pictureTooLarge(for maxBytes: Int) -> TimeWalkError {
    TimeWalkError(
      .limitExceeded, "no picture fits into \(maxBytes) bytes", field: "maxBytes")
  }
}
