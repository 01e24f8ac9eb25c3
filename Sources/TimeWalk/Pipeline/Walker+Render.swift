internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkLibrary
internal import TimeWalkMetadata

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
  /// How the historical picture lies in the photo's frame, where that was asked for.
  var alignment: AlignmentReport?
}

extension Walker {
  /// Makes the clean and the overlaid picture, and the historical one.
  func render(
    _ photo: Photo, orientation: Int, pose: ResolvedPose, historical view: HistoricalView?,
    hold: MemoryBudget.Hold, request: SubmitRequest
  ) throws(WalkError) -> Pictures {
    guard request.maxBytes > 0 else {
      throw WalkError(
        .invalidValue, "\(request.maxBytes) is no number of bytes that a picture can have",
        field: "maxBytes")
    }
    guard let fonts else {
      throw WalkError(.componentMissing, "no font was loaded to write with")
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
        side: Walker.greatestSide, orientation: Orientation(rawValue: orientation) ?? .upright,
        keepsProfile: request.keepProfile))
    result.warnings = shown.warnings
    let options = MetadataCarrier.Options(
      stripLocation: request.stripLocation, stripMetadata: request.stripMetadata,
      profile: shown.profile,
      link: OriginalLink(sha256: photo.original.sha256, path: photo.original.path),
      given: try request.given.written(), software: "TimeWalk \(Version.current)",
      // At least half of the room is the picture's.
      mostBytes: request.maxBytes / 2)
    result.warnings += try photo.content.carried(CarryQuestion(options)).warnings.map(\.message)
    let texts = OverlayFields(pose: pose, stripLocation: request.stripLocation).texts
    let image = shown.image
    let made = try SizeForSending(bytes: request.maxBytes).best(
      of: max(image.size.width, image.size.height)
    ) { side, quality throws(WalkError) in
      let pair = try self.pair(
        image, side: side, quality: quality, texts: texts, font: fonts.regular
      ) { jpeg, size throws(WalkError) in
        try photo.content.carry(options, into: jpeg, size: size)
      }
      return (pair, pair.pictures.map(\.bytes.count).max() ?? 0)
    }
    guard let made else {
      throw WalkError(
        .limitExceeded,
        "\(photo.name) can't be made as small as \(request.maxBytes) bytes with its metadata",
        field: "maxBytes")
    }
    result.all = made.pictures
    if !made.dropped.isEmpty {
      let lost = made.dropped.joined(separator: ", ")
      result.warnings.append("\(photo.name) is too small to write on it: \(lost).")
    }
    result.warnings += made.gaps.warnings(on: "The overlay of \(photo.name)")
    if let (item, path) = shownItem {
      var frame: PhotoFrame?
      if let clean = result.all.first, request.compose?.contains(.then) == true,
        !RightsWords.forbidsDerivatives(item.license ?? "")
      {
        do throws(ImagingError) {
          frame = try PhotoFrame(image, size: clean.size, pose: pose)
        } catch { throw WalkError(error) }
      }
      historical = try picture(
        at: path, of: item, fonts: fonts, frame: frame, maxBytes: request.maxBytes, hold: hold)
    }
    result.all += historical.all
    result.warnings += historical.warnings
    result.alignment = historical.alignment
    if request.compose?.contains(.then) == true, result.alignment == nil {
      result.warnings.append(Self.whyNothingOfThen(shownItem?.item))
    }
    return result
  }

  /// Why no historical picture could be brought into the photo's frame.
  private static func whyNothingOfThen(_ item: Item?) -> String {
    let reason =
      if let item {
        RightsWords.forbidsDerivatives(item.license ?? "")
          ? "the rights of \(item.id) forbid to change its picture"
          : "the picture of \(item.id) can't be shown, or neither it nor the photo says how wide its view is"
      } else {
        "no historical picture is at hand"
      }
    return "There is no picture of then in the photo's frame: \(reason)."
  }

  private func pair(
    _ image: PlanarImage, side: Int, quality: Int, texts: [String], font: Typeface,
    completed: ([UInt8], PixelSize) throws(WalkError) -> [UInt8]
  ) throws(WalkError) -> (pictures: [Picture], dropped: [String], gaps: TextGaps) {
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
      throw WalkError(error)
    } catch let error as WalkError {
      throw error
    } catch {
      throw WalkError(.internalFault, "the pictures can't be made", cause: error)
    }
  }

  /// A match's picture, or a plate where it can't be shown.
  private func picture(
    at path: String, of item: Item, fonts: FontSet, frame: PhotoFrame?, maxBytes: Int,
    hold: MemoryBudget.Hold?
  ) throws(WalkError) -> Pictures {
    do throws(WalkError) {
      let shown = try historicalPicture(at: path, hold: hold)
      var made = Pictures(
        all: [
          try historical(
            shown, of: item.id, PictureCredits(item), kind: "picture", maxBytes: maxBytes)
        ])
      if let placed = try frame?.place(shown.image, of: item, historical: made.all[0].size) {
        var then = shown
        then.image = placed.image
        var picture = try historical(
          then, of: item.id, PictureCredits(item),
          kind: placed.alignment.way.accepted ? "aligned" : "approximate", maxBytes: maxBytes)
        picture.role = .then
        made.all.append(picture)
        made.alignment = placed.alignment
      }
      return made
    } catch {
      var plate = try plate(for: item, fonts: fonts, maxBytes: maxBytes)
      plate.warnings.insert(
        "The picture of \(item.id) can't be shown, a plate stands in for it: \(error.message).",
        at: 0)
      return plate
    }
  }

  /// A plate for an item of which the archive holds no picture that can be shown.
  private func plate(for item: Item, fonts: FontSet, maxBytes: Int) throws(WalkError) -> Pictures {
    try plate(Plate(item), of: item.id, PictureCredits(item), fonts: fonts, maxBytes: maxBytes)
  }

  private func plate(
    _ plate: Plate, of item: ItemID?, _ credits: PictureCredits, fonts: FontSet, maxBytes: Int
  ) throws(WalkError) -> Pictures {
    let key = KeptPlates.Key(plate: plate, item: item, credits: credits, maxBytes: maxBytes)
    if let known = plates.plate(key) { return known }
    let drawn: DrawnPlate
    do throws(ImagingError) { drawn = try plate.draw(fonts: fonts) } catch {
      throw WalkError(error)
    }
    let shown = ShownPicture(image: drawn.image, profile: ColourProfile.sRGB(isGray: false))
    let card = item.map { "The card of \($0)" } ?? "The card"
    let made = Pictures(
      all: [try historical(shown, of: item, credits, kind: "plate", maxBytes: maxBytes)],
      warnings: drawn.gaps.warnings(on: card))
    plates.keep(made, key)
    return made
  }

  private func historical(
    _ shown: ShownPicture, of item: ItemID?, _ credits: PictureCredits, kind: String, maxBytes: Int
  ) throws(WalkError) -> Picture {
    let carrier = MetadataCarrier(profile: shown.profile, credits: credits)
    let image = shown.image
    let made = try SizeForSending(bytes: maxBytes).best(
      of: max(image.size.width, image.size.height)
    ) { side, quality throws(WalkError) in
      do {
        let fitted = try image.fitted(within: side)
        var picture = Picture(
          role: .historical, size: fitted.size, bytes: try fitted.encode(quality: quality),
          quality: quality, item: item?.description, kind: kind)
        try carrier.complete(&picture)
        return (picture, picture.bytes.count)
      } catch let error as ImagingError {
        throw WalkError(error)
      } catch let error as MetadataError {
        throw WalkError(error)
      } catch {
        throw WalkError(.internalFault, "the picture can't be made", cause: error)
      }
    }
    guard let made else {
      throw WalkError(
        .limitExceeded, "no picture can be made as small as \(maxBytes) bytes", field: "maxBytes")
    }
    return made
  }

  private func picturePath(of item: Item) throws(WalkError) -> String? {
    guard let media = item.media, let archive else { return nil }
    do throws(ArchiveError) { return try archive.picturePath(of: media) } catch {
      throw WalkError(error)
    }
  }

  private func historicalPicture(at path: String, hold: MemoryBudget.Hold?) throws(WalkError)
    -> ShownPicture
  {
    // The photo's own pixels are gone by now, so that its share is the historical picture's.
    let file = try read(.file(path: path), hold: hold)
    let orientation = file.head.capture.orientation
    return try file.content.shown(
      ShowQuestion(
        side: Walker.greatestSide, orientation: Orientation(rawValue: orientation) ?? .upright,
        acceptsDamage: true))
  }
}

extension PictureContent {
  /// A picture made from this one, with what it carries of its metadata.
  fileprivate func carry(
    _ options: MetadataCarrier.Options, into jpeg: [UInt8], size: PixelSize
  ) throws(WalkError) -> [UInt8] {
    let target: CarrierTarget
    do throws(MetadataError) {
      target = try CarrierTarget(jpeg, width: size.width, height: size.height)
    } catch { throw WalkError(error) }
    return target.joined(jpeg, to: try carried(CarryQuestion(options, into: target)).head.bytes)
  }
}

extension MetadataCarrier {
  /// Gives a picture what it is to carry.
  fileprivate func complete(_ picture: inout Picture) throws(MetadataError) {
    picture.bytes = try carry(
      into: picture.bytes, width: picture.size.width, height: picture.size.height)
  }
}
