/// What a photographer looks at in a photo; what is absent the photo doesn't say.
package struct InspectReport: Codable, Hashable, Sendable {
  /// The photo's place.
  package var photo: String
  /// What the file is, for instance `JPEG` or `HEIC`.
  package var format: String
  /// Pixels across, upright.
  package var width: Int
  /// Pixels down, upright.
  package var height: Int
  /// The camera's maker.
  package var make: String?
  /// The camera's model.
  package var model: String?
  /// How it was exposed.
  package var exposure: Exposure
  /// The pose, as `submit` would use it; without a position the rest of it.
  package var viewpoint: ViewpointReport?
  /// What its pixels say.
  package var picture: Picture
  /// What the user should know, in plain sentences.
  package var warnings: [String]

  /// How a photo was exposed.
  package struct Exposure: Codable, Hashable, Sendable {
    /// The sensitivity, ISO.
    package var iso: Int?
    /// How long the shutter was open, seconds.
    package var shutter: Double?
    /// The aperture's f-number.
    package var aperture: Double?
    /// The lens's focal length, mm.
    package var focalLength: Double?
    /// The focal length that shows as much on 35 mm film, mm.
    package var focalLengthIn35mm: Double?
    /// `automatic` or `manual`.
    package var whiteBalance: String?
  }

  /// What is measured in the picture's own pixels and colours.
  package struct Picture: Codable, Hashable, Sendable {
    /// The variance of the brightness's Laplacian; greater is sharper, among photos of the same
    /// view.
    package var sharpness: Double
    /// The mean width of edges, pixels, of which less is sharper; absent without an edge.
    package var edgeWidth: Double?
    /// Per cent of the pixels of which a channel is as bright as can be.
    package var clippedHighlights: Double
    /// Per cent of the pixels that are black.
    package var clippedShadows: Double
  }
}

/// What `inspect` is asked: a photo, and the pictures to make of it.
package struct InspectRequest: Hashable, Sendable {
  /// The photo's place.
  package var path: String
  /// Where to write an RGB histogram, as PNG; none when absent.
  package var histogram: String?
  /// Where to write the picture with what is in focus painted red, as PNG; none when absent.
  package var focusPeaking: String?

  /// Asks for a photo.
  package init(path: String, histogram: String? = nil, focusPeaking: String? = nil) {
    self.path = path
    self.histogram = histogram
    self.focusPeaking = focusPeaking
  }
}
