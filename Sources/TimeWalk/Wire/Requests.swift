/// What `match` is asked: a pose, and what to look for.
public struct MatchRequest: Hashable, Sendable {
  /// The pose; its latitude and longitude are required.
  public var pose: GivenPose
  /// The span of time to look in, EDTF, for instance `1890/1930`, or a name that the archive knows;
  /// all when absent.
  public var era: String?
  /// Whether only items whose date shares a day with the era are wanted; others then rank nowhere,
  /// not even last.
  public var isEraStrict: Bool
  /// How many matches to return at most, 1...1000.
  public var limit: Int

  /// Asks for a pose.
  public init(
    pose: GivenPose, era: String? = nil, isEraStrict: Bool = false,
    limit: Int = MatchRequest.usualLimit
  ) {
    self.pose = pose
    self.era = era
    self.isEraStrict = isEraStrict
    self.limit = limit
  }

  /// How many matches are returned when nobody says.
  public static let usualLimit = 10
  /// How many matches may be asked for.
  public static let limits = 1...1000
}

/// What `submit` is asked: a photo, what is known of it besides its metadata, and what to look for.
///
/// Written as JSON it is how a photo is asked for, without the photo itself: so it waits in the
/// library's queue.
public struct SubmitRequest: Codable, Hashable, Sendable {
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
  }

  /// The photo.
  public var photo = Photo.bytes([])
  /// Where the client says that the original is, for instance `file:` or an address in a cloud;
  /// kept, never opened.
  public var originalURL: String?
  /// Whether the photo gets a new number even when its bytes are in the library.
  public var isAgain: Bool
  /// Values that win over the photo's metadata.
  public var given: GivenPose
  /// The span of time to look in, EDTF or a name that the archive knows; all of it when absent.
  public var era: String?
  /// Whether only items whose date shares a day with the era are wanted.
  public var isEraStrict: Bool
  /// How many matches to return at most, 1...1000.
  public var limit: Int
  /// The folder for the outputs; the library's own when absent.
  public var output: String?
  /// Whether to leave the position out of the outputs.
  public var stripLocation: Bool
  /// Whether the pictures carry no metadata but their colour profile.
  public var stripMetadata: Bool
  /// Whether to return the renditions' bytes as base64 besides their paths.
  public var inline = false
  /// How many bytes each rendition may have at most, metadata included.
  public var maxBytes: Int
  /// Whether the outputs keep the photo's own colours and profile instead of sRGB.
  public var keepProfile: Bool
  /// The pictures besides the usual ones; none when absent.
  public var compose: [Composition]?

  /// The size that mail and messengers take, bytes.
  public static let usualMaxBytes = 5_000_000

  private enum CodingKeys: String, CodingKey {
    case isAgain, given, era, isEraStrict, limit, output, stripLocation, stripMetadata, maxBytes
    case keepProfile, compose
  }

  /// Asks for a photo.
  public init(
    photo: Photo, originalURL: String? = nil, isAgain: Bool = false,
    given: GivenPose = GivenPose(), era: String? = nil, isEraStrict: Bool = false,
    limit: Int = MatchRequest.usualLimit, output: String? = nil, stripLocation: Bool = false,
    stripMetadata: Bool = false, inline: Bool = false, maxBytes: Int = SubmitRequest.usualMaxBytes,
    keepProfile: Bool = false, compose: [Composition]? = nil
  ) {
    self.photo = photo
    self.originalURL = originalURL
    self.isAgain = isAgain
    self.given = given
    self.era = era
    self.isEraStrict = isEraStrict
    self.limit = limit
    self.output = output
    self.stripLocation = stripLocation
    self.stripMetadata = stripMetadata
    self.inline = inline
    self.maxBytes = maxBytes
    self.keepProfile = keepProfile
    self.compose = compose
  }
}
