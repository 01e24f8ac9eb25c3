/// The beginning of a session.
extension ServerConnection {
  /// The parameters of libpq for a connection to one server of an address.
  static func parameters(
    _ address: ServerAddress, host: ServerHost, session: String
  ) -> [(name: String, value: String)] {
    let own = ["host", "hostaddr", "port", "client_encoding", "target_session_attrs"]
    var parts = address.parts.filter { !own.contains($0.name) }
    parts.append(("client_encoding", "UTF8"))
    parts.append(("target_session_attrs", session))
    for (name, value) in [
      ("host", host.host), ("hostaddr", host.hostaddr), ("port", host.port),
    ] where !value.isEmpty { parts.append((name, value)) }
    for (name, value) in usual where address.part(name) == nil { parts.append((name, value)) }
    return parts
  }

  /// The defaults of the address: a lost route is detected after some 20 s.
  private static let usual = [
    ("fallback_application_name", "timewalk"), ("keepalives_idle", "10"),
    ("keepalives_interval", "3"), ("keepalives_count", "3"), ("tcp_user_timeout", "20000"),
  ]

  /// The settings of a session: the server, too, detects a lost route after some 20 s, and then
  /// frees the locks of the session.
  private static let settings = [
    ("jit", "off"), ("tcp_keepalives_idle", "10"), ("tcp_keepalives_interval", "3"),
    ("tcp_keepalives_count", "3"), ("tcp_user_timeout", "20000"),
  ].map { "set_config('\($0)', '\($1)', false)" }.joined(separator: ", ")

  /// Sets what every statement of the session needs.
  ///
  /// In a large archive the server expects more rows than there are near any place, and would spend
  /// 10 ms on compiling a plan of 50 microseconds. A server notices a lost client only when it
  /// answers, and would work on and hold the archive's lock until then; since version 14 it can
  /// look in between, but not on every system. A shared session also serves others.
  func prepareSession() throws {
    let name = "client_connection_check_interval"
    if version >= 140_000 {
      let sql =
        isShared
        ? "SET LOCAL \(name) = \(ServerLimits.lostClient)"
        : "SELECT \(ServerConnection.settings), "
          + "set_config('\(name)', '\(ServerLimits.lostClient)', false)"
      noticesLostClient = (try? execute(sql)) != nil
    }
    if !isShared, !noticesLostClient { try execute("SELECT \(ServerConnection.settings)") }
  }

  /// Lets a transaction of a shared session notice a lost client.
  func noticeLostClient() throws {
    guard isShared, noticesLostClient else { return }
    try execute("SET LOCAL client_connection_check_interval = \(ServerLimits.lostClient)")
  }

  /// A refusal before there is a session, for which libpq gives no SQLSTATE.
  ///
  /// Its words are the server's, in its configured language; only English ones are recognized.
  static func refusal(_ words: String) -> ServerError {
    let states = [
      ("does not exist", "3D000"), ("authentication failed", "28P01"),
      ("too many clients", "53300"), ("unsupported startup parameter", "22023"),
    ]
    let state = states.first { words.contains($0.0) && words.contains("FATAL") }?.1 ?? "08006"
    return ServerError(state: state, message: words.replacing("\n", with: " "))
  }
}
