import TimeWalkArchive

/// One of the servers that an address names.
struct ServerHost: Hashable, Sendable {
  /// libpq's parts of the address that name the server: `host`, `hostaddr` and `port`; all empty
  /// for libpq's defaults.
  var host = ""
  var hostaddr = ""
  var port = ""

  /// The name for users.
  var shown: String {
    let name = host.isEmpty ? hostaddr : host
    return (name.isEmpty ? "localhost" : name) + (port.isEmpty ? "" : ":" + port)
  }
}

extension ServerAddress {
  /// The servers that it names, in their order ("Specifying Multiple Hosts").
  var hosts: [ServerHost] {
    func list(_ name: String) -> [String] {
      part(name).map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        ?? []
    }
    let (hosts, numbers, ports) = (list("host"), list("hostaddr"), list("port"))
    let count = max(1, hosts.count, numbers.count)
    func value(_ list: [String], _ index: Int) -> String? {
      list.isEmpty ? "" : list.indices.contains(index) ? list[index] : nil
    }
    var all: [ServerHost] = []
    for index in 0..<count {
      guard let host = value(hosts, index), let number = value(numbers, index),
        let port = ports.count == 1 ? ports[0] : value(ports, index)
      else {
        // libpq reports lists of different lengths.
        return [
          ServerHost(
            host: part("host") ?? "", hostaddr: part("hostaddr") ?? "", port: part("port") ?? "")
        ]
      }
      all.append(ServerHost(host: host, hostaddr: number, port: port))
    }
    return all
  }

  /// The longest time for one server's answer, in milliseconds: `connect_timeout`, or an equal
  /// share.
  ///
  /// As with libpq, no limit is shorter than two seconds.
  var patience: Int32 {
    if let given = part("connect_timeout").flatMap(Int32.init), given > 0 {
      return max(2, min(given, 3_600)) * 1_000
    }
    return max(2_000, ServerLimits.connect / Int32(clamping: hosts.count))
  }

  /// The longest time for making a connection over all servers, in milliseconds.
  var longestPatience: Int32 {
    Int32(clamping: Int(patience) * hosts.count * sessions(toChange: false).count)
  }

  /// The sessions to look for, one after another: libpq's values of `target_session_attrs`.
  ///
  /// A change needs a server that accepts it, regardless of the address. A single server reports
  /// itself that it is read-only.
  func sessions(toChange: Bool) -> [String] {
    let given = part("target_session_attrs") ?? "any"
    guard !toChange else { return hosts.count > 1 || given != "any" ? ["read-write"] : ["any"] }
    return given == "prefer-standby" ? ["standby", "any"] : [given]
  }
}
