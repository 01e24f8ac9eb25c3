internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkCore
internal import TimeWalkImaging
internal import TimeWalkLibrary
internal import TimeWalkMetadata
import TimeWalkReading

/// The photo of the compositions.
struct ComposedPhoto {
  /// The clean picture, in sRGB.
  let image: PlanarImage
  /// The photo's author and rights.
  let words: PictureWords

  init(_ image: PlanarImage, size: PixelSize, words: PictureWords) throws(TimeWalkError) {
    self.image = try ImagingError.rethrowing(image.fitted(within: max(size.width, size.height)))
    self.words = words
  }
}

/// The historical picture for comparison with a photo.
struct OldPicture {
  let item: Item
  /// Upright, in sRGB.
  let shown: ShownPicture
  /// The size of the historical rendition.
  let historical: PixelSize
}

/// Makes the pictures that show then and now together.
struct Composer {
  let pipeline: Pipeline
  let fonts: FontSet
  let hold: MemoryBudget.Hold?
  /// The most bytes of each file.
  let maxBytes: Int
  let photo: ComposedPhoto
  /// The answer, without withheld values: captions contain no others.
  let answer: SubmitResponse
  /// The picture of the best match that has one; `nil` if none is available.
  let old: OldPicture?
  /// Its match, if it isn't the best one.
  let notice: String?
  /// True if the pictures of a page's other periods are compared with the photo, too, and not
  /// placed by the poses alone.
  var alignsEveryPeriod = true
  /// The radius in metres around the place whose maps a page shows.
  var placesRadius = SubmitRequest().placesRadius

  /// The longest side of a composition, and of an animated one, pixels.
  private static let greatestSide = 2560, greatestMovingSide = 960
  /// The quality of a moving picture's frames, libwebp's scale.
  private static let movingQuality = 75

  /// Makes the requested compositions; a failure becomes a warning with the reason.
  func compose(_ words: [Composition]) throws(TimeWalkError) -> Pictures {
    var result = Pictures()
    let changing = words.filter { $0 != .beside && $0 != .page }
    var placed: PlacedPicture?
    if let old, !RightsStatement.forbidsDerivatives(old.item.license ?? ""),
      !changing.isEmpty || words.contains(.page)
    {
      do throws(TimeWalkError) {
        placed = try frame(photo.image.size).place(
          old.shown.image, of: old.item, historical: old.historical,
          drawsOffer: words.contains(.page))
      } catch {
        result.warnings.append(
          "Can't fit the picture of \(old.item.id) into the photo's frame: \(error.message).")
      }
    }
    if let notice { result.warnings.append(notice) }
    result.alignment = placed?.alignment
    for word in Composition.allCases where words.contains(word) {
      switch word {
      case .then, .blend, .wipe:
        guard let old, let placed else { break }
        if word == .wipe, !PicturePair.canWipe {
          result.warnings.append(
            "Not made: \"wipe\". It needs libwebpmux, which isn't installed (apt-get install libwebpmux3)."
          )
          break
        }
        let (picture, warnings) = try changed(word, old, placed)
        result.all.append(picture)
        result.warnings += warnings
      case .beside:
        guard let old else { break }
        let (picture, warnings) = try beside(old)
        result.all.append(picture)
        result.warnings += warnings
      case .page: result.all.append(try page(placed))
      }
    }
    let missing = words.filter { word in
      word != .page && (word == .beside ? old == nil : placed == nil)
    }
    if !missing.isEmpty { result.warnings.append(whyNone(missing)) }
    return result
  }

  func frame(_ size: PixelSize) -> PhotoFrame {
    PhotoFrame(image: photo.image, size: size, pose: answer.viewpoint)
  }

  /// The reason why a requested composition can't be made.
  private func whyNone(_ words: [Composition]) -> String {
    let names = words.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    let reason =
      if let item = old?.item {
        RightsStatement.forbidsDerivatives(item.license ?? "")
          ? "the rights of \(item.id) forbid changes, so its picture is shown only beside the photo"
          : "neither \(item.id) nor the photo has a field of view"
      } else {
        "no historical picture is available"
      }
    return "Not made: \(names), because \(reason)."
  }
}

extension Composer {
  private func pair(_ old: OldPicture, _ placed: PlacedPicture?) -> PicturePair {
    pair(old, PairCaptions(answer: answer, photo: photo.words, old: old.item), placed)
  }

