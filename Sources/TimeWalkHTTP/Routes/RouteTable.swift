internal import HTTPTypes
internal import TimeWalk
internal import TimeWalkEndpoint

extension Route {
  /// The fields of a method of the endpoint.
  static func fields(of method: String) -> [WireField] {
    guard let fields = Endpoint.fields(of: method) else {
      preconditionFailure("the endpoint has no method \(method)")
    }
    return fields
  }
}

/// All routes of the server: they are found, described and run from here.
///
/// Hummingbird's router isn't used: a known address with another method gets 405, and
/// `/openapi.json` derives from the routes.
enum RouteTable {
  static let all: [Route] =
    api + pages + linkPages + curatorPages + CameraPage.routes + EventPages.routes
    + EventCamera.routes

  /// The routes for programs, which `/openapi.json` describes.
  static let api: [Route] =
    methods + items + links + photos + uploads + curating + watching + events + faults

  /// The routes to methods of the endpoint.
  private static let methods: [Route] = [
    .post("/v1/match", "match", "Finds the historical images of the view from a pose."),
    .get("/v1/collections", "archive.collections", "The collections with their sizes."),
    .get("/v1/eras", "archive.eras", "The named eras of the archive."),
    .get("/v1/places", "archive.places", "The items that show a place."),
    .get("/v1/map/{z}/{x}/{y}", "archive.map", "A tile of the map, as GeoJSON."),
    .get("/v1/stats", "archive.stats", "The size of the archive."),
    .get("/v1/statistics", "archive.stats", "The same as /v1/stats."),
  ]

  /// The route of a request, with the decoded parameters of its path.
  ///
  /// - Throws: a problem with 404 for an unknown address, and with 405 and the methods for a known
  ///   one.
  static func find(
    _ method: HTTPRequest.Method, _ path: String
  ) throws(Problem) -> (route: Route, parameters: [String: String]) {
    // A path with more segments than any route has keeps one too many here.
    let segments = Array(
      path.split(separator: "/", maxSplits: mostSegments + 1, omittingEmptySubsequences: false)
        .dropFirst())
    var others: [HTTPRequest.Method] = []
    for (route, pattern) in patterns {
      guard let parameters = parameters(segments, pattern) else { continue }
      if route.method == method || route.method == .get && method == .head {
        return (route, parameters)
      }
      others.append(route.method)
    }
    guard !others.isEmpty else { throw Problem(.notFound, "unknown address") }
    if others.contains(.get) { others.append(.head) }
    let allowed = Set(others.map(\.rawValue)).sorted().joined(separator: ", ")
    throw Problem(.methodNotAllowed, "this address supports only \(allowed)").with(.allow, allowed)
  }

  private static let patterns: [(Route, [Substring])] = all.map { ($0, $0.segments) }
  private static let mostSegments = patterns.map { $0.1.count }.max() ?? 0

  private static func parameters(
    _ segments: [Substring], _ pattern: [Substring]
  ) -> [String: String]? {
    guard segments.count == pattern.count else { return nil }
    var parameters: [String: String] = [:]
    for (segment, part) in zip(segments, pattern) {
      if part.hasPrefix("{") {
        // No name has NUL, which a database on a server can't even be asked for.
        guard let text = PercentCoding.decoded(segment), !text.isEmpty, !text.utf8.contains(0)
        else { return nil }
        parameters[String(part.dropFirst().dropLast())] = text
      } else if segment != part {
        return nil
      }
    }
    return parameters
  }
}
