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

/// The zips that clients read: those with the same pictures are in memory once.
///
/// The plan of a zip with 7,200 pictures takes 6 MB, as long as its client reads it.
final class SharedZips: Sendable {
  private struct Plan {
    weak var zip: GalleryZip?
    let event: String
    let made: ContinuousClock.Instant
  }

  private let plans = Mutex<[Plan]>([])
  private let mostBytes: Int
  /// The zips of each client on their way.
  let counts = ConnectionCount(most: SharedZips.most)
  /// The most zips of a client at a time.
  static let most = 4

  /// The time for which a zip is shared although names changed.
  private static let sharing = Duration.seconds(20)

  /// Starts without zips.
  ///
  /// - Parameter mostBytes: bytes of all plans; a single one may be longer.
  init(mostBytes: Int = 64 << 20) { self.mostBytes = mostBytes }

  /// Returns the equal zip of an event that a client reads already, or a recent one of the same
  /// pictures; otherwise, the zip itself.
  ///
  /// - Throws: a problem with 503 if the plans have too many bytes.
  func shared(
    _ zip: GalleryZip, of event: String, at now: ContinuousClock.Instant = .now
  ) throws(Problem) -> GalleryZip {
    let found = plans.withLock { plans -> GalleryZip? in
      plans = plans.filter { $0.zip != nil }
      for plan in plans where plan.event == event {
        guard let known = plan.zip, known.likeness == zip.likeness else { continue }
        if known.tag == zip.tag || now - plan.made < SharedZips.sharing { return known }
      }
      let bytes = plans.reduce(0) { $0 + ($1.zip?.memory ?? 0) }
      guard bytes == 0 || bytes + zip.memory <= mostBytes else { return nil }
      plans.append(Plan(zip: zip, event: event, made: now))
      return zip
    }
    guard let found else {
      throw Problem.overload("clients read too many different zips; try again later", after: 60)
    }
    return found
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
  ///
  /// - Throws: a problem with 503 if the plans of zips have too many bytes.
  func answer(_ zip: GalleryZip, name: String) throws(Problem) -> Response {
    ZipAnswer.response(
      try front.zips.shared(zip, of: parameter("id")), name: name, to: request)
  }
}
