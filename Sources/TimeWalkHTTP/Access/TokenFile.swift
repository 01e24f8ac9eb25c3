internal import Foundation
package import TimeWalk
internal import TimeWalkBase
internal import TimeWalkStorage

/// The record of a token, without its secret.
package struct TokenRecord: Codable, Hashable, Sendable {
  /// Its name, which is unique.
  package var name: String
  /// Its right.
  package var right: Right
  /// The time of its creation, ISO 8601 in UTC.
  package var created: String
  /// SHA-256 of the whole token, hexadecimal.
  package var sha256: String
}

/// The file of tokens, readable and writable by its owner only (0600).
package struct TokenFile: Sendable {
  /// The file's path.
  package let path: String

  /// Takes the path of a file, which may be missing.
  package init(path: String) { self.path = RawPath.absolute(path) }

  private struct Content: Codable {
    var tokens: [TokenRecord]
  }

  /// The most bytes of the file: some ten thousand tokens.
  private static let mostBytes = 4 << 20

  /// All tokens, oldest first.
  ///
  /// - Throws: `inputMissing` if the file is missing, `notAllowed` if others may read it,
  ///   `dataRefused` if it isn't a file of tokens.
  package func read() throws(TimeWalkError) -> [TokenRecord] {
    guard let facts = FileFacts(path) else {
      throw TimeWalkError(
        .inputMissing,
        "can't read \(path); create it with \"timewalk token add NAME --tokens \(path)\"")
    }
    guard facts.isRegular else { throw TimeWalkError(.dataRefused, "\(path) isn't a file") }
    guard facts.mode & 0o077 == 0 else {
      throw TimeWalkError(
        .notAllowed, "other accounts can read \(path); run \"chmod 600 \(path)\"")
    }
    guard facts.size <= TokenFile.mostBytes, let data = FileManager.default.contents(atPath: path),
      let content = try? JSONDecoder().decode(Content.self, from: data)
    else { throw TimeWalkError(.dataRefused, "\(path) isn't a file of tokens") }
    return content.tokens
  }

  /// Creates a token.
  ///
  /// - Parameters:
  ///   - name: 1 to 64 letters, digits, dots, hyphens and underscores.
  ///   - right: its right.
  ///   - now: the time, ISO 8601.
  /// - Returns: the token; only its hash is stored.
  /// - Throws: `invalidValue` for a name that is malformed or taken, and the errors of the disk.
  package func add(_ name: String, _ right: Right, now: String) throws(TimeWalkError) -> String {
    guard name.wholeMatch(of: #/[A-Za-z0-9._-]{1,64}/#) != nil else {
      throw TimeWalkError(
        .invalidValue,
        "a token's name must have 1 to 64 letters, digits, dots, hyphens or underscores",
        field: "name")
    }
    let secret = Data(RandomBytes.make(32))
    let token =
      TokenFile.prefix
      + secret.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
    try change { (tokens) throws(TimeWalkError) in
      guard !tokens.contains(where: { $0.name == name }) else {
        throw TimeWalkError(.invalidValue, "a token named \(name) exists already", field: "name")
      }
      tokens.append(
        TokenRecord(
          name: name, right: right, created: now, sha256: TokenFile.hash(of: token).hexadecimal))
    }
    return token
  }

  /// Revokes a token.
  ///
  /// - Throws: `notFound` if no token has this name, and the errors of the disk.
  package func revoke(_ name: String) throws(TimeWalkError) {
    try change { (tokens) throws(TimeWalkError) in
      guard tokens.contains(where: { $0.name == name }) else {
        throw TimeWalkError(
          .notFound, "no token is named \"\(name.prefix(64))\"", field: "name")
      }
      tokens.removeAll { $0.name == name }
    }
  }

  /// The prefix of tokens, for scanners that look for secrets.
  private static let prefix = "tw_"

  /// The SHA-256 of a token, 32 bytes.
  ///
  /// Plain SHA-256 is enough for 256 random bits; a slow hash protects short passwords.
  package static func hash(of token: String) -> [UInt8] {
    Digest.of(token.utf8)
  }

  /// Changes the file under a lock, and replaces it in one step.
  private func change(
    _ body: (inout [TokenRecord]) throws(TimeWalkError) -> Void
  ) throws(TimeWalkError) {
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else {
      throw TimeWalkError(
        .cannotCreate, "can't write \(path): \(String(cString: strerror(errno)))")
    }
    defer { close(lock) }
    guard flock(lock, LOCK_EX) == 0 else {
      throw TimeWalkError(.inputOutput, "can't lock \(path)")
    }
    var tokens: [TokenRecord] = []
    if RawPath.exists(path) { tokens = try read() }
    try body(&tokens)
    try PrivateFile.write(
      Array(try WireFormat.pretty(Content(tokens: tokens)).utf8) + [0x0A], to: path)
  }
}
