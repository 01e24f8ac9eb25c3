internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import NIOPosix
internal import TimeWalkEvents

/// A response with a zip of an event; its length is known, and it can be resumed.
enum ZipAnswer {
  static func response(_ zip: GalleryZip, name: String, to request: Request) -> Response {
    let tag = "\"\(zip.tag)\""
    var headers: HTTPFields = [
      .eTag: tag, .acceptRanges: "bytes", .cacheControl: "no-store",
      .contentType: "application/zip",
      .contentDisposition: "attachment; filename=\"\(name).zip\"",
    ]
    // A client with a part of another zip gets the whole one.
    let isSame = request.headers[.ifRange].map { $0 == tag } ?? true
    switch isSame ? ByteRange(request.headers[.range], length: zip.count) : .whole {
    case .none:
      return Problem(.rangeNotSatisfiable, "the zip has \(zip.count) bytes")
        .with(.contentRange, "bytes */\(zip.count)").response
    case .part(let range):
      headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound)/\(zip.count)"
      return Response(status: .partialContent, headers: headers, body: body(zip, range))
    case .whole:
      return Response(status: .ok, headers: headers, body: body(zip, 0...(zip.count - 1)))
    }
  }

  private static func body(_ zip: GalleryZip, _ range: ClosedRange<Int>) -> ResponseBody {
    ResponseBody(contentLength: range.count) { writer in
      var start = range.lowerBound
      while start <= range.upperBound {
        let offset = start
        let count = min(BufferedBytes.piece(256 << 10), range.upperBound + 1 - start)
        BufferedBytes.add(count)
        defer { BufferedBytes.remove(count) }
        let bytes = try await NIOThreadPool.singleton.runIfActive {
          try zip.read(at: offset, most: count)
        }
        // A picture that was deleted meanwhile ends the connection: the promised length can't be
        // sent.
        guard !bytes.isEmpty else { throw CancellationError() }
        start += bytes.count
        try await writer.write(ByteBuffer(bytes: bytes))
      }
      try await writer.finish(nil)
    }
  }
}
