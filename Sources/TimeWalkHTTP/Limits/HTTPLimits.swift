/// What clients may ask for; each limit has a flag of `timewalk serve` and a line in SECURITY.md.
package struct HTTPLimits: Sendable {
  /// Bytes of a photo's file.
  package var photoBytes = 256 << 20
  /// Bytes of a JSON body.
  package var jsonBytes = 1 << 20
  /// Requests of one client in a minute; `nil` is no limit.
  package var requestsPerMinute: Int?
  /// Connections of all clients at a time.
  package var connections = 4096
  /// Connections of one address at a time; `nil` is no limit.
  package var connectionsPerClient: Int?
  /// Requests that wait for a worker.
  package var queue = 256
  /// Uploads that are not finished, of all clients.
  package var uploads = 200
  /// Uploads that are not finished, of one client.
  package var uploadsPerClient = 20
  /// Bytes of all uploads that are not finished.
  package var uploadBytes = 8 << 30
  /// How long an upload is kept after its last byte, seconds.
  package var uploadAge = 24 * 3600
  /// Bytes of the pictures of pages that are kept in memory, so that they aren't made again.
  package var viewBytes = 64 << 20
  /// Photos whose pages are made ahead that wait for it; 0 makes none ahead.
  package var viewsAhead = 16
  /// News streams that are open at a time.
  package var newsStreams = 2000
  /// How long a client may take for a request's head, or be silent within a body, seconds.
  package var patience = 20
  /// How long a connection without a request stays open, seconds.
  package var idleTime = 75
  /// Bytes of a body that a client sends in a second at least, on the average after `patience`.
  package var leastRate = 1000
  /// How long requests that are being answered may take after SIGTERM, seconds.
  package var drainTime = 60

  /// What is usual for strangers, in a minute and at a time; whoever is at the machine has no limit
  /// unless one is named.
  package static let strangersRequestsPerMinute = 1200
  package static let strangersConnections = 64
  /// The longest head of a request, bytes, and its most fields.
  package static let longestHead = 80 << 10
  package static let mostFields = 1000

  /// The usual ones.
  package init() {}
}
