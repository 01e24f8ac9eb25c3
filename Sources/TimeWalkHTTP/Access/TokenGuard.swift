internal import Foundation
internal import Synchronization
package import TimeWalk
internal import TimeWalkBase

/// Checks tokens against a file, which may change while the server runs.
package final class TokenGuard: Sendable {
  private struct State {
    var tokens: [(record: TokenRecord, hash: [UInt8])]
    /// The metadata of the file when it was read, to notice a change.
    var version: FileFacts?
    var looked: ContinuousClock.Instant
  }

  private let file: TokenFile
  private let state: Mutex<State>
  /// The longest time that a revoked token may still be accepted.
  private static let trust: Duration = .seconds(1)

  /// Reads the file.
  ///
  /// - Throws: the errors of `TokenFile.read`.
  package init(_ file: TokenFile) throws(TimeWalkError) {
    self.file = file
    let version = FileFacts(file.path)
    state = Mutex(
      State(tokens: TokenGuard.known(try file.read()), version: version, looked: .now))
  }

  /// The record of a token; `nil` if the text isn't a known token.
  ///
  /// All hashes are compared to their ends: the time doesn't show how much of a token is right.
  package func record(of token: String) -> TokenRecord? {
    let hash = TokenFile.hash(of: token)
    return state.withLock { state in
      renew(&state)
      var found: TokenRecord?
      for known in state.tokens where TokenGuard.isEqual(known.hash, hash) { found = known.record }
      return found
    }
  }

  /// Returns true if a token of the file has the meant record.
  func hasToken(where isMeant: (TokenRecord) -> Bool) -> Bool {
    state.withLock { state in
      renew(&state)
      return state.tokens.contains { isMeant($0.record) }
    }
  }

  private func renew(_ state: inout State) {
    guard ContinuousClock.now - state.looked > TokenGuard.trust else { return }
    state.looked = .now
    let version = FileFacts(file.path)
    guard version != state.version else { return }
    state.version = version
    // Without a readable file, no token is accepted.
    do throws(TimeWalkError) { state.tokens = TokenGuard.known(try file.read()) } catch {
      state.tokens = []
    }
  }

  private static func known(_ records: [TokenRecord]) -> [(record: TokenRecord, hash: [UInt8])] {
    records.compactMap { record in
      bytes(ofHexadecimal: record.sha256).map { (record, $0) }
    }
  }

  private static func bytes(ofHexadecimal text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count == 64 else { return nil }
    let bytes = stride(from: 0, to: 64, by: 2).compactMap { start in
      UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16)
    }
    return bytes.count == 32 ? bytes : nil
  }

  /// Compares two hashes in a time that depends on their length only.
  static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }
}
