internal import TimeWalk
internal import TimeWalkBase

/// One thing that the endpoint does: all that is known of it, for checking, describing and doing.
struct Method: Sendable {
  /// Its name.
  let name: String
  /// One sentence about it.
  let summary: String
  /// Its parameters.
  let fields: [WireField]
  /// Its result.
  let result: Result
  /// Its possible errors, in addition to those of every method.
  let errors: [TimeWalkError.Code]
  /// Executes it with valid parameters, and writes the result; an error means that nothing was
  /// written.
  let run:
    @Sendable ([String: JSONValue], CallContext, inout JSONText) throws(TimeWalkError) -> Void
  /// Refuses parameters that can't be.
  let check: @Sendable ([String: JSONValue]) throws(TimeWalkError) -> Void

  /// The limits of a call: all but the methods that write have a time.
  ///
  /// A photo has limits of its own, and ends before its next step.
  func limits(_ token: CancellationToken?) -> WorkLimits {
    ["submit", "photos.remove"].contains(name)
      ? WorkLimits() : WorkLimits(time: Method.longestTime, token: token)
  }

  /// The longest time of a method that reads.
  private static let longestTime = Duration.seconds(10)

  /// The type of a result.
  enum Result: Sendable {
    /// A value of a type, by its type's fields.
    case type(any (Decodable & Sendable).Type)
    /// An object that describes its own properties.
    case document
  }

  /// Makes the method that gives the description of all.
  init(
    describing name: String, _ summary: String,
    _ body: @escaping @Sendable (CallContext) -> JSONValue
  ) {
    self.name = name
    self.summary = summary
    fields = []
    errors = []
    result = .document
    check = { (values) throws(TimeWalkError) in _ = try NoRequest(values) }
    run = { (values, context, text) throws(TimeWalkError) in
      _ = try NoRequest(values)
      text.value(body(context))
    }
  }

  /// The parameters' and the result's types are inferred from `body`.
  init<Request: DescribedRequest, Answer: Codable & Sendable>(
    _ name: String, _ summary: String, errors: [TimeWalkError.Code] = [],
    _ body: @escaping @Sendable (Request, CallContext) throws(TimeWalkError) -> Answer
  ) {
    self.name = name
    self.summary = summary
    fields = Request.fields.map(\.wire)
    self.errors = errors
    result = .type(Answer.self)
    check = { (values) throws(TimeWalkError) in _ = try Request(values) }
    run = { (values, context, text) throws(TimeWalkError) in
      let answer = try body(try Request(values), context)
      if let links = context.links, var named = answer as? any FileNaming {
        named.replacePaths(by: links)
        try WireFormat.write(named, to: &text)
      } else {
        try WireFormat.write(answer, to: &text)
      }
    }
  }
}

/// The context of one call of a method.
struct CallContext: Sendable {
  /// The endpoint that answers.
  var pipeline: Pipeline
  /// TimeWalk's version.
  var version: String
  /// The addresses of files; `nil` for answers with paths.
  var links: AnswerLinks?
  /// Called before each step of the pipeline; throws when the call has been cancelled.
  var step: @Sendable (PipelineStep) throws(TimeWalkError) -> Void
  /// Cancels the call; `nil` for a call that isn't cancelled, or whose front has set its limits.
  var token: CancellationToken?
  /// Calls off the requests with an id.
  var cancel: @Sendable (JSONValue) -> CancelReport.State
}
