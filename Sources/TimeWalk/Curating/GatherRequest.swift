/// What is gathered from a source of the web, and how it is asked.
public struct GatherRequest: Hashable, Sendable {
  /// The time that is gathered unless another is asked for: sources hold far more pictures of
  /// today.
  public static let usualEra = "../1970"
  /// The most requests of one run, unless another number is given.
  public static let usualRequests = 2000
  /// The most bytes of all answers of one run, unless another number is given.
  public static let usualBytes = 512 << 20

  /// How sources are asked.
  public struct Manners: Hashable, Sendable {
    /// An e-mail address or a web page by which the user can be reached, for the source.
    public var contact: String
    /// The folder that answers are kept in.
    public var cache: String
    /// Whether answers that are kept are asked for anew.
    public var refreshes = false
    /// Another address of the source's interface than the usual one.
    public var address: String?
    /// Whether hosts that are not of the public internet may be asked.
    public var allowsPrivate = false
    /// The most requests of one run.
    public var mostRequests = GatherRequest.usualRequests
    /// The most bytes of all answers of one run.
    public var mostBytes = GatherRequest.usualBytes
    /// The user's own key, where the source wants one.
    public var key: String?

    /// Makes manners.
    public init(contact: String, cache: String) {
      self.contact = contact
      self.cache = cache
    }
  }

  /// The source's name.
  public var source: String
  /// The middle of the area, degrees north and east.
  public var latitude: Double
  /// The middle of the area, degrees east.
  public var longitude: Double
  /// The radius of the area, metres.
  public var radius: Double
  /// When the pictures were made: EDTF, a name that the archive knows, or words.
  public var era = GatherRequest.usualEra
  /// How many items at most; all when `nil`.
  public var limit: Int?
  /// Whether the pictures that may be copied are fetched, too.
  public var pictures = false
  /// Whether to do everything but keep it; the source is asked all the same.
  public var isDryRun = false
  /// The collection; the source's name when `nil`.
  public var collection: String?
  /// How the source is asked.
  public var manners: Manners
  /// Who gathers, for the journal.
  public var author = ChangeAuthor()

  /// Asks for what a source has around a place.
  public init(
    source: String, latitude: Double, longitude: Double, radius: Double, manners: Manners
  ) {
    self.source = source
    self.latitude = latitude
    self.longitude = longitude
    self.radius = radius
    self.manners = manners
  }
}

/// What came of gathering.
public struct GatherReport: Codable, Hashable, Sendable {
  /// Why a gathering ended early; what came before is kept.
  public struct Stop: Codable, Hashable, Sendable {
    /// A stable word.
    public var code: String
    /// What happened, and what to do.
    public var message: String
    /// Whether the same again may go on.
    public var passes: Bool
  }

  /// The source.
  public var source: String
  /// The collection that its items are in.
  public var collection: String
  /// How many items were found for the area and the time.
  public var found = 0
  /// How many others the source named, by why they were left out.
  public var leftOut: [String: Int] = [:]
  /// How many of those found have a picture that their licence doesn't allow to be copied.
  public var restricted = 0
  /// How many requests were sent.
  public var requests = 0
  /// How many questions were answered by what was kept.
  public var cached = 0
  /// The bytes of the answers that came.
  public var bytes = 0
  /// The time that the requests took, seconds.
  public var seconds = 0.0
  /// The time spent waiting because the source asked for it or failed, seconds.
  public var waited = 0.0
  /// When the oldest answer came that was kept, `2026-11-23T15:40:00Z`; absent when none was used.
  public var oldestAnswer: String?
  /// What the import did; absent when nothing was found.
  public var imported: ImportSummary?
  /// What came of the pictures; absent when they weren't asked for.
  public var pictures: FetchReport?
  /// Why it ended early; absent when it didn't.
  public var stopped: Stop?
}

/// What came of looking for items that a source has withdrawn.
public struct WithdrawnReport: Codable, Hashable, Sendable {
  /// The source.
  public var source: String
  /// How many items were asked about.
  public var checked: Int
  /// The items that the source has withdrawn, `collection:identifier`.
  public var withdrawn: [String]
  /// How many of them were removed.
  public var removed: Int
  /// The change; absent when nothing was removed.
  public var entry: Int64?
  /// Whether nothing was to be kept.
  public var dryRun: Bool
}

/// What a source is, for people.
public struct GatherSourceReport: Codable, Hashable, Sendable {
  /// The name that commands take.
  public var name: String
  /// What people call it.
  public var title: String
  /// Its page.
  public var homepage: String
  /// What it holds.
  public var holds: String
  /// On which terms.
  public var terms: String
  /// What is sent to it, and where.
  public var sent: String
  /// How what this version knows of it was verified.
  public var verified: String
  /// The variable with the user's own key; absent where it wants none.
  public var keyVariable: String?
  /// Whether withdrawn items can be told.
  public var checked: Bool
}
