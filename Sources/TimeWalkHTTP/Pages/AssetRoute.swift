internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import TimeWalk
internal import TimeWalkBase

extension PageAssets {
  static let route = Route(
    method: .get, path: "/assets/{version}/{name}", right: nil,
    summary: "A style, a module or words of the pages.", answer: .file("text/css")
  ) { call in
    guard let asset = named(call.parameter("name")) else {
      throw Problem(.notFound, "there is no such part of a page")
    }
    // A page that is open since before an update gets what there is now, and asks again.
    let isCurrent = call.parameter("version") == version
    // Each form of it has an ETag of its own, since the bytes are others.
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
  /// Whether the client takes answers in the format gzip (RFC 9110, section 12.5.3).
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

  /// Bytes as a response with their ETag, which is asked for again in vain.
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
