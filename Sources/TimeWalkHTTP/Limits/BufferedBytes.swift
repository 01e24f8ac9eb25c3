internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import NIOHTTPTypes
internal import Synchronization

/// Counts the bytes of files on their way from and to clients that are in memory.
///
/// Thousands of slow clients with a usual piece each would fill the memory.
enum BufferedBytes {
  private static let all = Atomic(0)
  /// The number of bytes from which pieces are small.
  private static let many = 16 << 20
  /// The length of a small piece, and of a file's or a zip's usual one.
  static let smallPiece = 16 << 10, usualPiece = 128 << 10

  static func add(_ bytes: Int) { all.add(bytes, ordering: .relaxed) }

  static func remove(_ bytes: Int) { all.subtract(bytes, ordering: .relaxed) }

  /// The length of the next piece, bytes.
  static func piece(_ usual: Int = usualPiece) -> Int {
    all.load(ordering: .relaxed) > many ? min(usual, smallPiece) : usual
  }
}

extension ResponseBody {
  /// The body, whose pieces are written one after the other: each has left the memory before the
  /// next one is read.
  func flushed(to channel: any Channel) -> ResponseBody {
    ResponseBody(contentLength: contentLength) { [body = self] writer in
      try await body.write(FlushingWriter(channel: channel, writer: writer))
    }
  }
}

/// Waits until the system has taken a piece; Hummingbird's writer waits only for a full channel,
/// which it learns of too late.
private struct FlushingWriter: ResponseBodyWriter {
  let channel: any Channel
  let writer: any ResponseBodyWriter

  func write(_ buffer: ByteBuffer) async throws {
    try await withTaskCancellationHandler {
      try await channel.writeAndFlush(HTTPResponsePart.body(buffer))
    } onCancel: { [channel] in
      channel.close(promise: nil)
    }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    try await writer.finish(trailingHeaders)
  }
}