  /// Both pictures with their captions.
  func pair(
    _ old: OldPicture, _ captions: PairCaptions, _ placed: PlacedPicture? = nil
  ) -> PicturePair {
    PicturePair(
      then: PicturePair.Side(
        image: old.shown.image, year: captions.thenYear, title: captions.thenTitle,
        lines: captions.thenLines
          + (placed.map {
            [PairCaptions.way($0.alignment, of: old.item, in: answer.viewpoint)]
          } ?? [])),
      now: PicturePair.Side(
        image: photo.image, year: captions.nowYear, title: captions.nowTitle,
        lines: captions.nowLines),
      placed: placed?.picture)
  }

  private func beside(_ old: OldPicture) throws(TimeWalkError) -> (Picture, [String]) {
    var gaps = TextGaps()
    let pair = pair(old, nil)
    let picture = try jpeg(.beside, of: old.item, side: Self.greatestSide) {
      (side) throws(ImagingError) in
      let drawn = try pair.beside(within: side, fonts: fonts)
      gaps = drawn.gaps
      return drawn.image
    }
    return (picture, gaps.warnings(on: "The pictures side by side"))
  }

  /// A picture with the historical one aligned to the photo's frame.
  private func changed(_ word: Composition, _ old: OldPicture, _ placed: PlacedPicture)
    throws(TimeWalkError) -> (Picture, [String])
  {
    switch word {
    case .wipe: return try wipe(old, placed)
    case .blend:
      var gaps = TextGaps()
      let pair = pair(old, placed)
      let longest = max(photo.image.size.width, photo.image.size.height)
      let picture = try jpeg(.blend, of: old.item, side: longest) { (side) throws(ImagingError) in
        guard let drawn = try pair.fitted(within: side).blend(fonts: fonts) else {
          throw ImagingError(.invalidArgument, "no part of it is in the photo's frame")
        }
        gaps = drawn.gaps
        return drawn.image
      }
      return (picture, gaps.warnings(on: "The blend"))
    default:
      var shown = old.shown
      shown.image = placed.picture.image
      var picture = try pipeline.historical(
        shown, of: old.item.id, PictureCredits(old.item),
        kind: placed.alignment.way.accepted ? "aligned" : "approximate", maxBytes: maxBytes)
      picture.role = .then
      return (picture, [])
    }
  }

  private func wipe(_ old: OldPicture, _ placed: PlacedPicture) throws(TimeWalkError) -> (
    Picture, [String]
  ) {
    let pair = pair(old, placed)
    let xmp = PictureCredits(old.item).packet()
    var gaps = TextGaps()
    do throws(ImagingError) {
      var side = Self.greatestMovingSide
      while true {
        guard
          let made = try pair.fitted(within: side)
            .wipe(quality: Self.movingQuality, xmp: xmp, fonts: fonts)
        else { throw ImagingError(.invalidArgument, "no part of it is in the photo's frame") }
        gaps = made.gaps
        if made.bytes.count <= maxBytes || side <= ByteBudget.leastSide {
          guard made.bytes.count <= maxBytes else { break }
          return (
            Picture(
              role: .wipe, size: made.size, bytes: made.bytes, quality: Self.movingQuality,
              item: old.item.id.description), gaps.warnings(on: "The wipe")
          )
        }
        side = max(ByteBudget.leastSide, side * 3 / 4)
      }
    } catch { throw TimeWalkError(error) }
    throw TimeWalkError.pictureTooLarge(for: maxBytes)
  }

  private func jpeg(
    _ role: Rendition.Role, of item: Item, side: Int,
    draw: (_ side: Int) throws(ImagingError) -> PlanarImage
  ) throws(TimeWalkError) -> Picture {
    let carrier = MetadataCarrier(
      profile: ColourProfile.sRGB(isGray: false), credits: PictureCredits(item))
    return try pipeline.picture(
      role, of: item.id, carrier, side: side, maxBytes: maxBytes, draw: draw)
  }
}

extension PicturePair {
  /// The pair with its new picture, and the old one in its frame, no larger than a side.
  fileprivate func fitted(within side: Int) throws(ImagingError) -> PicturePair {
    var fitted = self
    fitted.now.image = try now.image.fitted(within: side)
    if let placed { fitted.placed = try placed.fitted(within: side) }
    return fitted
  }
}
