/// What to look for.
public struct SearchTerms: Hashable, Sendable {
  /// The span of time to look in, EDTF, for instance `1890/1930`, or a name that the archive knows;
  /// all when absent.
  public var era: String?
  /// Whether only items whose date shares a day with the era are wanted; others then rank nowhere,
  /// not even last.
  public var isEraStrict = false
  /// How many matches to return at most, 1...1000.
  public var limit = MatchRequest.usualLimit

  /// Whether what shows the place though not the view is wanted in any case; else it is looked for
  /// where no view of the wanted era is likely.
  public var places = false

  /// Looks for anything.
  public init() {}
}

/// What `match` is asked: a pose, and what to look for.
public struct MatchRequest: Hashable, Sendable {
  /// The pose; its latitude and longitude are required.
  public var pose: GivenPose
  /// What to look for.
  public var search = SearchTerms()

  /// Asks for nothing yet.
  public init() { pose = GivenPose() }

  /// Asks for a pose.
  public init(pose: GivenPose, era: String? = nil, limit: Int = MatchRequest.usualLimit) {
    self.pose = pose
    search.era = era
    search.limit = limit
  }

  /// How many matches are returned when nobody says.
  public static let usualLimit = 10
  /// How many matches may be asked for.
  public static let limits = 1...1000
}

/// What `submit` is asked: a photo, what is known of it besides its metadata, and what to look for.
///
/// Its `line` is how a photo is asked for, without the photo itself: so it waits in the library's
/// queue.
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
    /// A file that came over a wire and lies on this machine until it is read; where it lies is
    /// neither kept nor told.
    case received(path: String)
  }

  /// The photo.
  public var photo = Photo.bytes([])
  /// Where the client says that the original is, for instance `file:` or an address in a cloud;
  /// kept, never opened.
  public var originalURL: String?
  /// Whether the photo gets a new number even when its bytes are in the library.
  public var isAgain = false
  /// Values that win over the photo's metadata.
  public var given = GivenPose()
  /// What to look for.
  public var search = SearchTerms()
  /// The folder for the outputs; the library's own when absent.
  public var output: String?
  /// Whether to leave the position out of the outputs.
  public var stripLocation = false
  /// Whether the pictures carry no metadata but their colour profile.
  public var stripMetadata = false
  /// Whether to return the renditions' bytes as base64 besides their paths.
  public var inline = false
  /// How many bytes each rendition may have at most, metadata included.
  public var maxBytes = SubmitRequest.usualMaxBytes
  /// Whether the outputs keep the photo's own colours and profile instead of sRGB.
  public var keepProfile = false
  /// How far around the place maps are shown, metres: the one that stands in for a view, and those
  /// of a page.
  public var placesRadius = 300.0
  /// The pictures besides the usual ones; none when absent.
  public var compose: [Composition]?

  /// The size that mail and messengers take, bytes.
  public static let usualMaxBytes = 5_000_000
  /// How far around a place maps can be shown, metres.
  package static let placesRadii = 20.0...20_000

  /// Asks for nothing yet.
  public init() {}

  /// Asks for a photo.
  public init(
    photo: Photo, isAgain: Bool = false, given: GivenPose = GivenPose(), output: String? = nil
  ) {
    self.photo = photo
    self.isAgain = isAgain
    self.given = given
    self.output = output
  }
}
