/// The limits of clients; each has a flag of `timewalk serve` and a row in SECURITY.md.
package struct HTTPLimits: Sendable {
  /// Bytes of a photo's file.
  package var photoBytes = 256 << 20
  /// Bytes of a JSON body.
  package var jsonBytes = 1 << 20
  /// Bytes of the bodies of all clients in memory, and as many on routes without a right; one
  /// address may have half of them.
  ///
  /// As many bytes of answers may wait for their readers.
  package var bodyBytes: Int { 64 * jsonBytes }
  /// The same of one client.
  package var bodyBytesPerClient: Int { 4 * jsonBytes }
  /// Requests of one client in a minute; `nil` for no limit.
  package var requestsPerMinute: Int?
  /// Connections of all clients at a time.
  package var connections = 4096
  /// Connections of one address at a time; `nil` for no limit.
  package var connectionsPerClient: Int?
  /// The longest time that a request may wait for a worker, in seconds; a photo may wait six times
  /// as long.
  package var longestWait = 10
  /// The time limit of a search, seconds; curators' searches have `requestTime`.
  package var searchTime = 1.0
  /// The time limit of a request that reads, in seconds from the start of its work.
  ///
  /// Photos and zips have none.
  package var requestTime = 10.0
  /// Unfinished uploads of all clients.
  package var uploads = 200
  /// Unfinished uploads of one client.
  package var uploadsPerClient = 20
  /// Bytes of all unfinished bodies and uploads; one address may have half of them.
  package var uploadBytes = 8 << 30
  /// The same of one client.
  package var uploadBytesPerClient = 1 << 30
  /// The time that an upload is kept after its last byte, in seconds.
  package var uploadAge = 24 * 3600
  /// Bytes of the cache of pages' pictures.
  package var viewBytes = 64 << 20
  /// Photos in the queue for pages made ahead; 0 makes no pages ahead.
  package var viewsAhead = 16
  /// Open news streams; one address may have half of them.
  package var newsStreams = 2000
  /// The longest time for a request's head, or for a pause within a body, in seconds.
  package var patience = 20
  /// The time that a connection without a request stays open, in seconds.
  package var idleTime = 75
  /// The least bytes a second of a body, on the average of each `patience`.
  package var leastRate = 1000
  /// The longest time for running requests after SIGTERM, in seconds.
  package var drainTime = 60

  /// The defaults for remote clients, in a minute and at a time; local clients have no default
  /// limits.
  package static let strangersRequestsPerMinute = 1200
  package static let strangersConnections = 64
  /// The most bytes of a JSON body on routes that take strangers' requests.
  package static let strangersJSON = 64 << 10
  /// The first bytes of a body in memory, which aren't counted.
  package static let uncountedBody = 4 << 10
  /// The requests of one client at a time that a proxy sends, until their answers are read.
  package static let proxiedRequests = 256
  /// The most bytes and fields of a request's head.
  package static let longestHead = 32 << 10
  package static let mostFields = 1000

  /// The default limits.
  package init() {}
}
