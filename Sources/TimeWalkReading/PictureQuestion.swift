internal import TimeWalkBase
package import TimeWalkImaging
package import TimeWalkMetadata

/// A question about a picture.
package enum PictureQuestion: Codable, Hashable, Sendable {
  case head
  case description(sidecar: WireBytes?)
  /// The metadata in the file, which lies beside a picture.
  case sidecar
  case shown(ShowQuestion)
  /// A part of the picture as it is shown, in sRGB.
  case part(PartQuestion)
  case inspection(InspectQuestion)
  case fingerprint
  case carried(CarryQuestion)
  /// The JPEG without data that may reveal its place, not encoded again.
  case bare
  /// The longitudes (x) and latitudes (y) of points in a coordinate system. The file is the
  /// system's definition.
  case places([SIMD2<Double>])
  /// That a process of readers loads a library and is locked in; of a file nothing is asked.
  case confinement(ReaderLibrary?)

  /// The number of useful threads.
  package var threads: Int { if case .shown = self { 2 } else { 1 } }
}

/// The answer.
package enum PictureAnswer: Codable, Sendable {
  case head(PictureHead)
  case description(PictureDescription)
  /// `nil` if the file has no metadata of a picture.
  case sidecar(SidecarMetadata?)
  case shown(WirePicture)
  case part(WirePicture, PartPlace)
  case inspection(PictureInspection)
  case fingerprint(SIMD4<UInt64>?)
  case carried(CarriedMetadata)
  /// `nil` if it must be encoded again.
  case bare(WireBytes?)
  /// Degrees; NaN for a point outside the system.
  case places([SIMD2<Double>])
  case confinement(SandboxService.Confinement)
  /// The reason for a missing answer, between processes.
  case refused(code: ReadingErrorCode, message: String)

  /// The picture in it, whose pixels are sent outside the message.
  var picture: WirePicture? {
    switch self {
    case .shown(let picture), .part(let picture, _): picture
    default: nil
    }
  }

  /// The same answer with its pixels.
  func holding(_ image: PlanarImage) -> PictureAnswer {
    switch self {
    case .shown(let picture): .shown(picture.holding(image))
    case .part(let picture, let place): .part(picture.holding(image), place)
    default: self
    }
  }

  /// The part of a picture; `nil` for any other answer.
  package var part: PicturePart? {
    guard case .part(let wire, let place) = self, let picture = wire.picture else { return nil }
    return PicturePart(image: picture.image, place: place, warnings: picture.warnings)
  }
}

/// Bytes that a message holds as such, and not as a list of numbers.
package struct WireBytes: Codable, Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// A picture's format and its data about its capture.
package struct PictureHead: Codable, Sendable {
  package var info: PictureInfo
  package var capture: CaptureMetadata
  package var warnings: [MetadataWarning]
  /// The estimated memory for decoding at its peak, besides the file's own bytes.
  package var memory: Int
}

/// A file's data for a catalogue.
package struct PictureDescription: Codable, Sendable {
  /// True if its format's metadata are supported.
  package var isKnown: Bool
  package var capture: CaptureMetadata
  package var warnings: [MetadataWarning]
  package var words: PictureWords
  /// The position of its pixels on the ground, by the tags of a TIFF.
  package var geoTIFF: GeoTIFFTags?
}

/// The metadata in a file beside a picture.
package struct SidecarMetadata: Codable, Sendable {
  package var capture: CaptureMetadata
  package var warnings: [MetadataWarning]
}

/// The options for showing a picture.
package struct ShowQuestion: Codable, Hashable, Sendable {
  /// The longest side, pixels.
  package var side: Int
  /// The stored orientation, unless the file itself has one.
  package var orientation: Orientation
  /// True if an RGB or gray profile's colours are kept.
  package var keepsProfile = false
  /// True if the readable part of a damaged picture is returned.
  package var acceptsDamage = false

  /// Makes one.
  package init(
    side: Int, orientation: Orientation, keepsProfile: Bool = false, acceptsDamage: Bool = false
  ) {
    self.side = side
    self.orientation = orientation
    self.keepsProfile = keepsProfile
    self.acceptsDamage = acceptsDamage
  }
}

/// A picture as it is shown.
package struct ShownPicture: Sendable {
  package var image: PlanarImage
  /// The ICC profile that outputs carry.
  package var profile: [UInt8]?
  /// The file's oddities, in sentences.
  package var warnings: [String] = []

  /// Makes one.
  package init(image: PlanarImage, profile: [UInt8]? = nil, warnings: [String] = []) {
    self.image = image
    self.profile = profile
    self.warnings = warnings
  }
}

/// The same as a message; the pixels are sent separately.
package struct WirePicture: Codable, Sendable {
  package let shape: PlanarImage.Shape
  private let profile: WireBytes?
  private let warnings: [String]
  /// The pixels, once they are here.
  package var image: PlanarImage?

  private enum CodingKeys: CodingKey {
    case shape, profile, warnings
  }

  package init(_ picture: ShownPicture) {
    shape = picture.image.shape
    profile = picture.profile.map { WireBytes($0) }
    warnings = picture.warnings
    image = picture.image
  }

  /// The same with its pixels.
  func holding(_ image: PlanarImage) -> WirePicture {
    var copy = self
    copy.image = image
    return copy
  }

  package var picture: ShownPicture? {
    image.map { ShownPicture(image: $0, profile: profile?.bytes, warnings: warnings) }
  }
}

/// The measures of a picture.
package struct InspectQuestion: Codable, Hashable, Sendable {
  /// True to draw a histogram.
  package var histogram: Bool
  /// True to draw the parts in focus.
  package var focusPeaking: Bool
  /// The longest side of that drawing, pixels.
  package var side: Int
  /// The longest side at which the picture is measured, pixels; `nil` measures the whole.
  package var within: Int?

  /// Makes one.
  package init(histogram: Bool, focusPeaking: Bool, side: Int, within: Int? = nil) {
    self.within = within
    self.histogram = histogram
    self.focusPeaking = focusPeaking
    self.side = side
  }
}

/// The measured values.
package struct PictureInspection: Codable, Sendable {
  /// The size of the upright picture.
  package var size: PixelSize
  package var measures: PictureMeasures
  /// PNG files.
  package var histogram: WireBytes?
  package var focusPeaking: WireBytes?
  package var warnings: [String]
}

/// The part of a photo's metadata that a derived picture gets.
package struct CarryQuestion: Codable, Hashable, Sendable {
  private var plain: MetadataCarrier.Options
  private var profile: WireBytes?
  /// The picture that carries it.
  package var target: CarrierTarget?

  /// The target picture; without one, only the omitted parts are reported.
  package init(_ options: MetadataCarrier.Options, into target: CarrierTarget? = nil) {
    plain = options
    plain.profile = nil
    profile = options.profile.map { WireBytes($0) }
    self.target = target
  }

  package var options: MetadataCarrier.Options {
    var options = plain
    options.profile = profile?.bytes
    return options
  }
}

/// The result of carrying a photo's metadata.
package struct CarriedMetadata: Codable, Sendable {
  /// The data before the picture's own; empty without a target.
  package var head: WireBytes
  package var warnings: [MetadataWarning]
}
