import Foundation

/// The server and keys of an object store, from environment variables with the usual names of other
/// programs.
///
/// | variable | meaning |
/// |---|---|
/// | `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` | the keys; both are needed |
/// | `AWS_SESSION_TOKEN` | the token of temporary keys |
/// | `AWS_REGION`, `AWS_DEFAULT_REGION` | `us-east-1` without them |
/// | `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL` | `https://host:port`; Amazon's own without them |
/// | `AWS_CA_BUNDLE` | a file of certificates in the place of the system's |
/// | `TIMEWALK_S3_STYLE` | `path` for `host/bucket`, `virtual` for `bucket.host` |
package struct ObjectSettings: Sendable {
  let key: String
  let secret: String
  let token: String?
  let region: String
  let authorities: String?
  private let scheme: String
  private let host: String
  private let isVirtual: Bool

  /// Reads them.
  ///
  /// - Throws: `.configuration`, with the variable's name and never with its value.
  package init(environment: [String: String]) throws(ObjectError) {
    func text(_ names: String...) throws(ObjectError) -> String? {
      for name in names {
        guard let value = environment[name], !value.isEmpty else { continue }
        // Unprintable characters could end a header and begin another one.
        guard value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), value.utf8.count <= 4000
        else {
          throw ObjectError(
            .configuration, "\(name) isn't valid: it has blanks or other special characters.")
        }
        return value
      }
      return nil
    }
    guard let key = try text("AWS_ACCESS_KEY_ID"), let secret = try text("AWS_SECRET_ACCESS_KEY")
    else {
      throw ObjectError(
        .configuration,
        "The object store needs keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.")
    }
    (self.key, self.secret) = (key, secret)
    token = try text("AWS_SESSION_TOKEN")
    authorities = try text("AWS_CA_BUNDLE")
    let region = try text("AWS_REGION", "AWS_DEFAULT_REGION") ?? "us-east-1"
    guard region.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2D }) else {
      throw ObjectError(.configuration, "AWS_REGION isn't valid; use a name like eu-west-1.")
    }
    self.region = region
    let given = try text("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
    let endpoint = URLComponents(string: given ?? "https://s3.\(region).amazonaws.com")
    guard let endpoint, let scheme = endpoint.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = endpoint.encodedHost, !host.isEmpty,
      endpoint.user == nil, endpoint.password == nil, ["", "/"].contains(endpoint.path),
      endpoint.query == nil, endpoint.fragment == nil
    else {
      throw ObjectError(
        .configuration, "AWS_ENDPOINT_URL isn't valid; use https://HOST or http://HOST:PORT.")
    }
    self.scheme = scheme
    self.host = host.lowercased() + (endpoint.port.map { ":\($0)" } ?? "")
    switch try text("TIMEWALK_S3_STYLE") {
    case "virtual": isVirtual = true
    case "path": isVirtual = false
    case nil: isVirtual = given == nil
    default: throw ObjectError(.configuration, "TIMEWALK_S3_STYLE must be path or virtual.")
    }
  }

  /// The server, as people may see it.
  package var server: String { "\(scheme)://\(host)" }

  /// The address of a bucket, with a slash at its end.
  func address(of bucket: String) -> String {
    isVirtual ? "\(scheme)://\(bucket).\(host)/" : "\(scheme)://\(host)/\(bucket)/"
  }
}
