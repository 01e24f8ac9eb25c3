/// A photographer's data of a photo; absent values are unknown.
public struct InspectReport: Codable, Hashable, Sendable {
  /// The photo's place.
  public var photo: String
  /// The file's format, for instance `JPEG` or `HEIC`.
  public var format: String
  /// Pixels across, upright.
  public var width: Int
  /// Pixels down, upright.
  public var height: Int
  /// The camera's maker.
  public var make: String?
  /// The camera's model.
  public var model: String?
  /// The exposure.
  public var exposure: Exposure
  /// The pose, as `submit` would use it; without a position the rest of it.
  public var viewpoint: ViewpointReport?
  /// The measures of its pixels.
  public var picture: Picture
  /// Notes for the user, in plain sentences.
  public var warnings: [String]

  /// Makes it from its values.
  package init(
    photo: String, format: String, width: Int, height: Int, make: String? = nil,
    model: String? = nil, exposure: Exposure, viewpoint: ViewpointReport? = nil, picture: Picture,
    warnings: [String]
  ) {
    self.photo = photo
    self.format = format
    self.width = width
    self.height = height
    self.make = make
    self.model = model
    self.exposure = exposure
    self.viewpoint = viewpoint
    self.picture = picture
    self.warnings = warnings
  }

  /// The exposure of a photo.
  public struct Exposure: Codable, Hashable, Sendable {
    /// The sensitivity, ISO.
    public var iso: Int?
    /// The shutter time, in seconds.
    public var shutter: Double?
    /// The aperture's f-number.
    public var aperture: Double?
    /// The lens's focal length, mm.
    public var focalLength: Double?
    /// The focal length that shows as much on 35 mm film, mm.
    public var focalLengthIn35mm: Double?
    /// `automatic` or `manual`.
    public var whiteBalance: String?

    /// Makes it from its values.
    package init(
      iso: Int? = nil, shutter: Double? = nil, aperture: Double? = nil, focalLength: Double? = nil,
      focalLengthIn35mm: Double? = nil, whiteBalance: String? = nil
    ) {
      self.iso = iso
      self.shutter = shutter
      self.aperture = aperture
      self.focalLength = focalLength
      self.focalLengthIn35mm = focalLengthIn35mm
      self.whiteBalance = whiteBalance
    }
  }

  /// The measures in the picture's own pixels and colours.
  public struct Picture: Codable, Hashable, Sendable {
    /// The variance of the brightness's Laplacian; greater is sharper, among photos of the same
    /// view.
    public var sharpness: Double
    /// The mean width of edges, pixels, less for a sharper picture; absent without an edge.
    public var edgeWidth: Double?
    /// The percentage of pixels with a channel at its maximum.
    public var clippedHighlights: Double
    /// Per cent of the pixels that are black.
    public var clippedShadows: Double

    /// Makes it from its values.
    package init(
      sharpness: Double, edgeWidth: Double? = nil, clippedHighlights: Double, clippedShadows: Double
    ) {
      self.sharpness = sharpness
      self.edgeWidth = edgeWidth
      self.clippedHighlights = clippedHighlights
      self.clippedShadows = clippedShadows
    }
  }
}

/// The parameters of `inspect`: a photo, and the requested pictures of it.
public struct InspectRequest: Hashable, Sendable {
  /// The photo's place.
  public var path: String
  /// The path for an RGB histogram, as PNG; none when absent.
  public var histogram: String?
  /// The path for the picture with its sharp parts in red, as PNG; none when absent.
  public var focusPeaking: String?

  /// Makes a request for a photo.
  public init(path: String, histogram: String? = nil, focusPeaking: String? = nil) {
    self.path = path
    self.histogram = histogram
    self.focusPeaking = focusPeaking
  }
}
