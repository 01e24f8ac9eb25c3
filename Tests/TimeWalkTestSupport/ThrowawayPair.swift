import Foundation
import Synchronization
import Testing

/// Two servers of PostgreSQL of a test's own, one that takes changes and a replica of it, which can
/// be killed; they go with this value, and with the process however that ends.
///
/// What they acknowledge outlives their being killed, though not the machine's.
package final class ThrowawayPair: Sendable {
  /// One of the two.
  package enum Member: String, Sendable {
    /// The one that takes changes at first.
    case first
    /// The one that repeats them, until it is promoted.
    case second

    fileprivate var port: Int { self == .first ? 55_097 : 55_098 }
  }

  /// The folder of the servers' sockets.
  package let folder: String
  private let input: FileHandle
  private let output: FileHandle
  private let lock = Mutex(())

  /// Starts both; with `isAlone` the first alone.
  package init(isAlone: Bool = false) throws {
    folder = "/tmp/timewalk-\(getpid())-\(UInt32.random(in: 0...0xFFFF))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [
      "-c", ThrowawayPair.script, "bash", folder, try #require(ThrowawayServer.programs),
      isAlone ? "alone" : "pair",
    ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    try process.run()
    self.input = input.fileHandleForWriting
    self.output = output.fileHandleForReading
    try answered()
  }

  deinit { try? input.close() }

  /// The address of a member, with the schema that stands first in `search_path`.
  package func address(_ members: [Member], schema: String, _ more: String = "") -> String {
    let hosts = members.map { _ in folder }.joined(separator: ",")
    let ports = members.map { "\($0.port)" }.joined(separator: ",")
    return "postgresql://timewalk@/postgres?host=\(hosts)&port=\(ports)&connect_timeout=4"
      + "&options=-csearch_path%3D\(schema)%2Cpublic" + more
  }

  /// Ends a server without giving it time to write anything (an immediate shutdown).
  package func kill(_ member: Member) throws { try order("kill \(member.rawValue)") }

  /// Starts a server that was killed, and waits until it answers.
  package func start(_ member: Member) throws { try order("start \(member.rawValue)") }

  /// Stops a server where it stands, so that it answers nothing, or lets it go on.
  package func freeze(_ member: Member, _ isFrozen: Bool) throws {
    try order("\(isFrozen ? "freeze" : "thaw") \(member.rawValue)")
  }

  /// Makes the replica the one that takes changes.
  package func promote(_ member: Member) throws { try order("promote \(member.rawValue)") }

  private func order(_ line: String) throws {
    try lock.withLock { _ in
      try input.write(contentsOf: Data((line + "\n").utf8))
      try answered()
    }
  }

  private func answered() throws {
    let answer = output.availableData
    guard answer.starts(with: Data("ready".utf8)) else {
      throw CocoaError(.executableLoad, userInfo: [NSFilePathErrorKey: "PostgreSQL in \(folder)"])
    }
  }

  private static let script = #"""
    set -eu
    folder=$1 programs=$2 kind=$3
    as=
    if [ "$(id -u)" = 0 ]; then
      as="setpriv --reuid=postgres --regid=postgres --init-groups"
      chown postgres "$folder"
    fi
    declare -A port=([first]=55097 [second]=55098) process=()
    log() { echo "$folder.$1.log"; }
    end() {
      for name in "${!process[@]}"; do
        kill -CONT -- -"${process[$name]}" 2>/dev/null || kill -CONT "${process[$name]}" 2>/dev/null || true
        kill -QUIT "${process[$name]}" 2>/dev/null || true
        wait "${process[$name]}" 2>/dev/null || true
      done
      rm -rf "$folder" "$folder".*.log
    }
    trap end EXIT
    start() {
      $as "$programs/postgres" -D "$folder/$1" -c port="${port[$1]}" -c listen_addresses= \
        -c unix_socket_directories="$folder" -c fsync=off -c full_page_writes=off -c max_connections=60 \
        -c shared_buffers=32MB -c wal_level=logical -c hot_standby=on </dev/null >>"$(log "$1")" 2>&1 &
      process[$1]=$!
      tries=0
      until "$programs/pg_isready" -q -h "$folder" -p "${port[$1]}"; do
        tries=$((tries + 1))
        [ $tries -lt 900 ] && kill -0 "${process[$1]}" || { cat "$(log "$1")" >&2; exit 1; }
        sleep 0.1
      done
    }
    # The server and each of its processes, which are its children.
    signal() { kill -"$2" "${process[$1]}" $(ps -o pid= --ppid "${process[$1]}") 2>/dev/null || true; }
    $as "$programs/initdb" -D "$folder/first" -U timewalk -A trust --no-sync -E UTF8 --no-locale \
      >"$(log first)" 2>&1
    start first
    if [ "$kind" = pair ]; then
      $as "$programs/pg_basebackup" -h "$folder" -p "${port[first]}" -U timewalk -D "$folder/second" -R -c fast \
        >>"$(log second)" 2>&1
      start second
    fi
    echo ready
    while read -r what name; do
      case $what in
      kill)
        kill -QUIT "${process[$name]}"
        wait "${process[$name]}" 2>/dev/null || true
        unset "process[$name]"
        ;;
      start) start "$name" ;;
      freeze) signal "$name" STOP ;;
      thaw) signal "$name" CONT ;;
      promote) $as "$programs/pg_ctl" promote -D "$folder/$name" -w >>"$(log "$name")" 2>&1 ;;
      esac
      echo ready
    done
    """#
}
