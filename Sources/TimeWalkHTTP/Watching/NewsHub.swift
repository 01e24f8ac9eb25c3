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

/// Sends news to listeners.
final class NewsHub: Sendable {
  /// The listeners, each with the token of its submission; `nil` for news of the library.
  private let listeners: Listeners<String?>
  /// The last news of each token, for later listeners.
  private let last = Mutex<[String: (text: [UInt8], time: ContinuousClock.Instant)]>([:])
  /// Forwards news to the servers of other machines; `nil` if there are none.
  private let relay: (@Sendable (String) -> Void)?
  /// The most remembered tokens, and their lifetime.
  private static let mostTokens = 1000
  private static let memory: Duration = .seconds(600)

  /// Allows this many listeners.
  init(most: Int, relay: (@Sendable (String) -> Void)? = nil) {
    listeners = Listeners(most: most)
    self.relay = relay
  }

  /// The number of listeners.
  var count: Int { listeners.count }

  /// Adds a listener.
  ///
  /// - Parameter token: the token of a submission; `nil` for news of the library.
  /// - Returns: the listener's number, for `leave`, and its stream.
  /// - Throws: a problem with 503 if there are too many.
  func listen(token: String?) throws(Problem) -> (number: Int, news: AsyncStream<[UInt8]>) {
    // Under the lock, no news gets lost between the last one and the new stream.
    try last.withLock { last throws(Problem) in
      try listeners.add(token, first: token.flatMap { last[$0]?.text })
    }
  }

  /// Ends a listener's stream.
  func leave(_ number: Int) { listeners.leave(number) }

  /// Sends the progress of a submission to its listeners; nothing without a token.
  func tell(_ news: News, _ token: String?) {
    guard let token else { return }
    let text = news.text(token: token)
    pass(on: text, token)
    relay?("\(token) \(String(decoding: text, as: UTF8.self))")
  }

  /// Sends news from another server's `relay`.
  func pass(on told: String) {
    let parts = told.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return }
    pass(on: Array(parts[1].utf8), String(parts[0]))
  }

  private func pass(on text: [UInt8], _ token: String) {
    last.withLock { last in
      if last[token] == nil, last.count >= NewsHub.mostTokens {
        last = last.filter { .now - $0.value.time < NewsHub.memory }
        if last.count >= NewsHub.mostTokens { last = [:] }
      }
      last[token] = (text, .now)
      listeners.send(text) { $0 == token }
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

  /// Finds closed connections.
  func beat() { listeners.beat() }
}
