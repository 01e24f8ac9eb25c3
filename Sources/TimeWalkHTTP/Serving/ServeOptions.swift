internal import TimeWalkBase
internal import Foundation
internal import TimeWalkStorage

/// How the server is run.
package struct ServeOptions: Sendable {
  /// Where it listens: an address of this machine, a name for one, or `unix:` with the path of a
  /// socket.
  package var address = "127.0.0.1"
  /// The port, which a socket hasn't; 0 for any that is free.
  package var port = 8090
  /// The file of tokens; without it nobody has one.
  package var tokens: String?
  /// The address that people use, where a proxy hands on their requests; `nil` without a proxy.
  package var behind: PublicAddress?
  /// Whether everybody may read.
  package var isOpen = false
  /// The tiles below maps; without them maps have our own coasts and no one else is asked.
  package var mapTiles: MapTiles?
  /// How many pieces of work run at once.
  package var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// Whether the log names the addresses of clients.
  package var logsAddresses = false
  /// Whether the log tells the places that clients ask about.
  package var logsPositions = false
  /// What clients may ask for.
  package var limits = HTTPLimits()

  /// The usual ones.
  package init() {}

  /// The whole path of the socket that it listens on; `nil` where it listens on an address.
  package var socket: String? {
    guard isSocket else { return nil }
    return RawPath.absolute(String(address.dropFirst(ServeOptions.socketPrefix.count)))
  }

  private var isSocket: Bool { address.hasPrefix(ServeOptions.socketPrefix) }

  /// The text before the path of a socket.
  private static let socketPrefix = "unix:"

  /// What `address` says of where it listens, with the port that it got.
  func listened(port: Int?) -> String {
    if let socket { return ServeOptions.socketPrefix + socket }
    let host = address.contains(":") ? "[\(address)]" : address
    return "http://\(host):\(port ?? self.port)"
  }

  /// Whether only this machine reaches the place where it listens.
  private var isLocal: Bool { isSocket || ServeOptions.isLoopback(address) }

  /// Whether all clients are users of this machine, who may do everything.
  var isForMachineAlone: Bool { isLocal && behind == nil && tokens == nil && !isOpen }

  /// Why the server must not start so; `nil` where it may.
  package var refusal: String? {
    if behind == nil, !isLocal {
      return
        "others can reach \(address), and this server has no HTTPS: put a proxy in front of it, and name the address that people use with --behind"
    }
    if behind != nil, tokens == nil, !isOpen {
      return
        "--behind lets others reach this server: name the file of --tokens, or give --open to let everybody read"
    }
    return nil
  }

  /// Whether an address is one that only this machine reaches.
  static func isLoopback(_ address: String) -> Bool {
    let address = address.lowercased()
    if ["localhost", "::1", "[::1]"].contains(address) || address.hasPrefix("::ffff:127.") {
      return true
    }
    // Each request asks: a pattern took a tenth of its time.
    let octets = address.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return octets.count == 4 && octets[0].elementsEqual("127".utf8)
      && octets.allSatisfy {
        (1...3).contains($0.count) && $0.allSatisfy { (0x30...0x39).contains($0) }
      }
  }
}
