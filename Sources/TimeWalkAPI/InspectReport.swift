/// What a photographer looks at in a photo; what is absent the photo doesn't say.
public struct InspectReport: Codable, Hashable, Sendable {
  /// The photo's place.
  public var photo: String
  /// What the file is, for instance `JPEG` or `HEIC`.
  public var format: String
  /// Pixels across, upright.
  public var width: Int
  /// Pixels down, upright.
  public var height: Int
  /// The camera's maker.
  public var make: String?
  /// The camera's model.
  public var model: String?
  /// How it was exposed.
  public var exposure: Exposure
  /// The pose, as `submit` would use it; without a position the rest of it.
  public var viewpoint: ViewpointReport?
  /// What its pixels say.
  public var picture: Picture
  /// What the user should know, in plain sentences.
  public var warnings: [String]

  /// Takes what it says.
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

  /// How a photo was exposed.
  public struct Exposure: Codable, Hashable, Sendable {
    /// The sensitivity, ISO.
    public var iso: Int?
    /// How long the shutter was open, seconds.
    public var shutter: Double?
    /// The aperture's f-number.
    public var aperture: Double?
    /// The lens's focal length, mm.
    public var focalLength: Double?
    /// The focal length that shows as much on 35 mm film, mm.
    public var focalLengthIn35mm: Double?
    /// `automatic` or `manual`.
    public var whiteBalance: String?

    /// Takes what it says.
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

  /// What is measured in the picture's own pixels and colours.
  public struct Picture: Codable, Hashable, Sendable {
    /// The variance of the brightness's Laplacian; greater is sharper, among photos of the same
    /// view.
    public var sharpness: Double
    /// The mean width of edges, pixels, of which less is sharper; absent without an edge.
    public var edgeWidth: Double?
    /// Per cent of the pixels of which a channel is as bright as can be.
    public var clippedHighlights: Double
    /// Per cent of the pixels that are black.
    public var clippedShadows: Double

    /// Takes what it says.
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

/// What `inspect` is asked: a photo, and the pictures to make of it.
public struct InspectRequest: Hashable, Sendable {
  /// The photo's place.
  public var path: String
  /// Where to write an RGB histogram, as PNG; none when absent.
  public var histogram: String?
  /// Where to write the picture with what is in focus painted red, as PNG; none when absent.
  public var focusPeaking: String?

  /// Asks for a photo.
  public init(path: String, histogram: String? = nil, focusPeaking: String? = nil) {
    self.path = path
    self.histogram = histogram
    self.focusPeaking = focusPeaking
  }
}
