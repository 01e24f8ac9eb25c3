internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import NIOPosix
internal import Synchronization
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
        let count = min(BufferedBytes.piece(), range.upperBound + 1 - start)
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

/// The zips that clients read: equal ones are in memory once.
///
/// The plan of a zip with 7,200 pictures takes 3 MB, as long as its client reads it.
final class SharedZips: Sendable {
  private struct Weak { weak var zip: GalleryZip? }

  private let zips = Mutex<[String: Weak]>([:])
  /// The zips of each client on their way.
  let counts = ConnectionCount(most: SharedZips.most)
  /// The most zips of a client at a time.
  static let most = 4

  /// Returns the equal zip of an event that a client reads already; otherwise, the zip itself.
  func shared(_ zip: GalleryZip, of event: String) -> GalleryZip {
    zips.withLock { zips in
      let key = event + zip.tag
      if let known = zips[key]?.zip { return known }
      zips = zips.filter { $0.value.zip != nil }
      zips[key] = Weak(zip: zip)
      return zip
    }
  }
}

extension Call {
  /// Counts a zip of the client until it has read it.
  ///
  /// - Throws: a problem with 429 if the client reads as many as it may.
  func beginZip() throws(Problem) {
    guard let key = client.key else { return }
    let counts = front.zips.counts
    guard counts.enter(key) else {
      throw Problem(.tooManyRequests, "more than \(SharedZips.most) zips at a time")
        .with(.retryAfter, "5")
    }
    note.ended = { counts.leave(key) }
  }

  /// The response with a zip of the event.
  func answer(_ zip: GalleryZip, name: String) -> Response {
    ZipAnswer.response(
      front.zips.shared(zip, of: parameter("id")), name: name, to: request)
  }
}
