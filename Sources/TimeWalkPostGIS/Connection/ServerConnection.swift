internal import CDatabases
import Foundation
import TimeWalkArchive
import TimeWalkBase
import TimeWalkTables

/// A connection to a server, used by one thread at a time; the pool hands it out.
///
/// libpq's pointers stay in this file. All values are sent and received in binary form. The limits
/// of the current work end its statements; see `WorkLimits`.
final class ServerConnection {
  private let library: twq_functions
  private let connection: OpaquePointer
  /// The timeout of a statement, milliseconds; the server is then asked to stop.
  var patience: Int32 = ServerLimits.statement

  /// The data about a prepared statement.
  private struct PreparedStatement {
    var name: String
    var types: [UInt32]
    /// The turn of its last use.
    var turn: Int
  }

  private var prepared: [String: PreparedStatement] = [:]
  private var turn = 0
  /// The state of a `COPY` in progress.
  private enum Rows {
    case none, sent
    /// All rows are sent, and the server hasn't confirmed them yet.
    case ended
  }
  private var rows = Rows.none
  /// True if it broke, or its server didn't answer in time.
  private(set) var isLost = false
  /// The server that it leads to.
  let host: ServerHost

  /// True if a proxy such as pgbouncer shares its connections: the state that one transaction
  /// leaves may be missing in the next.
  private(set) var isShared = false
  /// True if the server can end the work of a client that is gone.
  var noticesLostClient = false

  /// Opens a connection to the first server of an address.
  convenience init(_ address: ServerAddress) throws {
    try self.init(
      address, host: address.hosts[0], session: "any", within: address.patience)
  }

