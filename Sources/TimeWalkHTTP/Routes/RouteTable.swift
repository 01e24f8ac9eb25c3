internal import HTTPTypes
internal import TimeWalk
internal import TimeWalkEndpoint

extension Route {
  /// What a method of the endpoint is asked.
  static func fields(of method: String) -> [WireField] {
    guard let fields = Endpoint.fields(of: method) else {
      preconditionFailure("the endpoint has no method \(method)")
    }
    return fields
  }
}

/// All that the server does: finding, describing and doing come from here.
///
/// Hummingbird's router isn't used: a known address with another method gets 405, and
/// `/openapi.json` derives from the routes.
enum RouteTable {
  static let all: [Route] =
    api + pages + curatorPages + CameraPage.routes + EventPages.routes + EventCamera.routes

  /// What programs ask, and `/openapi.json` tells of.
  static let api: [Route] =
    methods + items + photos + uploads + curating + watching + events + faults

  /// Methods of the endpoint, each at an address of its own.
  private static let methods: [Route] = [
    .post("/v1/match", "match", "Finds the historical images that show what a pose shows."),
    .get("/v1/collections", "archive.collections", "The collections with their sizes."),
    .get("/v1/eras", "archive.eras", "The spans of time that the archive knows by name."),
    .get("/v1/places", "archive.places", "What shows a place, though not a view from there."),
    .get("/v1/map/{z}/{x}/{y}", "archive.map", "What a tile of the map holds, as GeoJSON."),
    .get("/v1/stats", "archive.stats", "How much the archive holds."),
    .get("/v1/statistics", "archive.stats", "The same as /v1/stats."),
  ]

  /// The route of a request, with the parameters of its path as they are written.
  ///
  /// - Throws: problems with 404 for an address without any, and 405 with the methods that it has.
  static func find(
    _ method: HTTPRequest.Method, _ path: String
  ) throws(Problem) -> (route: Route, parameters: [String: String]) {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    var others: [HTTPRequest.Method] = []
    for (route, pattern) in patterns {
      guard let parameters = parameters(Array(segments), pattern) else { continue }
      if route.method == method || route.method == .get && method == .head {
        return (route, parameters)
      }
      others.append(route.method)
    }
    guard !others.isEmpty else { throw Problem(.notFound, "there is nothing at this address") }
    if others.contains(.get) { others.append(.head) }
    let allowed = Set(others.map(\.rawValue)).sorted().joined(separator: ", ")
    throw Problem(.methodNotAllowed, "this address takes \(allowed)").with(.allow, allowed)
  }

  private static let patterns: [(Route, [Substring])] = all.map { ($0, $0.segments) }

  private static func parameters(
    _ segments: [Substring], _ pattern: [Substring]
  ) -> [String: String]? {
    guard segments.count == pattern.count else { return nil }
    var parameters: [String: String] = [:]
    for (segment, part) in zip(segments, pattern) {
      if part.hasPrefix("{") {
        guard let text = PercentCoding.decoded(segment), !text.isEmpty else { return nil }
        parameters[String(part.dropFirst().dropLast())] = text
      } else if segment != part {
        return nil
      }
    }
    return parameters
  }
}
