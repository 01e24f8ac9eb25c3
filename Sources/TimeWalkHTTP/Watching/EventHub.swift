internal import Synchronization
internal import TimeWalk
internal import TimeWalkJSON

/// What is told while photos are taken in, and of what changed.
enum Event: Sendable {
  /// A photo waits for a worker.
  case queued
  /// A step of its way begins.
  case step(WalkStep)
  /// It is recorded.
  case done(photo: String, url: String)
  /// It was refused, with the error's word.
  case failed(String)
  /// The library has a photo more.
  case added(photo: String, url: String)
  /// The library has a photo less.
  case removed(photo: String)
}

extension Event {
  /// The event as the stream has it (HTML Standard, section 9.2).
  func text(token: String?) -> [UInt8] {
    var members: [String: JSONValue]
    let name: String
    switch self {
    case .queued: (name, members) = ("progress", ["state": "queued"])
    case .step(let step):
      let number = (WalkStep.allCases.firstIndex(of: step) ?? 0) + 1
      name = "progress"
      members = [
        "state": "step", "step": .string(step.rawValue), "number": .number(String(number)),
        "total": .number(String(WalkStep.allCases.count)),
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

/// Passes events on to those who listen; a listener that doesn't keep up loses the oldest.
final class EventHub: Sendable {
  /// One who listens.
  private struct Listener {
    let continuation: AsyncStream<[UInt8]>.Continuation
    /// The token whose progress is wanted; news of the library when `nil`.
    let token: String?
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var next = 0
    /// What was told last of each token, for those who come late.
    var last: [String: (text: [UInt8], time: ContinuousClock.Instant)] = [:]
  }

  private let state = Mutex(State())
  private let most: Int
  /// Passes what is told here on to the servers of other machines; `nil` where there are none.
  private let relay: (@Sendable (String) -> Void)?
  /// How many events are kept for a listener.
  private static let kept = 64
  /// How many tokens are remembered, and for how long.
  private static let mostTokens = 1000
  private static let memory: Duration = .seconds(600)

  /// Takes so many listeners.
  init(most: Int, relay: (@Sendable (String) -> Void)? = nil) {
    self.most = most
    self.relay = relay
  }

  /// How many listen.
  var count: Int { state.withLock { $0.listeners.count } }

  /// Begins to listen.
  ///
  /// - Parameter token: whose progress is wanted; news of the library when `nil`.
  /// - Returns: the listener's number, to `leave` with, and what it hears.
  /// - Throws: a problem with 503 when there are too many.
  func listen(token: String?) throws(Problem) -> (number: Int, events: AsyncStream<[UInt8]>) {
    let (events, continuation) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingNewest(EventHub.kept))
    let number: Int? = state.withLock { state in
      guard state.listeners.count < most else { return nil }
      state.next += 1
      state.listeners[state.next] = Listener(continuation: continuation, token: token)
      if let token, let last = state.last[token] {
        continuation.yield(last.text)
      }
      return state.next
    }
    // Also where nobody ever reads it, since the client has gone.
    continuation.onTermination = { [weak self] _ in
      if let number { self?.leave(number) }
    }
    guard let number else {
      throw Problem.overload("\(most) event streams are open already", after: 30)
    }
    return (number, events)
  }

  /// Ends a listener's stream.
  func leave(_ number: Int) {
    state.withLock { $0.listeners.removeValue(forKey: number) }?.continuation.finish()
  }

  /// Tells who waits for a photo how it goes; nobody where no token was given.
  func tell(_ event: Event, _ token: String?) {
    guard let token else { return }
    let text = event.text(token: token)
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
    state.withLock { state in
      if state.last[token] == nil, state.last.count >= EventHub.mostTokens {
        state.last = state.last.filter { .now - $0.value.time < EventHub.memory }
        if state.last.count >= EventHub.mostTokens { state.last = [:] }
      }
      state.last[token] = (text, .now)
      send(text, in: state) { $0 == token }
    }
  }

  /// Tells news of the library, which a library of several machines tells all of them itself.
  func tell(_ event: Event) {
    if relay == nil { announce(event) }
  }

  /// Tells news of the library to those who listen here.
  func announce(_ event: Event) {
    state.withLock { send(event.text(token: nil), in: $0) { $0 == nil } }
  }

  /// Sends every listener a line that means nothing, so that who has gone is noticed.
  func beat() {
    state.withLock { send(Array(": still here\n\n".utf8), in: $0) { _ in true } }
  }

  private func send(_ text: [UInt8], in state: State, to isMeant: (String?) -> Bool) {
    for listener in state.listeners.values where isMeant(listener.token) {
      listener.continuation.yield(text)
    }
  }
}
