internal import TimeWalkBase
internal import TimeWalkImaging
internal import TimeWalkMetadata

/// Looks at a picture's bytes in this process.
///
/// Unchecked, since it is used by one thread at a time, as every ``PictureContent`` is.
final class InProcessPicture: PictureContent, @unchecked Sendable {
  /// The pixels on the longer side that a fingerprint needs at least.
  private static let fingerprintSide = 320

  private let bytes: [UInt8]
  private let name: String
  private let limits: ImagingLimits
  /// Threads that may work on it; as many as there are idle cores when `nil`.
  var threads: Int?
  private var known: PictureHead?
  private var carrier: (options: MetadataCarrier.Options, made: MetadataCarrier)?

  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - name: the file's name in messages.
  ///   - limits: the limits of the picture.
  init(_ bytes: [UInt8], name: String, limits: ImagingLimits) {
    self.bytes = bytes
    self.name = name
    self.limits = limits
  }

  func begin(_ question: PictureQuestion) {}

  func answer(_ question: PictureQuestion) throws(ReadingError) -> PictureAnswer {
    switch question {
    case .head: .head(try readHead())
    case .description(let sidecar): .description(describe(sidecar: sidecar?.bytes))
    case .sidecar:
      .sidecar(
        CaptureMetadata.read(sidecar: bytes).map {
          SidecarMetadata(capture: $0.metadata, warnings: $0.warnings)
        })
    case .shown(let question): .shown(WirePicture(try show(question)))
    case .part(let question): try readPart(question)
    case .inspection(let question): .inspection(try inspect(question))
    case .fingerprint: .fingerprint(try readFingerprint())
    case .carried(let question): .carried(try carry(question))
    case .bare: .bare(try bare())
    case .places(let points):
      .places(
        try CoordinateSystems.places(of: points, in: String(decoding: bytes, as: UTF8.self)))
    case .confinement: .confinement(.unconfined)
    }
  }

  private func readHead() throws(ReadingError) -> PictureHead {
    if let known { return known }
    let info: PictureInfo
    do throws(ImagingError) {
      info = try PictureInfo.read(bytes, name: name, limits: limits)
    } catch { throw ReadingError(error) }
    let (capture, warnings) = CaptureMetadata.read(bytes, info)
    let head = PictureHead(
      info: info, capture: capture, warnings: warnings,
      memory: PictureMemory.decoding(info, bytes))
    known = head
    return head
  }

  private func describe(sidecar: [UInt8]?) -> PictureDescription {
    let container = PhotoContainer(content: bytes)
    let embedded = container.map { EmbeddedMetadata(bytes, in: $0) }
    var (capture, warnings) = embedded.map { CaptureMetadata.read($0) } ?? (CaptureMetadata(), [])
    var words = embedded.map { PictureWords.read($0) } ?? PictureWords()
    if let sidecar {
      let beside = EmbeddedMetadata(sidecar: sidecar)
      // A sidecar file takes precedence, because its author means it to.
      let said = CaptureMetadata.read(beside)
      capture = capture.overridden(by: said.metadata)
      warnings += said.warnings
      words = PictureWords.read(beside).filled(from: words)
    }
    return PictureDescription(
      isKnown: container != nil, capture: capture, warnings: warnings, words: words,
      geoTIFF: embedded?.geoTIFF)
  }

  private func show(_ question: ShowQuestion) throws(ReadingError) -> ShownPicture {
    do throws(ImagingError) {
      let decoded = try DecodedPicture.fitted(
        bytes, within: question.side, orientation: question.orientation,
        terms: DecodedPicture.Terms(
          name: name, limits: limits, acceptingDamage: question.acceptsDamage,
          keepingProfile: question.keepsProfile), threads: threads)
      let image = decoded.image
      // A profile that describes sRGB is still right, and a part of the photo.
      if let profile = decoded.profile?.iccBytes(isGray: image.isGray),
        question.keepsProfile || decoded.profile?.isSRGB(isGray: image.isGray) == true
          || ColourProfile.sRGB(isGray: image.isGray) == nil
      {
        return ShownPicture(image: image, profile: profile, warnings: decoded.warnings)
      }
      return ShownPicture(
        image: try image.inSRGB(from: decoded.profile),
        profile: ColourProfile.sRGB(isGray: image.isGray), warnings: decoded.warnings)
    } catch { throw ReadingError(error) }
  }

