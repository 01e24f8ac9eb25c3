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
    /// True if cached answers are requested again.
    package var refreshes = false
    /// Another address of the source's interface than the usual one.
    package var address: String?
    /// True if hosts outside the public internet are permitted.
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
  /// The time of the pictures: EDTF, a name that the archive knows, or words.
  package var era = GatherRequest.usualEra
  /// The greatest number of items; all when `nil`.
  package var limit: Int?
  /// True if the pictures that may be copied are fetched, too.
  package var pictures = false
  /// True if it is a dry run; the source is contacted in any case.
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
    /// True if the same request may continue the work.
    package var passes: Bool
  }

  /// The source.
  package var source: String
  /// The collection that its items are in.
  package var collection: String
  /// The number of items found for the area and the time.
  package var found = 0
  /// The number of other items that the source named, by the reason for leaving them out.
  package var leftOut: [String: Int] = [:]
  /// The number of found items with a picture that their licence doesn't allow to be copied.
  package var restricted = 0
  /// The number of requests sent.
  package var requests = 0
  /// The number of questions answered from the cache.
  package var cached = 0
  /// The bytes of the answers that came.
  package var bytes = 0
  /// The time that the requests took, seconds.
  package var seconds = 0.0
  /// The time spent waiting for retries, seconds.
  package var waited = 0.0
  /// The time of the oldest stored answer, `2026-11-23T15:40:00Z`; absent when none was used.
  package var oldestAnswer: String?
  /// The result of the import; absent when nothing was found.
  package var imported: ImportSummary?
  /// The result for the pictures; absent if they weren't requested.
  package var pictures: FetchReport?
  /// The reason for an early end; absent otherwise.
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
  /// The number of them that were removed.
  package var removed: Int
  /// The change; absent when nothing was removed.
  package var entry: Int64?
  /// True if nothing was stored on purpose.
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
  /// The terms of the source.
  package var terms: String
  /// The data that are sent to it, with their destination.
  package var sent: String
  /// The evidence for this version's knowledge of the source.
  package var verified: String
  /// The environment variable with the user's own key; absent if none is needed.
  package var keyVariable: String?
  /// True if withdrawn items can be detected.
  package var checked: Bool
}
