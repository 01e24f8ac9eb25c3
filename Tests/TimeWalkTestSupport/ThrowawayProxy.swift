import Foundation
package import Testing

/// nginx or Caddy before servers of a test's own; it goes with this value.
package final class ThrowawayProxy: Sendable {
  /// Makes a test skip, with a notice, where nginx is not installed.
  package static var isInstalled: ConditionTrait {
    .enabled(if: nginx != nil, "nginx is not installed (Debian: nginx-light)")
  }

  /// Makes a test skip, with a notice, where Caddy is not installed.
  package static var isCaddyInstalled: ConditionTrait {
    .enabled(if: caddy != nil, "Caddy is not installed (Debian: caddy)")
  }

  /// The source of Caddy's certificate.
  package enum Certificate: Sendable {
    /// From files of the chain and the key.
    case files(chain: String, key: String)
    /// From an authority of Caddy's own (`tls internal`).
    case ownAuthority
  }

  private static let nginx = program(["/usr/sbin/nginx", "/usr/bin/nginx"])
  private static let caddy = program(["/usr/bin/caddy"])

  private static func program(_ paths: [String]) -> String? {
    paths.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Its address, such as `http://127.0.0.1:41234` or `https://localhost:41234`.
  package let base: String
  private let process: ThrowawayProcess
  private let folder: TemporaryFolder

  /// Starts nginx before servers, which it asks in turn.
  ///
  /// - Parameters:
  ///   - servers: their addresses.
  ///   - article: the article whose settings it has; with `nil` it has nginx's defaults.
  ///   - library: a library's folder whose files it sends, too.
  /// - Throws: when it doesn't start, or the article has no settings.
  package init(before servers: [String], as article: String?, library: String? = nil) throws {
    folder = try TemporaryFolder()
    let port = try ThrowawayProxy.freePort()
    let upstream = servers.map {
      "server \($0.replacing("http://", with: "")) max_fails=1 fail_timeout=2s;"
    }.joined(separator: " ")
    var location =
      try article.map { try ThrowawayProxy.location("/", in: $0) }
      ?? "location / { proxy_pass http://timewalk; }"
    if let article, let library {
      location += try ThrowawayProxy.location("/library-files/", in: article)
        .replacing(#/alias [^;]*;/#, with: "alias \(library)/;")
    }
    let settings = """
      user \(NSUserName()); daemon off; worker_processes 1; pid \(folder.path("pid")); error_log \(folder.path("log"));
      events { worker_connections 512; }
      http {
        access_log off;
        client_body_temp_path \(folder.path("body")); proxy_temp_path \(folder.path("proxy"));
        fastcgi_temp_path \(folder.path("f")); uwsgi_temp_path \(folder.path("u"));
        scgi_temp_path \(folder.path("s"));
        upstream timewalk { \(upstream) }
        server {
          listen 127.0.0.1:\(port);
          client_max_body_size 700m;
          \(location)
        }
      }
      """
    let path = folder.path("nginx.conf")
    try Data(settings.utf8).write(to: URL(fileURLWithPath: path))
    base = "http://127.0.0.1:\(port)"
    process = try ThrowawayProcess(
      ThrowawayProxy.script, [base, try #require(ThrowawayProxy.nginx), "-c", path],
      name: "nginx with \(path)")
  }

  /// Starts Caddy with HTTPS on `localhost`.
  ///
  /// - Parameters:
  ///   - server: the server's address, as Caddy writes it: `127.0.0.1:8090` or `unix/PATH`.
  ///   - port: a port that is free.
  ///   - certificate: the source of the certificate.
  /// - Throws: when it doesn't start.
  package init(caddyBefore server: String, port: UInt16, _ certificate: Certificate) throws {
    folder = try TemporaryFolder()
    base = "https://localhost:\(port)"
    let tls =
      switch certificate {
      case .files(let chain, let key): "\(chain) \(key)"
      case .ownAuthority: "internal"
      }
    let settings = """
      {
        admin off
        auto_https disable_redirects
        skip_install_trust
        storage file_system \(folder.path("storage"))
      }
      \(base) {
        bind 127.0.0.1
        tls \(tls)
        reverse_proxy \(server)
      }
      """
    let path = folder.path("Caddyfile")
    try Data(settings.utf8).write(to: URL(fileURLWithPath: path))
    process = try ThrowawayProcess(
      ThrowawayProxy.script,
      [
        base, "/usr/bin/env", "HOME=" + folder.path("home"), "XDG_CONFIG_HOME=" + folder.path("c"),
        "XDG_DATA_HOME=" + folder.path("data"), try #require(ThrowawayProxy.caddy), "run",
        "--config", path, "--adapter", "caddyfile",
      ], name: "Caddy with \(path)")
  }

  /// The certificate of Caddy's own authority.
  package var root: String { folder.path("storage/pki/authorities/local/root.crt") }

  /// The settings of a location that an article has for nginx, before the upstream `timewalk`.
  private static func location(_ path: String, in article: String) throws -> String {
    let text = try String(
      contentsOf: Project.root.appendingPathComponent(
        "Sources/TimeWalk/TimeWalk.docc/\(article).md"), encoding: .utf8)
    let start = "location \(path) {"
    let block = try #require(
      text.firstRange(of: start).flatMap { text[$0.lowerBound...].prefixMatch(of: #/[^}]*\}/#) },
      "\(article) has no settings for nginx")
    return String(block.0).replacing(#/proxy_pass [^;]*;/#, with: "proxy_pass http://timewalk;")
  }

  /// A port that was free a moment ago.
  package static func freePort() throws -> UInt16 {
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

  /// The address to wait for, and the program with its arguments.
  private static let script = #"""
    set -eu
    base=$1
    shift
    "$@" </dev/null >/dev/null 2>&1 &
    proxy=$!
    trap 'kill -TERM $proxy 2>/dev/null || true; wait $proxy || true' EXIT
    tries=0
    until curl -sk -o /dev/null "$base/livez"; do
      tries=$((tries + 1))
      [ $tries -lt 100 ] && kill -0 $proxy || exit 1
      sleep 0.1
    done
    echo ready
    cat >/dev/null
    """#
}
