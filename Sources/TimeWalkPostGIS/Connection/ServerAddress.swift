internal import CDatabases
import Foundation
package import TimeWalkArchive

/// The address of an archive on a server: a URI of libpq ("Connection URIs").
package struct ServerAddress: Sendable {
  /// The address without its password, to be shown.
  package let shown: String
  /// libpq's own words for the parts of the address, with the password.
  let parts: [(name: String, value: String)]

  /// Returns true if a text is such an address; the rest is not checked.
  package static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
  }

  /// Reads an address; throws `.component` without libpq, and `.invalidName` for one that libpq
  /// rejects.
  package init(_ text: String) throws(ArchiveError) {
    let library = try ServerAddress.library()
    var problem: UnsafeMutablePointer<CChar>?
    guard let options = library.PQconninfoParse(text, &problem) else {
      // Its words repeat the address or parts of it, a password among them.
      if let problem { library.PQfreemem(problem) }
      throw ServerAddress.unreadable(text)
    }
    defer { library.PQconninfoFree(options) }
    var parts: [(name: String, value: String)] = []
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        parts.append((String(cString: keyword), String(cString: value)))
      }
      option += 1
    }
    self.parts = parts
    shown = ServerAddress.shown(text)
    // A malformed parameter may be half of a password.
    guard part("port")?.allSatisfy({ $0.isNumber || $0 == "," }) != false else {
      throw ServerAddress.unreadable(text)
    }
  }

  private static func unreadable(_ text: String) -> ArchiveError {
    ArchiveError(
      .invalidName,
      "The archive's address \(shown(text)) isn't valid. Use for example postgresql://user@host/database, with % and two digits for each special character."
    )
  }

  /// The functions of libpq; throws `.component` if it isn't installed.
  static func library() throws(ArchiveError) -> twq_functions {
    guard let library = twq_load() else {
      throw ArchiveError(
        .component,
        "An archive on a server needs PostgreSQL's client library; install libpq5 (libpq).")
    }
    return library.pointee
  }

  /// A part of the address, by libpq's name.
  func part(_ name: String) -> String? { parts.last { $0.name == name }?.value }

  /// An address without the text between the user's name and the host, and without a password among
  /// the parameters; the rest is not checked.
  ///
  /// A password may contain characters that are invalid in an address, such as a slash: rather too
  /// much is left out.
  package static func shown(_ text: String) -> String {
    var shown = text
    if let start = shown.range(of: "://")?.upperBound,
      let colon = shown[start...].firstIndex(of: ":")
    {
      let query = shown[start...].firstIndex(of: "?") ?? shown.endIndex
      let port = shown[shown.index(after: colon)...].prefix { $0 != "/" && $0 != "?" }
      let end = port.allSatisfy { $0.isNumber || $0 == "," } ? query : shown.endIndex
      if let at = shown[start..<end].lastIndex(of: "@"), colon < at {
        shown.removeSubrange(colon..<at)
      }
    }
    guard let query = shown.firstIndex(of: "?") else { return shown }
    let kept = shown[shown.index(after: query)...].split(separator: "&")
      .filter { !$0.hasPrefix("password=") && !$0.hasPrefix("sslpassword=") }
    return shown[..<query] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
  }
}
