import Foundation
import Testing

/// Two PostgreSQL servers for a test, a primary and a replica of it, which can be killed.
///
/// They end with this value, and with the process however that ends. Acknowledged data survive a
/// kill, though not a crash of the machine.
package final class ThrowawayPair: Sendable {
  /// One of the two.
  package enum Member: String, Sendable {
    /// The one that takes changes at first.
    case first
    /// The one that repeats them, until it is promoted.
    case second

    /// The one beside it.
    package var other: Self { self == .first ? .second : .first }
    fileprivate var port: Int { self == .first ? 55_097 : 55_098 }
  }

  /// The folder of the servers' sockets.
  package let folder: String
  private let process: ThrowawayProcess

  /// Starts both; with `isAlone` the first alone.
  package init(isAlone: Bool = false) throws {
    folder = "/tmp/timewalk-\(getpid())-\(UInt32.random(in: 0...0xFFFF))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    process = try ThrowawayProcess(
      ThrowawayPair.script,
      [
        folder, try #require(ThrowawayServer.programs), isAlone ? "alone" : "pair",
        try ThrowawayServer.template,
      ],
      name: "PostgreSQL in \(folder)")
  }

  /// The address of a member, with the schema that is first in `search_path`.
  package func address(_ members: [Member], schema: String, _ more: String = "") -> String {
    let hosts = members.map { _ in folder }.joined(separator: ",")
    let ports = members.map { "\($0.port)" }.joined(separator: ",")
    return "postgresql://timewalk@/postgres?host=\(hosts)&port=\(ports)&connect_timeout=4"
      + "&options=-csearch_path%3D\(schema)%2Cpublic" + more
  }

  /// Ends a server without giving it time to write anything (an immediate shutdown).
  package func kill(_ member: Member) throws { try process.order("kill \(member.rawValue)") }

  /// Starts a server that was killed, and waits until it answers.
  package func start(_ member: Member) throws { try process.order("start \(member.rawValue)") }

  /// Suspends a server, which then answers nothing, or resumes it.
  package func freeze(_ member: Member, _ isFrozen: Bool) throws {
    try process.order("\(isFrozen ? "freeze" : "thaw") \(member.rawValue)")
  }

  /// Makes the replica the one that takes changes.
  package func promote(_ member: Member) throws { try process.order("promote \(member.rawValue)") }

  /// Makes a server that was killed a replica of the other one, which takes changes now, and waits
  /// until it answers.
  package func join(_ member: Member) throws { try process.order("join \(member.rawValue)") }

  /// From now on a change is acknowledged once the replica has it, too.
  package func waitsForReplica(_ member: Member) throws {
    try process.order("synchronous \(member.rawValue)")
  }

  private static let script = #"""
    set -eu
    folder=$1 programs=$2 kind=$3 template=$4
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
    $as cp -a "$template" "$folder/first"
    start first
    # Makes $1 a replica of $2.
    join() {
      rm -rf "${folder:?}/$1"
      $as "$programs/pg_basebackup" -h "$folder" -p "${port[$2]}" -U timewalk -D "$folder/$1" -R -c fast \
        >>"$(log "$1")" 2>&1
      start "$1"
    }
    # Has $1 wait for its replica, from when that repeats changes.
    synchronous() {
      ask() { "$programs/psql" -qAtX -h "$folder" -p "${port[$1]}" -U timewalk -c "$2" postgres; }
      tries=0
      until [ "$(ask "$1" "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'")" = 1 ]; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || { cat "$(log "$1")" >&2; exit 1; }
        sleep 0.1
      done
      ask "$1" "ALTER SYSTEM SET synchronous_standby_names = '*'"
      ask "$1" "SELECT pg_reload_conf()" >/dev/null
      until [ "$(ask "$1" "SELECT sync_state FROM pg_stat_replication")" = sync ]; do sleep 0.1; done
    }
    [ "$kind" = alone ] || join second first
    echo ready
    while read -r what name; do
      case $what in
      kill)
        kill -QUIT "${process[$name]}"
        wait "${process[$name]}" 2>/dev/null || true
        unset "process[$name]"
        ;;
      start) start "$name" ;;
      join) if [ "$name" = first ]; then join first second; else join second first; fi ;;
      synchronous) synchronous "$name" ;;
      freeze) signal "$name" STOP ;;
      thaw) signal "$name" CONT ;;
      promote) $as "$programs/pg_ctl" promote -D "$folder/$name" -w >>"$(log "$name")" 2>&1 ;;
      esac
      echo ready
    done
    """#
}
