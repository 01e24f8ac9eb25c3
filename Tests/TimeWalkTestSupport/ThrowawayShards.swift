import Foundation
package import Testing

/// Three servers of PostgreSQL of a test's own, each in a network namespace that can be cut off;
/// they go with this value, and with the process however that ends.
package final class ThrowawayShards: Sendable {
  /// Makes a test skip, with a notice, where namespaces can't be made.
  package static var isPossible: ConditionTrait {
    .enabled(
      if: ThrowawayServer.programs != nil && canMakeNetworks,
      "PostgreSQL with PostGIS is missing, or only root may make network namespaces (iproute2)")
  }

  private static let canMakeNetworks: Bool = {
    let name = "tw-try-\(getpid())"
    let script = "ip netns add \(name) && ip netns del \(name)"
    let bash = URL(fileURLWithPath: "/bin/bash")
    return getuid() == 0 && (try? TimeWalkCommand.run(bash, ["-c", script]).status) == 0
  }()

  private let network = UInt8.random(in: 1...254)
  private let process: ThrowawayProcess

  /// Starts all three.
  package init() throws {
    let folder = "/tmp/timewalk-\(getpid())-\(UInt32.random(in: 0...0xFFFF))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    process = try ThrowawayProcess(
      ThrowawayShards.script, [folder, try #require(ThrowawayServer.programs), "\(network)"],
      name: "three servers of PostgreSQL in \(folder)")
  }

  /// The address of a server, 0 to 2.
  package func address(_ number: Int) -> String {
    "postgresql://timewalk@10.197.\(network).\(4 * number + 2)/postgres?connect_timeout=2"
  }

  /// Lets nothing come back from a server any more, so that who asks it waits; or lets it again.
  package func cut(_ number: Int, _ isCut: Bool) throws {
    try process.order("\(isCut ? "add" : "del") \(number)")
  }

  private static let script = #"""
    set -eu
    folder=$1 programs=$2 network=10.197.$3
    as="setpriv --reuid=postgres --regid=postgres --init-groups"
    chown postgres "$folder"
    processes=()
    name() { echo "tw-$$-$1"; }
    end() {
      for process in "${processes[@]}"; do
        kill -QUIT "$process" 2>/dev/null || true
        wait "$process" 2>/dev/null || true
      done
      # A namespace takes its end of the link along, and that the other one.
      for n in 0 1 2; do ip netns del "$(name $n)" 2>/dev/null || true; done
      rm -rf "$folder"
    }
    trap end EXIT
    for n in 0 1 2; do
      here=$network.$((4 * n + 1)) there=$network.$((4 * n + 2)) space=$(name $n) data=$folder/$n
      ip netns add "$space"
      ip link add "twl$3-$n" type veth peer name eth0 netns "$space"
      ip address add "$here/30" dev "twl$3-$n"
      ip link set "twl$3-$n" up
      ip -n "$space" address add "$there/30" dev eth0
      ip -n "$space" link set eth0 up
      $as "$programs/initdb" -D "$data" -U timewalk -A trust --no-sync -E UTF8 --no-locale >"$folder/log" 2>&1
      echo "host all all $here/32 trust" >>"$data/pg_hba.conf"
      ip netns exec "$space" $as "$programs/postgres" -D "$data" -c listen_addresses="$there" \
        -c unix_socket_directories= -c fsync=off -c full_page_writes=off -c shared_buffers=32MB \
        </dev/null >>"$folder/log" 2>&1 &
      processes+=($!)
      tries=0
      until "$programs/pg_isready" -q -h "$there"; do
        tries=$((tries + 1))
        [ $tries -lt 900 ] && kill -0 "${processes[$n]}" || { cat "$folder/log" >&2; exit 1; }
        sleep 0.1
      done
    done
    echo ready
    while read -r what n; do
      ip -n "$(name "$n")" route "$what" blackhole "$network.$((4 * n + 1))/32"
      echo ready
    done
    """#
}
