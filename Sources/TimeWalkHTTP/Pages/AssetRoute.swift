internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import TimeWalk
internal import TimeWalkBase

extension PageAssets {
  static let route = Route(
    method: .get, path: "/assets/{version}/{name}", right: nil,
    summary: "Returns a style, a module or texts of the pages.", answer: .file("text/css")
  ) { call in
    guard let asset = named(call.parameter("name")) else {
      throw Problem(.notFound, "no file of the pages has this name")
    }
    // A page opened before an update gets the current version, which isn't cached.
    let isCurrent = call.parameter("version") == version
    // The plain and the compressed form have different ETags, since their bytes differ.
    let packed = call.takesGzip ? packed(call.parameter("name")) : nil
    var response = call.kept(
      packed ?? asset.bytes, type: asset.type,
      cacheControl: isCurrent ? "public, max-age=31536000, immutable" : "no-cache")
    response.headers[.vary] = "Accept-Encoding"
    if packed != nil, response.status == .ok { response.headers[.contentEncoding] = "gzip" }
    return response
  }
}

extension Call {
  /// True if the client accepts gzip (RFC 9110, section 12.5.3).
  fileprivate var takesGzip: Bool {
    var qualities: [Substring: Double] = [:]
    let header = (request.headers[.acceptEncoding] ?? "").lowercased().filter { $0 != " " }
    for part in header.split(separator: ",") {
      let pieces = part.split(separator: ";")
      guard let name = pieces.first else { continue }
      let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
      qualities[name] = quality.map { Double($0) ?? 0 } ?? 1
    }
    return (qualities["gzip"] ?? qualities["x-gzip"] ?? qualities["*"] ?? 0) > 0
  }

  /// Bytes as a response with an ETag; 304 if the client has them.
  func kept(_ bytes: [UInt8], type: String, cacheControl: String) -> Response {
    let sum = Digest.of(bytes).hexadecimal
    let tag = "\"\(sum.prefix(32))\""
    var headers: HTTPFields = [.eTag: tag, .cacheControl: cacheControl]
    let known = request.headers[.ifNoneMatch] ?? ""
    if known.split(separator: ",").contains(where: { $0.filter { $0 != " " } == tag }) {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = type
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
