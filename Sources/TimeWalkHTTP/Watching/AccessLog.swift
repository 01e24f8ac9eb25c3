internal import Logging
internal import TimeWalk

/// Logs each request: the route instead of the address, whose ids and parameters are private.
struct AccessLog: Sendable {
  /// The entry of an answered request.
  struct Entry: Sendable {
    let method: String
    let route: String?
    let status: Int
    let duration: Duration
    let client: Client?
    let fault: TimeWalkError?
    let place: (latitude: String, longitude: String)?
  }

  let logger: Logger
  let tellsAddresses: Bool
  let tellsPositions: Bool

  /// Logs a message about the server.
  func note(_ message: String, _ metadata: Logger.Metadata = [:]) {
    logger.info("\(message)", metadata: metadata)
  }

  /// Logs a message that the operator should act on.
  func warn(_ message: String) { logger.warning("\(message)") }

  /// Logs a request.
  func answered(_ entry: Entry) {
    // A client that left is no fault of the server.
    let isFault = entry.status >= 500 && entry.fault?.code != .cancelled
    let level: Logger.Level = isFault ? .error : entry.status >= 400 ? .notice : .info
    guard level >= logger.logLevel else { return }
    let milliseconds = (entry.duration / .microseconds(1)).rounded() / 1000
    var metadata: Logger.Metadata = [
      "method": .string(entry.method), "route": .string(entry.route ?? "none"),
      "status": .stringConvertible(entry.status), "ran": .stringConvertible(milliseconds),
    ]
    if let token = entry.client?.token { metadata["token"] = .string(token) }
    if tellsAddresses, let address = entry.client?.address { metadata["client"] = .string(address) }
    if tellsPositions, let place = entry.place {
      metadata["latitude"] = .string(place.latitude)
      metadata["longitude"] = .string(place.longitude)
    }
    if let fault = entry.fault {
      metadata["code"] = .string(fault.code.rawValue)
      // The operator needs messages about the machine; a message about a request may contain its
      // position.
      if tellsPositions || Problem.ofMachine[fault.code] != nil {
        metadata["reason"] = .string(fault.message)
      }
    }
    logger.log(level: level, "request", metadata: metadata)
  }
}
