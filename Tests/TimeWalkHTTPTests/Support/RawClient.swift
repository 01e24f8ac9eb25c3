import Foundation
import Glibc
import Testing

/// A connection whose bytes a test sends as it likes.
final class RawClient {
  private let descriptor: Int32

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let descriptor = descriptor
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
  }

  deinit { close(descriptor) }

  /// Sends a text.
  func send(_ text: String) throws { try send(bytes: Array(text.utf8)) }

  /// Sends a text; `false` once the other end has closed.
  func canSend(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return systemSend(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// Sends bytes.
  func send(bytes: [UInt8]) throws {
    // Without a signal where the other end has gone.
    let count = systemSend(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    try #require(count == bytes.count)
  }

  /// The next received bytes; empty at the end, or after a timeout.
  func read(within seconds: Int32) -> String {
    var look = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&look, 1, seconds * 1000) == 1 else { return "" }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  /// All that comes until the end.
  func readToEnd(within seconds: Int32) -> String {
    var all = ""
    while true {
      let more = read(within: seconds)
      if more.isEmpty { return all }
      all += more
    }
  }
}

/// The system's `send`, which a method's name would hide.
private func systemSend(_ descriptor: Int32, _ bytes: [UInt8], _ count: Int, _ flags: Int32) -> Int
{
  send(descriptor, bytes, count, flags)
}
