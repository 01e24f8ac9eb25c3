internal import CPlatform
package import Foundation
import Synchronization

/// Objects of a bucket, accessed by the S3 interface with signed requests; libcurl signs and sends
/// them.
///
/// A request that fails by an overload or a broken connection is retried, a bounded number of
/// times. All requests are therefore idempotent. Redirects aren't followed. Safe to use from any
/// thread.
package final class ObjectStore: Sendable {
  /// The location of the objects.
  package let address: ObjectAddress

  private let settings: ObjectSettings
  private let limits: ObjectLimits
  private let lines = ObjectLines()
  private let isLostUntil = Mutex<ContinuousClock.Instant?>(nil)

  /// The SHA-256 of nothing.
  private static let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  /// Makes a store without a request.
  package init(
    _ address: ObjectAddress, settings: ObjectSettings, limits: ObjectLimits = ObjectLimits()
  ) {
    (self.address, self.settings, self.limits) = (address, settings, limits)
  }

  /// Puts a file in; returns once the store has acknowledged all of it.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - name: the object's name, without the prefix.
  ///   - bytes: the file's length.
  ///   - sha256: that of its bytes, which the store compares.
  /// - Throws: `ObjectError`.
  package func put(
    _ path: String, as name: String, bytes: Int, sha256: String
  ) throws(ObjectError) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw ObjectError(.stopped, "can't read \(path): \(String(cString: strerror(errno)))")
    }
    defer { close(file) }
    _ = try ask(Question("PUT", name, file: file, bytes: bytes, sha256: sha256))
  }

  /// Hands an object's bytes over as they come; `take` ends that by `false`, which is `.stopped`.
  ///
  /// A broken connection is opened again, and continues where it was.
  /// - Throws: `.missing` for a missing object, and the other errors.
  package func get(_ name: String, _ take: (Data) -> Bool) throws(ObjectError) {
    _ = try ask(Question("GET", name, isLong: true), take)
  }

  /// The length of an object; `nil` if it doesn't exist.
  package func size(of name: String) throws(ObjectError) -> Int? {
    do throws(ObjectError) { return Int(try ask(Question("HEAD", name)).length) } catch {
      guard error.code == .missing else { throw error }
      return nil
    }
  }

  /// Removes an object; that there is none isn't an error.
  package func remove(_ name: String) throws(ObjectError) {
    do throws(ObjectError) { _ = try ask(Question("DELETE", name)) } catch {
      guard error.code == .missing else { throw error }
    }
  }

  /// Lists all objects whose names begin with a text, with their lengths.
  ///
  /// - Parameters:
  ///   - beginning: the text, of letters, digits and `-_./`, without the prefix.
  ///   - most: the number of objects in one request.
  ///   - body: called for each, without the prefix.
  /// - Throws: `ObjectError`.
  package func list(
    _ beginning: String = "", most: Int = 1_000, _ body: (_ name: String, _ bytes: Int) -> Void
  ) throws(ObjectError) {
    var token: String?
    repeat {
      let page = try page(of: beginning, after: token, most: most)
      for object in page.objects where object.name.hasPrefix(address.prefix) {
        body(String(object.name.dropFirst(address.prefix.count)), object.bytes)
      }
      guard page.next != token || token == nil else { throw noList }
      token = page.next
    } while token != nil
  }

  /// Makes sure that the store can be reached and that its bucket may be read.
  package func check() throws(ObjectError) { _ = try page(of: "", after: nil, most: 1) }

  private var noList: ObjectError {
    ObjectError(.refused, "\(address) at \(settings.server) doesn't list its objects.")
  }

  private func page(
    of beginning: String, after token: String?, most: Int
  ) throws(ObjectError) -> ObjectListing {
    // In the order and encoding of the signature: sorted, and fully percent-encoded.
    var query: [(String, String)] = token.map { [("continuation-token", $0)] } ?? []
    query += [("list-type", "2"), ("max-keys", "\(most)"), ("prefix", address.prefix + beginning)]
    let text = query.map { "\($0)=\(ObjectStore.encoded($1))" }.joined(separator: "&")
    var bytes = Data()
    do throws(ObjectError) {
      _ = try ask(Question("GET", query: text)) { piece in
        bytes += piece
        return bytes.count <= limits.pageBytes
      }
    } catch {
      guard error.code != .stopped else {
        throw ObjectError(
          .refused,
          "\(address) at \(settings.server) lists its objects in more than \(limits.pageBytes) bytes."
        )
      }
      // A request for a bucket means that the bucket is missing.
      throw error.code == .missing ? ObjectError(.missingBucket, error.message) : error
    }
    guard let page = ObjectListing(String(decoding: bytes, as: UTF8.self)) else { throw noList }
    return page
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      byte.isLetterOrDigit || "-._~".utf8.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + String(format: "%02X", byte)
    }.joined()
  }

  // MARK: Asking

  /// The request.
  private struct Question {
    var method: String
    var name = ""
    var query = ""
    var file: Int32 = -1
    var bytes = 0
    var sha256 = ObjectStore.nothing
    var isLong = false

    init(_ method: String, _ name: String, isLong: Bool = false) {
      (self.method, self.name, self.isLong) = (method, name, isLong)
    }

    init(_ method: String, query: String) { (self.method, self.query) = (method, query) }

    init(_ method: String, _ name: String, file: Int32, bytes: Int, sha256: String) {
      self.init(method, name, isLong: true)
      (self.file, self.bytes, self.sha256) = (file, bytes, sha256)
    }
  }

  /// Requests until there is an answer or a final failure.
  private func ask(
    _ question: Question, _ take: (Data) -> Bool = { _ in true }
  ) throws(ObjectError) -> two_answer {
    if let until = isLostUntil.withLock({ $0 }), ContinuousClock.now < until {
      throw busy("couldn't be reached a moment ago")
    }
    let began = ContinuousClock.now
    var taken: Int64 = 0
    var pause = limits.pause
    for attempt in 1... {
      guard
        let reply = once(
          question, from: taken,
          {
            taken += Int64($0.count); return take($0)
          })
      else {
        throw ObjectError(.configuration, "An object store needs libcurl (Debian: libcurl4).")
      }
      guard let again = try reasonToAskAgain(reply, question) else { return reply.answer }
      let answer = reply.answer
      let wait = max(pause * .random(in: 0.5...1), Double(min(answer.retry_after, 10)))
      guard attempt < limits.attempts,
        ContinuousClock.now - began + .seconds(wait) < .seconds(limits.patience)
      else {
        let waited = ContinuousClock.now - began
        if !answer.was_sent {
          isLostUntil.withLock { $0 = .now + .seconds(limits.rest) }
        } else if answer.code == 0, waited > .seconds(limits.patience) {
          // Each request would hold a thread as long as this one did.
          isLostUntil.withLock { $0 = .now + waited }
        }
        throw busy(again)
      }
      Thread.sleep(forTimeInterval: wait)
      pause *= 2
    }
    throw busy("gave no answer")
  }

  private func busy(_ reason: String) -> ObjectError {
    ObjectError(.busy, "The object store \(address) at \(settings.server) \(reason); try again.")
  }

  /// An answer, with the messages of libcurl and the store.
  private typealias Reply = (answer: two_answer, message: String, talk: String)

  /// One request.
  private func once(
    _ question: Question, from offset: Int64, _ take: (Data) -> Bool
  ) -> Reply? {
    let place = settings.address(of: address.bucket)
    let target =
      question.query.isEmpty
      ? place + address.prefix + question.name : "\(place)?\(question.query)"
    return withoutActuallyEscaping(take) { take in
      let receiver = Receiver(take: take)
      let texts = [
        question.method, target, "timewalk", "aws:amz:\(settings.region):s3", settings.key,
        settings.secret, question.sha256, settings.token, settings.authorities,
      ].map { $0.flatMap { strdup($0) } }
      defer { for text in texts { free(text) } }
      var request = two_request()
      request.method = UnsafePointer(texts[0])
      request.address = UnsafePointer(texts[1])
      request.user_agent = UnsafePointer(texts[2])
      request.provider = UnsafePointer(texts[3])
      request.key = UnsafePointer(texts[4])
      request.secret = UnsafePointer(texts[5])
      request.sha256 = UnsafePointer(texts[6])
      request.token = UnsafePointer(texts[7])
      request.authorities = UnsafePointer(texts[8])
      request.seconds = question.isLong ? limits.transfer : limits.question
      request.file = question.file
      request.size = Int64(question.bytes)
      request.offset = offset
      // libcurl returns it during the call, within the pointer's lifetime.
      request.context = Unmanaged.passUnretained(receiver).toOpaque()
      request.takes = { context, bytes, count in
        Receiver.at(context)?.take(Data(UnsafeBufferPointer(start: bytes, count: count))) ?? false
      }
      request.says = { context, word, text in Receiver.at(context)?.says(word, text) }
      return withExtendedLifetime(receiver) {
        lines.use { line in
          request.line = line
          var answer = two_answer()
          two_ask(&request, &answer)
          return (answer, receiver.message, receiver.talk)
        }
      }
    }
  }

  private final class Receiver {
    let take: (Data) -> Bool
    private(set) var message = ""
    private(set) var talk = ""

    init(take: @escaping (Data) -> Bool) { self.take = take }

    static func at(_ context: UnsafeMutableRawPointer?) -> Receiver? {
      context.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue() }
    }

    func says(_ word: twf_word, _ text: UnsafePointer<CChar>?) {
      guard let text else { return }
      if word == TWF_TALK { talk = String(cString: text) } else { message = String(cString: text) }
    }
  }

  /// The reason for a retry; `nil` for a usable answer.
  private func reasonToAskAgain(
    _ reply: Reply, _ question: Question
  ) throws(ObjectError) -> String? {
    let (answer, said) = (reply.answer, reply.message)
    switch answer.status {
    case TWF_OK: break
    case TWF_STOPPED, TWF_BROKEN:
      throw ObjectError(.stopped, "\(address): not all bytes of \(question.name) were accepted.")
    case TWF_ADDRESS, TWF_MEMORY:
      throw ObjectError(.configuration, "\(address): libcurl can't send the request: \(said)")
    case TWF_REFUSED:
      throw ObjectError(
        .configuration,
        "The object store \(address) at \(settings.server) has no trusted certificate; check AWS_CA_BUNDLE (\(said))."
      )
    default: return answer.was_sent ? "lost the connection: \(said)" : "can't be reached: \(said)"
    }
    let word = ObjectListing.element("Code", in: reply.talk) ?? ""
    // The store's other text may contain the request's key.
    let isWord = !word.isEmpty && word.utf8.count <= 64 && word.utf8.allSatisfy(\.isLetterOrDigit)
    let status = "answers \(answer.code)" + (isWord ? " (\(word))" : "")
    let message = "The object store \(address) at \(settings.server) \(status)"
    switch (answer.code, word) {
    case (200..<300, _): return nil
    case (404, "NoSuchBucket"):
      throw ObjectError(.missingBucket, "\(message): there is no such bucket.")
    case (404, _): throw ObjectError(.missing, "\(message): there is no \(question.name).")
    case (401, _), (403, _):
      throw ObjectError(
        .denied, "\(message): check the keys, their rights, and this machine's clock.")
    case (408, _), (429, _), (500, _), (502...504, _), (400, "RequestTimeout"): return status
    case (300..<400, _), (400, "AuthorizationHeaderMalformed"):
      throw ObjectError(.configuration, "\(message): check AWS_REGION and AWS_ENDPOINT_URL.")
    default: throw ObjectError(.refused, "\(message).")
    }
  }
}
