internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkEndpoint
internal import TimeWalkBase

extension Call {
  /// Answers with a page of a list, byte for byte as the endpoint; the header `Link` (RFC 8288) has
  /// the next page.
  func askPage(_ method: String, _ values: [String: JSONValue]) async throws -> Response {
    let answer = try await result(of: method, values)
    var response = json(answer)
    let page = try? JSONValue(document: answer)
    if let next = page?.members?["next"]?.string {
      let address = front.answers.base + request.uri.path + "?" + query(after: next)
      if let link = HTTPField.Name("Link") {
        response.headers[link] = "<\(address)>; rel=\"next\""
      }
    }
    return response
  }

  /// The query of the page after this one; of the first page without an `after`.
  func query(after: String?) -> String {
    let asked = PercentCoding.tidied(request.uri.query ?? "").split(separator: "&")
      .filter { !$0.hasPrefix("after=") && !$0.hasPrefix("offset=") }.map(String.init)
    return (asked + (after.map { ["after=\(PercentCoding.encoded($0))"] } ?? []))
      .joined(separator: "&")
  }
}
