internal import TimeWalkBase
internal import Foundation
internal import TimeWalkStorage

/// The options of the server.
package struct ServeOptions: Sendable {
  /// The listening address: an address or a host name of this machine, or `unix:` and the path of a
  /// socket.
  package var address = "127.0.0.1"
  /// The port, unused for a socket; 0 for any free port.
  package var port = 8090
  /// The file of tokens; `nil` for no tokens.
  package var tokens: String?
  /// The public address behind a proxy; `nil` without a proxy.
  package var behind: PublicAddress?
  /// The location at which nginx has the library's folder; `nil` if this server sends its files.
  package var nginxFiles: NginxFiles?
  /// True if reading needs no token.
  package var isOpen = false
  /// The tiles of maps; without them maps show TimeWalk's own coastlines.
  package var mapTiles: MapTiles?
  /// The file with the tiles of maps, if this server has them.
  package var mapGround: MapGround?
  /// The number of requests that run at once.
  package var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// True if the log contains the addresses of clients.
  package var logsAddresses = false
  /// True if the log contains the positions in requests.
  package var logsPositions = false
  /// The limits of clients.
  package var limits = HTTPLimits()

  /// The default options.
  package init() {}

  /// The absolute path of the socket; `nil` if it listens on an address.
  package var socket: String? {
    guard isSocket else { return nil }
    return RawPath.absolute(String(address.dropFirst(ServeOptions.socketPrefix.count)))
  }

  private var isSocket: Bool { address.hasPrefix(ServeOptions.socketPrefix) }

  /// The prefix of a socket's path.
  private static let socketPrefix = "unix:"

  /// The address with its actual port, for messages.
  func listened(port: Int?) -> String {
    if let socket { return ServeOptions.socketPrefix + socket }
    let host = address.contains(":") ? "[\(address)]" : address
    return "http://\(host):\(port ?? self.port)"
  }

  /// True if only this machine can reach the listening address.
  private var isLocal: Bool { isSocket || ServeOptions.isLoopback(address) }

  /// True if all clients are local and have full access.
  var isForMachineAlone: Bool { isLocal && behind == nil && tokens == nil && !isOpen }

  /// The reason why the server can't start with these options; `nil` if it can.
  package var refusal: String? {
    if behind == nil, !isLocal {
      return
        "others can reach \(address), and this server has no HTTPS: put a proxy in front of it, and give its public address with --behind"
    }
    if behind != nil, tokens == nil, !isOpen {
      return
        "--behind makes this server public: give --tokens FILE, or --open to allow reading without a token"
    }
    return nil
  }

  /// Returns true if only this machine can reach an address.
  static func isLoopback(_ address: String) -> Bool {
    let address = address.lowercased()
    if ["localhost", "::1", "[::1]"].contains(address) || address.hasPrefix("::ffff:127.") {
      return true
    }
    // Called for each request: a regular expression took a tenth of its time.
    let octets = address.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return octets.count == 4 && octets[0].elementsEqual("127".utf8)
      && octets.allSatisfy {
        (1...3).contains($0.count) && $0.allSatisfy { (0x30...0x39).contains($0) }
      }
  }
}
