internal import Synchronization
internal import TimeWalk
internal import TimeWalkBase

/// What is told while photos are taken in, and of what changed.
enum News: Sendable {
  /// A photo waits for a worker.
  case queued
  /// A step of its way begins.
  case step(PipelineStep)
  /// It is recorded.
  case done(photo: String, url: String)
  /// It was refused, with the error's word.
  case failed(String)
  /// The library has a photo more.
  case added(photo: String, url: String)
  /// The library has a photo less.
  case removed(photo: String)
}

extension News {
  /// The news as the stream has them (HTML Standard, section 9.2).
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

/// Passes news on to those who listen.
final class NewsHub: Sendable {
  /// Each with the token whose progress is wanted; with none for news of the library.
  private let listeners: Listeners<String?>
  /// What was told last of each token, for those who come late.
  private let last = Mutex<[String: (text: [UInt8], time: ContinuousClock.Instant)]>([:])
  /// Passes what is told here on to the servers of other machines; `nil` where there are none.
  private let relay: (@Sendable (String) -> Void)?
  /// How many tokens are remembered, and for how long.
  private static let mostTokens = 1000
  private static let memory: Duration = .seconds(600)

  /// Takes so many listeners.
  init(most: Int, relay: (@Sendable (String) -> Void)? = nil) {
    listeners = Listeners(most: most)
    self.relay = relay
  }

  /// How many listen.
  var count: Int { listeners.count }

  /// Begins to listen.
  ///
  /// - Parameter token: whose progress is wanted; news of the library when `nil`.
  /// - Returns: the listener's number, to `leave` with, and what it hears.
  /// - Throws: a problem with 503 when there are too many.
  func listen(token: String?) throws(Problem) -> (number: Int, news: AsyncStream<[UInt8]>) {
    // Nothing is told between what was told last and what this one hears.
    try last.withLock { last throws(Problem) in
      try listeners.add(token, first: token.flatMap { last[$0]?.text })
    }
  }

  /// Ends a listener's stream.
  func leave(_ number: Int) { listeners.leave(number) }

  /// Tells who waits for a photo how it goes; nobody where no token was given.
  func tell(_ news: News, _ token: String?) {
    guard let token else { return }
    let text = news.text(token: token)
    pass(on: text, token)
    relay?("\(token) \(String(decoding: text, as: UTF8.self))")
  }

  /// Tells what another server's `relay` was given.
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

  /// Tells news of the library, which a library of several machines tells all of them itself.
  func tell(_ news: News) {
    if relay == nil { announce(news) }
  }

  /// Tells news of the library to those who listen here.
  func announce(_ news: News) {
    listeners.send(news.text(token: nil)) { $0 == nil }
  }

  /// Lets who has gone be noticed.
  func beat() { listeners.beat() }
}
