internal import Foundation

/// A server of map tiles that the operator names, for the ground of maps: the only one but this
/// that pages may ask.
package struct MapTiles: Hashable, Sendable {
  /// The address of a tile, with `{z}`, `{x}` and `{y}` for its zoom, column and row in Web
  /// Mercator.
  package let template: String
  /// Whom its terms want to be named.
  package let credit: String
  /// Its scheme, host and port, as browsers name them.
  let origin: String

  /// `nil` for what is no address of tiles.
  package init?(template: String, credit: String) {
    guard ["{z}", "{x}", "{y}"].allSatisfy(template.contains),
      let url = URL(string: MapTiles.filled(template)), ["http", "https"].contains(url.scheme),
      let scheme = url.scheme, let host = url.host(percentEncoded: true), !host.isEmpty,
      // What stands there goes into a header.
      host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ";") && $0 != 0x2c }),
      !host.contains("%")
    else { return nil }
    self.template = template
    self.credit = credit
    origin = "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
  }

  private static func filled(_ template: String) -> String {
    ["{z}", "{x}", "{y}"].reduce(template) { $0.replacingOccurrences(of: $1, with: "0") }
  }
}
