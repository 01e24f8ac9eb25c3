package import Foundation

/// How the server is run.
package struct ServeOptions: Sendable {
  /// Where it listens: an address of this machine, or a name for one.
  package var address = "127.0.0.1"
  /// The port; 0 for any that is free.
  package var port = 8090
  /// The files of the certificate's chain and its key, PEM; without them it speaks plain HTTP.
  package var certificate: (chain: String, key: String)?
  /// How often the certificate is looked at again, seconds.
  package var certificateCheck = 60
  /// The file of tokens; without it nobody has one.
  package var tokens: String?
  /// Where clients reach it, when that isn't where it listens.
  package var publicURL: URL?
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

  /// Whether only who is at the machine reaches the server, and no program passes on what others
  /// ask.
  var isForMachineAlone: Bool {
    ServeOptions.isLoopback(address) && tokens == nil && !isOpen && !isBehindProxy
  }

  /// Whether a program on this machine passes requests of others on.
  private var isBehindProxy: Bool {
    guard let host = publicURL?.host else { return false }
    return !ServeOptions.isLoopback(host)
  }

  /// Why the server must not start so; `nil` where it may.
  package var refusal: String? {
    if let publicURL, !["http", "https"].contains(publicURL.scheme), publicURL.host != nil {
      return "--public-url must begin with https:// or http://"
    }
    let isLocal = ServeOptions.isLoopback(address)
    if isLocal, isBehindProxy, tokens == nil, !isOpen {
      return
        "--public-url says that others reach this server: name the file of --tokens, or --open for everybody to read"
    }
    guard !isLocal else { return nil }
    if certificate == nil, !isOpen || tokens != nil {
      return
        "\(address) is reached by others, and tokens and places would go there for all to read: name --certificate and --key"
    }
    if tokens == nil, !isOpen {
      return
        "\(address) is reached by others: name the file of --tokens, or --open for everybody to read"
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
