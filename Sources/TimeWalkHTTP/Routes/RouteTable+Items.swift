internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase

extension RouteTable {
  /// The routes for items, as TimeWalk's JSON and in standard formats.
  static let items: [Route] =
    [list("/v1/items", nil), item("/v1/items/{id}", nil), itemPicture]
    + PageFormat.allCases.flatMap { format in
      [
        list("/v1/items.\(format.rawValue)", format),
        item("/v1/items/{id}/\(format.rawValue)", format),
      ]
    }

  private static func list(_ path: String, _ format: PageFormat?) -> Route {
    Route(
      method: .get, path: path, right: .read,
      summary: "Items by words, place, era and collection" + suffix(format),
      fields: Route.fields(of: "archive.search"),
      answer: format.map { .file($0.mediaType) } ?? .method("archive.search")
    ) { call in
      let values = try call.values(of: call.route.fields)
      guard let format = format ?? Accept(call.request.headers[.accept] ?? "").format else {
        var response = try await call.askPage("archive.search", values)
        response.headers[.vary] = "Accept"
        return response
      }
      let request = try SearchRequest(values)
      let (pipeline, links) = (call.front.pipeline, call.links(format))
      let document = try await call.front.pool.run(.search) { () throws(TimeWalkError) in
        try pipeline.search(request, as: format, links: links)
      }
      return call.document(document.bytes, format)
    }
  }

  private static func item(_ path: String, _ format: PageFormat?) -> Route {
    Route(
      method: .get, path: path, right: .read,
      summary: "One item of the archive" + suffix(format),
      fields: Route.fields(of: "archive.item"),
      answer: format.map { .file($0.mediaType) } ?? .method("archive.item")
    ) { call in
      let values = try call.values(of: call.route.fields)
      guard let format = format ?? Accept(call.request.headers[.accept] ?? "").format else {
        var response = try await call.ask("archive.item", values)
        response.headers[.vary] = "Accept"
        return response
      }
      let request = try ItemRequest(values)
      let (pipeline, links) = (call.front.pipeline, call.links(format))
      let bytes = try await call.front.pool.run { () throws(TimeWalkError) in
        try pipeline.item(request.id ?? "", as: format, links: links)
      }
      return call.document(bytes, format)
    }
  }

  private static func suffix(_ format: PageFormat?) -> String {
    switch format {
    case .geojson: ", as GeoJSON."
    case .iiif: ", as a IIIF Presentation 3 document."
    case .stac: ", as a STAC document."
    case nil: "; GeoJSON, IIIF or STAC by the header Accept."
    }
  }
}

extension Call {
  /// The absolute addresses of pages and items, since such documents are passed on.
  fileprivate func links(_ format: PageFormat) -> PageLinks {
    let ending = format.rawValue
    let base = base
    return PageLinks { after in
      let query = query(after: after)
      return base + "/v1/items.\(ending)" + (query.isEmpty ? "" : "?" + query)
    } item: { name in
      base + "/v1/items/\(PercentCoding.encoded(name))/\(ending)"
    } picture: { name in
      base + "/v1/items/\(PercentCoding.encoded(name))/picture"
    }
  }

  fileprivate func document(_ bytes: [UInt8], _ format: PageFormat) -> Response {
    var response = json(bytes)
    response.headers[.contentType] = format.mediaType
    response.headers[.vary] = "Accept"
    return response
  }
}