  /// Opens a connection to one server.
  ///
  /// - Parameters:
  ///   - address: the other parameters.
  ///   - host: the server.
  ///   - session: the required kind of session, in the values of `target_session_attrs`.
  ///   - milliseconds: the longest time for that.
  /// - Throws: `ServerError`, and `.component` without libpq.
  init(
    _ address: ServerAddress, host: ServerHost, session: String, within milliseconds: Int32
  ) throws {
    library = try ServerAddress.library()
    self.host = host
    let parts = ServerConnection.parameters(address, host: host, session: session)
    let names = parts.map { strdup($0.name) } + [nil]
    let values = parts.map { strdup($0.value) } + [nil]
    defer { (names + values).forEach { free($0) } }
    let opened = names.map { UnsafePointer($0) }.withUnsafeBufferPointer { names in
      values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
        twq_connect(names.baseAddress, values.baseAddress, milliseconds)
      }
    }
    guard let opened else { throw ServerError.lost("there is no memory for a connection") }
    connection = opened
    guard library.PQstatus(opened) == CONNECTION_OK else {
      let words = library.PQerrorMessage(opened).map { String(cString: $0).trimmed } ?? ""
      // deinit also closes a connection whose initializer fails after all its parts are set.
      throw ServerConnection.refusal(words.isEmpty ? "the server doesn't answer" : words)
    }
    _ = library.PQsetnonblocking(opened, 1)
    // Notices are for people at a terminal of PostgreSQL.
    _ = library.PQsetNoticeReceiver(opened, { _, _ in }, nil)
    // A pooler gives each client its own cancellation number.
    patience = milliseconds
    let process = try once("SELECT pg_backend_pid()", []).integer(0, 0)
    patience = ServerLimits.statement
    isShared = process != Int64(library.PQbackendPID(opened))
    try prepareSession()
  }

  deinit { library.PQfinish(connection) }

  /// True if it can be reused: connected, and in no transaction.
  var isUsable: Bool {
    !isLost && library.PQstatus(connection) == CONNECTION_OK
      && library.PQtransactionStatus(connection) == PQTRANS_IDLE
  }

  /// The server's version, such as 150018.
  var version: Int { Int(library.PQserverVersion(connection)) }

  // MARK: Statements

  /// Runs statements without arguments and without a plan that is kept, such as `BEGIN`.
  func execute(_ sql: String) throws {
    try finishRows()
    try check(library.PQsendQueryParams(connection, sql, 0, nil, nil, nil, nil, 1))
    _ = try result()
  }

  /// Ends a transaction, which no limit of the current work interrupts: its end would be unknown.
  func end(_ sql: String) throws {
    try WorkLimits.$current.withValue(WorkLimits()) { try execute(sql) }
  }

  /// Runs a statement that won't be repeated, with arguments typed by their values.
  @discardableResult
  func once(_ sql: String, _ arguments: [ServerArgument]) throws -> ServerResult {
    try WorkLimits.check()
    try finishRows()
    let types = arguments.map(ServerType.type)
    let values = try zip(arguments, types).map { try ServerType.bytes($0, $1) }
    try values.withPointers { pointers, lengths, formats in
      try check(
        library.PQsendQueryParams(
          connection, Placeholders.numbered(sql), Int32(values.count), types, pointers, lengths,
          formats, 1))
    }
    return try result()
  }

  /// Runs a statement that the server prepares once, and gives its result.
  ///
  /// Shared connections get the whole text each time: a prepared one may be missing.
  func query(_ sql: String, _ arguments: [ServerArgument]) throws -> ServerResult {
    try WorkLimits.check()
    try finishRows()
    let statement = try prepare(sql)
    guard statement.types.count == arguments.count else {
      throw ServerError(
        state: "08P01", message: "\(arguments.count) arguments for \(statement.types.count)")
    }
    let values = try zip(arguments, statement.types).map { try ServerType.bytes($0, $1) }
    try values.withPointers { pointers, lengths, formats in
      try check(
        isShared
          ? library.PQsendQueryParams(
            connection, Placeholders.numbered(sql), Int32(values.count), statement.types, pointers,
            lengths, formats, 1)
          : library.PQsendQueryPrepared(
            connection, statement.name, Int32(values.count), pointers, lengths, formats, 1))
    }
    return try result()
  }

  private func prepare(_ sql: String) throws -> PreparedStatement {
    turn += 1
    if let known = prepared[sql] {
      prepared[sql]?.turn = turn
      return known
    }
    if prepared.count >= ServerLimits.statements,
      let oldest = prepared.min(by: { $0.value.turn < $1.value.turn })
    {
      prepared[oldest.key] = nil
      if !isShared { try execute("DEALLOCATE \(oldest.value.name)") }
    }
    let name = isShared ? "" : "tw\(turn)"
    // The server is the same one only within a transaction.
    let isAlone = isShared && library.PQtransactionStatus(connection) == PQTRANS_IDLE
    if isAlone { try execute("BEGIN") }
    try check(library.PQsendPrepare(connection, name, Placeholders.numbered(sql), 0, nil))
    let types: [UInt32]
    do {
      _ = try result()
      try check(library.PQsendDescribePrepared(connection, name))
      types = try result().parameterTypes
    } catch {
      if isAlone { try? execute("ROLLBACK") }
      throw error
    }
    if isAlone { try execute("COMMIT") }
    let statement = PreparedStatement(name: name, types: types, turn: turn)
    prepared[sql] = statement
    return statement
  }

  /// The notifications on its channels, waiting up to a timeout.
  func notifications(within milliseconds: Int32) throws -> [String] {
    var texts = notices()
    guard texts.isEmpty else { return texts }
    if twq_hear(connection, milliseconds) == TWQ_LOST { throw lost() }
    texts = notices()
    return texts
  }

  private func notices() -> [String] {
    var texts: [String] = []
    while let told = library.PQnotifies(connection) {
      texts.append(told.pointee.extra.map { String(cString: $0) } ?? "")
      library.PQfreemem(told)
    }
    return texts
  }

  // MARK: Rows

  /// Sends rows by `COPY … FROM STDIN`, whose bytes are in its binary form, with header and
  /// trailer.
  func copy(_ sql: String, _ bytes: [UInt8]) throws {
    try finishRows()
    try beginRows(sql)
    try put(bytes)
    try endRows(with: [])
    try finishRows()
  }

  /// Sends some rows of a `COPY` with more to follow, without waiting until the server has
  /// processed them; a later call reports their errors.
  ///
  /// - Parameters:
  ///   - bytes: the rows, without head and end.
  ///   - sql: the statement, the same until `endRows`.
  /// - Throws: `ServerError`.
  func send(rows bytes: [UInt8], by sql: String) throws {
    if rows != .sent {
      try finishRows()
      try beginRows(sql)
      try put(CopyRows.head)
    }
    try put(bytes)
  }

  /// Ends a `COPY` that `send` began; the next statement waits for its success.
  func endRows() throws {
    guard rows == .sent else { return }
    try endRows(with: CopyRows.end)
  }

  /// True if the server hasn't received the sent rows yet: more would have to wait.
  var isTakingRows: Bool {
    get throws {
      let unsent = library.PQflush(connection)
      guard unsent >= 0 else { throw lost() }
      guard unsent == 0, rows == .ended else { return unsent > 0 }
      guard library.PQconsumeInput(connection) == 1 else { throw lost() }
      return library.PQisBusy(connection) != 0
    }
  }

  private func beginRows(_ sql: String) throws {
    // The simple protocol: poolers don't all keep count of a copy in the extended one.
    try check(library.PQsendQuery(connection, sql))
    let answer = try wait()
    guard let answer, answer.status == PGRES_COPY_IN else {
      throw answer?.error ?? ServerError.lost("the server accepts no rows")
    }
    rows = .sent
  }

  private func put(_ bytes: [UInt8]) throws {
    var start = 0
    while start < bytes.count {
      // The earlier rows are on their way, and this may wait for the server to read on.
      try wait(twq_flush)
      let count = min(bytes.count - start, 1 << 18)
      let code = bytes[start..<start + count].withUnsafeBytes {
        library.PQputCopyData(
          connection, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(count))
      }
      guard code >= 0 else { throw lost() }
      // Zero: its memory is full until some is sent.
      if code > 0 { start += count }
    }
  }

  private func endRows(with bytes: [UInt8]) throws {
    try put(bytes)
    guard library.PQputCopyEnd(connection, nil) >= 0 else { throw lost() }
    rows = .ended
  }

  /// Waits until the server has all rows that were sent.
  private func finishRows() throws {
    guard rows != .none else { return }
    try endRows()
    rows = .none
    _ = try result()
  }

  // MARK: Answers

  /// The last of the results that come, when all have.
  private func result() throws -> ServerResult {
    var last: ServerResult?
    var failure: ServerError?
    while let result = try wait() {
      if let error = result.error { failure = failure ?? error }
      last = result
      if result.status == PGRES_COPY_IN || result.status == PGRES_COPY_OUT { break }
    }
    if let failure {
      if failure.isLost { isLost = true }
      throw failure
    }
    guard let last else { throw lost() }
    return last
  }

  private func wait() throws -> ServerResult? {
    try wait(twq_wait)
    return library.PQgetResult(connection).map { ServerResult($0, library) }
  }

  /// Waits for the server, in short steps if the current work has limits.
  private func wait(_ step: (OpaquePointer, Int32) -> twq_end) throws {
    let limits = WorkLimits.current
    var left = patience
    while true {
      let time = limits.areAny ? min(left, ServerLimits.step) : left
      switch step(connection, time) {
      case TWQ_READY: return
      case TWQ_LATE:
        left -= time
        if let ending = limits.ending {
          cancel()
          isLost = !hasSettled()
          throw ending
        }
        guard left <= 0 else { continue }
        cancel()
        isLost = true
        throw ServerError.overTime("no answer within \(patience / 1000) seconds")
      default: throw lost()
      }
    }
  }

  /// Takes the rest of a cancelled statement's answer; false if the server doesn't send it soon.
  private func hasSettled() -> Bool {
    guard rows == .none else { return false }
    while twq_wait(connection, ServerLimits.cancel) == TWQ_READY {
      guard let result = library.PQgetResult(connection) else { return true }
      library.PQclear(result)
    }
    return false
  }

  private func check(_ code: Int32) throws {
    if code != 1 { throw lost() }
  }

  private func lost() -> ServerError {
    isLost = true
    let words = library.PQerrorMessage(connection).map { String(cString: $0).trimmed } ?? ""
    return .lost(words.isEmpty ? "the connection was lost" : words.replacing("\n", with: " "))
  }

  /// Cancels the server's current work for this connection.
  ///
  /// libpq waits without a limit, even for a hung server. A separate thread therefore does it, and
  /// is abandoned after a moment.
  private func cancel() {
    guard let request = library.PQgetCancel(connection) else { return }
    let library = library
    nonisolated(unsafe) let cancel = request
    let done = DispatchSemaphore(value: 0)
    let isStarted = DetachedThread.start {
      var words = [CChar](repeating: 0, count: 256)
      _ = library.PQcancel(cancel, &words, Int32(words.count))
      library.PQfreeCancel(cancel)
      done.signal()
    }
    guard isStarted else { return library.PQfreeCancel(cancel) }
    _ = done.wait(timeout: .now() + .milliseconds(Int(ServerLimits.cancel)))
  }
}
