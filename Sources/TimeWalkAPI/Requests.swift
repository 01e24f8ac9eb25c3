/// The query.
public struct SearchTerms: Hashable, Sendable {
  /// The span of time to look in, EDTF, for instance `1890/1930`, or a name that the archive knows;
  /// all when absent.
  public var era: String?
  /// Whether only items are requested whose date overlaps the era; others are then not ranked at
  /// all.
  public var isEraStrict = false
  /// How many matches to return at most, 1...1000.
  public var limit = MatchRequest.usualLimit

  /// Whether items near the place that don't show the view are always requested; by default they
  /// are searched only if no view of the requested era is likely.
  public var places = false

  /// Looks for anything.
  public init() {}
}

/// The parameters of `match`: a pose, and the query.
public struct MatchRequest: Hashable, Sendable {
  /// The pose; its latitude and longitude are required.
  public var pose: GivenPose
  /// The query.
  public var search = SearchTerms()

  /// Makes an empty request.
  public init() { pose = GivenPose() }

  /// Makes a request for a pose.
  public init(pose: GivenPose, era: String? = nil, limit: Int = MatchRequest.usualLimit) {
    self.pose = pose
    search.era = era
    search.limit = limit
  }

  /// The default number of matches.
  public static let usualLimit = 10
  /// The maximum number of matches.
  public static let limits = 1...1000
}

/// The parameters of `submit`: a photo, data in addition to its metadata, and the query.
///
/// Its `line` is the request without the photo itself, for the library's queue.
public struct SubmitRequest: Hashable, Sendable {
  /// A photo, by its place or by its bytes.
  public enum Photo: Hashable, Sendable {
    /// A file on this machine.
    case file(path: String)
    /// The file's bytes.
    case bytes([UInt8])
    /// The file's bytes in base64, which are decoded once there is memory for them.
    case base64(String)
    /// The bytes of a file that has been read, and its absolute path.
    case read([UInt8], path: String)
    /// A file that came over a connection and is stored on this machine until it is read; its path
    /// is neither recorded nor shown.
    case received(path: String)
  }

  /// The photo.
  public var photo = Photo.bytes([])
  /// The client's address of the original, for instance `file:` or in a cloud; stored, never
  /// opened.
  public var originalURL: String?
  /// Whether the photo gets a new number even when its bytes are in the library.
  public var isAgain = false
  /// Values that win over the photo's metadata.
  public var given = GivenPose()
  /// The query.
  public var search = SearchTerms()
  /// The folder for the outputs; the library's own when absent.
  public var output: String?
  /// Whether to leave the position out of the outputs.
  public var stripLocation = false
  /// Whether the pictures carry no metadata but their colour profile.
  public var stripMetadata = false
  /// Whether to return the renditions' bytes as base64 in addition to their paths.
  public var inline = false
  /// How many bytes each rendition may have at most, metadata included.
  public var maxBytes = SubmitRequest.usualMaxBytes
  /// Whether the outputs keep the photo's own colours and profile instead of sRGB.
  public var keepProfile = false
  /// The radius of maps around the place, metres: the one that replaces a view, and those of a
  /// page.
  public var placesRadius = 300.0
  /// The additional pictures; none when absent.
  public var compose: [Composition]?

  /// The size that mail and messengers take, bytes.
  public static let usualMaxBytes = 5_000_000
  /// How far around a place maps can be shown, metres.
  package static let placesRadii = 20.0...20_000

  /// Makes an empty request.
  public init() {}

  /// Makes a request for a photo.
  public init(
    photo: Photo, isAgain: Bool = false, given: GivenPose = GivenPose(), output: String? = nil
  ) {
    self.photo = photo
    self.isAgain = isAgain
    self.given = given
    self.output = output
  }
}
