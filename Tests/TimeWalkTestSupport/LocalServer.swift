import Foundation
import Synchronization
import Glibc

/// A web server on this machine that answers as a test says, one request at a time, until it is
/// released.
package final class LocalServer: Sendable {
  /// The response, byte for byte.
  package struct Reply: Sendable {
    /// Status line, headers and body.
    package var bytes: [UInt8]
    /// The number of bytes that are sent in a tenth of a second; `nil` sends all at once.
    package var piece: Int?

    /// A whole answer.
    package init(
      _ status: String = "200 OK", type: String? = "image/jpeg", headers: [String] = [],
      body: [UInt8] = []
    ) {
      var head = "HTTP/1.1 \(status)\r\nContent-Length: \(body.count)\r\nConnection: close\r\n"
      if let type { head += "Content-Type: \(type)\r\n" }
      head += headers.map { $0 + "\r\n" }.joined()
      bytes = Array((head + "\r\n").utf8) + body
    }

    /// Any bytes.
    package init(raw: [UInt8]) { bytes = raw }
  }

  /// The number of its port on 127.0.0.1.
  package let port: Int
  private let listener: Int32
  private let requests = Mutex<[String]>([])
  private let accepted = Mutex(0)

  /// Starts a server; `answer` gets each request's path.
  ///
  /// With `keepsConnections` a client may send further requests on its connection, without a limit;
  /// no other client is answered meanwhile. Throws when no port is available.
  package init(keepsConnections: Bool = false, _ answer: @escaping @Sendable (String) -> Reply)
    throws
  {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { throw CocoaError(.fileWriteUnknown) }
    port = Int(UInt16(bigEndian: address.sin_port))
    let thread = Thread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        // The thread closes its descriptor, which prevents its reuse by another server meanwhile.
        guard connection >= 0 else {
          close(listener)
          return
        }
        self?.accepted.withLock { $0 += 1 }
        repeat {
          let request = LocalServer.request(of: connection)
          if keepsConnections, request.isEmpty { break }
          let path = LocalServer.path(of: request)
          self?.requests.withLock { $0.append(request) }
          let reply = answer(path)
          var rest = reply.bytes[...]
          while !rest.isEmpty {
            let count = rest.prefix(reply.piece ?? rest.count).withUnsafeBytes {
              send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
            if reply.piece != nil { usleep(100_000) }
          }
        } while keepsConnections
        shutdown(connection, Int32(SHUT_WR))
        close(connection)
      }
    }
    thread.start()
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// The address of a path.
  package func address(_ path: String, host: String = "127.0.0.1") -> String {
    "http://\(host):\(port)\(path)"
  }

  /// The paths that were asked for so far.
  package var asked: [String] { heads.map(LocalServer.path) }

  /// The number of connections so far.
  package var connections: Int { accepted.withLock { $0 } }

  /// The requests so far, with their headers.
  package var heads: [String] { requests.withLock { $0 } }

  private static func request(of connection: Int32) -> String {
    var request: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: request, as: UTF8.self).contains("\r\n\r\n"), request.count < 65_536 {
      let count = recv(connection, &piece, piece.count, 0)
      guard count > 0 else { break }
      request += piece[..<count]
    }
    return String(decoding: request, as: UTF8.self)
  }

  private static func path(of request: String) -> String {
    let words = request.split(separator: " ")
    return words.count > 1 ? String(words[1]) : ""
  }
}