  private func readPart(_ question: PartQuestion) throws(ReadingError) -> PictureAnswer {
    let stored = PhotoContainer(content: bytes).flatMap {
      Orientation(rawValue: CaptureMetadata.read(bytes, in: $0).metadata.orientation)
    }
    do throws(ImagingError) {
      let part = try PicturePart.read(
        bytes, question, orientation: stored ?? .upright, name: name, limits: limits)
      let image = try part.image.inSRGB(from: part.profile)
      return .part(
        WirePicture(ShownPicture(image: image, warnings: part.warnings)), part.place)
    } catch { throw ReadingError(error) }
  }

  private func inspect(_ question: InspectQuestion) throws(ReadingError) -> PictureInspection {
    let head = try readHead()
    let stored = Orientation(rawValue: head.capture.orientation) ?? .upright
    do throws(ImagingError) {
      let decoded: DecodedPicture
      var size: PixelSize
      var warnings: [String] = []
      if let side = question.within {
        decoded = try DecodedPicture.fitted(
          bytes, within: side, orientation: stored,
          terms: DecodedPicture.Terms(name: name, limits: limits, keepingProfile: true),
          threads: threads)
        size = (head.info.orientation ?? stored).swapsSides ? head.info.size.turned : head.info.size
        let shown = decoded.image.size
        warnings = [
          "\(name) was measured at \(shown.width) x \(shown.height) pixels, since the whole needs more memory "
            + "than the limit for a photo (--photo-memory)."
        ]
      } else {
        decoded = try DecodedPicture.decode(
          bytes, name: name, limits: limits, keepingProfile: true)
        size = decoded.image.size
        if (decoded.orientation ?? stored).swapsSides { size = size.turned }
      }
      let measures = PictureMeasures(of: decoded.image)
      var inspection = PictureInspection(
        size: size, measures: measures, warnings: decoded.warnings + warnings)
      if question.histogram {
        inspection.histogram = WireBytes(try PlainPicture.histogram(measures).png())
      }
      if question.focusPeaking {
        let upright = try decoded.image.fitted(
          within: question.side, orientation: decoded.orientation ?? stored)
        inspection.focusPeaking = WireBytes(try PlainPicture.focusPeaking(upright).png())
      }
      return inspection
    } catch { throw ReadingError(error) }
  }

  private func readFingerprint() throws(ReadingError) -> SIMD4<UInt64>? {
    let stored = try readHead().capture.orientation
    do throws(ImagingError) {
      // A damaged picture is refused, because the lost part may be the one that distinguishes it.
      let picture = try DecodedPicture.decode(
        bytes, name: name, limits: limits, enough: InProcessPicture.fingerprintSide)
      return picture.image.fingerprint(
        orientation: picture.orientation ?? Orientation(rawValue: stored) ?? .upright)
    } catch { throw ReadingError(error) }
  }

  private func carry(_ question: CarryQuestion) throws(ReadingError) -> CarriedMetadata {
    let options = question.options
    let carrier = try carrier(options)
    var head: [UInt8] = []
    if let target = question.target {
      do throws(MetadataError) { head = try carrier.head(of: target) } catch {
        throw ReadingError(error)
      }
    }
    return CarriedMetadata(head: WireBytes(head), warnings: carrier.warnings)
  }

  private func bare() throws(ReadingError) -> WireBytes? {
    let head = try readHead()
    guard head.info.format == .jpeg else { return nil }
    return BareJPEG.made(of: bytes, orientation: max(1, head.capture.orientation)).map {
      WireBytes($0)
    }
  }

  private func carrier(_ options: MetadataCarrier.Options) throws(ReadingError) -> MetadataCarrier {
    if let carrier, carrier.options == options { return carrier.made }
    let made = MetadataCarrier(
      original: bytes, container: PhotoContainer(try readHead().info.format) ?? .jpeg,
      options: options)
    carrier = (options, made)
    return made
  }
}

extension PictureWords {
  /// These words, or another's if these are empty.
  fileprivate func filled(from other: PictureWords) -> PictureWords {
    var words = self
    words.title = title ?? other.title
    words.caption = caption ?? other.caption
    words.creator = creator ?? other.creator
    words.date = date ?? other.date
    words.rights = rights ?? other.rights
    words.credit = credit ?? other.credit
    return words
  }
}
