internal import TimeWalkBase

/// The library's folder as nginx sees it, to send files in the place of this server
/// (`X-Accel-Redirect`).
package struct NginxFiles: Hashable, Sendable {
  /// The internal location, which ends with a slash.
  private let location: String

  /// Takes a location such as `/library-files/`; `nil` unless it begins and ends with a slash and
  /// needs no encoding.
  package init?(_ location: String) {
    guard location.wholeMatch(of: #/(\/[A-Za-z0-9_-]+)+\//#) != nil else { return nil }
    self.location = location
  }

  /// The address of a file for nginx; `nil` for a file elsewhere, or with a name that would need
  /// encoding.
  func address(of path: String, in folder: String) -> String? {
    guard let rest = RawPath.rest(of: path, below: folder) else { return nil }
    let names = RawPath.names(of: rest)
    guard names.allSatisfy({ PercentCoding.encoded($0) == $0 }) else { return nil }
    return location + names.joined(separator: "/")
  }
}
