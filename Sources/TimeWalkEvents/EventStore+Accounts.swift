package import Foundation
internal import GRDB
internal import TimeWalkBase
internal import TimeWalkStorage

/// The hashes of passphrases.
enum Passphrase {
  /// The minimum length of a passphrase in characters.
  static let shortest = 12
  /// The maximum length of a passphrase in bytes.
  static let longest = 1000
  /// scrypt's cost (RFC 7914): 32 MB and some 100 ms an attempt, in three rounds.
  ///
  /// OWASP's "Password Storage Cheat Sheet" recommends this for that much memory.
  static let cost = Scrypt(rounds: 1 << 15, blockSize: 8, parallelism: 3)

  static func hash(_ passphrase: String, salt: Data, rounds: Int) throws -> Data {
    // The same text typed on another system may have another form of Unicode.
    let text = Array(passphrase.precomposedStringWithCanonicalMapping.utf8)
    var cost = Passphrase.cost
    cost.rounds = rounds
    return Data(try cost.key(of: text, salt: Array(salt), count: 32))
  }

  /// Returns true if two are equal, in a time that depends only on their length.
  static func isEqual(_ left: Data, _ right: Data) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension EventStore {
  /// Makes an organiser's account, or changes its passphrase; new files have no account.
  ///
  /// - Parameters:
  ///   - name: 1 to 64 letters, digits, dots, lines and underscores.
  ///   - passphrase: 12 characters at least.
  /// - Throws: `invalidValue`.
  package func setAccount(_ name: String, passphrase: String) throws(EventError) {
    guard name.wholeMatch(of: #/[A-Za-z0-9._-]{1,64}/#) != nil else {
      throw EventError(
        .invalidValue, "an account's name must have 1 to 64 letters, digits, dots, - and _",
        field: "name")
    }
    guard passphrase.count >= Passphrase.shortest, passphrase.utf8.count <= Passphrase.longest
    else {
      throw EventError(
        .invalidValue, "a passphrase must have at least \(Passphrase.shortest) characters",
        field: "passphrase")
    }
    let salt = Data(RandomBytes.make(16))
    let hash = try hash(passphrase, salt: salt, rounds: Passphrase.cost.rounds)
    try write { db in
      try db.execute(
        sql: "INSERT INTO accounts (name, salt, hash, rounds) VALUES (?, ?, ?, ?)"
          + " ON CONFLICT (name) DO UPDATE SET salt = excluded.salt, hash = excluded.hash,"
          + " rounds = excluded.rounds",
        arguments: [name, salt, hash, Passphrase.cost.rounds])
      try db.execute(sql: "DELETE FROM devices WHERE account = ?", arguments: [name])
    }
  }

  /// The names of all accounts, sorted.
  package func accounts() throws(EventError) -> [String] {
    try read { db in try String.fetchAll(db, sql: "SELECT name FROM accounts ORDER BY name") }
  }

  /// Takes an account away; its events stay until their time.
  ///
  /// - Returns: true if there was one.
  package func removeAccount(_ name: String) throws(EventError) -> Bool {
    let wasThere = try write { db in
      try db.execute(sql: "DELETE FROM devices WHERE account = ?", arguments: [name])
      try db.execute(sql: "DELETE FROM accounts WHERE name = ?", arguments: [name])
      let wasThere = db.changesCount > 0
      if wasThere { try EventStore.markErasure(db) }
      return wasThere
    }
    _ = erase()
    return wasThere
  }

  /// Checks an organiser's name and passphrase.
  ///
  /// The passphrase of a name that isn't there is hashed, too, which takes as long.
  /// - Returns: the caller to ask as.
  /// - Throws: `wrongPassphrase`, also for a name that isn't there.
  package func signIn(_ name: String, passphrase: String) throws(EventError) -> EventCaller {
    let known = try read { db -> (salt: Data, hash: Data, rounds: Int)? in
      let row = try Row.fetchOne(
        db, sql: "SELECT salt, hash, rounds FROM accounts WHERE name = ?", arguments: [name])
      return try row.map { try ($0.read("salt"), $0.read("hash"), $0.read("rounds")) }
    }
    let given = try hash(
      String(decoding: passphrase.utf8.prefix(Passphrase.longest + 1), as: UTF8.self),
      salt: known?.salt ?? Data(count: 16), rounds: known?.rounds ?? Passphrase.cost.rounds)
    guard let known, Passphrase.isEqual(known.hash, given) else {
      throw EventError(.wrongPassphrase, "wrong name or passphrase")
    }
    return .account(name)
  }

  /// A value that changes with an account's passphrase; `nil` without the account.
  package func passphraseVersion(of name: String) throws(EventError) -> Data? {
    try read { db in
      try Data.fetchOne(db, sql: "SELECT salt FROM accounts WHERE name = ?", arguments: [name])
    }
  }

  /// Devices of one account that are kept; the one that was not used longest is forgotten.
  static let mostDevices = 20

  /// Keeps a device that signed in.
  ///
  /// - Parameters:
  ///   - name: the account.
  ///   - token: the device's token; `nil` for a new device.
  ///   - now: the time.
  /// - Returns: the token that the device keeps.
  /// - Throws: errors of the disk.
  package func keepDevice(
    of name: String, _ token: String?, at now: Date
  ) throws(EventError) -> String {
    let token = token ?? GuestToken.random()
    try write { db in
      try db.execute(
        sql: "INSERT INTO devices (account, token, used) VALUES (?, ?, ?)"
          + " ON CONFLICT (account, token) DO UPDATE SET used = excluded.used",
        arguments: [name, GuestToken.hash(of: token), now.seconds])
      try db.execute(
        sql: "DELETE FROM devices WHERE account = ? AND used < (SELECT min(used) FROM"
          + " (SELECT used FROM devices WHERE account = ? ORDER BY used DESC LIMIT ?))",
        arguments: [name, name, EventStore.mostDevices])
    }
    return token
  }

  /// Returns true if a device signed in to an account since it got its passphrase.
  package func isDevice(_ token: String, of name: String) throws(EventError) -> Bool {
    try read { db in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM devices WHERE account = ? AND token = ?)",
        arguments: [name, GuestToken.hash(of: token)]) ?? false
    }
  }

  private func hash(_ passphrase: String, salt: Data, rounds: Int) throws(EventError) -> Data {
    do { return try Passphrase.hash(passphrase, salt: salt, rounds: rounds) } catch {
      throw EventError(.inputOutput, "can't check the passphrase: \(error)", cause: error)
    }
  }
}
