internal import Foundation
internal import TimeWalkImaging
internal import TimeWalkMetadata
internal import TimeWalkSandbox

/// What is asked about a picture.
enum PictureQuestion: Codable, Hashable, Sendable {
  case head
  case description(sidecar: WireBytes?)
  case shown(ShowQuestion)
  case inspection(InspectQuestion)
  case fingerprint
  case carried(CarryQuestion)
  /// That a process of readers loads a library and is locked in; of a file nothing is asked.
  case confinement(ImageFormat.Library?)

  /// How many threads can be of use.
  var threads: Int { if case .shown = self { 2 } else { 1 } }
}

/// What is answered.
enum PictureAnswer: Codable, Sendable {
  case head(PictureHead)
  case description(PictureDescription)
  case shown(WirePicture)
  case inspection(PictureInspection)
  case fingerprint([UInt64]?)
  case carried(CarriedMetadata)
  case confinement(SandboxService.Confinement)
  /// Why there is no answer, between processes.
  case refused(code: WalkError.Code, message: String)
}

/// Bytes that are written as such, and not as a list of numbers.
struct WireBytes: Codable, Hashable, Sendable {
  private let data: Data

  init(_ bytes: [UInt8]) { data = Data(bytes) }

  var bytes: [UInt8] { [UInt8](data) }
}

/// What a picture is, and what it says of its capture.
struct PictureHead: Codable, Sendable {
  var info: PictureInfo
  var capture: CaptureMetadata
  var warnings: [MetadataWarning]
  /// About the bytes that decoding it takes at its peak, besides the file's own.
  var memory: Int
}

/// What a file says for a catalogue.
struct PictureDescription: Codable, Sendable {
  /// Whether it is of a kind whose metadata are read.
  var isKnown: Bool
  var capture: CaptureMetadata
  var warnings: [MetadataWarning]
  var words: PictureWords
}

/// How a picture is to be shown.
struct ShowQuestion: Codable, Hashable, Sendable {
  /// The longest side, pixels.
  var side: Int
  /// How the picture is stored, where the file itself doesn't say.
  var orientation: Orientation
  /// Whether it stays in its own colours where these are an RGB or gray profile's.
  var keepsProfile = false
  /// Whether what there is of a damaged picture is shown.
  var acceptsDamage = false
}

/// A picture as it is shown.
struct ShownPicture: Sendable {
  var image: PlanarImage
  /// The ICC profile that outputs carry.
  var profile: [UInt8]?
  /// What was odd about the file, in sentences.
  var warnings: [String] = []
}

/// The same as a message, beside which the pixels go.
struct WirePicture: Codable, Sendable {
  let shape: PlanarImage.Shape
  private let profile: WireBytes?
  private let warnings: [String]
  /// The pixels, once they are here.
  var image: PlanarImage?

  private enum CodingKeys: CodingKey {
    case shape, profile, warnings
  }

  init(_ picture: ShownPicture) {
    shape = picture.image.shape
    profile = picture.profile.map { WireBytes($0) }
    warnings = picture.warnings
    image = picture.image
  }

  var picture: ShownPicture? {
    image.map { ShownPicture(image: $0, profile: profile?.bytes, warnings: warnings) }
  }
}

/// What is measured of a picture.
struct InspectQuestion: Codable, Hashable, Sendable {
  /// Whether to draw a histogram.
  var histogram: Bool
  /// Whether to draw what is in focus.
  var focusPeaking: Bool
  /// The longest side of that drawing, pixels.
  var side: Int
}

/// What was measured.
struct PictureInspection: Codable, Sendable {
  /// The size of the upright picture.
  var size: PixelSize
  var measures: PictureMeasures
  /// PNG files.
  var histogram: WireBytes?
  var focusPeaking: WireBytes?
  var warnings: [String]
}

/// What of a photo's metadata a picture made from it is to carry.
struct CarryQuestion: Codable, Hashable, Sendable {
  private var plain: MetadataCarrier.Options
  private var profile: WireBytes?
  /// The picture that carries it.
  var target: CarrierTarget?

  /// What is carried into which picture; without one, only what can't be is asked.
  init(_ options: MetadataCarrier.Options, into target: CarrierTarget? = nil) {
    plain = options
    plain.profile = nil
    profile = options.profile.map { WireBytes($0) }
    self.target = target
  }

  var options: MetadataCarrier.Options {
    var options = plain
    options.profile = profile?.bytes
    return options
  }
}

/// What a picture carries of a photo's metadata.
struct CarriedMetadata: Codable, Sendable {
  /// What stands before the picture's own data; empty without a target.
  var head: WireBytes
  var warnings: [MetadataWarning]
}
