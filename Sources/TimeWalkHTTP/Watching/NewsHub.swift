internal import Synchronization
internal import TimeWalk
internal import TimeWalkBase

/// News about the progress of submissions, and about changes of the library.
enum News: Sendable {
  /// A photo waits for a worker.
  case queued
  /// A step of the pipeline begins.
  case step(PipelineStep)
  /// The photo is recorded.
  case done(photo: String, url: String)
  /// The photo was refused, with the error's code.
  case failed(String)
  /// A photo was added to the library.
  case added(photo: String, url: String)
  /// A photo was removed from the library.
  case removed(photo: String)
}

extension News {
  /// The news in the stream's format (HTML Standard, section 9.2).
  func text(token: String?) -> [UInt8] {
    var members: [String: JSONValue]
    let name: String
    switch self {
    case .queued: (name, members) = ("progress", ["state": "queued"])
    case .step(let step):
      let number = (PipelineStep.allCases.firstIndex(of: step) ?? 0) + 1
      name = "progress"
      members = [
        "state": "step", "step": .string(step.rawValue), "number": .number(String(number)),
        "total": .number(String(PipelineStep.allCases.count)),
      ]
    case .done(let id, let url):
      name = "progress"
      members = ["state": "done", "photo": .string(id), "url": .string(url)]
    case .failed(let word):
      (name, members) = ("progress", ["state": "failed", "code": .string(word)])
    case .added(let id, let url):
      (name, members) = ("photo", ["state": "added", "photo": .string(id), "url": .string(url)])
    case .removed(let id): (name, members) = ("photo", ["state": "removed", "photo": .string(id)])
    }
    if let token { members["token"] = .string(token) }
    var text = JSONText()
    text.value(.object(members))
    return Array("event: \(name)\ndata: ".utf8) + text.take() + [0x0A, 0x0A]
  }
}

/// The progress of one submission: the token that its sender chose, and the sender.
///
/// Two senders may choose the same token; each hears of its own photo alone.
struct NewsTopic: Hashable, Sendable {
  let token: String
  /// A short name for the sender, without blanks.
  let sender: String

  /// `nil` without a token.
  init?(_ token: String?, of client: Client) {
    guard let token else { return nil }
    self.token = token
    sender = client.key.map { String(Digest.of($0.utf8).hexadecimal.prefix(16)) } ?? "-"
  }

  /// Reads the text that is relayed to other servers.
  fileprivate init?(relayed text: Substring) {
    let parts = text.split(separator: "/", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    (sender, token) = (String(parts[0]), String(parts[1]))
  }

  fileprivate var relayed: String { sender + "/" + token }
}

/// Sends news to listeners.
final class NewsHub: Sendable {
  /// The listeners, each with its submission; `nil` for news of the library.
  private let listeners: Listeners<NewsTopic?>
  /// The last news of each submission, for later listeners.
  private let last = Mutex<[NewsTopic: (text: [UInt8], time: ContinuousClock.Instant)]>([:])
  /// Forwards news to the servers of other machines; `nil` if there are none.
  private let relay: (@Sendable (String) -> Void)?
  /// The most remembered submissions, and their lifetime.
  private static let mostTopics = 1000
  private static let memory: Duration = .seconds(600)

  /// Allows this many listeners, each while its client has the rights of its request.
  init(
    most: Int, isCurrent: @escaping @Sendable (Client) -> Bool = { _ in true },
    relay: (@Sendable (String) -> Void)? = nil
  ) {
    listeners = Listeners(most: most, isCurrent: isCurrent)
    self.relay = relay
  }

  /// The number of listeners.
  var count: Int { listeners.count }

  /// Adds a listener.
  ///
  /// - Parameters:
  ///   - topic: a submission; `nil` for news of the library.
  ///   - client: the listener's client.
  /// - Returns: the listener's number, for `leave`, and its stream.
  /// - Throws: a problem with 503 if there are too many.
  func listen(
    _ topic: NewsTopic?, of client: Client
  ) throws(Problem) -> (number: Int, news: AsyncStream<[UInt8]>) {
    // Under the lock, no news gets lost between the last one and the new stream.
    try last.withLock { last throws(Problem) in
      try listeners.add(topic, of: client, first: topic.flatMap { last[$0]?.text })
    }
  }

  /// Ends a listener's stream.
  func leave(_ number: Int) { listeners.leave(number) }

  /// Sends the progress of a submission to its listeners; nothing without a topic.
  func tell(_ news: News, _ topic: NewsTopic?) {
    guard let topic else { return }
    let text = news.text(token: topic.token)
    pass(on: text, topic)
    relay?("\(topic.relayed) \(String(decoding: text, as: UTF8.self))")
  }

  /// Sends news from another server's `relay`.
  func pass(on told: String) {
    let parts = told.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let topic = NewsTopic(relayed: parts[0]) else { return }
    pass(on: Array(parts[1].utf8), topic)
  }

  private func pass(on text: [UInt8], _ topic: NewsTopic) {
    // This may read the tokens' file, which no other news waits for.
    listeners.endOthers { $0 == topic }
    // The lock keeps the order, and new listeners from missing one.
    last.withLock { last in
      if last[topic] == nil, last.count >= NewsHub.mostTopics {
        last = last.filter { .now - $0.value.time < NewsHub.memory }
        if last.count >= NewsHub.mostTopics { last = [:] }
      }
      last[topic] = (text, .now)
      listeners.pass(text) { $0 == topic }
    }
  }

  /// Sends news of the library; a library on a server sends them to all machines itself.
  func tell(_ news: News) {
    if relay == nil { announce(news) }
  }

  /// Sends news of the library to this server's listeners.
  func announce(_ news: News) {
    listeners.send(news.text(token: nil)) { $0 == nil }
  }

  /// Finds closed connections, and ends streams whose token has ended.
  func beat() { listeners.beat() }
}
