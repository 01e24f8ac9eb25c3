internal import TimeWalkBase
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import NIOPosix
internal import TimeWalk
internal import TimeWalkStorage

/// A response with a file or a part of it, with an ETag.
struct FileAnswer: Sendable {
  /// The header `Cache-Control`.
  let cacheControl: String
  private let path: String
  private let file: OpenFile
  private let size: Int
  /// The content of a small file, if a cache may hold it.
  private let content: ByteBuffer?
  private let tag: String
  private let type: String

  /// Opens a file; call it on a thread that may wait for the disk.
  ///
  /// - Parameters:
  ///   - path: its path; a link isn't followed.
  ///   - type: its media type.
  ///   - cacheControl: the header `Cache-Control`.
  ///   - cache: the cache for small files; `nil` for a file that is answered once.
  /// - Throws: `notFound` if there is no file.
  init(
    path: String, type: String, cacheControl: String, cache: FileCache? = nil
  ) throws(TimeWalkError) {
    let descriptor = RawPath.open(path, O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileAnswer.gone }
    let file = OpenFile(descriptor)
    guard let facts = FileFacts(descriptor: descriptor), facts.isRegular else {
      throw FileAnswer.gone
    }
    self.path = path
    self.file = file
    size = facts.size
    if let cache, (1...FileCache.longest).contains(facts.size) {
      content = try cache.bytes(of: path, facts) { () throws(TimeWalkError) in
        guard let bytes = try? file.read(facts.size, at: 0), bytes.readableBytes == facts.size
        else { throw FileAnswer.gone }
        return bytes
      }
    } else {
      content = nil
    }
    // A replaced file has another number, a rewritten one another time.
    let marks = [facts.number, size, Int(facts.changed * 1_000_000)]
    tag = "\"" + marks.map { String($0, radix: 36) }.joined(separator: "-") + "\""
    self.type = type
    self.cacheControl = cacheControl
  }

  private static let gone = TimeWalkError(.notFound, "the file doesn't exist any more")

  /// A response for nginx, which sends the picture itself; `nil` if it can't.
  ///
  /// A page keeps the policy that this server gives it.
  func response(by nginx: NginxFiles?, in folder: String) -> Response? {
    guard type.hasPrefix("image/"), let address = nginx?.address(of: path, in: folder),
      let redirect = HTTPField.Name("X-Accel-Redirect")
    else { return nil }
    return Response(
      status: .ok,
      headers: [.contentType: type, .cacheControl: cacheControl, redirect: address])
  }

  /// The response to a request.
  func response(to request: Request) -> Response {
    var headers: HTTPFields = [
      .eTag: tag, .acceptRanges: "bytes", .cacheControl: cacheControl,
    ]
    if let known = request.headers[.ifNoneMatch], Self.isListed(tag, in: known) {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = type
    // A client with another version gets the whole file.
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
      // A cache may have marked the tag as weak.
      return part == "*" || part == tag || part == "W/" + tag
    }
  }

  private func body(_ range: ClosedRange<Int>) -> ResponseBody {
    // Head and body are then written in one call.
    if let part = content?.getSlice(at: range.lowerBound, length: range.count) {
      return ResponseBody(byteBuffer: part)
    }
    let file = file
    return ResponseBody(contentLength: range.count) { writer in
      var start = range.lowerBound
      while start <= range.upperBound {
        let offset = start
        let count = min(BufferedBytes.piece(), range.upperBound + 1 - start)
        BufferedBytes.add(count)
        defer { BufferedBytes.remove(count) }
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
    // A file that was truncated can't be sent at the promised length.
    guard got > 0 else { throw CocoaError(.fileReadUnknown) }
    return buffer
  }
}
