internal import CPlatform
package import Foundation

/// Fetches web files from untrusted addresses.
///
/// Connects only to hosts of the public internet. The address of each actual connection is checked,
/// after the name was resolved; a name can therefore not resolve to another host later. Redirects
/// are followed one by one under the same rules. Proxies, cookies, passwords and compression are
/// not used. libcurl allows checking each connection's address; `URLSession` doesn't.
package struct WebFile: Sendable {
  /// The response.
  package struct Answer: Hashable, Sendable {
    /// The address in the end, after redirects.
    package var address: String
    /// The type that the server states, lower case, without parameters; `nil` when it states none.
    package var type: String?
    /// The server's retry delay in seconds; `nil` if unknown.
    package var retryAfter: Int?
  }

  /// The hosts that may be asked.
  package enum Hosts: Hashable, Sendable {
    /// Those of the public internet.
    case open
    /// All, including this machine and its network.
    case any
  }

  /// The most redirects that are followed.
  package static let mostRedirects = 5

  private let userAgent: String
  private let accept: String
  private let line: WebLine?
  private let hosts: Hosts
  private let mostBytes: Int
  private let seconds: Int

  /// Sets the rules.
  ///
  /// - Parameters:
  ///   - userAgent: the client's name.
  ///   - hosts: the hosts that may be asked.
  ///   - mostBytes: the largest file that is taken.
  ///   - seconds: the longest that one request may take.
  ///   - accept: the types that are wanted.
  ///   - line: persistent connections; `nil` makes one for each request.
  package init(
    userAgent: String, hosts: Hosts = .open, mostBytes: Int, seconds: Int,
    accept: String = "image/*", line: WebLine? = nil
  ) {
    self.userAgent = userAgent
    self.accept = accept
    self.line = line
    self.hosts = hosts
    self.mostBytes = max(0, mostBytes)
    self.seconds = max(1, seconds)
  }

  /// Fetches an address and passes its bytes on as they arrive.
  ///
  /// The body of a redirect or of a failure is not passed on. `take` ends the request by throwing.
  package func fetch(_ address: String, _ take: (Data) throws -> Void) throws(FetchError) -> Answer
  {
    var address = address
    for _ in 0...WebFile.mostRedirects {
      guard WebFile.isAcceptable(address) else {
        throw FetchError(.badAddress, "it isn't an http or https address without a password")
      }
      let answer = try ask(address, take)
      if let next = answer.next {
        address = next
        continue
      }
      return Answer(address: address, type: answer.type, retryAfter: answer.retryAfter)
    }
    throw FetchError(.redirects, "it redirects more than \(WebFile.mostRedirects) times")
  }

  /// The host of an address, lower case, for scheduling; `nil` for an invalid address.
  package static func host(of address: String) -> String? {
    guard isAcceptable(address) else { return nil }
    return URLComponents(string: address)?.host?.lowercased()
  }

  private static func isAcceptable(_ address: String) -> Bool {
    guard address.utf8.count <= 4096, !address.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }),
      let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased()
    else { return false }
    return ["http", "https"].contains(scheme) && parts.host?.isEmpty == false && parts.user == nil
      && parts.password == nil
  }

  /// One request; returns the next address for a redirect.
  private func ask(
    _ address: String, _ take: (Data) throws -> Void
  ) throws(FetchError) -> (next: String?, type: String?, retryAfter: Int?) {
    let (answer, words) = withoutActuallyEscaping(take) { take in
      let call = Call(hosts: hosts, take: take)
      return address.withCString { address in
        userAgent.withCString { agent in
          accept.withCString { accept in
            var request = twf_request()
            request.address = address
            request.user_agent = agent
            request.accept = accept
            request.seconds = seconds
            request.most_bytes = Int64(mostBytes)
            // libcurl returns it during the call, within the pointer's lifetime.
            request.context = Unmanaged.passUnretained(call).toOpaque()
            request.allows = { context, bytes, count in
              Call.at(context)?.allows(bytes, count) ?? false
            }
            request.takes = { context, bytes, count in
              Call.at(context)?.takes(bytes, count) ?? false
            }
            request.says = { context, word, text in Call.at(context)?.says(word, text) }
            var answer = twf_answer()
            withExtendedLifetime(call) {
              guard let line else { return twf_fetch(&request, &answer) }
              line.use { pointer in
                request.line = pointer
                twf_fetch(&request, &answer)
              }
            }
            return (answer, call.words)
          }
        }
      }
    }
    let message = words.message
    switch answer.status {
    case TWF_OK: break
    case TWF_ADDRESS: throw FetchError(.badAddress, "it isn't an http or https address")
    case TWF_REFUSED:
      throw FetchError(.privateAddress, "its host isn't on the public internet")
    case TWF_TIMEOUT:
      throw FetchError(.timeout, "it took longer than \(seconds) s, or stopped")
    case TWF_TOO_LARGE: throw FetchError(.tooLarge, "it is larger than \(mostBytes) bytes")
    case TWF_UNKNOWN, TWF_UNREACHED:
      throw FetchError(.unreached, "its host can't be reached: \(message)")
    default: throw FetchError(.broken, "the answer can't be used: \(message)")
    }
    let retryAfter = answer.retry_after > 0 ? Int(min(answer.retry_after, 1 << 30)) : nil
    switch answer.code {
    case 200:
      let type = words.type.prefix { $0 != ";" }.lowercased()
        .trimmingCharacters(in: .whitespaces)
      return (nil, type.isEmpty ? nil : type, retryAfter)
    case 301, 302, 303, 307, 308:
      guard !words.location.isEmpty else { throw FetchError(.status, "it redirects to nowhere") }
      return (words.location, nil, nil)
    case 429, 503:
      throw FetchError(
        .busy, "the server is busy; try again later (\(answer.code))", retryAfter: retryAfter,
        httpStatus: Int(answer.code))
    default:
      throw FetchError(
        .status, "the server answers \(answer.code)", httpStatus: Int(answer.code))
    }
  }

  /// A response's header values; empty for missing ones.
  private struct Words {
    var type = ""
    var location = ""
    var message = ""
  }

  /// The data for the callbacks of one request.
  private final class Call {
    private let hosts: Hosts
    private let take: (Data) throws -> Void
    private(set) var words = Words()

    init(hosts: Hosts, take: @escaping (Data) throws -> Void) {
      self.hosts = hosts
      self.take = take
    }

    static func at(_ context: UnsafeMutableRawPointer?) -> Call? {
      context.map { Unmanaged<Call>.fromOpaque($0).takeUnretainedValue() }
    }

    func allows(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Bool {
      guard let address = HostAddress(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
      else { return false }
      return hosts == .any || address.isPublic
    }

    func takes(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Bool {
      do {
        try take(Data(UnsafeBufferPointer(start: bytes, count: count)))
        return true
      } catch { return false }
    }

    func says(_ word: twf_word, _ text: UnsafePointer<CChar>?) {
      guard let text else { return }
      let said = String(cString: text)
      switch word {
      // Each of the two names of a media type has at most 127 bytes (RFC 6838, section 4.2).
      case TWF_TYPE: words.type = String(decoding: said.utf8.prefix(255), as: UTF8.self)
      case TWF_LOCATION: words.location = said
      default: words.message = said
      }
    }
  }
}
