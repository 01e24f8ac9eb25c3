internal import TimeWalk

/// Reads named parameters, and refuses those that no one asked for: a misspelt field must not be lost in silence.
struct Parameters {
  private let fields: [String: JSONValue]
  private var known: Set<String> = []

  init(_ params: JSONValue?) throws(RPCFault) {
    switch params {
    case nil: fields = [:]
    case .object(let fields)?: self.fields = fields
    default: throw .invalidParameter(nil, "parameters are given by name, in an object")
    }
  }

  mutating func number(_ name: String) throws(RPCFault) -> Double? {
    switch take(name) {
    case nil, .null: return nil
    case .integer(let value): return Double(value)
    case .unsigned(let value): return Double(value)
    case .number(let value): return value
    case let other?: throw .invalidParameter(name, "\(name) must be a number, not \(other.kind)")
    }
  }

  mutating func integer(_ name: String) throws(RPCFault) -> Int? {
    switch take(name) {
    case nil, .null: return nil
    case .integer(let value):
      guard let value = Int(exactly: value) else { fallthrough }
      return value
    default: throw .invalidParameter(name, "\(name) must be a whole number")
    }
  }

  mutating func string(_ name: String) throws(RPCFault) -> String? {
    switch take(name) {
    case nil, .null: return nil
    case .string(let value): return value
    case let other?: throw .invalidParameter(name, "\(name) must be a string, not \(other.kind)")
    }
  }

  mutating func bool(_ name: String) throws(RPCFault) -> Bool? {
    switch take(name) {
    case nil, .null: return nil
    case .bool(let value): return value
    case let other?: throw .invalidParameter(name, "\(name) must be a boolean, not \(other.kind)")
    }
  }

  /// The fields that say how a camera was held.
  mutating func pose() throws(RPCFault) -> GivenPose {
    var pose = GivenPose()
    pose.latitude = try number("latitude")
    pose.longitude = try number("longitude")
    pose.horizontalAccuracy = try number("horizontalAccuracy")
    pose.altitude = try number("altitude")
    pose.altitudeReference = try string("altitudeReference")
    pose.heading = try number("heading")
    pose.headingReference = try string("headingReference")
    pose.headingAccuracy = try number("headingAccuracy")
    pose.pitch = try number("pitch")
    pose.zoom = try number("zoom")
    pose.fieldOfView = try number("fieldOfView")
    pose.timestamp = try string("timestamp")
    return pose
  }

  /// Refuses what was not read; names that start with `x-` are the client's own.
  func finish() throws(RPCFault) {
    let rest = fields.keys.filter { !known.contains($0) && !$0.hasPrefix("x-") }.sorted()
    guard let first = rest.first else { return }
    throw .invalidParameter(first, "there is no parameter \"\(first)\"")
  }

  private mutating func take(_ name: String) -> JSONValue? {
    known.insert(name)
    return fields[name]
  }
}
