import Foundation
package import Testing

/// nginx before several servers of a test's own, which it asks in turn; it goes with this value.
package final class ThrowawayProxy: Sendable {
  /// Makes a test skip, with a notice, where it is not installed.
  package static var isInstalled: ConditionTrait {
    .enabled(if: program != nil, "nginx is not installed (Debian: nginx-light)")
  }

  private static let program = ["/usr/sbin/nginx", "/usr/bin/nginx"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Its address, such as `http://127.0.0.1:41234`.
  package let base: String
  private let process: ThrowawayProcess
  private let folder: TemporaryFolder

  /// Starts it before servers, which are given by their addresses.
  package init(before servers: [String]) throws {
    folder = try TemporaryFolder()
    let port = try ThrowawayProxy.freePort()
    let upstream = servers.map {
      "server \($0.replacing("http://", with: "")) max_fails=1 fail_timeout=2s;"
    }.joined(separator: " ")
    // As in the article "A service of many machines".
    let settings = """
      daemon off; worker_processes 1; pid \(folder.path("pid")); error_log \(folder.path("log"));
      events { worker_connections 512; }
      http {
        access_log off;
        client_body_temp_path \(folder.path("body")); proxy_temp_path \(folder.path("proxy"));
        fastcgi_temp_path \(folder.path("f")); uwsgi_temp_path \(folder.path("u"));
        scgi_temp_path \(folder.path("s"));
        upstream timewalk { \(upstream) }
        server {
          listen 127.0.0.1:\(port);
          client_max_body_size 100m;
          location / {
            proxy_pass http://timewalk;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Connection "";
            proxy_request_buffering off;
            proxy_buffering off;
            proxy_connect_timeout 2s;
          }
        }
      }
      """
    let path = folder.path("nginx.conf")
    try Data(settings.utf8).write(to: URL(fileURLWithPath: path))
    process = try ThrowawayProcess(
      ThrowawayProxy.script, [try #require(ThrowawayProxy.program), path, "\(port)"],
      name: "nginx with \(path)")
    base = "http://127.0.0.1:\(port)"
  }

  /// A port that was free a moment ago.
  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    try #require(isBound)
    return UInt16(bigEndian: address.sin_port)
  }

  private static let script = #"""
    set -eu
    "$1" -c "$2" </dev/null >/dev/null 2>&1 &
    proxy=$!
    trap 'kill -TERM $proxy 2>/dev/null || true; wait $proxy || true' EXIT
    tries=0
    until curl -s -o /dev/null "http://127.0.0.1:$3/livez"; do
      tries=$((tries + 1))
      [ $tries -lt 100 ] && kill -0 $proxy || exit 1
      sleep 0.1
    done
    echo ready
    cat >/dev/null
    """#
}
