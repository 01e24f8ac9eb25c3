internal import Foundation

/// The operator's tiles of maps: on another server, to which pages then send requests, or in a file
/// that this server reads.
package struct MapTiles: Hashable, Sendable {
  /// The address of a tile, with `{z}`, `{x}` and `{y}` for its zoom, column and row in Web
  /// Mercator.
  package let template: String
  /// The attribution that its terms require.
  package let credit: String
  /// The zooms that it has.
  let zooms: ClosedRange<Int>
  /// The other server's origin: scheme, host and port; `nil` for this one.
  let origin: String?

  /// Makes tiles of this server.
  init(template: String, credit: String, zooms: ClosedRange<Int>) {
    (self.template, self.credit, self.zooms, origin) = (template, credit, zooms, nil)
  }

  /// Reads an address; `nil` if it isn't an address of tiles.
  package init?(template: String, credit: String) {
    guard ["{z}", "{x}", "{y}"].allSatisfy(template.contains),
      let url = URL(string: MapTiles.filled(template)), ["http", "https"].contains(url.scheme),
      let scheme = url.scheme, let host = url.host(percentEncoded: true), !host.isEmpty,
      // The origin becomes part of a header.
      host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ";") && $0 != 0x2c }),
      !host.contains("%")
    else { return nil }
    self.template = template
    self.credit = credit
    zooms = 0...19
    origin = "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
  }

  private static func filled(_ template: String) -> String {
    ["{z}", "{x}", "{y}"].reduce(template) { $0.replacingOccurrences(of: $1, with: "0") }
  }
}
