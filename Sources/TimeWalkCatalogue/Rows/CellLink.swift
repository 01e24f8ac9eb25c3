import Foundation
import TimeWalkArchive

/// Links of a sheet's cells as values.
enum CellLink {
  /// The value of a field whose cell is a link: a web address, or a medium's path from the sheet's
  /// folder; `nil` for any other link.
  static func value(of address: String?, in column: CatalogueColumn) -> String? {
    guard let address else { return nil }
    if WebAddress.isWeb(address) { return address }
    if let web = WebAddress.withoutSpaces(address) { return web }
    let isOutside = address.contains(":") || address.first.map { "#/\\".contains($0) } ?? true
    guard column == .media, !isOutside else { return nil }
    return address.removingPercentEncoding ?? address
  }
}
