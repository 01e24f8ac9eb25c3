internal import TimeWalk
internal import TimeWalkJSON

/// One thing that the endpoint does: all that is known of it, for checking, describing and doing.
struct Method: Sendable {
  /// Its name.
  let name: String
  /// One sentence about it.
  let summary: String
  /// What it is asked.
  let fields: [WireField]
  /// The names of these.
  let names: Set<String>
  /// What it answers with.
  let result: Result
  /// What may go wrong in it, besides what may go wrong in every method.
  let errors: [WalkError.Code]
  /// Does it, with parameters that have been checked, and writes the result; what throws has
  /// written nothing.
  let run: @Sendable (Arguments, Occasion, inout JSONText) throws(WalkError) -> Void

  /// What a result is.
  enum Result: Sendable {
    /// A value of a type, by its type's fields.
    case type(any (Decodable & Sendable).Type)
    /// An object that says itself what is in it.
    case document
  }

  /// Makes the method that gives the description of all.
  init(
    describing name: String, _ summary: String,
    _ body: @escaping @Sendable (Occasion) -> JSONValue
  ) {
    self.name = name
    self.summary = summary
    fields = []
    names = []
    errors = []
    result = .document
    run = { (_, occasion, text) throws(WalkError) in text.value(body(occasion)) }
  }

  /// The result's type comes from what `body` returns.
  init<Answer: Codable & Sendable>(
    _ name: String, _ summary: String, fields: [WireField] = [], errors: [WalkError.Code] = [],
    _ body: @escaping @Sendable (Arguments, Occasion) throws(WalkError) -> Answer
  ) {
    self.name = name
    self.summary = summary
    self.fields = fields
    names = Set(fields.map(\.name))
    self.errors = errors
    result = .type(Answer.self)
    run = { (arguments, occasion, text) throws(WalkError) in
      try WireFormat.write(try body(arguments, occasion), to: &text)
    }
  }
}

/// What surrounds one call of a method.
struct Occasion: Sendable {
  /// Who answers.
  var walker: Walker
  /// TimeWalk's version.
  var version: String
  /// Called before each step of a photo's way; throws when the call has been cancelled.
  var step: @Sendable (WalkStep) throws(WalkError) -> Void
  /// Whether the call has been called off before it was begun.
  var isCancelled: @Sendable () -> Bool
  /// Calls off the requests with an id.
  var cancel: @Sendable (JSONValue) -> CancelReport.State
}

/// The parameters of a call, checked by the method's fields.
struct Arguments: Sendable {
  private let values: [String: JSONValue]

  /// Checks values: what is required is there, everything is what it may be, and nothing else is
  /// there.
  ///
  /// `null` is the same as absent. Names that start with `x-` are the client's own.
  init(_ values: [String: JSONValue], of method: Method) throws(WalkError) {
    for field in method.fields {
      guard let value = values[field.name], value != .null else {
        if field.isRequired {
          throw WalkError(.invalidValue, "\(field.name) is required", field: field.name)
        }
        continue
      }
      try field.check(value)
    }
    let others = values.keys.filter { !method.names.contains($0) && !$0.hasPrefix("x-") }
    if let first = others.min() {
      throw WalkError(
        .invalidValue, "there is no parameter \"\(first.prefix(60))\"", field: first)
    }
    self.values = values
  }

  subscript(name: String) -> JSONValue? { values[name] }

  func number(_ name: String) -> Double? {
    if case .number(let text)? = values[name] { Double(text) } else { nil }
  }

  func integer(_ name: String) -> Int? { values[name].flatMap(WireField.whole) }

  func string(_ name: String) -> String? { values[name]?.string }

  func flag(_ name: String) -> Bool { values[name] == .bool(true) }

  /// The fields that say how a camera was held.
  var pose: GivenPose {
    var pose = GivenPose()
    for number in GivenPose.numbers {
      if let value = self.number(number.field.name) { pose[keyPath: number.path] = value }
    }
    for text in GivenPose.texts {
      if let value = string(text.field.name) { pose[keyPath: text.path] = value }
    }
    return pose
  }

  var limit: Int { integer("limit") ?? MatchRequest.usualLimit }
}
