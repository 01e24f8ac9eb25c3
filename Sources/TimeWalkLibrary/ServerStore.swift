internal import Foundation
internal import Synchronization
internal import TimeWalkArchive
internal import TimeWalkPostGIS
internal import TimeWalkTables

/// A library's rows in a schema of a PostgreSQL database, for several machines that share the
/// folder of its pictures.
final class ServerStore: LibraryStore {
  let directory: String
  let home: String? = nil
  let pause = 0.1
  let database: ServerDatabase
  private let worker = Mutex<ServerWorker?>(nil)
  private let outbox = Mutex<[String]>([])
  private let sender = DispatchQueue(label: "timewalk.library.news")

  /// The number of messages that wait for a server that doesn't answer; beyond these the oldest are
  /// dropped.
  private static let mostWaiting = 1000

  /// Opens the tables at an address, and makes them and their folder when they are missing.
  init(address: String, folder: String?) throws(LibraryError) {
    do {
      database = try ServerDatabase(address: address)
      directory = try ServerFolder.open(database, new: folder)
    } catch {
      throw ServerStore.failure(error, ServerAddress.shown(address))
    }
  }

  func owner() throws -> Int {
    try worker.withLock { worker in
      if let worker { return worker.owner }
      let new = try ServerWorker(database)
      worker = new
      return new.owner
    }
  }

  func write<T>(_ body: (any LibraryTables) throws -> T) throws -> T {
    try database.within { statements in
      let tables = ServerLibraryTables(statements)
      // The server also ends the session of a program that holds the row and no longer works.
      try tables.run(
        """
        SELECT set_config('lock_timeout', '10s', true),
          set_config('idle_in_transaction_session_timeout', '30s', true)
        """)
      // Number assignments are serialized, and so are all other exclusive sections.
      try tables.run("SELECT last_photo FROM library FOR UPDATE")
      return try body(tables)
    }
  }

  func change<T>(_ body: (any LibraryTables) throws -> T) throws -> T {
    try database.within { try body(ServerLibraryTables($0)) }
  }

  func read<T>(_ body: (any LibraryTables) throws -> T) throws -> T {
    try database.within("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
      try body(ServerLibraryTables($0))
    }
  }

  func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow] {
    try read { try $0.rows(sql, arguments) }
  }

  /// PostgreSQL's remains of deleted rows, in its pages, its log and its backups, are its
  /// operator's responsibility.
  func erase() -> Bool { true }

  func tidy() {}

  func failure(_ error: any Error) -> LibraryError {
    ServerStore.failure(error, database.location)
  }

  func tell(_ text: String) {
    outbox.withLock { waiting in
      waiting.append(text)
      if waiting.count > ServerStore.mostWaiting { waiting.removeFirst() }
    }
    sender.async { [weak self] in self?.send() }
  }

  private func send() {
    guard let owner = try? owner() else { return }
    let texts = outbox.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    guard !texts.isEmpty else { return }
    // A server crash can only lose a progress step.
    try? change { db in
      try db.run("SELECT set_config('synchronous_commit', 'off', true)")
      for text in texts { try ServerNews.tell("told \(owner) \(text)", db) }
    }
  }

  func listen(_ hear: @escaping @Sendable (LibraryNews) -> Void) throws -> (any Sendable)? {
    let own = try? owner()
    return try ServerNews.listener(database, own: own, hear)
  }

  private static func failure(_ error: any Error, _ location: String) -> LibraryError {
    switch error {
    case let known as LibraryError: return known
    case let server as ServerError:
      return LibraryError(
        code(ArchiveErrorCode(server)), words(server, location), cause: error)
    case let archive as ArchiveError:
      let words = archive.message.replacing("The archive ", with: "The library ")
        .replacing("An archive ", with: "A library ")
        .replacing("of the archive", with: "of the library")
      return LibraryError(code(archive.code), words, cause: error)
    default: return LibraryError(.inputOutput, "\(location): \(error)", cause: error)
    }
  }

  private static func code(_ code: ArchiveErrorCode) -> LibraryErrorCode {
    switch code {
    case .busy: .busy
    case .component: .component
    case .missing, .readOnly, .invalidName: .cannotCreate
    case .damaged: .notALibrary
    default: .inputOutput
    }
  }

  private static func words(_ server: ServerError, _ location: String) -> String {
    switch code(ArchiveErrorCode(server)) {
    case .busy where server.isLost:
      "Can't reach the server of the library \(location): \(server.message). Try again."
    case .busy:
      "The library \(location) is being changed by another program, or the server is too slow: \(server.message). Try again."
    default: "The library \(location): \(server.message)"
    }
  }
}

/// A server's tables as the library's statements see them.
private final class ServerLibraryTables: LibraryTables {
  let home: String? = nil
  private let statements: any SQLStatements

  init(_ statements: any SQLStatements) { self.statements = statements }

  func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow] {
    try statements.rows(sql, arguments)
  }

  @discardableResult
  func run(_ sql: String, _ arguments: SQLArguments) throws -> Int {
    try statements.run(sql, arguments)
  }

  let lock = " FOR UPDATE SKIP LOCKED"

  /// A row that is locked and not a sequence, which would leave out the number of a transaction
  /// that is taken back.
  func takeNumber(above taken: Int) throws -> Int {
    let number = try first(
      Int.self,
      "UPDATE library SET last_photo = greatest(last_photo, ?) + 1 RETURNING last_photo", [taken])
    return number ?? 0
  }

  func lastNumber() throws -> Int {
    try first(Int.self, "SELECT last_photo FROM library") ?? 0
  }

  func isAlive(_ owner: Int) throws -> Bool { try ServerWorker.isAlive(owner, self) }

  func tell(_ news: LibraryNews) throws { try ServerNews.tell(ServerNews.text(of: news), self) }
}
