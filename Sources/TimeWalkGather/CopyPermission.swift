internal import TimeWalkArchive

/// The permission of a rights statement to copy a picture and to show it.
///
/// Only explicit permissions count: the public domain, CC0, and the Creative Commons licences, all
/// of which allow copying and sharing unchanged works. "In copyright", "unknown", and free text
/// allow nothing here.
enum CopyPermission {
  /// Returns true if a statement allows it, an address or words.
  static func isGiven(by statement: String?) -> Bool {
    guard let statement else { return false }
    let known = RightsWords.known(statement)
    guard RightsStatement.doubt(known) == nil else { return false }
    let text = (RightsStatement.address(of: known) ?? known).lowercased()
    var parts = text.split(separator: "/", omittingEmptySubsequences: true).dropFirst()
    guard let host = parts.popFirst() else { return false }
    switch host {
    case "creativecommons.org", "www.creativecommons.org":
      return parts.first == "licenses" || parts.first == "publicdomain"
    case "rightsstatements.org", "www.rightsstatements.org":
      return parts.dropFirst().first == "noc-us"
    default: return false
    }
  }
}
