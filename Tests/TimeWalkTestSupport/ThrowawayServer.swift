import Foundation
import Synchronization
package import Testing

/// A server of PostgreSQL with PostGIS for one run of the tests, which goes with the process
/// however that ends; Debian's packages postgresql and postgresql-15-postgis-3.
package enum ThrowawayServer {
  /// The folder of the server's programs; `nil` if they, or PostGIS, aren't installed.
  package static let programs: String? = {
    let manager = FileManager.default
    let root = "/usr/lib/postgresql"
    let versions = ((try? manager.contentsOfDirectory(atPath: root)) ?? []).compactMap(Int.init)
    let newest = versions.sorted(by: >).first { version in
      manager.isExecutableFile(atPath: "\(root)/\(version)/bin/postgres")
        && manager.fileExists(
          atPath: "/usr/share/postgresql/\(version)/extension/postgis.control")
    }
    return newest.map { "\(root)/\($0)/bin" }
  }()

  /// Makes a test skip, with a notice, where it is not installed.
  package static var isInstalled: ConditionTrait {
    .enabled(
      if: programs != nil,
      "PostgreSQL with PostGIS is not installed (Debian: postgresql postgresql-15-postgis-3)")
  }

  /// The address of its database `postgres`, with the schema that is first in `search_path`.
  package static func address(schema: String) throws -> String {
    let folder = try running.get().folder
    return "postgresql://timewalk@/postgres?host=\(folder)&port=\(port)"
      + "&options=-csearch_path%3D\(schema)%2Cpublic"
  }

  /// The address of a new, empty schema for an archive.
  package static func newArchive() throws -> String {
    let schema = "place\(schemas.withLock { $0 += 1; return $0 })"
    let address = try address(schema: schema)
    try psql(["-c", "CREATE SCHEMA \(schema)"], at: address)
    return address
  }

  /// Runs PostgreSQL's own client as the server's owner.
  package static func psql(_ arguments: [String], at address: String) throws {
    let program = URL(fileURLWithPath: try #require(programs) + "/psql")
    let done = try TimeWalkCommand.run(program, ["-qX"] + arguments + [address])
    guard done.status == 0 else {
      throw CocoaError(.executableLoad, userInfo: [NSFilePathErrorKey: done.errors])
    }
  }

  private static let schemas = Mutex(0)
  /// The folder of its socket.
  static var folder: String {
    get throws { try running.get().folder }
  }
  /// The files of a cluster that never ran, of which a copy is made sooner than by `initdb`.
  static var template: String {
    get throws { try folder + "/template" }
  }
  /// The port that is part of the socket's name.
  static let port = 55_097

  /// The server, which is started when it is first asked for.
  private static let running = Result { try Running(programs: try #require(programs)) }

  /// Starts the server, and stops it when the pipe is closed that only this process holds.
  private static let script = #"""
    set -eu
    folder=$1 programs=$2 port=$3
    as=
    if [ "$(id -u)" = 0 ]; then
      as="setpriv --reuid=postgres --regid=postgres --init-groups"
      chown postgres "$folder"
    fi
    trap 'rm -rf "$folder"' EXIT
    $as "$programs/initdb" -D "$folder/data" -U timewalk -A trust --no-sync -E UTF8 --no-locale \
      >"$folder.log" 2>&1
    $as cp -a "$folder/data" "$folder/template"
    $as "$programs/postgres" -D "$folder/data" -c listen_addresses= -c unix_socket_directories="$folder" \
      -c port="$port" -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=500 \
      -c shared_buffers=64MB </dev/null >>"$folder.log" 2>&1 &
    server=$!
    trap 'kill -QUIT $server 2>/dev/null || true; wait $server || true; rm -rf "$folder" "$folder.log"' EXIT
    tries=0
    until "$programs/pg_isready" -q -h "$folder" -p "$port"; do
      tries=$((tries + 1))
      [ $tries -lt 600 ] && kill -0 $server || { cat "$folder.log" >&2; exit 1; }
      sleep 0.1
    done
    echo ready
    cat >/dev/null
    """#

  private final class Running: Sendable {
    let folder: String
    private let process: ThrowawayProcess

    init(programs: String) throws {
      // A socket's path may have 107 bytes.
      folder = "/tmp/timewalk-\(getpid())-\(UInt32.random(in: 0...0xFFFF))"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
      process = try ThrowawayProcess(
        ThrowawayServer.script, [folder, programs, "\(port)"], name: "PostgreSQL in \(folder)")
    }
  }
}
