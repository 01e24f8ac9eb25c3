internal import TimeWalkBase
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import NIOPosix
internal import TimeWalk
internal import TimeWalkStorage

/// A file as a response: with its ETag, in parts where a client asks for one.
struct FileAnswer: Sendable {
  /// How long clients may show it without asking again.
  let cacheControl: String
  private let file: OpenFile
  private let size: Int
  private let tag: String
  private let type: String

  /// How much is read at a time, bytes.
  private static let piece = 256 << 10

  /// Opens a file; call it where one may wait for the disk.
  ///
  /// - Parameters:
  ///   - path: where it is; a link in its place is not followed.
  ///   - type: its media type.
  ///   - cacheControl: how long clients may show it.
  /// - Throws: `notFound` where there is no file.
  init(path: String, type: String, cacheControl: String) throws(TimeWalkError) {
    let descriptor = RawPath.open(path, O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileAnswer.gone }
    file = OpenFile(descriptor)
    let length = lseek(descriptor, 0, SEEK_END)
    guard let facts = FileFacts(path), facts.isRegular, length >= 0 else { throw FileAnswer.gone }
    size = Int(length)
    // A file that is replaced is another one, and one that is written anew has another time.
    let marks = [facts.number, size, Int(facts.changed * 1_000_000)]
    tag = "\"" + marks.map { String($0, radix: 36) }.joined(separator: "-") + "\""
    self.type = type
    self.cacheControl = cacheControl
  }

  private static let gone = TimeWalkError(.notFound, "the file is gone")

  /// What to answer a request.
  func response(to request: Request) -> Response {
    var headers: HTTPFields = [
      .eTag: tag, .acceptRanges: "bytes", .cacheControl: cacheControl,
    ]
    if let known = request.headers[.ifNoneMatch], Self.isListed(tag, in: known) {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = type
    // Whoever has another version of it gets all of this one.
    let isSame = request.headers[.ifRange].map { $0 == tag } ?? true
    switch isSame ? ByteRange(request.headers[.range], length: size) : .whole {
    case .none:
      return Problem(.rangeNotSatisfiable, "the file has \(size) bytes")
        .with(.contentRange, "bytes */\(size)").response
    case .part(let range):
      headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound)/\(size)"
      return Response(status: .partialContent, headers: headers, body: body(range))
    case .whole:
      guard size > 0 else { return Response(status: .ok, headers: headers) }
      return Response(status: .ok, headers: headers, body: body(0...(size - 1)))
    }
  }

  private static func isListed(_ tag: String, in header: String) -> Bool {
    header.split(separator: ",").contains { part in
      let part = part.filter { $0 != " " }
      // A cache may have made it weak.
      return part == "*" || part == tag || part == "W/" + tag
    }
  }

  private func body(_ range: ClosedRange<Int>) -> ResponseBody {
    let file = file
    return ResponseBody(contentLength: range.count) { writer in
      var start = range.lowerBound
      while start <= range.upperBound {
        let offset = start
        let count = min(FileAnswer.piece, range.upperBound + 1 - start)
        let bytes = try await NIOThreadPool.singleton.runIfActive {
          try file.read(count, at: offset)
        }
        start += bytes.readableBytes
        try await writer.write(bytes)
      }
      try await writer.finish(nil)
    }
  }
}

/// A file that stays open while parts of it are sent.
private final class OpenFile: Sendable {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Reads some bytes, at least one.
  func read(_ count: Int, at offset: Int) throws -> ByteBuffer {
    var buffer = ByteBuffer()
    let got = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { space in
      max(0, pread(descriptor, space.baseAddress, count, off_t(offset)))
    }
    // A file that became shorter can't be sent as long as was said.
    guard got > 0 else { throw CocoaError(.fileReadUnknown) }
    return buffer
  }
}
