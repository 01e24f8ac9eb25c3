/// The source, the query and the options of gathering.
package struct GatherRequest: Hashable, Sendable {
  /// The default range of years: sources hold far more pictures of today.
  package static let usualEra = "../1970"
  /// The most requests of one run, unless another number is given.
  package static let usualRequests = 2000
  /// The most bytes of all answers of one run, unless another number is given.
  package static let usualBytes = 512 << 20

  /// The options of requests to sources.
  package struct RequestPolicy: Hashable, Sendable {
    /// An e-mail address or a web page by which the user can be reached, for the source.
    package var contact: String
    /// The folder that answers are kept in.
    package var cache: String
    /// Whether cached answers are requested again.
    package var refreshes = false
    /// Another address of the source's interface than the usual one.
    package var address: String?
    /// Whether hosts outside the public internet are permitted.
    package var allowsPrivate = false
    /// The most requests of one run.
    package var mostRequests = GatherRequest.usualRequests
    /// The most bytes of all answers of one run.
    package var mostBytes = GatherRequest.usualBytes
    /// The user's own key, if the source requires one.
    package var key: String?

    /// Makes a policy.
    package init(contact: String, cache: String) {
      self.contact = contact
      self.cache = cache
    }
  }

  /// The source's name.
  package var source: String
  /// The middle of the area, degrees north and east.
  package var latitude: Double
  /// The middle of the area, degrees east.
  package var longitude: Double
  /// The radius of the area, metres.
  package var radius: Double
  /// When the pictures were made: EDTF, a name that the archive knows, or words.
  package var era = GatherRequest.usualEra
  /// How many items at most; all when `nil`.
  package var limit: Int?
  /// Whether the pictures that may be copied are fetched, too.
  package var pictures = false
  /// Whether it is a dry run; the source is contacted in any case.
  package var isDryRun = false
  /// The collection; the source's name when `nil`.
  package var collection: String?
  /// The options of requests to the source.
  package var policy: RequestPolicy
  /// The author, for the journal.
  package var author = ChangeAuthor()

  /// Makes a request for a source's items around a place.
  package init(
    source: String, latitude: Double, longitude: Double, radius: Double, policy: RequestPolicy
  ) {
    self.source = source
    self.latitude = latitude
    self.longitude = longitude
    self.radius = radius
    self.policy = policy
  }
}

/// The result of gathering.
package struct GatherReport: Codable, Hashable, Sendable {
  /// The reason why gathering ended early; earlier results are kept.
  package struct Stop: Codable, Hashable, Sendable {
    /// A stable word.
    package var code: String
    /// The failure and the next step.
    package var message: String
    /// Whether the same again may go on.
    package var passes: Bool
  }

  /// The source.
  package var source: String
  /// The collection that its items are in.
  package var collection: String
  /// How many items were found for the area and the time.
  package var found = 0
  /// How many others the source named, by why they were left out.
  package var leftOut: [String: Int] = [:]
  /// How many of those found have a picture that their licence doesn't allow to be copied.
  package var restricted = 0
  /// How many requests were sent.
  package var requests = 0
  /// The number of questions answered from the cache.
  package var cached = 0
  /// The bytes of the answers that came.
  package var bytes = 0
  /// The time that the requests took, seconds.
  package var seconds = 0.0
  /// The time spent waiting for retries, seconds.
  package var waited = 0.0
  /// When the oldest answer came that was kept, `2026-11-23T15:40:00Z`; absent when none was used.
  package var oldestAnswer: String?
  /// The result of the import; absent when nothing was found.
  package var imported: ImportSummary?
  /// The result for the pictures; absent if they weren't requested.
  package var pictures: FetchReport?
  /// Why it ended early; absent when it didn't.
  package var stopped: Stop?
}

/// The result of a search for withdrawn items.
package struct WithdrawnReport: Codable, Hashable, Sendable {
  /// The source.
  package var source: String
  /// The number of checked items.
  package var checked: Int
  /// The items that the source has withdrawn, `collection:identifier`.
  package var withdrawn: [String]
  /// How many of them were removed.
  package var removed: Int
  /// The change; absent when nothing was removed.
  package var entry: Int64?
  /// Whether nothing was to be kept.
  package var dryRun: Bool
}

/// The description of a source, for users.
package struct GatherSourceReport: Codable, Hashable, Sendable {
  /// The name that commands take.
  package var name: String
  /// Its usual name.
  package var title: String
  /// Its page.
  package var homepage: String
  /// Its holdings.
  package var holds: String
  /// On which terms.
  package var terms: String
  /// The data that are sent to it, with their destination.
  package var sent: String
  /// How what this version knows of it was verified.
  package var verified: String
  /// The environment variable with the user's own key; absent if none is needed.
  package var keyVariable: String?
  /// Whether withdrawn items can be detected.
  package var checked: Bool
}
