package import TimeWalkBase

/// A field of a request: its permitted values, and its property in the request.
///
/// The only description of it. The endpoint parses requests and describes itself with it, the
/// library's queue is written with it, and the command line takes its help from it.
package struct RequestField<Request>: Sendable {
  /// Its name and permitted values.
  package private(set) var wire: WireField
  /// Takes a value that `wire` has checked into a request.
  let read: @Sendable (JSONValue, inout Request) throws(TimeWalkError) -> Void
  /// The value of a request; `nil` if unset.
  let write: @Sendable (Request) -> JSONValue?

  /// A field that is read and written in a way of its own.
  package init(
    _ wire: WireField,
    read: @escaping @Sendable (JSONValue, inout Request) throws(TimeWalkError) -> Void,
    write: @escaping @Sendable (Request) -> JSONValue?
  ) {
    self.wire = wire
    self.read = read
    self.write = write
  }

  /// A number within a range.
  package init(
    _ name: String, _ path: any WritableKeyPath<Request, Double?> & Sendable,
    _ range: ClosedRange<Double>, _ about: String, unit: String? = nil
  ) {
    self.init(WireField(name, .number(range), about, unit: unit)) {
      (value, request) throws(TimeWalkError) in
      request[keyPath: path] = value.double
    } write: {
      $0[keyPath: path].map(JSONValue.init)
    }
  }

  /// A number within a range, with its default.
  package init(
    _ name: String, _ path: any WritableKeyPath<Request, Double> & Sendable,
    _ range: ClosedRange<Double>, _ about: String, unit: String? = nil, usual: Double
  ) {
    let usual = JSONValue(usual)
    self.init(WireField(name, .number(range), about, unit: unit, fallback: usual)) {
      (value, request) throws(TimeWalkError) in
      if let number = value.double { request[keyPath: path] = number }
    } write: {
      JSONValue($0[keyPath: path])
    }
  }

  /// A whole number within a range, with its default.
  package init(
    _ name: String, _ path: any WritableKeyPath<Request, Int> & Sendable,
    _ range: ClosedRange<Int>, _ about: String, unit: String? = nil, usual: Int
  ) {
    let usual = JSONValue.number(String(usual))
    self.init(WireField(name, .integer(range), about, unit: unit, fallback: usual)) {
      (value, request) throws(TimeWalkError) in
      if let number = WireField.whole(value) { request[keyPath: path] = number }
    } write: {
      .number(String($0[keyPath: path]))
    }
  }

  /// A switch, off by default.
  package init(
    _ name: String, _ path: any WritableKeyPath<Request, Bool> & Sendable, _ about: String
  ) {
    self.init(WireField(name, .flag, about, fallback: false)) {
      (value, request) throws(TimeWalkError) in
      request[keyPath: path] = value == .bool(true)
    } write: {
      .bool($0[keyPath: path])
    }
  }

  /// A text.
  package init(
    _ name: String, _ path: any WritableKeyPath<Request, String?> & Sendable, _ about: String,
    _ kind: WireField.Kind = .text(most: WireField.usualText), unit: String? = nil
  ) {
    self.init(WireField(name, kind, about, unit: unit)) {
      (value, request) throws(TimeWalkError) in
      request[keyPath: path] = value.string
    } write: {
      $0[keyPath: path].map(JSONValue.string)
    }
  }

  /// A field that the caller reads itself, such as the token of a request's progress.
  package static func readByCaller(_ wire: WireField) -> RequestField {
    RequestField(wire) { (_, _) throws(TimeWalkError) in
    } write: { _ in
      nil
    }
  }

  /// The same field, without which there is no request.
  package var required: RequestField {
    var copy = self
    copy.wire = wire.required
    return copy
  }

  /// The same field, with a pattern for its text; see `WireField.pattern`.
  package func matching(_ pattern: String) -> RequestField {
    var copy = self
    copy.wire = wire.matching(pattern)
    return copy
  }

  /// The field as one of a request that has this one within it.
  package func at<Whole>(_ path: any WritableKeyPath<Whole, Request> & Sendable) -> RequestField<
    Whole
  > {
    RequestField<Whole>(wire) { (value, whole) throws(TimeWalkError) in
      try read(value, &whole[keyPath: path])
    } write: {
      write($0[keyPath: path])
    }
  }
}

/// A request, described by its fields.
package protocol DescribedRequest: Sendable {
  /// All fields.
  static var fields: [RequestField<Self>] { get }

  /// A request without values.
  init()
}

extension DescribedRequest {
  /// Reads a request: required values must be present, all values valid, and others absent.
  ///
  /// `null` is the same as absent. Names that start with `x-` are the client's own.
  ///
  /// - Parameter values: the values, by the fields' names.
  /// - Throws: `invalidValue` with the field.
  package init(_ values: [String: JSONValue]) throws(TimeWalkError) {
    self.init()
    var known = 0
    for field in Self.fields {
      let value = values[field.wire.name]
      if value != nil { known += 1 }
      guard let value, value != .null else {
        if field.wire.isRequired {
          throw TimeWalkError(
            .invalidValue, "\(field.wire.name) is required", field: field.wire.name)
        }
        if let fallback = field.wire.fallback { try field.read(fallback, &self) }
        continue
      }
      try field.wire.check(value)
      try field.read(value, &self)
    }
    guard known < values.count else { return }
    try WireField.refuseUnknown(values.keys, but: Set(Self.fields.map(\.wire.name)))
  }

  /// Refuses numbers that can't be, under the names that they were given by.
  package func checkRanges() throws(TimeWalkError) {
    for field in Self.fields {
      switch field.wire.kind {
      case .number, .integer: if let value = field.write(self) { try field.wire.check(value) }
      default: continue
      }
    }
  }

  /// The request in a readable form, without default values.
  package var members: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for field in Self.fields {
      guard let value = field.write(self), value != field.wire.fallback else { continue }
      members[field.wire.name] = value
    }
    return members
  }

  /// The same as JSON on one line.
  package var line: String {
    var text = JSONText()
    text.value(.object(members))
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// A field by its name.
  package static func field(_ name: String) -> WireField? {
    fields.first { $0.wire.name == name }?.wire
  }
}

/// The parameters of a method without any.
package struct NoRequest: DescribedRequest {
  /// None.
  package static let fields: [RequestField<NoRequest>] = []
  /// Makes it.
  package init() {}
}

extension JSONValue {
  /// A finite number, as it reads again.
  fileprivate init(_ number: Double) {
    var text = JSONText()
    text.number(number)
    self = .number(String(decoding: text.bytes, as: UTF8.self))
  }

  fileprivate var double: Double? {
    if case .number(let text) = self { Double(text) } else { nil }
  }
}
