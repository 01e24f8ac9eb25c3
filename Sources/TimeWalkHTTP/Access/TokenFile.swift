internal import Foundation
package import TimeWalk
internal import TimeWalkBase
internal import TimeWalkStorage

/// A token as it is kept: without its secret.
package struct TokenRecord: Codable, Hashable, Sendable {
  /// What its keeper calls it; each name stands once.
  package var name: String
  /// What it allows.
  package var right: Right
  /// When it was made, ISO 8601 in UTC.
  package var created: String
  /// SHA-256 of the whole token, hexadecimal.
  package var sha256: String
}

/// The file that tokens are kept in, readable and writable by its owner alone (0600).
package struct TokenFile: Sendable {
  /// Where it is.
  package let path: String

  /// Names a file, which need not be there.
  package init(path: String) { self.path = RawPath.absolute(path) }

  private struct Content: Codable {
    var tokens: [TokenRecord]
  }

  /// The most bytes that the file may have: some ten thousand tokens.
  private static let mostBytes = 4 << 20

  /// All tokens, in the order in which they were made.
  ///
  /// - Throws: `inputMissing` where the file isn't there, `notAllowed` where others may read it,
  ///   `dataRefused` where it is none.
  package func read() throws(TimeWalkError) -> [TokenRecord] {
    guard let facts = FileFacts(path) else {
      throw TimeWalkError(
        .inputMissing,
        "\(path) can't be read; \"timewalk token add NAME --tokens \(path)\" makes one")
    }
    guard facts.isRegular else { throw TimeWalkError(.dataRefused, "\(path) is no file") }
    guard facts.mode & 0o077 == 0 else {
      throw TimeWalkError(
        .notAllowed, "\(path) can be read by other accounts; \"chmod 600 \(path)\" mends that")
    }
    guard facts.size <= TokenFile.mostBytes, let data = FileManager.default.contents(atPath: path),
      let content = try? JSONDecoder().decode(Content.self, from: data)
    else { throw TimeWalkError(.dataRefused, "\(path) is no file of tokens") }
    return content.tokens
  }

  /// Makes a token.
  ///
  /// - Parameters:
  ///   - name: 1 to 64 letters, digits, dots, lines and underscores.
  ///   - right: what it allows.
  ///   - now: when it is made, ISO 8601.
  /// - Returns: the token, which nothing keeps: it is told this once.
  /// - Throws: `invalidValue` for a name that can't be or is taken, and what the disk throws.
  package func add(_ name: String, _ right: Right, now: String) throws(TimeWalkError) -> String {
    guard name.wholeMatch(of: #/[A-Za-z0-9._-]{1,64}/#) != nil else {
      throw TimeWalkError(
        .invalidValue, "a token's name is 1 to 64 letters, digits, dots, - and _", field: "name")
    }
    let secret = Data(RandomBytes.make(32))
    let token =
      TokenFile.prefix
      + secret.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
    try change { (tokens) throws(TimeWalkError) in
      guard !tokens.contains(where: { $0.name == name }) else {
        throw TimeWalkError(.invalidValue, "there is a token named \(name)", field: "name")
      }
      tokens.append(
        TokenRecord(
          name: name, right: right, created: now, sha256: TokenFile.hash(of: token).hexadecimal))
    }
    return token
  }

  /// Takes a token away; whoever has it is refused from then on.
  ///
  /// - Throws: `notFound` where none has this name, and what the disk throws.
  package func revoke(_ name: String) throws(TimeWalkError) {
    try change { (tokens) throws(TimeWalkError) in
      guard tokens.contains(where: { $0.name == name }) else {
        throw TimeWalkError(
          .notFound, "there is no token named \"\(name.prefix(64))\"", field: "name")
      }
      tokens.removeAll { $0.name == name }
    }
  }

  /// What tokens begin with, so that scanners for secrets know one.
  private static let prefix = "tw_"

  /// The SHA-256 of a token, 32 bytes.
  ///
  /// Plain SHA-256 is enough for 256 random bits; a slow hash protects short passwords.
  package static func hash(of token: String) -> [UInt8] {
    Digest.of(token.utf8)
  }

  /// Reads the file, changes it, and puts the new one in its place, while no other program does.
  private func change(
    _ body: (inout [TokenRecord]) throws(TimeWalkError) -> Void
  ) throws(TimeWalkError) {
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else {
      throw TimeWalkError(
        .cannotCreate, "\(path) can't be written: \(String(cString: strerror(errno)))")
    }
    defer { close(lock) }
    guard flock(lock, LOCK_EX) == 0 else {
      throw TimeWalkError(.inputOutput, "\(path) can't be locked")
    }
    var tokens: [TokenRecord] = []
    if RawPath.exists(path) { tokens = try read() }
    try body(&tokens)
    try PrivateFile.write(
      Array(try WireFormat.pretty(Content(tokens: tokens)).utf8) + [0x0A], to: path)
  }
}
